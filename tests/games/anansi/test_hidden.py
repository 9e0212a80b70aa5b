"""What play has shown, and the hands dealt anew in agreement with it."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

import mezani
from mezani.engine.bits import bit, count, members
from mezani.games.anansi.actions import CARDS_OF_SUIT, GAIN, LETTERS
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.view import view
from mezani.testing.playing import amount
from tests.games.anansi.positions import cards, play, position


def shown_voids(state: Anansi) -> list[str]:
    """The suits that each seat has shown to lack."""
    suits = [[letter for suit, letter in enumerate(LETTERS) if voids >> suit & 1] for voids in state.voids]
    return ["".join(of_seat) for of_seat in suits][: state.players]


# What play shows


def test_following_shows_nothing() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3"), "H5 H9 H3 H4")
    assert shown_voids(state) == ["", "", "", ""]


def test_a_trump_to_another_suit_shows_a_void_in_the_led_suit() -> None:
    state = play(position("H5 L2", "S9 L1", "H3 L4", "H4 L3"), "H5 S9")
    assert shown_voids(state) == ["", "H", "", ""]


def test_a_third_suit_shows_voids_in_the_led_suit_and_in_trump() -> None:
    state = play(position("H5 L2", "L9 L1", "H3 L4", "H4 L3"), "H5 L9")
    assert shown_voids(state) == ["", "HS", "", ""]


def test_another_suit_to_a_trump_shows_a_void_in_trump() -> None:
    state = play(position("S5 L2", "L9 H1", "S3 L4", "S4 L3"), "S5 L9")
    assert shown_voids(state) == ["", "S", "", ""]


def test_a_card_laid_to_gain_shows_nothing() -> None:
    state = play(position("H5 L2", "L9 H1", "H3 L4", "H4 L3"), "H5 L9^ H3 H4")
    assert shown_voids(state) == ["", "", "", ""]


def test_what_was_shown_holds_for_the_round_and_by_the_trump_of_its_trick() -> None:
    """Snake was trump when the second seat discarded a leopard; then leopard becomes trump."""
    state = position("H5 H2 H6", "L9 L1 L3", "S3 L12 H7", "H4 S14 H8", display="S1 L8 L7 S2", order="SLH")
    play(state, "H5 L9 L12^ H4")
    assert LETTERS[state.trump] == "L"
    assert shown_voids(state) == ["", "HS", "", ""]


def test_a_new_deal_wipes_out_what_was_shown() -> None:
    state = play(position("H5", "L9", "H3", "H4"), "H5 L9 H3 H4")
    assert state.round_number == 1
    assert shown_voids(state) == ["", "", "", ""]


# Hands dealt anew


def rounds(players: int, seed: int) -> Iterator[tuple[Anansi, list[int], Anansi]]:
    """Positions of a random game, each with the start of its round and what was played since."""
    state, rng = Anansi(players, seed), mezani.Rng(seed)
    start, played = state.clone(), list[int]()
    while not state.is_over:
        yield start, played, state
        action = state.random_action(rng)
        played.append(action)
        state.play(action)
        if len(played) == (40 if players > 3 else 30):
            start, played = state.clone(), []


def replayed(start: Anansi, played: list[int], now: Anansi) -> Anansi:
    """The round played again from the hands that would have led to the hands now; each play must be legal."""
    state, who = start.clone(), start.clone()
    hands = now.hands[:]
    for action in played:
        hands[who.seat] |= bit(action % GAIN)
        who.apply(action)
    state.hands = hands
    for action in played:
        state.play(action)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_card_seen_so_far_could_have_been_played_in_a_resampled_world(players: int) -> None:
    rng, different = mezani.Rng(3), 0
    for seed in range(amount(40, 3)):
        for start, played, state in rounds(players, seed):
            for seat in (state.seat, (state.seat + 1) % players, None):
                world = state.clone()
                world.resample(seat, rng)
                again = replayed(start, played, world)
                assert again.hands == world.hands
                assert view(again, seat) == view(state, seat)
                different += world.hands != state.hands
    assert different


def allowed(hand: int, voids: int) -> bool:
    return not any(voids >> suit & 1 and hand & CARDS_OF_SUIT[suit] for suit in range(3))


def deals(unseen: int, sizes: list[int], voids: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to deal the cards to hands of these sizes without the suits that they lack, by brute force."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(members(unseen), sizes[0]):
        hand = sum(map(bit, chosen))
        if allowed(hand, voids[0]):
            for others in deals(unseen & ~hand, sizes[1:], voids[1:]):
                yield hand, *others


def resampled(hands: tuple[int, ...], voids: list[int], times: int) -> Counter[tuple[int, ...]]:
    """How often each deal of the hands of seats 1, 2, ... came up for seat 0."""
    state, rng = Anansi(len(hands) + 1, seed=1), mezani.Rng(11)
    state.hands = [cards("L14"), *hands] + [0] * (4 - len(hands))
    state.voids = [0, *voids] + [0] * (4 - len(voids))
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        state.redeal(0, rng)
        assert state.hands[0] == cards("L14")
        seen[tuple(state.hands[1 : len(hands) + 1])] += 1
    return seen


def test_exactly_the_possible_deals_come_up_whatever_each_hand_lacks() -> None:
    """All combinations of suits that three hands can lack, with cards that can be dealt so."""
    unseen = cards("L1 L2 H1 H2 S1 S2")
    tried = 0
    for number, voids in enumerate(product(range(7), repeat=3)):
        possible = list(deals(unseen, [2, 2, 2], list(voids)))
        if possible and number % amount(1, 8) == 0:
            assert set(resampled(possible[0], list(voids), 14 * len(possible))) == set(possible)
            tried += 1
    assert tried > amount(200, 20)


@pytest.mark.parametrize(
    ("unseen", "sizes", "lacking"),
    [
        ("L1 L2 L3 H1 H2 S1", [2, 2, 2], ["", "", ""]),
        ("L1 L2 L3 H1 H2 H3", [2, 2, 2], ["S", "L", ""]),
        ("L1 L2 H1 H2 H3 S1 S2", [2, 2, 2, 1], ["L", "S", "H", ""]),
        ("L1 L2 H1 H2 H3 S1 S2", [2, 2, 2, 1], ["L", "S", "", ""]),
        ("L1 L2 H1 H2 H3 S1 S2", [2, 2, 2, 1], ["L", "H", "S", "LS"]),
        ("L1 L2 L3 H1 H2 S1", [1, 2, 3], ["HS", "L", "H"]),
        ("L1 H1 H2 H3 S1 S2", [2, 1, 2, 1], ["L", "S", "LS", ""]),
    ],
)
def test_every_possible_deal_is_equally_likely(unseen: str, sizes: list[int], lacking: list[str]) -> None:
    voids = [sum(bit(LETTERS.index(letter)) for letter in letters) for letters in lacking]
    possible = list(deals(cards(unseen), sizes, voids))
    each = 200
    seen = resampled(possible[-1], voids, each * len(possible))
    assert set(seen) == set(possible)
    spread = sum((seen[deal] - each) ** 2 / each for deal in possible)
    assert spread < len(possible) + 5 * (2 * len(possible)) ** 0.5, "more uneven than chance"


def test_hands_of_full_size_are_dealt_anew() -> None:
    """Large hands that lack different suits, for which there are more ways to deal than 32 bits can count."""
    hands = ("H1 H2 H3 H4 S1 S2 S3 S4", "L1 L2 L3 L4 S5 S6 S7 S8", "L5 L6 L7 L8 H5 H6 H7 H8", "L9 L10 H9 H10 S9 S10")
    dealt = tuple(map(cards, hands))
    seen = resampled(dealt, [1, 2, 4, 0], 50)
    assert len(seen) == 50
    for deal in seen:
        assert [count(hand) for hand in deal] == [8, 8, 8, 6]
        assert sum(deal) == sum(dealt)
        assert all(allowed(hand, voids) for hand, voids in zip(deal, [1, 2, 4, 0], strict=True))
    leopards = {count(deal[2] & CARDS_OF_SUIT[0]) for deal in seen}
    assert leopards >= {3, 4, 5}
