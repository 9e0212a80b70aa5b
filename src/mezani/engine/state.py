"""State: what the rules of every game fulfil, and random play over any of them."""

from collections.abc import Callable
from typing import Any, Self

import cython

from mezani.engine.observation import Observation
from mezani.engine.packing import packed, values
from mezani.engine.rng import Rng

if not cython.compiled:
    from mezani.engine.bits import lowest
    from mezani.engine.buffers import bytes_of, clear, size_of, view_of
    from mezani.engine.rng import below


COMPILED = bool(cython.compiled)
MOST_SEATS = 5  # the limits of the contract: arrays of C are as long
MOST_CHOICES = 4096  # legal actions of one decision
ROOM = MOST_CHOICES  # the same as a number of C
MOST_ACTIONS = 2**28  # different actions of a game: the search keeps one with its seat in 32 bits


class IllegalAction(ValueError):
    """An action that the rules do not allow now. Nothing was changed."""


class Choices:
    """The legal actions of one decision, at most MOST_CHOICES in rising order; filled by `State.legal`.

    `count` goes on beyond that, but nothing is written there, and whoever wants to choose gets an error.
    """

    def __init__(self) -> None:
        self.count = 0
        if not cython.compiled:
            self.actions = [0] * MOST_CHOICES

    def clear(self) -> None:
        self.count = 0

    def add(self, action: int) -> None:
        """Append an action, greater than those before it."""
        if self.count < ROOM:
            self.actions[self.count] = action
        self.count += 1

    def add_set(self, word: int, first: int) -> None:
        """Append `first` + n for each n of a set."""
        while word:
            self.add(first + lowest(word))
            word &= word - 1

    def check(self) -> None:
        """Raise an error if there are more than there may be."""
        if self.count > ROOM:
            raise ValueError(f"{self.count} legal actions at once: a game may have at most {MOST_CHOICES}")

    def check_some(self) -> None:
        """Raise an error if there is nothing to choose, or more than there may be."""
        if self.count == 0:
            raise ValueError("a decision without a legal action: the game should be over")
        self.check()

    def has(self, action: int) -> bool:
        """Whether an action is among them."""
        self.check()
        place = 0
        while place < self.count and self.actions[place] != action:
            place += 1
        return place < self.count

    def put_mask(self, into: memoryview, size: int) -> None:
        """Put 1 into the bytes of the actions, and 0 into all others; an error, and no change, if one lies outside."""
        self.check()
        if self.count and self.actions[self.count - 1] >= size:
            raise ValueError(f"this buffer has {size} bytes, but action {self.actions[self.count - 1]} is legal")
        clear(into, size)
        for place in range(self.count):
            into[self.actions[place]] = 1

    def as_list(self) -> list[int]:
        """The actions as a list.

        >>> choices = Choices()
        >>> choices.add(2)
        >>> choices.add_set(0b100001, 10)
        >>> choices.as_list()
        [2, 10, 15]
        """
        self.check()
        found = [0] * self.count
        for place in range(self.count):
            found[place] = self.actions[place]
        return found


def check_seats(players: int) -> None:
    """Raise an error if a game has more seats than there may be, or none."""
    if not 1 <= players <= MOST_SEATS:
        raise ValueError(f"a game has 1 to {MOST_SEATS} seats, not {players}")


