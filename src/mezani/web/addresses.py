"""Where the table can be opened: on this computer, and on the local network if it listens there."""

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

LISTEN = "mezani serve --address 0.0.0.0"
HOST = re.compile(r"(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?", re.ASCII | re.IGNORECASE)


def addresses(address: str, port: int) -> list[str]:
    """Where the table can be opened: on this machine, and on the local network if it listens there."""
    found = _number(address)
    if found is None or not found.is_unspecified:
        return [f"http://{f'[{address}]' if ':' in address else address}:{port}/"]
    return [f"http://127.0.0.1:{port}/"] + [f"http://{near}:{port}/" for near in [network_address()] if near]


def network_address() -> str | None:
    """The address of this machine on the local network. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def is_only_here(address: str) -> bool:
    """Whether an address works on this computer only.

    >>> is_only_here("http://127.0.0.1:8484/table/x"), is_only_here("http://192.168.1.5:8484/table/x")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    number = _number(host)
    return host == "localhost" or (number is not None and number.is_loopback)


def is_host(given: str) -> bool:
    """Whether a text can be the host that a browser asks for: a name or a number, and perhaps a port.

    >>> is_host("games.example.org"), is_host("[::1]:8484"), is_host("a:b"), is_host("[")
    (True, True, False, False)
    """
    found = HOST.fullmatch(given)
    return found is not None and int(found[1] or 0) <= 65535


def base_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What links to this server begin with: what the host has set, else what others can open too, where it is known."""
    if connection.app.state.public_address:
        return str(connection.app.state.public_address)
    base = str(connection.base_url).rstrip("/").replace("ws", "http", 1)
    listens = _number(connection.app.state.listens_on)
    if is_only_here(base) and listens and listens.is_unspecified and (near := network_address()):
        port = urlsplit(base).port
        return f"http://{near}:{port}" if port else f"http://{near}"
    return base


def nearby(address: str) -> str | None:
    """What an address would be for others on the network, if the server listened there; None without a network."""
    near, port = network_address(), urlsplit(address).port
    if near is None or is_only_here(f"http://{near}"):
        return None
    return f"http://{near}:{port}/" if port else f"http://{near}/"


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
