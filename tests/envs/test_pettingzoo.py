"""All seats as agents: the environments pass the tests of PettingZoo, and play the very games of the library."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mezani
from mezani.game import Game
from tests.envs.observed import OURS, actions_of, of_every_game
from tests.playing import game_with_decisions_in_advance

library = pytest.importorskip("pettingzoo", reason="PettingZoo is an extra: pip install 'mezani[envs]'")
tests_of_library = pytest.importorskip("pettingzoo.test")
envs = pytest.importorskip("mezani.envs.pettingzoo")

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")]

CYCLES = 60  # of the tests of the library: in each every agent acts
ANY = OURS[0]
both = pytest.mark.parametrize("make", [envs.aec, envs.raw_aec], ids=["wrapped", "raw"])


# The library's own tests


@both
@of_every_game
def test_an_environment_is_one_as_the_library_means_it(game: Game[Any], players: int, make: Callable[..., Any]) -> None:
    tests_of_library.api_test(make(game.name, players), CYCLES)


@of_every_game
def test_a_seed_decides_everything(game: Game[Any], players: int) -> None:
    tests_of_library.seed_test(lambda: envs.aec(game.name, players), CYCLES)
    tests_of_library.parallel_seed_test(lambda: envs.parallel(game.name, players), CYCLES)


@of_every_game
def test_an_environment_is_rendered(game: Game[Any], players: int, capsys: Any) -> None:
    tests_of_library.render_test(lambda render_mode: envs.aec(game.name, players, render_mode=render_mode))
    assert capsys.readouterr().out


@of_every_game
def test_all_may_act_at_once(game: Game[Any], players: int) -> None:
    tests_of_library.parallel_api_test(envs.parallel(game.name, players), CYCLES)
    tests_of_library.parallel_api_test(envs.parallel(game.name, players, wrapped=False), CYCLES)


@of_every_game
def test_what_all_know_together_is_a_state(game: Game[Any], players: int) -> None:
    tests_of_library.state_test(envs.aec(game.name, players), envs.parallel(game.name, players))


# The games of the library


@both
@of_every_game
def test_a_game_is_that_of_the_library(game: Game[Any], players: int, make: Callable[..., Any]) -> None:
    env, state = make(game.name, players), game.new(players, seed=5)
    env.reset(seed=5)
    for action in actions_of(game, players, seed=5):
        look, reward, terminated, truncated, _ = env.last()
        assert env.agent_selection == f"seat_{state.seat}"
        assert bytes(look["observation"]) == observed(game, state, state.seat)
        assert np.flatnonzero(look["action_mask"]).tolist() == state.legal_actions()
        assert (reward, terminated, truncated) == (0, False, False)
        env.step(action)
        state.play(action)
    got = {}
    for agent in env.agent_iter():
        look, got[agent], terminated, _, _ = env.last()
        assert terminated
        assert bytes(look["observation"]) == observed(game, state, int(agent.removeprefix("seat_")))
        env.step(None)
    assert got == dict(zip(env.possible_agents, state.returns(), strict=True))


def observed(game: Game[Any], state: mezani.State, seat: int) -> bytes:
    """What a seat may know, as bytes."""
    assert game.observation
    buffer = bytearray(game.observation.size)
    state.observe(seat, buffer)
    return bytes(buffer)


@of_every_game
def test_all_at_once_play_a_game_of_the_library(game: Game[Any], players: int) -> None:
    env, state, rng = envs.parallel(game.name, players), game.new(players, seed=5), mezani.Rng(5)
    looks, _ = env.reset(seed=5)
    rewards: dict[str, float] = {}
    while env.agents:
        chosen = {agent: chosen_at_random(look["action_mask"], rng) for agent, look in looks.items()}
        deciding = [agent for agent in env.agents if chosen[agent] != game.action_count]
        assert f"seat_{state.seat}" in deciding
        looks, rewards, terminated, _, _ = env.step(chosen)
        for _ in deciding:
            state.play(chosen[f"seat_{state.seat}"])
        for seat in range(players):
            assert bytes(looks[f"seat_{seat}"]["observation"]) == observed(game, state, seat)
        assert set(terminated.values()) == {bool(state.is_over)}
    assert state.is_over
    assert list(rewards.values()) == state.returns()


def chosen_at_random(mask: Any, rng: mezani.Rng) -> int:
    """One of the actions that a mask allows."""
    legal = np.flatnonzero(mask)
    return int(legal[rng.below(len(legal))])


def test_choices_of_the_same_moment_are_taken_in_one_step() -> None:
    game = game_with_decisions_in_advance()
    env = envs.parallel(game.name)
    looks, _ = env.reset(seed=1)
    state = game.new(seed=1)
    for seat, agent in enumerate(env.agents):
        assert np.flatnonzero(looks[agent]["action_mask"]).tolist() == state.open_actions(seat)
    env.step({agent: int(np.flatnonzero(look["action_mask"])[-1]) for agent, look in looks.items()})
    for _ in range(state.players):
        state.play(state.legal_actions()[-1])
    assert env.unwrapped.game_state == state


@of_every_game
def test_worlds_that_a_seat_cannot_tell_apart_look_alike_to_it(game: Game[Any], players: int) -> None:
    env, rng = envs.raw_aec(game.name, players), mezani.Rng(3)
    env.reset(seed=4)
    for number, action in enumerate(actions_of(game, players, seed=4)[:120]):
        if number % 7 == 0:
            for seat, agent in enumerate(env.agents):
                before, true = env.observe(agent), env.game_state
                env.game_state = true.clone()
                env.game_state.resample(seat, rng)
                after = env.observe(agent)
                env.game_state = true
                assert np.array_equal(before["observation"], after["observation"])
                assert np.array_equal(before["action_mask"], after["action_mask"])
        env.step(action)


# Looks


def test_what_was_seen_stays_as_it_was() -> None:
    env, kept, copies = envs.raw_aec(ANY.name), [], []
    for seed in range(2):
        env.reset(seed=seed)
        for action in actions_of(ANY, env.players, seed):
            look, *_ = env.last()
            kept.append(look)
            copies.append(copy.deepcopy(look))
            env.step(action)
    for look, was in zip(kept, copies, strict=True):
        assert np.array_equal(look["observation"], was["observation"])
        assert np.array_equal(look["action_mask"], was["action_mask"])


def test_a_part_of_what_was_seen_stays_as_it_was_too() -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"][:]
    was = mask.copy()
    for action in actions_of(ANY, env.players, seed=1):
        env.last()
        env.step(action)
    assert np.array_equal(mask, was)


def test_room_that_nobody_needs_any_more_is_used_again() -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=1)
    places = set()
    for action in actions_of(ANY, env.players, seed=1):
        places.add(env.last()[0]["observation"].ctypes.data)
        env.step(action)
    assert len(places) <= 8


def test_who_is_not_to_move_may_do_nothing() -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


# Seeds and copies


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    starts = []
    for _ in range(2):
        env = envs.aec(ANY.name)
        env.reset(seed=3)
        for _ in range(3):
            starts.append(env.unwrapped.game_state.to_bytes())
            env.reset()
    assert starts[:3] == starts[3:]
    assert len(set(starts)) == 3


def test_environments_without_a_seed_differ() -> None:
    env, other = envs.raw_aec(ANY.name), envs.raw_aec(ANY.name)
    env.reset()
    other.reset()
    assert env.game_state != other.game_state


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_where_the_game_is(copied: Callable[[Any], Any]) -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=2)
    actions = actions_of(ANY, env.players, seed=2)
    for action in actions[:20]:
        env.step(action)
    other = copied(env)
    assert other.agent_selection == env.agent_selection
    for action in actions[20:]:
        other.step(action)
    assert other.terminations == dict.fromkeys(other.possible_agents, True)
    assert other.rewards == dict(zip(other.possible_agents, other.game_state.returns(), strict=True))
    assert env.game_state == replayed(ANY, env.players, 2, actions[:20])
    assert copied(envs.parallel(ANY.name, wrapped=False)).players == env.players


def replayed(game: Game[Any], players: int, seed: int, actions: list[int]) -> mezani.State:
    """The state after some actions."""
    state: mezani.State = game.new(players, seed)
    for action in actions:
        state.play(action)
    return state


# What is not allowed


def illegal(mask: Any) -> int:
    """An action that a mask does not allow."""
    return int(np.flatnonzero(mask == 0)[0])


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, None, "C9", 0.5])
def test_what_is_no_action_changes_nothing(action: Any) -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=1)
    before = env.game_state.clone()
    with pytest.raises(mezani.IllegalAction, match="not legal for seat"):
        env.step(action)
    assert env.game_state == before


def test_an_illegal_action_changes_nothing_without_wrappers() -> None:
    env = envs.raw_aec(ANY.name)
    env.reset(seed=1)
    before = env.game_state.clone()
    with pytest.raises(mezani.IllegalAction):
        env.step(illegal(env.last()[0]["action_mask"]))
    assert env.game_state == before


def test_an_illegal_action_ends_the_game_with_wrappers() -> None:
    env = envs.aec(ANY.name)
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(illegal(env.last()[0]["action_mask"]))
    got = {}
    for agent in env.agent_iter():
        _, got[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert got == {agent: -1 if agent == culprit else 0 for agent in env.possible_agents}
    env.reset(seed=1)
    assert env.agents == env.possible_agents


def test_who_acts_out_of_turn_changes_nothing_for_anybody() -> None:
    env = envs.parallel(ANY.name, wrapped=False)
    looks, _ = env.reset(seed=1)
    before = env.game_state.clone()
    chosen = {agent: int(np.flatnonzero(look["action_mask"])[0]) for agent, look in looks.items()}
    culprit = env.agents[-1]
    chosen[culprit] = illegal(looks[culprit]["action_mask"])
    with pytest.raises(mezani.IllegalAction, match=f"seat {len(env.agents) - 1} "):
        env.step(chosen)
    assert env.game_state == before
    wrapped = envs.parallel(ANY.name)
    wrapped.reset(seed=1)
    _, rewards, terminated, _, _ = wrapped.step(chosen)
    assert rewards == {agent: -1 if agent == culprit else 0 for agent in wrapped.possible_agents}
    assert all(terminated.values())
    assert wrapped.agents == []


def test_whoever_has_nothing_to_decide_may_be_left_out() -> None:
    env = envs.parallel(ANY.name, wrapped=False)
    looks, _ = env.reset(seed=1)
    deciding = {agent: look for agent, look in looks.items() if not look["action_mask"][ANY.action_count]}
    env.step({agent: int(np.flatnonzero(look["action_mask"])[0]) for agent, look in deciding.items()})
    assert env.agents


def test_nothing_is_played_before_a_game_has_begun_or_after_its_end() -> None:
    env = envs.raw_aec(ANY.name)
    for use in (lambda: env.step(0), env.last, lambda: env.observe("seat_0")):
        with pytest.raises(ValueError, match="call `reset`"):
            use()
    env.reset(seed=1)
    for action in actions_of(ANY, env.players, seed=1):
        env.step(action)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(ValueError, match="`reset` begins a new game"):
        env.step(None)


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(ValueError, match=r"is for .* players"):
        envs.aec(ANY.name, players=17)
    with pytest.raises(ValueError, match="there are human, ansi"):
        envs.aec(ANY.name, render_mode="rgb_array")
    with pytest.raises(mezani.UnknownGame):
        envs.aec("chess")


def test_a_game_that_says_nothing_in_numbers_has_no_environment(monkeypatch: Any) -> None:
    from dataclasses import replace

    from mezani.envs import Batch, observed

    monkeypatch.setattr(observed, "game", lambda name: replace(mezani.game(name), observation=None))
    for make in (envs.aec, envs.parallel, Batch):
        with pytest.raises(observed.NoObservation, match="has no observations"):
            make(ANY.name)


def test_an_environment_is_made_by_its_name() -> None:
    for game in OURS:
        name = f"mezani/{game.name}-v{game.environment_version}"
        made = library.make("aec", name, players=game.seats[0])
        assert str(made.unwrapped) == f"{game.name}_v{game.environment_version}"
        assert made.max_num_agents == game.seats[0]
        assert library.make("parallel", name).max_num_agents == game.seats[-1]


def test_a_picture_is_that_of_the_seat_to_move(capsys: Any) -> None:
    env = envs.aec(ANY.name, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.game_state)
    shown = envs.raw_aec(ANY.name, render_mode="human")
    shown.reset(seed=1)
    shown.step(actions_of(ANY, shown.players, seed=1)[0])
    assert capsys.readouterr().out.count(str(shown.game_state)) >= 1
