"""Matches between bots: seats rotated, deals mirrored, played on local processes or on a Ray cluster, kept in files."""
