"""What a browser gets of Ahadi."""
