"""Being told: what people want to hear of, the ways by which they hear it, and how it gets there."""
