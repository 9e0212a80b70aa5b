"""What the bots know of Asante."""
