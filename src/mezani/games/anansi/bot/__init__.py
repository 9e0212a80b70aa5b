"""What the bots know of Anansi."""
