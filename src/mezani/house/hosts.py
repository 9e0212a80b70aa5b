"""Who is a host: people whom the settings name by their number, and those who have used a link that works once."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable

from mezani.tables.house_facts import HouseFacts
from mezani.tables.people import People

DIGITS = 20
GROUP = 4
VALID = 3600.0  # seconds for which a link can be used
LINK = "host link "


def number_of(player: str) -> str:
    """The number of a player, by which settings name a host: long enough that nobody finds a secret for it.

    >>> number_of("3f2a91bc77de0b1452aa9c01")
    '3f2a-91bc-77de-0b14-52aa'
    """
    digits = player[:DIGITS]
    return "-".join(digits[at : at + GROUP] for at in range(0, DIGITS, GROUP))


def is_number(text: str) -> bool:
    """Whether a text is the number of a player.

    >>> is_number("3f2a-91bc-77de-0b14-52aa"), is_number("3f2a")
    (True, False)
    """
    digits = text.replace("-", "").replace(" ", "").lower()
    return len(digits) == DIGITS and all(digit in "0123456789abcdef" for digit in digits)


class Hosts:
    """The hosts of a house."""

    def __init__(
        self, people: People, facts: HouseFacts, named: Iterable[str] = (), clock: Callable[[], float] = time.time
    ) -> None:
        self.people, self.facts, self.clock = people, facts, clock
        self.named = frozenset(number.replace("-", "").replace(" ", "").lower() for number in named)

    async def includes(self, player: str | None) -> bool:
        """Whether somebody is a host."""
        if player is None:
            return False
        return self.is_named(player) or await self.people.is_host(player)

    def is_named(self, player: str) -> bool:
        """Whether the settings name somebody."""
        return player[:DIGITS] in self.named

    async def are_known(self) -> bool:
        """Whether there is any host yet."""
        return bool(self.named) or await self.people.has_host()

    async def new_link(self) -> str:
        """What a link ends with that makes whoever opens it first a host; only its hash is kept."""
        token = secrets.token_urlsafe(24)
        await self.facts.put(_fact(token), repr(self.clock() + VALID))
        return token

    async def accepts(self, token: str) -> bool:
        """Whether a link can still be used."""
        until = await self.facts.get(_fact(token))
        return until is not None and float(until) > self.clock()

    async def use_link(self, token: str, player: str) -> bool:
        """Let somebody be a host by a link that nobody has used; whether it was good."""
        good = await self.accepts(token)
        if not await self.facts.drop(_fact(token)) or not good:
            return False
        await self.people.make_host(player)
        return True


def _fact(token: str) -> str:
    return LINK + hashlib.sha256(token.encode()).hexdigest()[:30]
