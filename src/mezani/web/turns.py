"""Turns in drawing: screens of players come before those of spectators, and moves that come in before both."""

import asyncio
from itertools import islice
from typing import Protocol

PLAYERS_AT_ONCE = 8  # screens that are drawn before the server looks for what has come in
SPECTATORS_AT_ONCE = 2


class Drawable(Protocol):
    """A screen that is to be drawn anew."""

    def draw(self) -> None:
        """It is this one's turn."""


class Turns:
    """The screens of a server that wait to be drawn."""

    def __init__(self) -> None:
        self._players: dict[Drawable, None] = {}
        self._spectators: dict[Drawable, None] = {}
        self._is_going = False

    def wait(self, screen: Drawable, plays: bool) -> None:
        """Let a screen be drawn soon; one that waits already keeps its place."""
        (self._players if plays else self._spectators)[screen] = None
        if not self._is_going:
            self._go_on()

    def _go_on(self) -> None:
        """Between two calls the event loop takes in what people send."""
        self._is_going = bool(self._players or self._spectators)
        if self._is_going:
            asyncio.get_running_loop().call_soon(self._draw_some)

    def _draw_some(self) -> None:
        waiting, at_once = (self._players, PLAYERS_AT_ONCE) if self._players else (self._spectators, SPECTATORS_AT_ONCE)
        for screen in list(islice(waiting, at_once)):
            del waiting[screen]
            screen.draw()
        self._go_on()
