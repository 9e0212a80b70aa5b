"""One seat against bots: the environments pass the checks of Gymnasium, and play the games of the library."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mezani
from mezani.game import Game
from tests.envs.observed import OURS, of_every_game

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra: pip install 'mezani[envs]'")
check_env = pytest.importorskip("gymnasium.utils.env_checker").check_env
envs = pytest.importorskip("mezani.envs.gymnasium")

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore:.*is not legal for seat")]

ANY = OURS[0]


def name_of(game: Game[Any]) -> str:
    """By which name the library knows the environment of a game."""
    return f"mezani/{game.name}-v{game.environment_version}"


def made(game: Game[Any] = ANY, **options: Any) -> Any:
    """An environment without wrappers."""
    return envs.SeatEnv(game.name, **options)


def illegal(mask: Any) -> int:
    """An action that a mask does not allow."""
    return int(np.flatnonzero(mask == 0)[0])


def chosen_at_random(mask: Any, rng: mezani.Rng) -> int:
    """One of the actions that a mask allows."""
    legal = np.flatnonzero(mask)
    return int(legal[rng.below(len(legal))])


def played(env: Any, seed: int | None, actions: int = 40) -> list[Any]:
    """What is seen of a random game, up to so many actions."""
    rng = mezani.Rng(3)
    (look, info), seen = env.reset(seed=seed), []
    for _ in range(actions):
        seen.append((info["seat"], look["observation"].tobytes(), look["action_mask"].tobytes()))
        look, reward, done, _, info = env.step(chosen_at_random(info["action_mask"], rng))
        if done:
            seen.append(reward)
            break
    return seen


# The library's own checks


@of_every_game
def test_an_environment_is_one_as_the_library_means_it(game: Game[Any], players: int) -> None:
    check_env(gymnasium.make(name_of(game), players=players, opponents="random").unwrapped)
    check_env(gymnasium.make(name_of(game), players=players, opponents="random", flat=True).unwrapped)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_several_games_run_beside_each_other(game: Game[Any], mode: str) -> None:
    vector = gymnasium.make_vec(name_of(game), num_envs=3, vectorization_mode=mode, opponents="random")
    alone = [made(game, opponents="random") for _ in range(3)]
    looks, infos = vector.reset(seed=8)
    expected = [env.reset(seed=8 + number)[0] for number, env in enumerate(alone)]
    for _ in range(12):
        assert np.array_equal(looks["observation"], [look["observation"] for look in expected])
        assert np.array_equal(infos["action_mask"], [look["action_mask"] for look in expected])
        actions = infos["action_mask"].argmax(axis=1)
        looks, _, done, _, infos = vector.step(actions)
        expected = [env.step(action)[0] for env, action in zip(alone, actions, strict=True)]
        assert not done.any()
    vector.close()


# The games of the library


@pytest.mark.parametrize("opponents", ["random", "novice"])
@of_every_game
def test_a_game_is_one_of_the_library(game: Game[Any], players: int, opponents: str) -> None:
    env, rng = made(game, players=players, opponents=opponents), mezani.Rng(5)
    look, info = env.reset(seed=5)
    for _ in range(30):
        state, seat = env.game_state, info["seat"]
        before, buffer = state.clone(), bytearray(env.sight.size)
        state.observe(seat, buffer)
        assert state.seat == seat
        assert bytes(look["observation"]) == bytes(buffer)
        assert np.flatnonzero(look["action_mask"]).tolist() == state.legal_actions()
        look, reward, done, truncated, info = env.step(chosen_at_random(look["action_mask"], rng))
        assert env.game_state != before
        assert not truncated
        assert reward == env.game_state.returns()[seat]
        assert done == env.game_state.is_over
        if done:
            break


@of_every_game
def test_a_seed_starts_the_game_of_the_library(game: Game[Any], players: int) -> None:
    state = game.new(players, seed=6)
    env = made(game, players=players, seat=state.seat)
    env.reset(seed=6)
    assert env.game_state == state


def test_a_game_is_played_to_its_end() -> None:
    env = made(opponents="random")
    *seen, reward = played(env, seed=4, actions=10_000)
    assert env.game_state.is_over
    assert reward == env.game_state.returns()[env.seat] != 0
    assert len({seat for seat, *_ in seen}) == 1
    with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset`"):
        env.step(0)


def test_a_seed_decides_everything() -> None:
    assert played(made(), seed=1) == played(made(), seed=1) != played(made(), seed=2)
    env, other = made(), made()
    played(env, seed=1)
    played(other, seed=1)
    assert played(env, seed=None) == played(other, seed=None) != played(env, seed=None)


def test_the_seat_is_drawn_for_each_game_or_stays() -> None:
    env, sitting = made(opponents="random"), made(opponents="random", seat=1)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == set(range(env.players))
    assert {sitting.reset(seed=seed)[1]["seat"] for seed in range(8)} == {1}


def test_opponents_sit_in_their_order_from_the_left_neighbour_on(monkeypatch: Any) -> None:
    asked, actions_of = set(), envs.SeatEnv.actions_of

    def noting(env: Any, level: str) -> Any:
        asked.add(((env.game_state.seat - env.seat) % env.players, level))
        return actions_of(env, level)

    monkeypatch.setattr(envs.SeatEnv, "actions_of", noting)
    players = ANY.seats[-1]
    levels = ["novice", "trader", *["random"] * (players - 3)]
    played(made(opponents=levels), seed=1)
    assert asked == {(place, level) for place, level in enumerate(levels, 1)}


def test_bots_do_not_see_what_the_seat_holds(monkeypatch: Any) -> None:
    env, worlds = made(), []
    choose = type(env.bots["novice"]).choose

    def noting(bot: Any, state: mezani.State, rng: mezani.Rng) -> int:
        worlds.append((state.clone(), env.game_state.clone()))
        chosen: int = choose(bot, state, rng)
        return chosen

    monkeypatch.setattr(type(env.bots["novice"]), "choose", noting)
    played(env, seed=1, actions=5)
    assert worlds
    for world, true in worlds:
        assert world != true
        assert ANY.view(world, true.seat) == ANY.view(true, true.seat)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_where_the_game_is(copied: Callable[[Any], Any]) -> None:
    env = made()
    look, _ = env.reset(seed=2)
    other = copied(env)
    for _ in range(10):
        action = int(look["action_mask"].argmax())
        look, *_ = env.step(action)
        same, *_ = other.step(action)
        assert np.array_equal(look["observation"], same["observation"])
    assert other.game_state == env.game_state


def test_without_the_dict_the_mask_is_in_the_infos() -> None:
    look, info = made(flat=True).reset(seed=1)
    expected, _ = made().reset(seed=1)
    assert np.array_equal(look, expected["observation"])
    assert np.array_equal(info["action_mask"], expected["action_mask"])


# What is not allowed


def test_an_illegal_action_ends_the_game() -> None:
    env = made()
    look, _ = env.reset(seed=1)
    before = env.game_state.clone()
    action = illegal(look["action_mask"])
    with pytest.warns(UserWarning, match=f"action {action} is not legal for seat"):
        _, reward, done, truncated, info = env.step(action)
    assert (reward, done, truncated) == (-1, True, False)
    assert f"action {action} is not legal" in info["illegal_action"]
    assert env.game_state == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(int(look["action_mask"].argmax()))
    env.reset()
    env.step(int(env.look()[0]["action_mask"].argmax()))


def test_an_illegal_action_is_an_error_where_that_is_asked_for() -> None:
    env = made(illegal="error")
    look, _ = env.reset(seed=1)
    before = env.game_state.clone()
    for action in (illegal(look["action_mask"]), -1, 10**6, 2**70, None, "C9", 0.5):
        with pytest.raises(mezani.IllegalAction, match="not legal for seat"):
            env.step(action)
        assert env.game_state == before
    env.step(np.int64(look["action_mask"].argmax()))
    assert env.game_state != before


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(ValueError, match=r"is for .* players"):
        made(players=17)
    with pytest.raises(ValueError, match="there is no seat 9"):
        made(seat=9)
    with pytest.raises(ValueError, match="there is no bot 'novise': did you mean novice"):
        made(opponents="novise")
    with pytest.raises(ValueError, match=f"there are {ANY.seats[-1] - 1} opponents"):
        made(opponents=["novice"])
    with pytest.raises(ValueError, match="'lose' or 'error'"):
        made(illegal="ignore")
    with pytest.raises(ValueError, match="there are human, ansi"):
        made(render_mode="rgb_array")


def test_a_picture_is_that_of_the_seat(capsys: Any) -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game_state)
    shown = gymnasium.make(name_of(ANY), render_mode="human")
    shown.reset(seed=1)
    assert str(shown.unwrapped.game_state) in capsys.readouterr().out
