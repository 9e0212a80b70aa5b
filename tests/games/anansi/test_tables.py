"""The tables of what cards and followers have brought: their form, and how they are made."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from mezani.games.anansi.bot.tables import TABLES, TRICKS, WORTH


def test_a_card_takes_the_fewer_tricks_the_more_higher_ones_are_out() -> None:
    assert len(TRICKS) == 2 * 10 * 10
    for row in TABLES["plain"] + TABLES["trumps"]:
        assert row == sorted(row, reverse=True)
        assert row[-1] < 0.1
    for plain, trumps in zip(TABLES["plain"], TABLES["trumps"], strict=True):
        assert trumps[0] > plain[0], "the highest trump is safer than the highest card of another suit"


def test_as_many_stacks_as_followers_are_worth_most_with_a_weak_hand() -> None:
    assert len(WORTH) == 3 * 10 * 9 * 8
    for left in range(4):
        weak_hand = [row[0] for row in TABLES["matches"][left * 9 : left * 9 + 9]]
        assert max(weak_hand) == weak_hand[4]


def test_the_tables_are_made_anew_by_a_command(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="comes with mezani[train]")
    training = import_module("training.anansi")
    training.main(["--games", "2", "--iterations", "4", "--workers", "1", "--out", str(tmp_path / "tables.toml")])
    made = tomllib.loads((tmp_path / "tables.toml").read_text("utf-8"))
    assert {name: (len(rows), len(rows[0])) for name, rows in made.items()} == {
        "plain": (10, 10),
        "trumps": (10, 10),
        "matches": (90, 8),
        "scored": (90, 8),
    }
