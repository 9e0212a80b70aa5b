"""Small nets: what was learned from many games, as numbers that rate a position or its moves.

A net has one or two hidden layers that let nothing below zero through. It is kept in a file: a line of JSON that says
its layers and how it was made, then the numbers of each layer as 32-bit floats, for each input the weights to all
outputs, at last the biases. It is worked out in the same order on every build, so that the results are the same.
"""

import sys
from array import array
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cython
import msgspec

MOST_NODES = 512  # of a layer
WIDEST = MOST_NODES  # the same as a number of C


class NetFile(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a file: how many numbers go in and come out of each layer, and how the net was made."""

    layers: list[int]
    made: dict[str, Any] = {}


class Net:
    """A net: fill `nodes` with the inputs, `work_out`, and find the outputs in `nodes`.

    >>> net = Net([2, 1], [3.0, 4.0, 0.5])
    >>> net.answers([1.0, 10.0])
    [43.5]
    """

    def __init__(self, layers: list[int], numbers: list[float], made: dict[str, Any] | None = None) -> None:
        if len(layers) < 2 or not all(1 <= size <= MOST_NODES for size in layers):
            raise ValueError(f"a net has two or more layers of 1 to {MOST_NODES} nodes, not {layers}")
        wanted = sum((before + 1) * after for before, after in pairwise(layers))
        if len(numbers) != wanted:
            raise ValueError(f"a net of the layers {layers} has {wanted} numbers, not {len(numbers)}")
        self.layers = layers
        self.made = made or {}
        self.depth = len(layers)
        self.sizes = array("i", layers)
        self.numbers = array("d", numbers)
        if not cython.compiled:
            self.nodes = [0.0] * MOST_NODES
            self.sums = [0.0] * MOST_NODES

    def work_out(self) -> None:
        """Turn the inputs in `nodes` into the outputs, layer by layer."""
        start = 0
        for layer in range(1, self.depth):
            start = self.through(start, self.sizes[layer - 1], self.sizes[layer], layer + 1 < self.depth)

    def through(self, start: int, before: int, after: int, is_hidden: bool) -> int:
        """One layer, whose numbers begin at `start`; return where those of the next begin."""
        biases = start + before * after
        for out in range(after):
            self.sums[out] = self.numbers[biases + out]
        for node in range(before):
            value = self.nodes[node]
            if value != 0.0:
                for out in range(after):
                    self.sums[out] += value * self.numbers[start + out]
            start += after
        for out in range(after):
            value = self.sums[out]
            self.nodes[out] = 0.0 if is_hidden and value < 0.0 else value
        return start + after

    # For people and tests

    def answers(self, inputs: list[float]) -> list[float]:
        """The outputs for some inputs."""
        if len(inputs) != self.layers[0]:
            raise ValueError(f"the net takes {self.layers[0]} inputs, not {len(inputs)}")
        for node in range(len(inputs)):
            self.nodes[node] = inputs[node]
        self.work_out()
        found = [0.0] * self.layers[self.depth - 1]
        for out in range(self.layers[self.depth - 1]):
            found[out] = self.nodes[out]
        return found


def read_net(path: Path | Traversable) -> Net:
    """The net of a file."""
    head, _, body = path.read_bytes().partition(b"\n")
    try:
        told = msgspec.json.decode(head, type=NetFile)
        numbers = array("f", body)
    except (msgspec.DecodeError, ValueError) as problem:
        raise ValueError(f"{path.name} is not a net: {problem}") from problem
    if sys.byteorder == "big":
        numbers.byteswap()
    return Net(told.layers, list(numbers), told.made)


@cache
def learned(package: str, name: str) -> Net:
    """A net that lies beside the modules of a package."""
    return read_net(files(package).joinpath(name))
