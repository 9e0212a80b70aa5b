"""What a browser gets of Asante: its board, pieces, colours and summaries."""
