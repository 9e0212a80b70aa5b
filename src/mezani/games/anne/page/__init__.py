"""What a browser gets of ANNE!: its board, pieces, colours and summaries."""
