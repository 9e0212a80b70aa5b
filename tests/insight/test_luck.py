"""Luck: with what could be expected and what decisions were worth it adds up to the result."""

import pytest

import mezani
from mezani.insight import luck
from mezani.insight.luck import expected, luck_of
from mezani.record import Record
from tests.playing import game_of_bots

HIDDEN = [("anansi", 4), ("anne", 3), ("asante", 2)]

pytestmark = pytest.mark.skipif(not mezani.is_compiled(), reason="thousands of games are played on")


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "WORLDS", 20)
    monkeypatch.setattr(luck, "DEALS", 200)
    expected.cache_clear()


@pytest.mark.parametrize(("title", "players"), HIDDEN)
def test_expectation_skill_and_luck_add_up_to_the_result(title: str, players: int) -> None:
    record = game_of_bots(title, players, "novice", 3)
    found = luck_of(record)
    assert found
    winners = record.state().winners()
    for seat in range(players):
        parts = found.expected[seat] + found.own[seat] + found.others[seat] + found.luck[seat]
        assert parts == pytest.approx((seat in winners) / len(winners))
    assert sum(found.luck) == pytest.approx(0.0)


@pytest.mark.parametrize(("title", "players"), HIDDEN)
def test_before_the_deal_all_seats_expect_about_the_same(title: str, players: int) -> None:
    found = expected(mezani.game(title), players, b"{}")
    assert sum(found) == pytest.approx(1.0)
    assert all(abs(chance - 1 / players) < 0.06 for chance in found)


def test_where_all_is_open_there_is_no_luck() -> None:
    assert luck_of(Record(mezani.game("zimbabwe"), 2, 1)) is None


def test_careless_players_are_seen_to_play_worse_than_careful_ones() -> None:
    def skill(level: str) -> float:
        found = [luck_of(game_of_bots("anansi", 4, level, seed)) for seed in range(12)]
        return sum(sum(it.own) for it in found if it)

    assert skill("trader") > skill("random")


def test_the_same_game_has_the_same_luck() -> None:
    record = game_of_bots("anansi", 3, "trader", 5)
    assert luck_of(record) == luck_of(record)
