"""Every state shows itself: as text when it is printed, in a notebook as a board."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import mezani
from mezani.engine import state as states
from mezani.engine.state import Choices, State
from mezani.games import game_of
from tests.playing import OUR_GAMES

SRCDOC = re.compile(r'<iframe [^>]*srcdoc="([^"]*)"[^>]*></iframe>')
WITHOUT_JINJA = """
import sys
sys.modules["jinja2"] = None
import mezani
state = mezani.game({name!r}).new(seed=1)
print(state._repr_html_())
"""


class Nameless(State):
    """A state of no game that is installed."""

    def legal(self, choices: Choices) -> None:
        choices.add(0)

    def apply(self, action: int) -> None:
        self.is_over = True


def page_in(html: str) -> str:
    """The page that a notebook shows in a frame."""
    found = SRCDOC.fullmatch(html)
    assert found
    return unescape(found[1])


def test_a_state_knows_its_game(name: str, players: int) -> None:
    assert game_of(mezani.game(name).new(players, seed=1)) is mezani.game(name)


def test_a_state_of_no_game_is_written_as_python_writes_it() -> None:
    state = Nameless(2, 1)
    assert str(state) == repr(state) == "<Nameless players=2 seat=0 is_over=False>"
    assert state._repr_html_() is None
    with pytest.raises(mezani.UnknownGame, match=r"no game has states of the kind .*Nameless"):
        mezani.picture(state)


def test_the_engine_alone_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for drawn in ("as_text", "as_html"):
        monkeypatch.setattr(states, drawn, None)
    state = mezani.game("anne").new(players=4, seed=1)
    assert str(state) == repr(state)
    assert state._repr_html_() is None


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_notebook_shows_the_board_in_a_frame_of_its_own(name: str) -> None:
    state = mezani.game(name).new(seed=1)
    page = page_in(state._repr_html_())
    assert page.startswith("<!doctype html>")
    assert f'data-game="{name}"' in page
    assert 'id="board"' in page
    assert f"Seen by Seat {state.seat + 1}" in page


def test_a_picture_can_be_asked_for_from_every_seat_and_from_none() -> None:
    state = mezani.game("anne").new(players=4, seed=1)
    pages = [mezani.picture(state, seat, names=["Ann", "Ben"]).page() for seat in (0, 1, 2, None)]
    assert [re.findall("Seen by ([^<]*)", page)[0] for page in pages] == ["Ann", "Ben", "Seat 3", "everybody"]
    assert len(set(pages)) == 4
    with pytest.raises(ValueError, match="there is no seat 4: the seats are 0 to 3"):
        mezani.picture(state, 4)
    with pytest.raises(ValueError, match="there is no language 'xx'"):
        mezani.picture(state, lang="xx")


def test_a_picture_stays_as_it_is_when_the_game_goes_on() -> None:
    state = mezani.game("anne").new(players=4, seed=1)
    drawn = mezani.picture(state)
    before = str(drawn), drawn.page()
    mezani.playout(state, mezani.Rng(1))
    assert (str(drawn), drawn.page()) == before
    assert mezani.picture(state).seat is None


def test_a_picture_is_kept_in_a_file(tmp_path: Path) -> None:
    drawn = mezani.picture(mezani.game("anne").new(players=4, seed=1))
    drawn.save(tmp_path / "position.html")
    assert (tmp_path / "position.html").read_text("utf-8") == drawn.page()


def test_without_the_extra_a_notebook_shows_the_text() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_JINJA.format(name="anne")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    state = mezani.game("anne").new(seed=1)
    assert unescape(run.stdout) == f"<pre>{state}</pre>\n"
