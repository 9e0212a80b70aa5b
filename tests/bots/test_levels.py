"""The levels: legal, honest, and each with a name."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest

import mezani
from mezani import bots
from mezani.bots.levels import Thinker
from mezani.engine.state import State
from mezani.game import Game
from mezani.testing.playing import amount, random_positions, seeds
from tests.bots.odd import Idle, Odd
from tests.bots.planning import STEPS, Confused, Planning

ALL = ["random", *bots.levels()]
MOST_POSITIONS = 20  # of a long game


def quick_bot(level: str, game: Game[Any]) -> bots.Bot:
    """The bot of a level that thinks less, so that tests are quick."""
    player = bots.bot(level, game)
    if isinstance(player, Thinker):
        player.iterations = len(seeds(game, game.seats[-1], amount(60, 6)))  # fewer where a game is long
    return player


@pytest.mark.parametrize("level", ALL)
def test_a_bot_plays_a_whole_game(level: str, name: str, players: int) -> None:
    game = mezani.game(name)
    state, rng = game.new(players, 1), mezani.Rng(1)
    player, other = quick_bot(level, game), bots.bot("trader", game)
    while not state.is_over:
        state.play(bots.choose(player if state.seat == 0 else other, state, rng))


@pytest.mark.slow
@pytest.mark.parametrize("level", ALL)
def test_a_bot_moves_the_same_in_all_worlds_that_its_seat_cannot_tell_apart(
    level: str, name: str, players: int
) -> None:
    game = mezani.game(name)
    for seed in seeds(game, players, amount(4, 1)):
        for state in random_positions(game, players, seed, every=11, most=MOST_POSITIONS):
            moves = {bots.choose(quick_bot(level, game), world, mezani.Rng(3)) for world in alike(state, 4)}
            assert len(moves) == 1


def alike(state: State, count: int) -> list[State]:
    """A state, and worlds that the seat to move cannot tell from it."""
    worlds = [state]
    for seed in range(count):
        world = state.clone()
        world.resample(state.seat, mezani.Rng(seed))
        worlds.append(world)
    return worlds


def test_a_bot_gets_a_world_that_differs_from_the_true_one() -> None:
    seen: list[State] = []

    class Curious:
        def choose(self, state: State, rng: mezani.Rng) -> int:
            seen.append(state)
            return state.legal_actions()[0]

    state = mezani.game("anne").new(4, 7)
    bots.choose(Curious(), state, mezani.Rng(1))
    (world,) = seen
    assert world is not state
    assert world.hands[state.seat] == state.hands[state.seat]  # type: ignore[attr-defined]
    assert world.hands != state.hands  # type: ignore[attr-defined]
    assert world.rng.word() != state.rng.word()


def test_sense_beats_chance(name: str, players: int) -> None:
    game = mezani.game(name)
    wins = 0
    games = amount(40, 4)
    for deal in range(games):
        state, rng = game.new(players, deal), mezani.Rng(deal)
        own = deal % players
        table = [bots.bot("trader" if seat == own else "random", game) for seat in range(players)]
        while not state.is_over:
            state.play(bots.choose(table[state.seat], state, rng))
        wins += own in state.winners()
    assert wins > games * 2 / 3 if mezani.is_compiled() else wins


def test_a_bot_that_is_not_known_is_refused() -> None:
    with pytest.raises(bots.UnknownBot, match="did you mean master"):
        bots.maker("mastre")
    with pytest.raises(bots.UnknownBot, match="novice, trader, expert, master"):
        bots.maker("xyz")
    with pytest.raises(bots.UnknownBot, match="no_such_module"):
        bots.maker("no_such_module:Bot")


def test_a_class_of_any_module_can_be_a_bot() -> None:
    game = mezani.game("anne")
    assert isinstance(bots.bot("mezani.bots.levels:Thinker", game), Thinker)


def test_bots_of_other_packages_are_offered_without_loading_them_and_cannot_take_our_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = [EntryPoint(name, "no_such_module:Bot", "mezani.bots") for name in ("stranger", "master", "random")]
    monkeypatch.setattr(bots, "entry_points", lambda group: named)
    bots._from_outside.cache_clear()
    try:
        assert bots.levels() == ["novice", "trader", "expert", "master", "stranger"]
        assert bots.maker("master") is Thinker
        assert [bots.is_from_outside(level) for level in ("stranger", "master", "random")] == [True, False, False]
        with pytest.raises(bots.UnknownBot, match="no_such_module"):
            bots.maker("stranger")
    finally:
        monkeypatch.undo()
        bots._from_outside.cache_clear()


def test_a_plan_goes_to_the_end_of_the_turn_and_no_further(name: str, players: int) -> None:
    game = mezani.game(name)
    planner, longest = Planning(game), 0
    for state in random_positions(game, players, 1, every=13, most=MOST_POSITIONS):
        if state.is_over:
            continue
        actions = bots.plan(planner, state, mezani.Rng(1))
        longest = max(longest, len(actions))
        after = state.clone()
        for action in actions:
            assert (after.seat, after.reveals, bool(after.is_over)) == (state.seat, state.reveals, False)
            after.play(action)
        assert after.is_over or (after.seat, after.reveals) != (state.seat, state.reveals) or len(actions) == STEPS
    assert longest > 1 or name in ("anne", "anansi")


@pytest.mark.parametrize(("planner", "says"), [(Idle, "chose no action"), (Confused, "action -1, which is not legal")])
def test_a_plan_that_cannot_be_played_is_refused(planner: type[Odd], says: str) -> None:
    game = mezani.game("zimbabwe")
    positions = random_positions(game, 3, 1, every=1, most=100)
    state = next(state for state in positions if len(bots.plan(Planning(game), state, mezani.Rng(1))) > 1)
    with pytest.raises(ValueError, match=says):
        bots.plan(planner(game), state, mezani.Rng(1))


def test_a_bot_without_plans_plans_one_action() -> None:
    game = mezani.game("anne")
    state = game.new(4, 1)
    assert bots.plan(Odd(game), state, mezani.Rng(1)) == state.legal_actions()[:1]


def test_random_is_not_offered_to_people() -> None:
    assert "random" not in bots.levels()
    assert bots.bot("random", mezani.game("anne"))


def test_an_illegal_move_of_a_bot_is_not_played() -> None:
    class Wrong:
        def choose(self, state: State, rng: mezani.Rng) -> int:
            return 0

    state = mezani.game("anne").new(4, 7)
    with pytest.raises(ValueError, match="Wrong chose action 0"):
        bots.choose(Wrong(), state, mezani.Rng(1))


def test_a_hint_is_a_legal_move_with_its_prospect(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = mezani.game(name)
    monkeypatch.setattr(bots, "Thinker", lambda game: quick_bot("master", game))
    for state in random_positions(game, players, 1, every=29, most=MOST_POSITIONS):
        hint = bots.hint(game, state, mezani.Rng(1))
        assert hint.action in state.legal_actions()
        assert 0.0 <= hint.prospect <= 1.0


def test_a_hint_takes_off_what_the_search_sees_too_well() -> None:
    game = mezani.game("anne")
    hopeful = game.knowledge()
    hopeful.optimism = 1.0
    assert [round(hopeful.sobered(prospect), 3) for prospect in (0.0, 0.5, 1.0)] == [0.0, 0.269, 1.0]
    timid = game.knowledge()
    timid.optimism, timid.sureness = 0.0, 2.0
    assert [round(timid.sobered(prospect), 3) for prospect in (0.0, 0.25, 0.5, 0.75)] == [0.0, 0.1, 0.5, 0.9]
    assert game.knowledge().sobered(0.5) < 0.45, "measured: a prospect of .45 won .35"
