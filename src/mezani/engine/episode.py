"""Episode: a state with its history, and what each seat has learnt on the way."""

from typing import Any

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Observer, State, check_seat, observer_of

if not cython.compiled:
    from mezani.engine.buffers import after, bytes_of, copy, next_difference


class Episode:
    """A game as it was played from some state on: its present state, its decisions, and the knowledge of each seat.

    `key` is what a seat knows, as bytes: two episodes have equal keys exactly where the seat has observed the same at
    the start and after each decision. The key begins with the first observation; then each decision adds what it has
    changed: how many bytes as two bytes, and for each of them its place, again two bytes, and its new value.

    >>> import mezani
    >>> episode = mezani.Episode(mezani.game("anne").new(players=4, seed=7))
    >>> other = episode.clone()
    >>> other.resample(2, mezani.Rng(5))
    >>> episode.key(2) == other.key(2), episode.key(0) == other.key(0)
    (True, False)
    """

    def __init__(self, state: State) -> None:
        self.state = state.clone()
        self.observer: Observer = observer_of(state)
        self.actions: list[int] = []
        self.size = self.observer.size
        self.seen = bytearray(state.players * self.size)  # what each seat sees now
        self.now = bytearray(self.size)
        self.learnt = [bytearray() for _ in range(state.players)]
        for seat in range(state.players):
            self.begin(seat)

    def begin(self, seat: int) -> None:
        """Let a seat's knowledge begin with what it sees now."""
        self.look(seat)
        self.seen[seat * self.size : (seat + 1) * self.size] = self.now
        self.learnt[seat] = bytearray(self.now)

    def look(self, seat: int) -> None:
        """Put what a seat sees now into `now`."""
        self.observer.show(self.state, seat, bytes_of(self.now, self.size))

    def play(self, action: int) -> None:
        """Play an action; raise IllegalAction, and change nothing, if it is not legal."""
        self.state.play(action)
        self.actions.append(action)
        for seat in range(self.state.players):
            self.look(seat)
            self.learn(seat)

    def learn(self, seat: int) -> None:
        """Add what is new in `now` to the knowledge of a seat."""
        before = after(bytes_of(self.seen, seat * self.size + self.size), seat * self.size)
        now = bytes_of(self.now, self.size)
        news: bytearray = bytearray()
        at = next_difference(before, now, 0, self.size)
        changed = 0
        while at < self.size:
            news.append(at >> 8)
            news.append(at & 255)
            news.append(now[at])
            changed += 1
            at = next_difference(before, now, at + 1, self.size)
        copy(now, before, self.size)
        learnt: bytearray = self.learnt[seat]
        learnt.append(changed >> 8)
        learnt.append(changed & 255)
        learnt += news

    def key(self, seat: int) -> bytes:
        """All that a seat has observed so far."""
        check_seat(self.state, seat)
        return bytes(self.learnt[seat])

    def observation(self, seat: int) -> bytes:
        """What a seat sees now."""
        check_seat(self.state, seat)
        return bytes(self.seen[seat * self.size : (seat + 1) * self.size])

    def clone(self) -> "Episode":
        """An independent copy."""
        return restored(
            self.state.clone(), self.actions[:], self.seen[:], [bytearray(learnt) for learnt in self.learnt]
        )

    def resample(self, seat: int, rng: Rng) -> None:
        """Become a world that `seat` cannot tell from this one; what others know begins with what they see in it."""
        check_seat(self.state, seat)
        self.state.resample(seat, rng)
        for other in range(self.state.players):
            if other != seat:
                self.begin(other)

    def __reduce__(self) -> tuple[Any, ...]:
        return (restored, (self.state, self.actions, self.seen, self.learnt))

    def __repr__(self) -> str:
        return f"<Episode of {len(self.actions)} decisions, {self.state!r}>"


def restored(state: State, actions: list[int], seen: bytearray, learnt: list[bytearray]) -> Episode:
    """The episode that holds these parts."""
    episode = Episode.__new__(Episode)
    episode.state = state
    episode.observer = observer_of(state)
    episode.size = episode.observer.size
    episode.actions = actions
    episode.seen = seen
    episode.now = bytearray(episode.size)
    episode.learnt = learnt
    return episode
