"""The entries of a table's log: what has happened there, in the order in which it did."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an entry of the log tells."""

    JOIN = "join"
    BOT = "bot"
    BEGIN = "begin"
    PLAY = "play"
    UNDO = "undo"  # of the last decision; of so many where there is an action
    COMMIT = "commit"  # a decision made in advance; no action: it is withdrawn
    ASK = "ask"  # the seat wants to be asked always (action 1), or only where it has a choice (0)
    CHAT = "chat"
    LEAVE = "leave"  # of their own will; else the action is the seat that lets a bot play for them, or `HOUSE`
    RETURN = "return"
    FAIL = "fail"  # a bot that failed, and for which a simple move was made
    BRANCH = "branch"  # up to here the moves are those of another game; the text is its `Origin.address`
    REMATCH = "rematch"  # the text is the id of the new table
    CLOSE = "close"  # the host has closed the table (action 1), or opened it again (0)
    REMOVE = "remove"  # the host has removed what was said by the entry whose number is the action
    NAME = "name"  # the host has given the one who sits there another name; the text is that name
    TIME = "time"  # the time of a seat is up; that a bot plays for it is told by leaving
    PAUSE = "pause"  # the action says which step on the way to a pause and back
    HOLIDAY = "holiday"  # the clock of a seat stands still until the time that is the text
    AWAY = "away"  # the live connection of a seat is lost while its clock runs
    BACK = "back"  # and is there again
    RULES = "rules"  # what today's rules forbid is left out from here on; the text is their version
    ROUND = "round"  # a tournament's round is over: bots end the game, the seat is last; action 1: nobody has played


DECISIONS = (Kind.PLAY, Kind.UNDO, Kind.COMMIT)
PRIVATE = (Kind.COMMIT, Kind.ASK)  # only the seat itself learns of these
OF_THE_HOST = (Kind.CLOSE, Kind.REMOVE, Kind.NAME)
NAMING = (Kind.JOIN, Kind.LEAVE, Kind.NAME)  # the text is the name of a person
RETOLD = (Kind.REMOVE, Kind.NAME)  # after these, earlier entries read differently

HOUSE = -1  # instead of a seat: nobody at the table has done it


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    kind: Kind
    at: float
    seat: int | None = None
    action: int | None = None
    text: str | None = None


def last_known(entries: Sequence[Entry]) -> float | None:
    """When the last of the entries happened of which everybody learns."""
    kinds = (*PRIVATE, *RETOLD)
    return next((entry.at for entry in reversed(entries) if entry.kind not in kinds), None)
