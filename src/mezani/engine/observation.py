"""Observation: what a seat may know of a state as numbers, field by field."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any


@dataclass(frozen=True)
class Axis:
    """One dimension of a field: what it runs over, and what each of its places stands for."""

    name: str
    places: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.places)


@dataclass(frozen=True)
class Field:
    """A part of an observation: a number, or an array of numbers in row-major order.

    `kind` is "number" (0 to 255; what is greater is put down as 255), "flag" (0 or 1), "one of" (at most one place of
    the last axis is 1) or "set of" (any are).
    """

    name: str
    about: str
    kind: str
    axes: tuple[Axis, ...] = ()
    first: int = field(default=0, compare=False)  # the byte at which it begins

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes)

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return math.prod(self.shape)

    def labels(self) -> list[str]:
        """What each of its bytes stands for: "hand[C9]"."""
        places = product(*[axis.places for axis in self.axes])
        return [self.name + (f"[{', '.join(place)}]" if place else "") for place in places]


class Observation:
    """The fields of a game's observations, one behind the other.

    Seats count from the observer on: place 0 is the observer itself, then its left neighbour, and so on.

    >>> import mezani
    >>> observation = mezani.game("anne").observation
    >>> observation["hand"].shape
    (48,)
    >>> observation.labels[observation["hand"].first + 8]
    'hand[C9]'
    """

    def __init__(self, *fields: Field) -> None:
        first, placed = 0, []
        for one in fields:
            placed.append(Field(one.name, one.about, one.kind, one.axes, first))
            first += one.size
        self.fields = tuple(placed)
        self.size = first
        self._by_name = {one.name: one for one in placed}
        if len(self._by_name) < len(placed):
            raise ValueError("two fields of an observation have one name")

    def __getitem__(self, name: str) -> Field:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __len__(self) -> int:
        return self.size

    @cached_property
    def labels(self) -> list[str]:
        """What each byte stands for."""
        return [label for one in self.fields for label in one.labels()]

    def read(self, numbers: Sequence[int] | Any) -> dict[str, Any]:
        """The fields of an observation by name: numbers and nested lists, or views of the same array of NumPy."""
        return {one.name: _shaped(numbers[one.first : one.first + one.size], one.shape) for one in self.fields}

    def set_labels(self, numbers: Sequence[int]) -> list[str]:
        """What is not 0 in an observation, to be read: "hand[C9]", or "tricks[self]=2"."""
        named = zip(self.labels, numbers, strict=True)
        return [label if number == 1 else f"{label}={number}" for label, number in named if number]

    def __repr__(self) -> str:
        return f"<Observation of {len(self.fields)} fields, {self.size} bytes>"


def _shaped(numbers: Any, shape: tuple[int, ...]) -> Any:
    """A flat run of numbers in a shape."""
    if hasattr(numbers, "reshape"):
        return numbers.reshape(shape)
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return list(numbers)
    step = math.prod(shape[1:])
    return [_shaped(numbers[place * step : (place + 1) * step], shape[1:]) for place in range(shape[0])]


# What several games have


def seats(most: int) -> Axis:
    """The seats, from the observer on."""
    return Axis("seat", ("self", *(f"left {n}" for n in range(1, most))))


def numbered(name: str, count: int, first: int = 1) -> Axis:
    """Things that only have numbers."""
    return Axis(name, tuple(str(first + n) for n in range(count)))


def number(name: str, about: str, *axes: Axis) -> Field:
    """A number from 0 to 255, for each place of the axes."""
    return Field(name, about, "number", axes)


def flag(name: str, about: str, *axes: Axis) -> Field:
    """0 or 1, for each place of the axes."""
    return Field(name, about, "flag", axes)


def one_of(name: str, about: str, *axes: Axis) -> Field:
    """At most one place of the last axis is 1."""
    return Field(name, about, "one of", axes)


def set_of(name: str, about: str, *axes: Axis) -> Field:
    """Any places of the last axis are 1."""
    return Field(name, about, "set of", axes)
