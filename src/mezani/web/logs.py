"""The server's log: text or JSON, with the number of the request, and without anything that is secret."""

import ipaddress
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec

from mezani.web.settings import Settings

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the number of the request that is answered
OURS = ("mezani", "uvicorn")  # what other packages say below a warning may hold what a player must not know
LEFT_OUT = ('"WebSocket %s"', "Invalid HTTP request received", "Unsupported upgrade request")  # of what uvicorn says
SECRETS = [  # never written on purpose; this is the second bolt
    (re.compile(r"/seat/([^/\s]+)/(\d+)/[^\s/?#\"']+"), r"/seat/\1/\2/…"),
    (re.compile(r"/become-host/[^\s/?#\"']+"), "/become-host/…"),
    (re.compile(r"(mezani=|Bearer\s+|secret=)[^\s;,\"']+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(://[^:/@\s]*):[^@\s]+@"), r"\1:…@"),
]


def masked(text: str) -> str:
    """A text without private links, cookies, tokens and passwords.

    >>> masked("GET /seat/abc/1/0f9e8d failed for postgresql://mezani:pass@db/mezani")
    'GET /seat/abc/1/… failed for postgresql://mezani:…@db/mezani'
    """
    for secret, shown in SECRETS:
        text = secret.sub(shown, text)
    return text


def shown_address(address: str, how: str) -> str:
    """An address as the setting `log_addresses` allows it to be written.

    >>> shown_address("192.0.2.77", "short"), shown_address("2001:db8:1:2::3", "short"), shown_address("::1", "none")
    ('192.0.2.0/24', '2001:db8:1::/48', '')
    """
    if how == "none":
        return ""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if how == "full":
        return str(number)
    return str(ipaddress.ip_network((number, 24 if number.version == 4 else 48), strict=False))


class Text(logging.Formatter):
    """A line for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        number = REQUEST.get()
        said = f"{record.levelname.lower()} {record.name}: {record.getMessage()}" + (f" [{number}]" if number else "")
        if record.exc_info:
            said += f"\n{self.formatException(record.exc_info)}"
        return masked(f"{datetime.fromtimestamp(record.created):%Y-%m-%d %H:%M:%S} {said}")


class Json(logging.Formatter):
    """A line of JSON for programs to read; what a message is made of has fields of its own."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if number := REQUEST.get():
            line["request"] = number
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["exception"] = masked(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def is_wanted(record: logging.LogRecord) -> bool:
    """Leave out what strangers could fill a disk with, and addresses and paths that our own log tells with care."""
    return not any(told in str(record.msg) for told in LEFT_OUT)


def set_up_logging(settings: Settings) -> None:
    """Write the log as the host wishes, uvicorn's lines too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if settings.log_format == "json" else Text())
    handler.addFilter(is_wanted)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(settings.log_level.upper())
    logging.getLogger("uvicorn.error").setLevel(max(logging.INFO, logging.getLogger("mezani").level))
