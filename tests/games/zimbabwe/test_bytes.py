"""Positions of The Great Zimbabwe as bytes: they come back whole, whatever the map, and go on in the same way."""

import pytest

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.view import view
from mezani.snapshot import snapshot
from mezani.testing.playing import amount
from tests.games.zimbabwe.positions import PLAIN, play, position, sensible

SMALL_MAP = "S.c.~.\n..w.~.\n.iS..d\n......\n"


def action_of(state: Zimbabwe, rng: mezani.Rng) -> int:
    return state.random_action(rng) if rng.below(3) == 0 else sensible(state, rng)


def same(one: Zimbabwe, other: Zimbabwe) -> None:
    assert one == other
    assert snapshot(one) == snapshot(other)
    assert one.legal_actions() == other.legal_actions()


def follow(state: Zimbabwe, seed: int, every: int) -> int:
    """Play to the end, take a copy from bytes now and then, and let it play the same moves; the number of copies."""
    rng, copies, follower = mezani.Rng(seed), 0, None
    for number in range(amount(100_000, 400)):
        if state.is_over:
            break
        if number % every == 0:
            follower = GAME.from_bytes(state.to_bytes())
            same(follower, state)
            copies += 1
        action = action_of(state, rng)
        state.play(action)
        if follower:
            follower.play(action)
            same(follower, state)
    return copies


@pytest.mark.parametrize("players", GAME.seats)
def test_a_state_from_bytes_plays_on_like_the_one_that_was_kept(players: int) -> None:
    copies = sum(follow(GAME.new(players, seed), seed, 20) for seed in range(amount(4, 1)))
    assert copies >= amount(40, 10)


@pytest.mark.parametrize("players", GAME.seats)
def test_a_copy_plays_from_the_start_to_the_end_without_another(players: int) -> None:
    assert follow(GAME.new(players, 77), 77, 100_000) == 1


def test_states_of_other_maps_come_back() -> None:
    assert follow(GAME.new(2, 1, {"map": SMALL_MAP}), 1, 7) > 5
    assert follow(GAME.new(3, 1, {"first_game": True}), 1, 50) > 2


def test_craftsmen_who_come_back_cover_their_squares_and_reach_what_they_did() -> None:
    mine = "cattle = 40; monuments = { d1 = 2 }; technologies = { potter = 2, ivory-carver = 1 }"
    state = position(PLAIN, f"{mine}; craftsmen = {{ potter = ['b1-'], ivory-carver = ['h6'] }}", "cattle = 5")
    back = GAME.from_bytes(state.to_bytes())
    assert view(back, 0) == view(state, 0)
    assert back.ways == state.ways
    assert [back.squares_in_range(square) for square in back.tile_square[:4]] == [
        state.squares_in_range(square) for square in state.tile_square[:4]
    ]


def test_what_was_found_of_the_land_before_is_found_anew() -> None:
    """A state whose fields are set one by one forgets all that it knew of another land."""
    state: Zimbabwe = position(PLAIN, "cattle = 40; monuments = { d1 = 2 }", "cattle = 5")
    other: Zimbabwe = position(
        PLAIN,
        "cattle = 40; monuments = { d8 = 2 }; technologies = { potter = 2 }; craftsmen = { potter = ['b1-'] }",
        "cattle = 5",
    )
    state.legal_actions()
    for name, value in snapshot(other).items():
        if name not in ("rng", "ways"):
            setattr(state, name, value)
    state.work_out()
    same(state, other)
    same(play(state, "potter"), play(other, "potter"))
