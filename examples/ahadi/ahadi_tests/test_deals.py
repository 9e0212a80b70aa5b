"""The deals that are given one by one are those that come up."""

from math import comb

import pytest

from ahadi import GAME
from ahadi.rules import Ahadi

SMALL = {"numbers": 3, "single_hand": True}


def deals() -> list[Ahadi]:
    found = GAME.all_deals(2, SMALL)
    assert found is not None
    return list(found)


def shape(state: Ahadi) -> tuple[int, ...]:
    return (state.dealer, *state.hands)


def test_there_is_one_for_each_dealer_and_each_way_to_deal_two_hands_of_three() -> None:
    assert len(deals()) == 2 * comb(9, 3) * comb(6, 3) == 3360
    assert len({shape(state) for state in deals()}) == 3360


def test_they_are_exactly_the_starts_that_seeds_give() -> None:
    given = {shape(state): state for state in deals()}
    drawn = {shape(state): state for state in (GAME.new(2, seed, SMALL) for seed in range(50_000))}
    assert drawn.keys() == given.keys()
    for place, state in drawn.items():
        state.rng = given[place].rng  # nothing more is left to chance
        assert state == given[place]


@pytest.mark.parametrize(("players", "options"), [(2, {"numbers": 5}), (3, SMALL), (4, {})])
def test_none_are_given_where_they_are_too_many(players: int, options: dict[str, object]) -> None:
    assert GAME.all_deals(players, options) is None


def test_deals_are_asked_for_with_the_right_players_and_options() -> None:
    with pytest.raises(ValueError, match="for 2, 3 or 4 players, not 5"):
        GAME.all_deals(5)
    with pytest.raises(ValueError, match="4 is not one of 3, 5, 7"):
        GAME.all_deals(2, {"numbers": 4})
