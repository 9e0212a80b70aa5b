"""What the bots know of The Great Zimbabwe."""
