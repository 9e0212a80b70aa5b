"""A tournament: what was agreed, who plays in it, and the tables of its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypedDict

import msgspec

from mezani.game import Game
from mezani.games import game as find_game
from mezani.house.tournaments.draw import Draw
from mezani.house.tournaments.knock_out import rounds_of_knock_out, winner
from mezani.house.tournaments.round_robin import rounds_in_all
from mezani.house.tournaments.standings import Played, Round, Standing, standings
from mezani.tables.terms import Terms

System = Literal["swiss", "round-robin", "knock-out"]
State = Literal["open", "running", "between", "over"]
DAY = 24 * 3600.0
MOST_ROUNDS = 30
MOST_PEOPLE = 200
USUAL_ROUNDS = 5


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament goes: how many rounds, how long each lasts, and who may enter."""

    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0  # 0: as many as its system takes
    days: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0  # that a round lasts; 0: it ends when all tables are over
    entry: Literal["link", "everybody", "named"] = "link"
    named: tuple[str, ...] = ()  # who may enter, if only those whom the host names may


class Outcome(TypedDict):
    """How a table of a round has ended, seat by seat."""

    places: list[int]
    scores: list[int]


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in it; who takes over for somebody goes on with their number and points."""

    number: int
    player: str
    name: str
    first_round: int = 1
    last_round: int | None = None  # after which they have withdrawn

    @property
    def has_never_played(self) -> bool:
        """Whether they have gone before their first round."""
        return self.last_round is not None and self.last_round < self.first_round

    def plays_in(self, round: int) -> bool:
        """Whether they are there in a round."""
        return self.first_round <= round and (self.last_round is None or round <= self.last_round)


@dataclass(frozen=True)
class Pairing:
    """A table of a round with the entrants in the order of the seats; one who is alone sits out."""

    round: int
    number: int
    seats: tuple[int, ...]
    table: str | None = None  # its id, once it is set up
    outcome: Outcome | None = None

    @property
    def is_table(self) -> bool:
        return len(self.seats) > 1

    @property
    def is_over(self) -> bool:
        return not self.is_table or self.outcome is not None

    @property
    def places(self) -> dict[int, int]:
        """The place of each entrant who sat here, once it is over."""
        return dict(zip(self.seats, self.outcome["places"], strict=True)) if self.outcome else {}


@dataclass(frozen=True)
class Tournament:
    """A tournament as the database has it."""

    id: str
    name: str
    game_name: str
    system: System
    players: int  # at a table, where numbers fit
    options: Mapping[str, Any]
    terms: Terms
    plan: Plan
    seed: int
    host: str  # the player who runs it
    state: State
    round: int  # that runs, or ran last; 0: none yet
    created_at: float
    due_at: float | None  # when a round begins or ends by itself
    ended_at: float | None
    entrants: Sequence[Entrant] = ()
    pairings: Sequence[Pairing] = ()

    @property
    def game(self) -> Game[Any]:
        return find_game(self.game_name)

    @property
    def address(self) -> str:
        return f"/tournaments/{self.id}"

    def entrant(self, number: int) -> Entrant | None:
        """The entrant with a number."""
        return next((one for one in self.entrants if one.number == number), None)

    def entrant_of(self, player: str | None) -> Entrant | None:
        """Who somebody is in it; None: they are not."""
        return next((one for one in self.entrants if player is not None and one.player == player), None)

    def field(self, round: int) -> list[Entrant]:
        """All who are there in a round."""
        return [one for one in self.entrants if one.plays_in(round)]

    def tables_of(self, round: int) -> list[Pairing]:
        """The tables of a round."""
        return [one for one in self.pairings if one.round == round and one.is_table]

    def byes_of(self, round: int) -> list[int]:
        """Who sits out in a round."""
        return [one.seats[0] for one in self.pairings if one.round == round and len(one.seats) == 1]

    def draws(self) -> list[Draw]:
        """All rounds so far, as they were drawn."""
        return [
            Draw(tuple(one.seats for one in self.tables_of(number)), tuple(self.byes_of(number)))
            for number in range(1, self.round + 1)
        ]

    @cached_property
    def counted(self) -> int:
        """How many rounds count: a round does when all its tables are over."""
        return self.round if self.state == "between" or self._ended_whole else max(0, self.round - 1)

    @property
    def _ended_whole(self) -> bool:
        return self.state == "over" and all(one.is_over for one in self.tables_of(self.round))

    @cached_property
    def standings(self) -> list[Standing]:
        """How all stand after the rounds that count, the first one first."""
        rounds = [self._round(number) for number in range(1, self.counted + 1)]
        return standings([one.number for one in self.entrants], rounds, self.players)

    def _round(self, number: int) -> Round:
        tables = [
            Played(one.seats, tuple(one.outcome["places"]), tuple(one.outcome["scores"]))
            for one in self.tables_of(number)
            if one.outcome
        ]
        return Round(tables, self.byes_of(number))

    @property
    def rounds(self) -> int:
        """How many rounds there are, for those who are in it now."""
        if self.system == "knock-out":
            return self._rounds_of_knock_out
        if self.system == "round-robin" and not self.plan.rounds:
            fields = [[one.number for one in self.field(number)] for number in range(1, self.round + 2)]
            return rounds_in_all(fields, self.draws(), self.players, self.allowed, self.seed)
        return self.plan.rounds or USUAL_ROUNDS

    @property
    def _rounds_of_knock_out(self) -> int:
        """As many as the places of round 1 need, whoever has come or gone since."""
        places = 2 * sum(one.round == 1 for one in self.pairings)
        return rounds_of_knock_out(places or len([one for one in self.entrants if one.plays_in(1)]))

    @property
    def allowed(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return allowed_sizes(self.game, self.system, self.players)

    def is_out(self, number: int) -> bool:
        """Whether somebody has lost in a knock-out."""
        return self.system == "knock-out" and any(
            one.places and number in one.seats and winner(one.seats, one.places) != number for one in self.pairings
        )

    @property
    def may_be_entered(self) -> bool:
        """Whether somebody can still enter: late entries miss the rounds before."""
        if self.state == "open":
            return True
        return self.state != "over" and self.system != "knock-out" and self.round < self.rounds


def allowed_sizes(game: Game[Any], system: str, players: int) -> tuple[int, ...]:
    """How many may sit at a table: where all meet by twos nobody sits at a larger one, but somebody sits out."""
    by_twos = system == "knock-out" or (system == "round-robin" and players == 2)
    return (2,) if by_twos else game.seats
