"""Servers for the trials: real ones, that play every table of bots and make no backups."""

from tests.web.browsing import Served

WITHOUT_LIMITS = {"MEZANI_BOT_TABLES": "100000", "MEZANI_BACKUPS_KEPT": "0"}  # besides those of all tests
BEGINNING = "Traceback (most recent call last):"


def tracebacks(served: Served) -> str:
    """What a server has written for its host of the first thing that went wrong and that nobody foresaw."""
    return next(iter(served.complaints.read_text().split(BEGINNING)[1:]), "")[:6000]
