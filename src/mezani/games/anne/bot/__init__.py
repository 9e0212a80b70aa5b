"""What the bots know of ANNE!."""
