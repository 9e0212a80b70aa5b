"""What programs send and get of tournaments."""

from typing import Annotated, Any

import msgspec

from mezani.house.tournaments.tournament import Plan, State, System
from mezani.tables.terms import Terms
from mezani.web.api_bodies import DeedKey


class TournamentListed(msgspec.Struct):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    system: System
    state: State
    round: int  # that runs, or ran last; 0: none yet
    rounds: int
    entrants: int


class EntrantShown(msgspec.Struct):
    """Somebody in a tournament. Who takes over for somebody goes on with their number and points."""

    number: int
    name: str
    program: bool
    first_round: int
    withdrawn: bool


class RoundTable(msgspec.Struct):
    """A table of a round: the numbers of the entrants in the order of the seats; once it is over, seat by seat too."""

    number: int
    table: str | None  # its id; null: it is being set up
    entrants: list[int]
    over: bool
    places: list[int]
    scores: list[int]


class RoundShown(msgspec.Struct):
    """A round: its tables, and the numbers of those who sit out."""

    number: int
    tables: list[RoundTable]
    byes: list[int]


class TournamentShown(msgspec.Struct):
    """A tournament: what was agreed, who plays in it, and its rounds so far."""

    id: str
    name: str
    game: str
    system: System
    players: int  # at a table, where numbers fit
    options: dict[str, Any]
    terms: Terms
    plan: Plan
    state: State
    round: int
    rounds: int
    due_at: float | None  # when a round begins or ends by itself
    entrants: list[EntrantShown]
    shown: list[RoundShown]
    you: int | None  # the number of the token's entrant
    table: str | None  # the table at which it sits in the round that runs


class StandingShown(msgspec.Struct):
    """How somebody stands, after the rounds whose tables are all over."""

    place: int
    entrant: int
    name: str
    rounds: list[float | None]  # the points of each round; null: they were not there
    points: float
    opponents: float  # what those whom they met have scored, on average
    share: float  # of all points at their tables; 100 is an even part


class TournamentBody(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament that is to be opened. `players` sit at a table where numbers fit; 0: the usual number."""

    game: str
    name: str
    system: System = "swiss"
    players: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    options: dict[str, Any] = {}
    terms: Terms = Terms()
    plan: Plan = Plan()
    key: DeedKey | None = None


class Replacing(msgspec.Struct, forbid_unknown_fields=True):
    """The name of the person of the house who takes over."""

    name: str


class Entering(msgspec.Struct, forbid_unknown_fields=True):
    """What a program is called in a tournament; empty: as its owner calls it."""

    name: str = ""
