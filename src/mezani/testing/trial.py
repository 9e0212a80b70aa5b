"""A game on trial: the random games that the checks play, what they have looked at, and where something was wrong."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import msgspec

from mezani.engine.state import State
from mezani.game import Game
from mezani.testing.playing import MOST_DECISIONS, amount, random_steps, seeds, spacing

Sound = Callable[[Any], object]  # what an author knows to hold in every position; it raises if it does not


class ContractBroken(AssertionError):
    """A game does not keep to the contract; the message says in what, and where it was seen."""


@dataclass
class Trial:
    """A game, with one number of players, that is being checked."""

    game: Game[Any]
    players: int
    first_seed: int = 0
    share: float = 1.0  # of the games that are usually played
    sound: Sound | None = None
    looked_at: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)
    where: str = ""  # the place in its games that is being looked at

    def __post_init__(self) -> None:
        self.where = self._place()

    @property
    def seats(self) -> tuple[int | None, ...]:
        """All seats, and a spectator."""
        return (*range(self.players), None)

    # Games

    def seeds(self, compiled: int, interpreted: int) -> Iterator[int]:
        """The seeds of so many games; of fewer where the rules run interpreted, and where a game is long."""
        games = max(1, round(amount(compiled, interpreted, self.game) * self.share))
        for seed in seeds(self.game, self.players, games, self.first_seed):
            self.where = self._place(seed)
            self.looked_at["games"] += 1
            yield seed
        self.where = self._place()

    def steps(self, seed: int) -> Iterator[tuple[Any, int]]:
        """Each position of a random game with the action that is played in it; the state goes on changing."""
        for number, (state, action) in enumerate(random_steps(self.game, self.players, seed)):
            self.where = self._place(seed, number, state)
            self.looked_at["positions"] += 1
            yield state, action
            self.where = self._place(seed, number, state, action)

    def positions(self, seed: int, every: int = 1, most: int = MOST_DECISIONS) -> Iterator[Any]:
        """Copies of positions of a random game: one in `every`, and of a long game at most so many in all."""
        every = spacing(self.game, self.players, every, most)
        for number, (state, _) in enumerate(random_steps(self.game, self.players, seed)):
            if number % every == seed % every:
                self.where = self._place(seed, number, state)
                self.looked_at["positions"] += 1
                yield state.clone()

    def _place(self, seed: int | None = None, number: int | None = None, state: Any = None, action: int = -1) -> str:
        place = f"{self.players} players"
        if seed is not None:
            place += f", seed {seed}"
        if number is not None:
            place += f", decision {number} of seat {state.seat}"
        if action >= 0:
            place += f", playing {self.game.action_text(state, action)!r}"
        return place

    # Findings

    def expect(self, holds: object, says: str) -> None:
        """Go on if something holds; otherwise say what is wrong."""
        if not holds:
            self.fail(says)

    def fail(self, says: str) -> NoReturn:
        raise ContractBroken(f"{self.where}: {says}" if self.where else says)

    def expect_same(self, found: object, wanted: object, says: str) -> None:
        """Go on if two things are equal; otherwise say in what they differ."""
        if found != wanted:
            self.fail(f"{says}: {difference(found, wanted)}")

    @contextmanager
    def expect_error(self, kind: type[Exception], says: str, part: str = "") -> Iterator[None]:
        """Go on if an error of a kind is raised, with a part of its message; otherwise say what should be refused."""
        try:
            yield
        except kind as problem:
            self.expect(part in str(problem), f"{says}: the message should say {part!r}, not {str(problem)!r}")
        except Exception as problem:
            self.fail(f"{says} with {kind.__name__}, not with {type(problem).__name__}: {problem}")
        else:
            self.fail(f"{says} with {kind.__name__}")

    def expect_sound(self, state: State) -> None:
        """Go on if all holds that the author's own check asks for."""
        if self.sound is not None:
            self.sound(state)

    def warn(self, says: str) -> None:
        """Note what is not as good as it could be, though the game can be played."""
        if says not in self.warnings:
            self.warnings.append(says)


def difference(found: object, wanted: object) -> str:
    """In what two things differ: of structs and dicts the fields, of lists the items.

    >>> difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3], "c": 0})
    'b[1] is 2, not 3; c is missing'
    """
    return "; ".join(_differences("", _plain(found), _plain(wanted))) or f"{found!r}, not {wanted!r}"


def _differences(name: str, found: Any, wanted: Any) -> Iterator[str]:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in dict.fromkeys((*found, *wanted)):
            inner = f"{name}.{key}" if name else str(key)
            if key not in found:
                yield f"{inner} is missing"
            elif key not in wanted:
                yield f"{inner} should not be there"
            else:
                yield from _differences(inner, _plain(found[key]), _plain(wanted[key]))
    elif isinstance(found, list | tuple) and isinstance(wanted, list | tuple) and len(found) == len(wanted):
        for place, pair in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(f"{name}[{place}]", *map(_plain, pair))
    elif found != wanted:
        yield f"{name or 'it'} is {found!r}, not {wanted!r}"


def _plain(thing: object) -> object:
    return msgspec.structs.asdict(thing) if isinstance(thing, msgspec.Struct) else thing
