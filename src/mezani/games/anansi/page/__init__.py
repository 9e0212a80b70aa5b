"""What a browser gets of Anansi: its board, pieces, colours and summaries."""
