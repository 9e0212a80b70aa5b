"""What is hidden stays hidden, what was seen stays known, and nothing that was shown can be taken back."""

from collections import Counter

import pytest

import mezani
from mezani.games.asante import GAME
from mezani.games.asante.constants import DRAWING, HAGGLING, NONE
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import view
from mezani.testing.playing import amount, random_positions
from tests.games.asante.check import check
from tests.games.asante.positions import after, hand, known, legal, play, position

WORLDS = 40


def worlds(state: Asante, seat: int | None) -> list[Asante]:
    found = []
    for seed in range(WORLDS):
        world = state.clone()
        world.resample(seat, mezani.Rng(seed))
        check(world)
        assert view(world, seat) == view(state, seat)
        found.append(world)
    return found


# What a seat sees


@pytest.mark.rule("asante 1.3")
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_other_holds() -> None:
    state = position("JJ lion", "camel map map", discards="PP healer")
    mine, theirs, watching = view(state, 0), view(state, 1), view(state, None)
    assert (mine.hand, theirs.hand, watching.hand) == (["JJ", "lion"], ["map", "map", "camel"], [])
    assert mine.hand_sizes == theirs.hand_sizes == watching.hand_sizes == [2, 3]
    assert mine.known == [["JJ", "lion"], []]
    assert watching.known == [[], []]
    assert mine.discards == theirs.discards == watching.discards == ["PP", "healer"]


@pytest.mark.rule("asante 1.3")
def test_nothing_that_is_hidden_is_in_a_view() -> None:
    for seed in range(amount(6, 2)):
        for state in random_positions(GAME, 2, seed, every=7):
            other = state.clone()
            other.resample(0, mezani.Rng(seed))
            assert GAME.view(other, 0) == GAME.view(state, 0)


def test_the_piles_are_dealt_anew_in_every_world() -> None:
    state = position("JJ", "camel map")
    assert len({tuple(world.pile[: world.pile_size]) for world in worlds(state, 0)}) == WORLDS
    assert len({tuple(world.place_pile[:12]) for world in worlds(state, 0)}) == WORLDS
    assert len({hand(world, 1) for world in worlds(state, 0)}) > WORLDS // 2
    assert {hand(world, 0) for world in worlds(state, 0)} == {"JJ"}


def test_no_trace_of_drawn_cards_is_left_in_a_resampled_world() -> None:
    state = play(position("matron", "animalist"), "play-matron let end draw keep")
    for seat in (0, 1, None):
        world = worlds(state, seat)[0]
        assert set(world.pile[world.pile_size :]) == {NONE}
        assert set(world.place_pile[world.place_pile_size :]) == {NONE}


@pytest.mark.rule("asante 1.4")
def test_what_the_weaver_bird_has_seen_is_kept_by_resampling() -> None:
    state = play(position("weaver-bird JJ", "camel map lion"), "play-weaver-bird let take-camel give-JJ end")
    play(state, "draw keep")
    drawn = set()
    for world in worlds(state, 0):
        cards = Counter(hand(world, 1).split())
        assert not Counter(["JJ", "map", "lion"]) - cards, "what was seen is there"
        drawn |= set((cards - Counter(["JJ", "map", "lion"])).elements())
    assert len(drawn) > 10, "the card drawn later may be any"
    assert all("camel" in hand(world, 0) for world in worlds(state, 1))
    assert any("map" not in hand(world, 1) for world in worlds(state, None)), "a spectator has not seen it"
    assert all("JJ" in hand(world, 1) for world in worlds(state, None))


@pytest.mark.rule("asante 1.4")
def test_a_known_card_is_known_until_it_is_played() -> None:
    state = play(position("tracker", pile="camel"), "play-tracker let keep end skip end skip")
    assert known(state, 0, 1) == "camel"
    assert all("camel" in hand(world, 0) for world in worlds(state, 1))
    play(state, "play-camel")
    assert known(state, 0, 1) == ""


