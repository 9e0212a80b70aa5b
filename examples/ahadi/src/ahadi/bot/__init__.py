"""What bots know of Ahadi."""
