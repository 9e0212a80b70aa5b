"""Posting to an address that somebody has given, and to nothing inside the house.

The name is resolved here, all that it stands for is checked, and the connection is made to what was checked: a name
that means something else a moment later leads nowhere. Redirections are not followed, proxies of the environment not
used.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import httpcore

from mezani.tables.refusals import WrongAddress

SECONDS = 10.0  # for the whole of it
CONNECTING = 5.0
LONGEST = 2000  # characters of an address
DISCARD = 9  # the port at which nobody listens
WEB_PORTS, FIRST_FREE_PORT = (80, 443), 1024  # below it are the ports of mail, files, names and the like
PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")  # what was ever given out
NOT_OF_THE_WORLD = [  # whatever else Python's tables of the day say
    ipaddress.ip_network(one)
    for one in (
        *("192.0.0.0/24", "168.63.129.16/32"),  # for protocols, and where clouds tell machines about themselves
        "192.88.99.0/24",  # 6to4 relays
        *("2001::/23", "2002::/16", "3fff::/20", "5f00::/16"),  # for protocols, 6to4, examples, segments
    )
]

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


Reason = Literal["address", "silent", "status", "mail server", "refused", "broken"]


class NotSent(Exception):
    """Something has not arrived. `is_gone`: nothing ever will by this channel; `is_final`: this will not.

    The reason and a number that came with it are told to whom it was for, the rest to the host.
    """

    def __init__(
        self, reason: Reason, details: str, code: int | None = None, is_gone: bool = False, is_final: bool = False
    ) -> None:
        super().__init__(details)
        self.reason, self.code = reason, code
        self.is_gone, self.is_final = is_gone, is_final or is_gone

    @classmethod
    def answered(cls, status: int, is_gone: bool = False, is_final: bool = False) -> "NotSent":
        """Somebody is there, and does not take it."""
        return cls("status", f"status {status}", status, is_gone, is_final)


async def resolve(host: str, port: int) -> Sequence[str]:
    """All that a name stands for now."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Whether an address is one of the world's, and leads to nothing at home.

    >>> [is_public(one) for one in ("93.184.216.34", "10.0.0.1", "::ffff:127.0.0.1", "2002:7f00:1::", "fe80::1%eth0")]
    [True, False, False, False, False]
    """
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(number, ipaddress.IPv6Address):
        if inner := number.ipv4_mapped:
            return is_public(str(inner))
        if number not in PUBLIC_IPV6:
            return False
    if any(number in network for network in NOT_OF_THE_WORLD):
        return False
    return number.is_global and not number.is_multicast and not number.is_reserved


def is_own(address: str) -> bool:
    """Whether an address is one of this machine's own: what goes there starts there. Nothing is sent to find it out."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, DISCARD))
            return ipaddress.ip_address(probe.getsockname()[0]) == ipaddress.ip_address(address)
    except (OSError, ValueError):  # nothing leads there from here
        return False


def may_be_reached(address: str) -> bool:
    """Whether somebody may have something sent to an address."""
    return is_public(address) and not is_own(address)


class HttpPoster:
    """Posts to addresses of the world; `private`: to those at home as well, where the host allows it."""

    def __init__(self, private: bool = False, resolve: Resolve = resolve) -> None:
        self.private, self.resolve = private, resolve

    async def check(self, url: str, schemes: Iterable[str] = ("https", "http")) -> None:
        """WrongAddress if nothing can be posted to an address."""
        parts = parts_of(url, schemes)
        try:
            async with asyncio.timeout(CONNECTING):
                await self.addresses(parts.host, parts.port)
        except (OSError, NotSent) as problem:  # also what takes too long
            raise WrongAddress(url) from problem

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """What a name stands for; NotSent if any of it is nobody's business."""
        try:
            found = await self.resolve(host, port)
        except (OSError, UnicodeError) as problem:
            raise NotSent("address", f"nobody knows {host}") from problem
        if not found or not (self.private or all(map(may_be_reached, found))):
            raise NotSent("address", f"{host} is inside the house", is_final=True)
        return found

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something; returns the status. NotSent if nobody answers."""
        parts = parts_of(url)
        address = httpcore.URL(
            scheme=parts.scheme.encode(), host=parts.host.encode(), port=parts.port, target=parts.target.encode()
        )
        head = [(name.encode(), value.encode()) for name, value in headers.items()]
        try:
            async with (
                asyncio.timeout(SECONDS),
                httpcore.AsyncConnectionPool(network_backend=CheckedNetwork(self)) as pool,
                pool.stream(b"POST", address, headers=head, content=body) as response,
            ):
                return int(response.status)
        except (OSError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as problem:
            raise NotSent("silent", f"{parts.host} does not answer") from problem


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects only to what was checked."""

    def __init__(self, poster: HttpPoster) -> None:
        self.poster, self.network = poster, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to one of the addresses of a name."""
        problem: Exception = NotSent("address", f"nobody knows {host}")
        for address in await self.poster.addresses(host, port):
            try:
                return await self.network.connect_tcp(address, port, CONNECTING)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                problem = failed
        raise problem


class Parts:
    """An address in its parts."""

    def __init__(self, scheme: str, host: str, port: int, target: str, netloc: str) -> None:
        self.scheme, self.host, self.port, self.target, self.netloc = scheme, host, port, target, netloc


def parts_of(url: str, schemes: Iterable[str] = ("https", "http")) -> Parts:
    """The parts of an address; WrongAddress if it is none to which something can be posted."""
    try:
        parts = urlsplit(url)
        name = parts.hostname or ""
        host = name if ":" in name else name.encode("idna").decode()
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as problem:  # UnicodeError is one
        raise WrongAddress(url) from problem
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    is_plain = len(url) <= LONGEST and url.isprintable() and " " not in url and target.isascii()
    is_web = parts.scheme in schemes and (port in WEB_PORTS or port >= FIRST_FREE_PORT)
    if not host or not is_plain or not is_web or "@" in parts.netloc:
        raise WrongAddress(url)
    shown = f"[{host}]" if ":" in host else host
    return Parts(parts.scheme, host, port, target, f"{shown}:{parts.port}" if parts.port else shown)
