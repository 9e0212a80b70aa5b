"""Positions of games on disk: what a net is told of each, and what came of it.

A file of positions holds games of one number of players: a line of JSON, then for each position 32-bit floats: the
inputs of all seats, the share of the victory of each, and the number of the game. A file of decisions has for each of
them the inputs of the seat to move, then for every kind of move what it promised by hand (ILLEGAL: it could not be
chosen) and how much of the search went there, and the number of the game.
"""

import json
import os
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Position(NamedTuple):
    """What a net is told of each seat, the share of the victory that each had in the end, and of which game it is."""

    inputs: list[list[float]]
    shares: list[float]
    game: int


class Decision(NamedTuple):
    """What a net is told of a decision, each kind of move with its promise, and with its share of the search."""

    inputs: list[float]
    promises: dict[int, float]
    shares: dict[int, float]
    game: int


ILLEGAL = -1e4


def write(path: Path, positions: Iterable[Position]) -> int:
    """Write a file, all of it or nothing; return the number of positions."""
    rows = list(positions)
    head = {"players": len(rows[0].shares), "inputs": len(rows[0].inputs[0]), "positions": len(rows)} if rows else {}
    numbers = array("f")
    for row in rows:
        for inputs in row.inputs:
            numbers.extend(inputs)
        numbers.extend(row.shares)
        numbers.append(float(row.game % 2**20))
    keep(path, head, numbers)
    return len(rows)


def write_decisions(path: Path, decisions: Iterable[Decision], kinds: int) -> None:
    rows = list(decisions)
    head = {"kinds": kinds, "inputs": len(rows[0].inputs), "decisions": len(rows)} if rows else {}
    numbers = array("f")
    for row in rows:
        numbers.extend(row.inputs)
        numbers.extend(row.promises.get(kind, ILLEGAL) for kind in range(kinds))
        numbers.extend(row.shares.get(kind, 0.0) for kind in range(kinds))
        numbers.append(float(row.game % 2**20))
    keep(path, head, numbers)


def keep(path: Path, head: dict[str, int], numbers: "array[float]") -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(json.dumps(head).encode() + b"\n")
        numbers.tofile(file)
    os.replace(part, path)
