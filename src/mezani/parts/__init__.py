"""What several games share, each thing once."""
