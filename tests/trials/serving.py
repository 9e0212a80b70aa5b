"""Servers for the trials: real ones, with no limits on how much one person may ask for."""

from tests.web.browsing import Served

MANY = str(10**9)
WITHOUT_LIMITS = {
    "MEZANI_REQUESTS_PER_MINUTE": MANY,
    "MEZANI_TABLES_PER_HOUR": MANY,
    "MEZANI_CHAT_PER_MINUTE": MANY,
    "MEZANI_HINTS_PER_MINUTE": MANY,
    "MEZANI_CONNECTIONS": MANY,
    "MEZANI_CONNECTIONS_PER_ADDRESS": MANY,
    "MEZANI_BOT_TABLES": MANY,
    "MEZANI_BACKUPS_KEPT": "0",
}


def tracebacks(served: Served) -> str:
    """What a server has written for its host of the first thing that went wrong and that nobody foresaw."""
    written = served.complaints.read_text()
    return written[max(0, written.index("Traceback") - 200) :][:6000] if "Traceback" in written else ""
