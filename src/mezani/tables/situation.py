"""How things stand at a table: who sits there, how far the game has come, and what was decided in advance."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NotRequired, TypedDict

from mezani.engine.state import State
from mezani.game import Game
from mezani.record import Stop, last_are, one_by_one, winners_but
from mezani.tables.clocks import Clocks


class Result(TypedDict):
    """How a game has ended."""

    scores: list[int]
    winners: list[int]
    lost: NotRequired[list[int]]  # seats that have lost when their time was up, the first one first: they are last


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair: free, a player's, a bot's, or a player's who left it to a bot."""

    player: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None


@dataclass(frozen=True, slots=True)
class RoundUp:
    """The time of a tournament's round was up before the game was over: bots end it, and nobody comes back."""

    slowest: int | None  # the seat that is last for it
    was_played: bool  # else no person has decided anything, and all share the place
    gone: frozenset[int]  # who had left the game to a bot before


@dataclass(eq=False)
class Situation:
    """How things stand after an entry of the log. What happens next makes a new one; this one stays as it is."""

    game: Game[Any]
    seats: list[Seat]
    state: State
    rules: int  # the version by which the game is played
    begun: bool = False
    commitments: dict[int, int] = field(default_factory=dict)
    asked_always: frozenset[int] = frozenset()  # seats that are asked even where they have no choice
    stop: Stop | None = None  # where the rules of today forbid what was played
    result: Result | None = None  # of a game that was over when it was loaded
    closed: bool = False  # by the host: nobody can do anything here
    clocks: Clocks | None = None  # where the terms have agreed on them
    round_up: RoundUp | None = None

    # What may be asked

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_over) or self.result is not None

    @property
    def is_running(self) -> bool:
        return self.is_under_way and not self.is_paused

    @property
    def is_under_way(self) -> bool:
        """Whether the game is neither over nor held up for good; it may be paused."""
        return self.begun and not self.is_over and not self.closed and self.stop is None

    @property
    def is_paused(self) -> bool:
        return self.clocks is not None and self.clocks.paused

    @property
    def is_older(self) -> bool:
        """Whether the rules have changed since the game was begun."""
        return self.rules < self.game.rules_version

    @property
    def leads_elsewhere(self) -> bool:
        """Whether a finished game does not come to its result by the rules of today."""
        return self.result is not None and (not self.state.is_over or self.result != self.result_now())

    @property
    def scores(self) -> list[int]:
        """The points now, or those with which the game ended."""
        return self.result["scores"] if self.result else self.state.scores()

    @property
    def winners(self) -> list[int]:
        """Who has won, once the game is over."""
        return self.result["winners"] if self.result else self.result_now()["winners"]

    @property
    def lost(self) -> frozenset[int]:
        """The seats that have lost because their time was up."""
        return frozenset(self.lost_in_order)

    @property
    def lost_in_order(self) -> Sequence[int]:
        """The same, the first one first."""
        if self.result:
            return self.result.get("lost", ())
        lost = self.clocks.lost if self.clocks else ()
        slowest = self.round_up.slowest if self.round_up else None
        return lost if slowest is None or slowest in lost else (*lost, slowest)

    def result_now(self) -> Result:
        """How the game has ended by the rules, and by the clocks."""
        if not self.lost:
            return Result(scores=self.state.scores(), winners=self.state.winners())
        winners = winners_but(self.state, self.lost_in_order)
        return Result(scores=self.state.scores(), winners=winners, lost=list(self.lost_in_order))

    def places(self) -> list[int]:
        """The place of each seat once the game is over; whoever has lost on time or left it to a bot is last.

        Where there is a clock it has noted who went first: whoever still sits there when all others have gone wins.
        """
        ended_otherwise = self.result if self.leads_elsewhere else None
        places = by_points(ended_otherwise) if ended_otherwise else self.state.places()
        if self.round_up and not self.round_up.was_played:
            places = [1] * len(places)
        gone = self._gone() | self.lost
        noted = [seat for seat in (self.clocks.gone if self.clocks else ()) if seat in gone]
        if self.round_up and self.round_up.slowest is not None and self.round_up.slowest not in noted:
            noted.append(self.round_up.slowest)
        return last_are(places, gone.difference(noted), *one_by_one(noted))

    def _gone(self) -> frozenset[int]:
        """Those who have left the game to a bot; not those whose game has ended with the time of the round."""
        if self.round_up:
            return self.round_up.gone
        return frozenset(seat for seat, chair in enumerate(self.seats) if chair.player and chair.bot)

    @property
    def to_move(self) -> int | None:
        """The seat whose decision the game waits for."""
        return self.state.seat if self.is_running else None

    def seats_of(self, player: str | None) -> list[int]:
        """The seats of a player; several where people share a screen."""
        return [number for number, seat in enumerate(self.seats) if player is not None and seat.player == player]

    def free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_free]

    def bot_to_move(self) -> str | None:
        """The level of the bot that the game waits for."""
        return None if self.to_move is None else self.seats[self.to_move].bot

    def answer_for_seat(self) -> int | None:
        """What the table answers for the seat to move, which cannot or will not do otherwise; None: it is asked.

        Where people share a screen it changes hands for every question, or all would see who has a choice.
        """
        seat = self.to_move
        if seat is None or self.seats[seat].bot or len(self.seats_of(self.seats[seat].player)) > 1:
            return None
        committed = self.commitments.get(seat)
        if committed is not None and self.state.hides_choice() and self.state.allows(committed):
            return committed
        answer = self.state.standing_answer(seat in self.asked_always)
        return None if answer < 0 else answer

    @property
    def plays_on(self) -> bool:
        """Whether something happens now without a person: a bot is to move, or the table answers."""
        return self.bot_to_move() is not None or self.answer_for_seat() is not None

    @property
    def has_people(self) -> bool:
        """Whether a person plays here; for those who have left, bots play."""
        return any(seat.player is not None and seat.bot is None for seat in self.seats)

    @property
    def asked(self) -> int | None:
        """The seat that is asked: the one to move, unless the table answers for it."""
        return self.to_move if self.answer_for_seat() is None else None

    def asked_seats(self) -> tuple[int, ...]:
        """All seats that are asked: the one to move, and others that may choose at the same time.

        Who may only say one thing in advance is not asked.
        """
        if not self.is_under_way:
            return ()
        state = self.state
        others = [seat for seat in state.open_seats() if seat != state.seat]
        return (state.seat, *(seat for seat in others if len(state.open_actions(seat)) > 1))

    @property
    def waits_for(self) -> list[int]:
        """The seats that are asked and have not decided; those for whom the table answers are not asked."""
        if not self.is_running:
            return []
        asked = [seat for seat in self.asked_seats() if seat != self.state.seat and seat not in self.commitments]
        return sorted(asked if self.asked is None else [*asked, self.asked])

    def choices(self, seat: int) -> list[int]:
        """What a seat may decide now: its move, or one that it makes in advance."""
        if not self.is_running:
            return []
        if seat != self.state.seat:
            return self.state.open_actions(seat)
        return self.state.legal_actions() if self.asked == seat else []

    def waiting_move(self) -> int | None:
        """What the seat to move has decided in advance, if it is made at once."""
        action = None if self.state.is_over else self.commitments.get(self.state.seat)
        if action is None or self.state.hides_choice() or not self.state.allows(action):
            return None
        return action

    def plays_against_people(self, seat: int) -> bool:
        """Whether another seat is a person's, even one for whom a bot plays just now."""
        return any(other.player is not None for number, other in enumerate(self.seats) if number != seat)

    def is_practice_of(self, player: str | None) -> bool:
        """Whether a player sits alone among bots."""
        people = [seat.player for seat in self.seats if seat.player is not None or seat.is_free]
        return player is not None and people == [player]

    def with_seat(self, number: int, **changes: Any) -> list[Seat]:
        """The seats with one of them changed."""
        return [replace(seat, **changes) if at == number else seat for at, seat in enumerate(self.seats)]

    # What happens

    def played(self, action: int) -> "Situation":
        """After a move; IllegalAction if the rules forbid it."""
        after = self.state.clone()
        after.play(action)
        return replace(self, state=after, commitments=self._commitments_left(action, after))

    def _commitments_left(self, action: int, after: State) -> dict[int, int]:
        """A decision in advance ends when it is made or another one instead of it, and with the turn or the trick."""
        if not self.commitments or self.game.place(self.state) != self.game.place(after):
            return {}
        seat = self.state.seat
        committed = self.commitments.get(seat)
        if committed is None or (committed != action and not self.state.allows(committed)):
            return self.commitments
        return {other: waits for other, waits in self.commitments.items() if other != seat}

    def committed(self, seat: int, action: int | None) -> "Situation":
        """After a seat has decided in advance; None: it has withdrawn that."""
        others = {other: waits for other, waits in self.commitments.items() if other != seat}
        return replace(self, commitments=others if action is None else others | {seat: action})

    def asking(self, seat: int, always: bool) -> "Situation":
        """After a seat has said how it wants to be asked."""
        return replace(self, asked_always=self.asked_always | {seat} if always else self.asked_always - {seat})


def by_points(result: Result) -> list[int]:
    """Winners first, then the most points; equals share a place."""
    ranks = [(seat not in result["winners"], -points) for seat, points in enumerate(result["scores"])]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def place_in(result: Result, seat: int) -> int:
    """The place of a seat, as the page of the result orders them: those who have won, then by points."""
    return last_are(by_points(result), *one_by_one(result.get("lost", ())))[seat]
