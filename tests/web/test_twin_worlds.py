"""Nobody can tell twin worlds apart: not by pages, lists, programs or lines, not by headers, lengths or times."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mezani.language import LANGUAGES
from mezani.tables.terms import Days, Live, Terms
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.web.twins import NEVER, Advance, TwinWorlds, compare_comments, compare_other_cards, twin_worlds

pytestmark = pytest.mark.slow

IN_ADVANCE = {"anne": 3, "asante": 2}  # games with decisions in advance
SEEDS = range(2, 2 + amount("TWIN_GAMES", 12))  # of the games of each kind, in the soak
PARTS = 4  # of those with decisions in advance, which take longest


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwinWorlds]:
    with twin_worlds(tmp_path, monkeypatch) as worlds:
        yield worlds


@pytest.fixture
def still_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwinWorlds]:
    """In which the table answers for nobody while they are compared: with some cards it would, with others not."""
    with twin_worlds(tmp_path, monkeypatch, answer_pause=NEVER) as worlds:
        yield worlds


def count(worlds: TwinWorlds, record_property: Count) -> None:
    print(f"{worlds.comparisons:,} comparisons, {worlds.bytes:,} bytes")
    record_property("comparisons", worlds.comparisons)
    record_property("bytes", worlds.bytes)


@pytest.mark.parametrize("game", IN_ADVANCE)
def test_a_decision_in_advance_shows_nowhere(worlds: TwinWorlds, game: str) -> None:
    Advance(worlds, game, IN_ADVANCE[game], 1, "en").play(6)
    assert worlds.comparisons > 50


def test_no_clock_shows_a_decision_in_advance(worlds: TwinWorlds) -> None:
    """Until all decisions are open; then everybody may see who had thought for how long."""
    Advance(worlds, "anne", 3, 1, "en", Terms(clock=Days(3), watched="listed")).play(1)
    Advance(worlds, "anne", 4, 2, "de", Terms(clock=Live(60, 30), time_up="lost", watched="listed")).play(1)
    assert worlds.comparisons > 20


def test_what_those_who_watch_say_shows_nowhere_to_those_who_play(worlds: TwinWorlds) -> None:
    compare_comments(worlds, "anne", 3, "en")
    assert worlds.comparisons > 50


def test_other_cards_show_nowhere(still_worlds: TwinWorlds) -> None:
    compare_other_cards(still_worlds, "asante", 2, 1, 3, "de")
    assert still_worlds.comparisons > 50


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", IN_ADVANCE)
def test_decisions_in_advance_show_nowhere_in_many_games(
    worlds: TwinWorlds, game: str, part: int, record_property: Count
) -> None:
    for seed in SEEDS[part::PARTS]:
        Advance(worlds, game, IN_ADVANCE[game], seed, LANGUAGES[seed % len(LANGUAGES)]).play(40)
    count(worlds, record_property)
    assert worlds.comparisons > 50 * len(SEEDS[part::PARTS])


@pytest.mark.soak
def test_other_cards_show_nowhere_in_many_games(
    still_worlds: TwinWorlds, name: str, players: int, record_property: Count
) -> None:
    for seed in SEEDS:
        compare_other_cards(still_worlds, name, players, seed, 8, LANGUAGES[seed % len(LANGUAGES)])
    count(still_worlds, record_property)
    assert still_worlds.comparisons > 50 * len(SEEDS)
