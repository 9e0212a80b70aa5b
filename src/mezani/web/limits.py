"""Limits: how much one person and one address may ask of a server, in buckets that fill up again with time."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from mezani.web.settings import Settings

FOR_AN_ADDRESS = 4  # times as much as for a person: several people share one
KEPT = 20_000  # buckets of each kind, and people who are known; those that were not used for longest are forgotten

LONGEST_ADDRESS = 45  # characters of an IPv6 address; what a proxy passes on may be anything

REQUESTS = "requests"
TABLES = "tables"
CHAT = "chat"
HINTS = "hints"
SIGN_INS = "sign_ins"


class Rate(NamedTuple):
    """How many of something in how many seconds; 0: any number."""

    many: int
    seconds: float


class Buckets:
    """A bucket for each of many keys. It holds `many`, and fills up again in `seconds`."""

    def __init__(self, rate: Rate, kept: int) -> None:
        self.rate, self.kept = rate, kept
        self._drawn: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much was drawn, and when

    def __len__(self) -> int:
        return len(self._drawn)

    def wait(self, key: str, now: float) -> float:
        """The seconds until something is left in a bucket; 0: there is."""
        return max(0.0, self._drawn_now(key, now) + 1 - self.rate.many) * self.rate.seconds / self.rate.many

    def draw(self, key: str, now: float) -> None:
        """Take one."""
        self._drawn[key] = (self._drawn_now(key, now) + 1, now)
        self._drawn.move_to_end(key)
        while len(self._drawn) > self.kept:
            self._drawn.popitem(last=False)

    def _drawn_now(self, key: str, now: float) -> float:
        drawn, at = self._drawn.get(key, (0.0, now))
        return max(0.0, drawn - (now - at) * self.rate.many / self.rate.seconds)


class Limits:
    """What people and addresses have asked for lately.

    Only somebody who is known to have a seat counts for themselves, and so nobody gets another bucket by another
    cookie; their address counts always.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic, kept: int = KEPT) -> None:
        self.clock, self.kept = clock, kept
        rates = {
            REQUESTS: Rate(settings.requests_per_minute, 60),
            TABLES: Rate(settings.tables_per_hour, 3600),
            CHAT: Rate(settings.chat_per_minute, 60),
            HINTS: Rate(settings.hints_per_minute, 60),
            SIGN_INS: Rate(settings.sign_ins_per_hour, 3600),
        }
        self._people = {what: Buckets(rate, kept) for what, rate in rates.items() if rate.many}
        self._addresses = {
            what: Buckets(Rate(FOR_AN_ADDRESS * rate.many, rate.seconds), kept)
            for what, rate in rates.items()
            if rate.many
        }
        self._known: OrderedDict[str, None] = OrderedDict()

    def know(self, player: str) -> None:
        """A player has a seat somewhere, and counts for themselves from now on."""
        self._known[player] = None
        self._known.move_to_end(player)
        while len(self._known) > self.kept:
            self._known.popitem(last=False)

    def take(self, what: str, player: str | None, address: str) -> float:
        """Count one more; 0, or how many seconds they have to wait. Who has to wait is not counted."""
        if what not in self._people:
            return 0.0
        now, shared = self.clock(), network_of(address)
        own = player if player in self._known else None
        wait = self._addresses[what].wait(shared, now)
        if own is not None:
            wait = max(wait, self._people[what].wait(own, now))
        if not wait:
            self._addresses[what].draw(shared, now)
            if own is not None:
                self._people[what].draw(own, now)
        return wait


class Connections:
    """How many connections there are, in all and from each address; 0: any number."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self.most, self.most_of_address = most, most_of_address
        self.count = 0
        self._of: dict[str, int] = {}  # as many as there are connections, at most

    def enter(self, address: str) -> bool:
        """Let one more in, if there is room. Without an address it counts with all only."""
        shared = address and network_of(address)
        if (self.most and self.count >= self.most) or (
            self.most_of_address and shared and self._of.get(shared, 0) >= self.most_of_address
        ):
            return False
        self.count += 1
        if shared:
            self._of[shared] = self._of.get(shared, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """One is gone."""
        self.count -= 1
        if shared := address and network_of(address):
            self._of[shared] -= 1
            if not self._of[shared]:
                del self._of[shared]


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the network of a household. What is no address is all one.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("unknown")
    ('2001:db8:1:2::/64', '192.0.2.7', '')
    """
    return _network_of(address) if len(address) <= LONGEST_ADDRESS else ""


@lru_cache(4096)
def _network_of(address: str) -> str:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, 64), strict=False))


class Networks:
    """Addresses and networks that a setting names."""

    def __init__(self, named: tuple[str, ...]) -> None:
        self.networks = [ipaddress.ip_network(one, strict=False) for one in named]

    def has(self, address: str) -> bool:
        """Whether an address is one of them; what is no address is not."""
        try:
            number = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped:
            number = number.ipv4_mapped
        return any(number.version == network.version and number in network for network in self.networks)
