"""Tournaments: who meets whom, how they stand, and running one from entry to the end."""
