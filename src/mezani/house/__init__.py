"""The house: what its host does, what is kept and for how long, and backups."""
