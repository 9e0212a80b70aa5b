"""What is dealt anew is dealt fairly."""

from collections import Counter
from itertools import permutations

import mezani

from ahadi.actions import card_text
from ahadi.rules import Ahadi

from .positions import card, play, sound, trick_position


def test_every_deal_that_fits_is_equally_likely() -> None:
    """Three unseen cards for two hands and a promise: who could not follow fish holds none."""
    state = play(trick_position("F2 D1", "P3 M1", "F4 F5", promises="D7 M2 P6"), "F2 P3 F4")
    sound(state)
    rest = [card_text(one) for one in range(28) if not (state.shown | state.hands[2]) >> one & 1]
    rest.remove("P6")
    rng, seen = mezani.Rng(7), Counter[int]()
    for _ in range(4000):
        world = state.clone()
        world.redeal(2, rng)
        sound(world)
        seen[world.hands[1]] += 1
    fitting = [one for one in rest if one[0] != "F"]
    assert set(seen) == {1 << card(one) for one in fitting}
    assert max(seen.values()) < 1.4 * min(seen.values())


def test_a_tight_deal_is_found() -> None:
    """Each of the others has shown to lack all suits but one."""
    state = trick_position("D1", "F1", "P1", "M1", promises="D2 F2 P2 M2")
    state.shown = state.deck() & ~sum(1 << card(one) for one in ["D1", "F1", "P1", "M1", "D2", "F2", "P2", "M2"])
    state.lacks = [0, 0b1101, 0b1011, 0b0111]
    deals = set()
    for seed in range(1000):
        world = state.clone()
        world.redeal(0, mezani.Rng(seed))
        sound(world)
        deals.add((*world.hands, *world.promises))
    fitting = [
        three
        for three in permutations(["F1", "P1", "M1", "F2", "P2", "M2"], 6)
        if three[0][0] == "F" and three[1][0] == "P" and three[2][0] == "M"
    ]
    assert len(deals) == len(fitting)


def test_a_redeal_of_a_finished_game_changes_nothing() -> None:
    state = Ahadi(3, 1)
    mezani.playout(state, mezani.Rng(1))
    before = state.promised[:]
    state.redeal(0, mezani.Rng(1))
    assert state.promised == before
