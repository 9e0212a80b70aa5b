"""Notifications: what people want to be told, the channels by which they are told, and how it gets there."""
