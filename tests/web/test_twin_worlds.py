"""Nobody can tell twin worlds apart: not by pages, lists, programs or lines, not by headers, lengths or times."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mezani.language import LANGUAGES
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.web.twins import Advance, Clock, World, compare_other_cards, twin_worlds

pytestmark = pytest.mark.slow

IN_ADVANCE = {"anne": 3, "asante": 2}  # games with decisions in advance
GAMES = amount("TWIN_GAMES", 12)  # of each, in the soak


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World, Clock]]:
    with twin_worlds(tmp_path, monkeypatch) as worlds:
        yield worlds


@pytest.mark.parametrize("game", IN_ADVANCE)
def test_a_decision_in_advance_shows_nowhere(worlds: tuple[World, World, Clock], game: str) -> None:
    one, other, clock = worlds
    twins = Advance(one, other, clock, game, IN_ADVANCE[game], 1, "en")
    twins.play(6)
    assert twins.compared > 50


def test_other_cards_show_nowhere(worlds: tuple[World, World, Clock]) -> None:
    one, other, clock = worlds
    assert compare_other_cards(one, other, clock, "asante", 2, 1, 3, "de") > 30


@pytest.mark.soak
@pytest.mark.parametrize("game", IN_ADVANCE)
def test_decisions_in_advance_show_nowhere_in_many_games(
    worlds: tuple[World, World, Clock], game: str, record_property: Count
) -> None:
    one, other, clock = worlds
    compared = 0
    for seed in range(2, GAMES + 2):
        twins = Advance(one, other, clock, game, IN_ADVANCE[game], seed, LANGUAGES[seed % len(LANGUAGES)])
        twins.play(40)
        compared += twins.compared
    record_property("comparisons", compared)
    assert compared > 50 * GAMES


@pytest.mark.soak
def test_other_cards_show_nowhere_in_many_games(
    worlds: tuple[World, World, Clock], name: str, players: int, record_property: Count
) -> None:
    one, other, clock = worlds
    compared = 0
    for seed in range(2, GAMES + 2):
        lang = LANGUAGES[seed % len(LANGUAGES)]
        compared += compare_other_cards(one, other, clock, name, players, seed, 8, lang)
    record_property("comparisons", compared)
    assert compared > 50 * GAMES
