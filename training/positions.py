"""Positions of games on disk: what a net is told of each, and what came of it.

A file holds games of one number of players: a line of JSON, then for each position 32-bit floats: the inputs of all
seats, the share of the victory of each, and the number of the game.
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
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(json.dumps(head).encode() + b"\n")
        numbers.tofile(file)
    os.replace(part, path)
    return len(rows)
