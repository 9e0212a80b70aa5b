"""What every game is built from: sets in a word, a random generator, and the state of a game."""
