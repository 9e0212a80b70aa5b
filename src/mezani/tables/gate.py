"""The gate: what the host has said to all, who may do something at the tables now, and how many there may be."""

import time
from collections.abc import Callable

import msgspec

from mezani.tables.refusals import Blocked, HouseFull, NoNewcomers, ReadOnly, TooManyTables
from mezani.tables.store import Store

READ_ONLY = "read_only"
MESSAGE = "message"
LIMITS = "limits"


class Message(msgspec.Struct, frozen=True):
    """A word of the host to all, and when it goes."""

    text: str
    until: float


class Allowed(msgspec.Struct, frozen=True):
    """What a host allows: as the settings say, or as the host has said since. 0: any number, and for ever."""

    tables_at_once: int = 0  # that are open or running
    tables_per_person: int = 0  # of those
    keep_lobbies: int = 30  # days
    newcomers: bool = True  # whether somebody who has never sat here may set up a table

    def changed(self, by: str | None) -> "Allowed":
        """As the host has said, whose word is kept as JSON."""
        return msgspec.structs.replace(self, **msgspec.json.decode(by)) if by else self


class Gate:
    """What holds for all servers of a house; each reads it when it opens, and when another tells of a change."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time, allowed: Allowed | None = None) -> None:
        self.store, self.clock = store, clock
        self.usual = self.allowed = allowed or Allowed()
        self.read_only = False  # everything can be looked at, nothing done
        self._message: Message | None = None
        self._blocks: dict[str, float | None] = {}  # a player, and until when; None: for good
        self.owner_of: Callable[[str | None], str | None] = lambda player: None  # to whom a program belongs

    async def refresh(self) -> None:
        """Read what holds now."""
        facts = await self.store.house.some(READ_ONLY, MESSAGE, LIMITS)
        blocks = await self.store.people.blocks()
        self.read_only = READ_ONLY in facts
        self._message = msgspec.json.decode(facts[MESSAGE], type=Message) if MESSAGE in facts else None
        self._blocks = {player: block.until for player, block in blocks.items()}
        self.allowed = self.usual.changed(facts.get(LIMITS))

    @property
    def message(self) -> Message | None:
        """What the host says to all just now."""
        return self._message if self._message and self._message.until > self.clock() else None

    def check_open(self) -> None:
        """While the house is being looked after, nothing can be done."""
        if self.read_only:
            raise ReadOnly

    def check(self, player: str | None) -> None:
        """Whether somebody may do something now; who is blocked may watch, and so may their programs."""
        self.check_open()
        if self.is_blocked(player) or self.is_blocked(self.owner_of(player)):
            raise Blocked

    def is_blocked(self, player: str | None) -> bool:
        """Whether somebody may only watch."""
        if player not in self._blocks:
            return False
        until = self._blocks[player]
        return until is None or until > self.clock()

    @property
    def limits_tables(self) -> bool:
        """Whether not everybody may set up any number of tables."""
        allowed = self.allowed
        return bool(allowed.tables_at_once or allowed.tables_per_person or not allowed.newcomers)

    async def check_room(self, player: str | None) -> None:
        """Whether there is room for one more table, and whether somebody may set it up."""
        allowed, lists = self.allowed, self.store.lists
        if allowed.tables_at_once and await lists.unfinished() >= allowed.tables_at_once:
            raise HouseFull
        if player is None:
            return
        if allowed.tables_per_person and await lists.unfinished(player) >= allowed.tables_per_person:
            raise TooManyTables
        if not allowed.newcomers and not await lists.has_sat(player):
            raise NoNewcomers
