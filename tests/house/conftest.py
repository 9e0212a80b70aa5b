"""Halls for the tests of the house, over both databases."""

from tests.tables.conftest import anyio_backend, database, hall, is_bare, shared_database

__all__ = ["anyio_backend", "database", "hall", "is_bare", "shared_database"]
