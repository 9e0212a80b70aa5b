"""Sight: what seats see and may do, in arrays of NumPy."""

from typing import Any, Final

import cython
import numpy as np

from mezani.engine.state import Choices, Observer, State

if not cython.compiled:
    from operator import getitem as row
    from sys import getrefcount as references

    from mezani.engine.buffers import after, bytes_of, clear

ROWS: Final = 8  # one array of so many rows is made at once: that takes a fraction of the time


class Sight:
    """Makes the arrays of observations and masks, each a row of its own.

    They belong to whoever gets them. When all rows are given away and nobody has any of them any more, they are used
    again.
    """

    def __init__(self, observer: Observer, actions: int) -> None:
        self.observer = observer
        self.size = observer.size
        self.actions = actions
        self.choices = Choices()
        self.take_room()

    def take_room(self) -> None:
        """Make new arrays. They are never handed out themselves, only rows of them, which hold them."""
        self.numbers = rows(self.size, np.uint8)
        self.masks = rows(self.actions, np.int8)
        self.numbers_into = bytes_of(self.numbers, ROWS * self.size)
        self.masks_into = bytes_of(self.masks, ROWS * self.actions)
        self.at = 0
        self.held_by_us = self.held()

    def held(self) -> int:
        """How often the arrays are held; when that is more than at first, somebody still has a row."""
        return references(self.numbers) + references(self.masks)

    def see(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat may know, and a mask of what it may do: nothing if it is not to move."""
        if self.at == ROWS:
            self.at = 0
            if self.held() != self.held_by_us:
                self.take_room()
        at = self.at
        self.at += 1
        self.observer.show(state, seat, after(self.numbers_into, at * self.size))
        self.put_mask(state, seat, after(self.masks_into, at * self.actions))
        return {"observation": row(self.numbers, at), "action_mask": row(self.masks, at)}

    def put_mask(self, state: State, seat: int, into: memoryview) -> None:
        """Put down what a seat may do."""
        if seat != state.seat:
            clear(into, self.actions)
            return
        self.choices.clear()
        state.legal(self.choices)
        self.choices.put_mask(into, self.actions)


def rows(width: int, kind: Any) -> Any:
    """An array of rows with anything in it."""
    return np.empty((ROWS, width), kind)
