"""The follower icons as data."""

from importlib.resources import files

import pytest

from mezani.games.anansi.actions import action_text, parse_action, parse_card
from mezani.games.anansi.cards import FOLLOWER_ICONS, read_icons
from mezani.games.anansi.rules import Anansi

DATA = files("mezani.games.anansi").joinpath("cards.toml").read_text("utf-8")


def test_the_data_file_gives_the_icons_of_every_number() -> None:
    assert read_icons(DATA) == FOLLOWER_ICONS
    assert len(FOLLOWER_ICONS) == 14


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("first = 5", "first = 4", "number 4 stands in two ranges"),
        ("last = 9", "last = 7", "no range holds 8, 9"),
        ("last = 14", "last = 15", "<= 14"),
        ("followers = 2", "followers = 3", "<= 2"),
        ("followers = 2", "followers = 'two'", "Expected `int`, got `str`"),
        ('"reported"', '"rumour"', "rumour"),
        ("last = 4", "last = 4\nlats = 4", "unknown field `lats`"),
        ("[[range]]", "[[range", "cards.toml"),
    ],
)
def test_a_wrong_data_file_is_refused_with_the_reason(old: str, new: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"^cards\.toml: ") as problem:
        read_icons(DATA.replace(old, new, 1))
    assert says in str(problem.value)


def test_the_notation_of_moves() -> None:
    state = Anansi(4, seed=1)
    assert [action_text(state, action) for action in (0, 13, 14, 41, 42, 83)] == [
        "L1",
        "L14",
        "H1",
        "S14",
        "L1^",
        "S14^",
    ]
    assert parse_action(state, " h12^ ") == 42 + 14 + 11
    with pytest.raises(ValueError, match="write a card to play"):
        parse_action(state, "L15")
    with pytest.raises(ValueError, match="a number from 1 to 14"):
        parse_card("L0")
    with pytest.raises(ValueError, match="numbered 0 to 83"):
        action_text(state, 84)
