"""The people of the trials judge rightly what became of their deeds."""

import asyncio
import json
import random
from typing import Any

import pytest

from tests.trials.deeds import Deed
from tests.trials.people import DONE, REFUSED, SILENT, House, NoAnswer, Watcher
from tests.trials.screens import Page

PAGE = (
    '<body data-live="/table/t/live?after=5"><ol id="log"></ol>'
    '<form id="moves"><input name="after" value="1"><button name="action" value="58"></button></form></body>'
)
NEXT_TURN = '<meta name="turn" data-after="6"><form id="moves"><input name="after" value="2"></form>'
ANSWER = '<meta name="answer" data-key="{}" data-done="{:d}">'


class Line:
    """A live connection: the screen goes on first, whoever has moved; then the server says what became of a deed."""

    def __init__(self, watcher: Watcher, is_done: bool, refusal: str) -> None:
        self.watcher, self.is_done, self.refusal = watcher, is_done, refusal

    async def send(self, text: str) -> None:
        answer = ANSWER.format(json.loads(text)["key"], self.is_done)
        asyncio.get_running_loop().call_soon(self.show, NEXT_TURN)
        asyncio.get_running_loop().call_later(0.01, self.show, f'{answer}<div id="reason">{self.refusal}</div>')

    def show(self, html: str) -> None:
        self.watcher.page.take(html)
        self.watcher.changed.set()


async def play(is_done: bool, refusal: str = "") -> int:
    watcher: Any = Watcher(House("http://test", random.Random(1)), "t", "Ann", "secret")
    watcher.page, watcher.changed = Page(PAGE), asyncio.Event()
    watcher.line = Line(watcher, is_done, refusal)
    return int(await watcher.send(Deed("play", "t", 0, 58, 1)))


def test_a_screen_that_goes_on_acknowledges_nothing() -> None:
    assert asyncio.run(play(is_done=False, refusal="The table has moved on.")) == REFUSED
    assert asyncio.run(play(is_done=True)) == DONE
    with pytest.raises(NoAnswer):
        asyncio.run(play(is_done=False, refusal=SILENT))
