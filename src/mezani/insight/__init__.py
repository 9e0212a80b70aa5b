"""What moves are good for: reasons in the words of the game, over games, bots and the search."""
