"""Evaluating a bot: the same games against the same opponents for everyone, so that results can be compared."""
