"""Each figure with its peer in the same run: `make bench`."""
