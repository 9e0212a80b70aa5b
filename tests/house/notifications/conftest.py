"""Halls and receivers for the tests of notifications."""

from tests.house.notifications.receivers import hooks, mail_receiver, push_service
from tests.tables.conftest import anyio_backend, database, hall, is_bare, shared_database

__all__ = ["anyio_backend", "database", "hall", "hooks", "is_bare", "mail_receiver", "push_service", "shared_database"]
