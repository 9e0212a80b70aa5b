"""Halls and receivers for the tests of being told."""

from tests.house.news.receivers import hooks, post_office, push_service
from tests.tables.conftest import anyio_backend, database, hall, is_bare, shared_database

__all__ = ["anyio_backend", "database", "hall", "hooks", "is_bare", "post_office", "push_service", "shared_database"]