class State:
    """A game in progress.

    A game's rules give `legal`, `apply`, `clone`, `redeal` and `scores`, `standing` where more than points decides, and
    keep `seat`, `is_over` and `reveals` up to date. Fields are integers and fixed-size lists of integers; all of them
    are public to read, but for those that begin with _: they only follow from the others.
    """

    def __init__(self, players: int, seed: int) -> None:
        check_seats(players)
        self.players = players
        self.seat = 0
        self.is_over = False
        self.reveals = 0
        self.rng = Rng(seed)

    def legal(self, choices: Choices) -> None:
        """Add the legal actions of the seat to move, in rising order; none when the game is over."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Carry out a legal action. It is not checked: `play` is for callers who may err."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy, the future chance included."""
        raise NotImplementedError

    def redeal(self, seat: int, rng: Rng) -> None:
        """Deal anew all that `seat` (-1: a spectator) cannot know, in agreement with all that it has seen."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """The points of each seat."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The seats that have won, once the game is over; several share the victory."""
        if not self.is_over:
            return []
        standings = [self.standing(seat) for seat in range(self.players)]
        best = max(standings)
        return [seat for seat, own in enumerate(standings) if own == best]

    def standing(self, seat: int) -> tuple[int, ...]:
        """What a seat's place at the end is decided by: the more, the better; after the points what breaks ties."""
        return (self.scores()[seat],)

    def places(self) -> list[int]:
        """The place of each seat once the game is over, 1 for the winners; seats that nothing parts share a place."""
        if not self.is_over:
            return []
        standings = [self.standing(seat) for seat in range(self.players)]
        return [1 + sum([other > own for other in standings]) for own in standings]

    def open_seats(self) -> list[int]:
        """The seats that may already commit to a decision, the one to move among them."""
        return [] if self.is_over else [self.seat]

    def open_actions(self, seat: int) -> list[int]:
        """What an open seat may commit to."""
        return self.legal_actions() if seat == self.seat else []

    def hides_choice(self) -> bool:
        """Whether nobody else may learn, not even by the time that it takes, if the seat to move has a choice now."""
        return False

    def standing_answer(self, asked_always: bool) -> int:
        """What may be answered for the seat to move without asking it, which can or will not do otherwise; -1: ask it.

        A seat that wants to be asked always is, even where it has only one answer.
        """
        return -1

    def allows(self, action: int) -> bool:
        """Whether an action is legal now."""
        scratch.clear()
        self.legal(scratch)
        return scratch.has(action)

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to move, sorted."""
        scratch.clear()
        self.legal(scratch)
        return scratch.as_list()

    def random_action(self, rng: Rng) -> int:
        """A legal action, each equally likely."""
        scratch.clear()
        self.legal(scratch)
        if not 0 < scratch.count <= ROOM:
            scratch.check_some()
        return scratch.actions[below(rng, scratch.count)]

    def play_out(self, rng: Rng) -> int:
        """Play at random to the end of the game; return the number of decisions.

        A game that has it again with its own methods by name, as `Mine.apply(self, action)`, lets the C compiler make
        one loop of them.
        """
        decisions = 0
        while not self.is_over:
            self.apply(self.random_action(rng))
            decisions += 1
        return decisions

    def play(self, action: int) -> None:
        """Carry out an action; raise IllegalAction, and change nothing, if it is not legal."""
        try:
            legal = self.allows(action)
        except (TypeError, OverflowError):
            legal = False
        if not legal:
            raise IllegalAction(
                "the game is over" if self.is_over else f"action {action!r} is not legal for seat {self.seat} now"
            )
        self.apply(action)

    def resample(self, seat: int | None, rng: Rng) -> None:
        """Become a world that `seat` (None: a spectator) cannot tell from this one, the future random too."""
        if seat is not None:
            check_seat(self, seat)
        self.redeal(-1 if seat is None else seat, rng)
        self.rng = Rng(rng.word())

    def returns(self) -> list[float]:
        """Each seat's share of the victory less an even share; they add up to 0. All 0 before the end."""
        if not self.is_over:
            return [0.0] * self.players
        winners = self.winners()
        even = 1.0 / self.players
        return [(1.0 / len(winners) if seat in winners else 0.0) - even for seat in range(self.players)]

    # For programs that learn

    def observe(self, seat: int, buffer: bytearray | memoryview | Any) -> None:
        """Write what a seat may know into a buffer of bytes; the game's `observation` tells what stands where."""
        check_seat(self, seat)
        observer = observer_of(self)
        observer.show(self, seat, bytes_of(buffer, observer.size))

    def mask(self, buffer: bytearray | memoryview | Any) -> None:
        """Write 1 into a buffer of bytes at each legal action, and 0 at all others."""
        size = size_of(buffer)
        into = bytes_of(buffer, size)
        scratch.clear()
        self.legal(scratch)
        scratch.put_mask(into, size)

    # Comparing and keeping

    def __eq__(self, other: object) -> bool:
        """Whether all fields are equal, what is hidden and the chance to come too."""
        return type(self) is type(other) and values(self) == values(other)

    def __hash__(self) -> int:
        return hash(packed(self))

    def to_bytes(self) -> bytes:
        """All of the state, hidden cards and the chance to come too; the game's `from_bytes` reads it."""
        return packed(self)

    def work_out(self) -> None:
        """Find anew what only follows from the other fields, which were set one by one."""

    def copy_common(self, other: Self) -> None:
        """Give a clone in the making the fields of this class."""
        other.players = self.players
        other.seat = self.seat
        other.is_over = self.is_over
        other.reveals = self.reveals
        other.rng = self.rng.clone()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} players={self.players} seat={self.seat} is_over={bool(self.is_over)}>"

    def __str__(self) -> str:
        """The board as text, as the seat to move sees it."""
        return as_text(self) if as_text else repr(self)

    def _repr_html_(self) -> str | None:
        """The same as a notebook shows it."""
        return as_html(self) if as_html else None


def check_seat(state: State, seat: int) -> None:
    """Raise an error if a game has no such seat."""
    if not 0 <= seat < state.players:
        raise ValueError(f"there is no seat {seat}: the seats are 0 to {state.players - 1}")


class Observer:
    """How a game's states are observed: a game enters its own one for the class of its states.

    A game that is compiled overrides `write`, one that is only Python `put`. Place 0 of what there is for each seat is
    the observer itself.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.size = observation.size

    def show(self, state: State, seat: int, into: memoryview) -> None:
        """Put what a seat may know into bytes, whatever was in them."""
        clear(into, self.size)
        written = self.write(state, seat, into)
        if written != self.size:
            raise ValueError(f"{type(self).__name__} has written {written} bytes, not {self.size}")

    def write(self, state: State, seat: int, into: memoryview) -> int:
        """Put what a seat may know into bytes that are all 0, field by field; return how many bytes those are."""
        return self.put(state, seat, view_of(into, self.size))

    def put(self, state: State, seat: int, into: memoryview) -> int:
        """The same for a game that is not compiled."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a seat may know")


OBSERVERS: dict[type, Observer] = {}  # by the class of the states


def enter_observer(states: type, observer: Observer) -> None:
    """Let the states of a class be observed so."""
    OBSERVERS[states] = observer


def observer_of(state: State) -> Observer:
    """The observer of a game's states."""
    observer = OBSERVERS.get(type(state))
    if observer is None:
        raise NotImplementedError(f"there are no observations of a {type(state).__name__}")
    return observer


as_text: Callable[[State], str] | None = None  # the engine knows no boards: `mezani` puts here what draws them
as_html: Callable[[State], str | None] | None = None
scratch = Choices()


def playout(state: State, rng: Rng) -> int:
    """Play at random to the end of the game; return the number of decisions."""
    return state.play_out(rng)
