"""The gate: what the host has said to all, and who may do something at the tables now."""

import time
from collections.abc import Callable

import msgspec

from mezani.tables.refusals import Blocked, ReadOnly
from mezani.tables.store import Store

READ_ONLY = "read_only"
MESSAGE = "message"


class Message(msgspec.Struct, frozen=True):
    """A word of the host to all, and when it goes."""

    text: str
    until: float


class Gate:
    """What holds for all servers of a house; each reads it when it opens, and when another tells of a change."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.read_only = False  # everything can be looked at, nothing done
        self._message: Message | None = None
        self._blocks: dict[str, float | None] = {}  # a player, and until when; None: for good

    async def refresh(self) -> None:
        """Read what holds now."""
        facts = await self.store.house.some(READ_ONLY, MESSAGE)
        blocks = await self.store.people.blocks()
        self.read_only = READ_ONLY in facts
        self._message = msgspec.json.decode(facts[MESSAGE], type=Message) if MESSAGE in facts else None
        self._blocks = {player: block.until for player, block in blocks.items()}

    @property
    def message(self) -> Message | None:
        """What the host says to all just now."""
        return self._message if self._message and self._message.until > self.clock() else None

    def check_open(self) -> None:
        """While the house is being looked after, nothing can be done."""
        if self.read_only:
            raise ReadOnly

    def check(self, player: str | None) -> None:
        """Whether somebody may do something now; who is blocked may watch."""
        self.check_open()
        if self.is_blocked(player):
            raise Blocked

    def is_blocked(self, player: str | None) -> bool:
        """Whether somebody may only watch."""
        if player not in self._blocks:
            return False
        until = self._blocks[player]
        return until is None or until > self.clock()
