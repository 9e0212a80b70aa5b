"""Makes the nets of the games: plays games, learns from them, and measures what was learned.

    python -m training GAME

`games` makes games and keeps positions of them, `learn` fits a net (PyTorch), `measure` tells how well it foresees
games that it has not seen and how it plays. docs/training.md tells how our nets came about.
"""