@pytest.mark.rule("asante 1.4")
def test_of_two_equal_cards_the_known_one_may_be_the_one_played() -> None:
    state = play(position("tracker camel lion", "JJ", pile="camel"), "play-tracker let keep play-camel let +J +J")
    assert hand(state) == "camel lion"
    assert known(state, 0, 1) == ""
    assert any("camel" not in hand(world, 0) for world in worlds(state, 1))


def test_a_drawn_card_is_known_only_to_the_one_who_drew_it() -> None:
    state = play(position("JJ", pile="lion", step=DRAWING), "draw")
    assert {view(world, 0).drawn for world in worlds(state, 0)} == {"lion"}
    assert len({world.drawn for world in worlds(state, 1)}) > 10


def test_cards_that_are_looked_at_are_known_only_to_the_one_who_looks() -> None:
    state = play(position("griot", pile="lion JJ map camel PP"), "play-griot let")
    assert {tuple(view(world, 0).looked) for world in worlds(state, 0)} == {("lion", "JJ", "map", "camel", "PP")}
    assert len({tuple(world.looked) for world in worlds(state, 1)}) == WORLDS
    kept = play(state, "take-map")
    assert all("map" not in world.deck.card_ids() or "map" in hand(world, 0) for world in worlds(kept, 0))
    assert any(hand(world, 0) != "map" for world in worlds(kept, 1)), "which one was taken is not seen"


def test_who_haggles_holds_a_card_for_it_in_every_world() -> None:
    state = play(position("haggler JPT lion", stand="JP"), "play-haggler")
    assert state.step[state.top] == HAGGLING
    for seat in (1, None):
        seen = set()
        for world in worlds(state, seat):
            assert legal(world)
            seen.add(hand(world, 0))
        assert len(seen) > WORLDS // 2


def test_a_card_that_is_known_serves_for_haggling() -> None:
    state = position("haggler healer", discards="JPT", stand="JP")
    play(state, "play-healer let take-JPT play-haggler")
    assert {hand(world, 0) for world in worlds(state, 1)} == {"JPT"}


# What can be taken back


@pytest.mark.parametrize(
    ("position_text", "move"),
    [
        ("camel let", "+J"),
        ("carver let", "-K"),
        ("dyer let", "-K"),
        ("healer let", "take-lion"),
        ("pottery", "-K"),
        ("holy", "holy-victoria-waterfalls"),
    ],
)
def test_choices_that_show_nothing_can_be_taken_back(position_text: str, move: str) -> None:
    card, *answer = position_text.split()
    in_hand = card if answer else ""
    state = position(in_hand, stand="KKP", artifacts="pottery", places="V", discards="lion")
    if answer:
        play(state, f"play-{card} let")
    elif card == "pottery":
        play(state, "use-1")
    done = after(state, move)
    assert done.reveals == state.reveals
    assert done.seat == state.seat


@pytest.mark.parametrize(
    "moves",
    [
        "buy-JJ",
        "play-matron",
        "play-map",
        "play-matron let",
        "use-1",
        "holy-rwenzori-mountains",
        "play-weaver-bird let",
        "play-weaver-bird let take-camel",
        "play-weaver-bird let take-camel give-JJ",
        "play-map space-2",
    ],
)
def test_what_was_shown_or_drawn_cannot_be_taken_back(moves: str) -> None:
    state = position("JJ matron map weaver-bird", "camel", artifacts="mancala", places="R")
    *before, last = moves.split()
    play(state, " ".join(before))
    assert after(state, last).reveals > state.reveals


def test_drawing_and_discarding_cannot_be_taken_back() -> None:
    state = position(step=DRAWING)
    drawn = after(state, "draw")
    assert drawn.reveals > state.reveals
    assert after(drawn, "discard").reveals > drawn.reveals
    assert after(drawn, "keep").reveals == drawn.reveals, "only the player has seen it"
