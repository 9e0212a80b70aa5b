"""What a browser gets of The Great Zimbabwe: its board, pieces, colours and summaries."""
