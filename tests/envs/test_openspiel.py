"""The games in OpenSpiel: its simulations, playthroughs, searches and CFR run on them, and nothing hidden is told.

`python -m tests.envs.test_openspiel` writes the golden playthrough anew.
"""

import importlib
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani.games import game_names
from tests.envs.few_deals import EVERY, load_few

NEEDED = "OpenSpiel is an extra: pip install 'mezani[envs]'"
pyspiel = pytest.importorskip("pyspiel", reason=NEEDED)
np = pytest.importorskip("numpy", reason=NEEDED)
importlib.import_module("mezani.envs.openspiel")
pytestmark = pytest.mark.openspiel

OBSERVED = [name for name in game_names() if mezani.game(name).observation is not None]
EVERY_GAME = [f"mezani_{name}(players={players})" for name in OBSERVED for players in mezani.game(name).seats]
SMALL = "mezani_ahadi(players=2,numbers=3,single_hand=True)"
SHORT = "mezani_ahadi(players=2,numbers=5,single_hand=True)"
LOADED = [*EVERY_GAME, SMALL]
GOLDEN = Path(__file__).parent / "golden" / "openspiel-ahadi.txt"
NOBODY = pyspiel.PrivateInfoType.NONE
SEED = 2026


def part(name: str) -> Any:
    """A module of OpenSpiel's Python."""
    return importlib.import_module(f"open_spiel.python.{name}")


def begun(game: Any, seed: int = SEED) -> Any:
    """A state after the first chance: the game that our seed gives."""
    state = game.new_initial_state()
    if len(state.chance_outcomes()) == 256:
        for byte in seed.to_bytes(8):
            state.apply_action(byte)
    else:
        state.apply_action(seed % len(state.chance_outcomes()))
    return state


def some_action(state: Any, random: Any) -> int:
    return int(random.choice(state.legal_actions()))


def positions(game: Any, seed: int = SEED) -> Iterator[Any]:
    """All states of a random game, the last too."""
    random, state = np.random.RandomState(seed), begun(game, seed)
    while not state.is_terminal():
        yield state
        state.apply_action(some_action(state, random))
    yield state


def decisions(game: Any) -> list[Any]:
    """Some decisions of a random game, from its start to its end."""
    found = [state.clone() for state in positions(game) if state.is_player_node()]
    return found[:: max(1, len(found) // 6)]


# What OpenSpiel tests of every game


@pytest.mark.parametrize("name", LOADED)
def test_random_simulations_of_openspiel_run(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", LOADED)
def test_a_game_and_its_states_can_be_kept_and_go_on_alike(name: str) -> None:
    game = pyspiel.load_game(name)
    assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()
    kept_game = pickle.loads(pickle.dumps(game))
    assert str(kept_game) == str(game)
    for state in decisions(game):
        for kept in (pickle.loads(pickle.dumps(state)), kept_game.deserialize_state(state.serialize()), state.clone()):
            assert (str(kept), kept.history()) == (str(state), state.history())
            action = state.legal_actions()[0]
            assert str(kept.child(action)) == str(state.child(action))


def test_the_playthrough_is_the_golden_one() -> None:
    assert playthrough() == GOLDEN.read_text("utf-8"), "if that is meant: python -m tests.envs.test_openspiel"


def playthrough() -> str:
    """A short game with all that OpenSpiel can ask of it, as OpenSpiel writes it down."""
    return "\n".join(part("algorithms.generate_playthrough").playthrough_lines(SHORT, seed=SEED)) + "\n"


# What a game says of itself


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_type_says_what_kind_of_game_it_is(name: str) -> None:
    game = pyspiel.load_game(name)
    kind, ours = game.get_type(), game.rules.game
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    information = pyspiel.GameType.Information
    assert kind.information == (information.PERFECT_INFORMATION if ours.is_open else information.IMPERFECT_INFORMATION)
    assert (kind.min_num_players, kind.max_num_players) == (min(ours.seats), max(ours.seats))
    assert game.num_distinct_actions() == ours.action_count
    assert game.observation_tensor_shape() == [len(ours.observation)]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mezani_ahadi(players=7)", "for 2, 3 or 4 players, not 7"),
        ("mezani_ahadi(numbers=4)", "option numbers: 4 is not one of 3, 5, 7"),
        ("mezani_ahadi(nonsense=1)", "Unknown parameter 'nonsense'"),
    ],
)
def test_wrong_parameters_are_refused(name: str, says: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError), match=says):
        pyspiel.load_game(name)


def test_a_program_that_has_loaded_a_game_ends_well() -> None:
    code = f"import mezani.envs.openspiel, pyspiel; pyspiel.load_game({SMALL!r}).new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


# Chance


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_first_eight_outcomes_are_the_seed(name: str) -> None:
    state = begun(pyspiel.load_game(name), seed=0x0102_0304_0506_0708)
    rules = state.course.rules
    assert state.history() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert state.course.episode.state == rules.game.new(rules.players, 0x0102_0304_0506_0708)


def test_a_decision_before_a_new_deal_waits_for_chance() -> None:
    game = pyspiel.load_game("mezani_ahadi(players=2,numbers=3)")
    before = next(state for state in positions(game) if len(state.history()) > 1 and state.is_chance_node())
    assert before.course.episode.state.hand_number == 0
    dealt = [drawn(before, byte) for byte in (1, 2, 1)]
    assert [state.course.episode.state.hand_number for state in dealt] == [1, 1, 1]
    assert str(dealt[0]) == str(dealt[2])
    assert dealt[0].course.episode.state.hands != dealt[1].course.episode.state.hands


def drawn(state: Any, byte: int) -> Any:
    """A state after its chance, which draws nothing but one number."""
    after = state.clone()
    while after.is_chance_node():
        after.apply_action(byte)
    return after


def test_the_deal_of_the_small_ahadi_is_one_chance_node() -> None:
    game = pyspiel.load_game(SMALL)
    outcomes = game.new_initial_state().chance_outcomes()
    assert outcomes == [(deal, 1 / 3360) for deal in range(3360)]
    assert game.max_chance_outcomes() == 3360
    assert len({str(begun(game, deal)) for deal in range(0, 3360, 7)}) == 480
    assert not any(state.is_chance_node() for state in positions(game))


# What a player knows


@pytest.mark.parametrize("name", LOADED)
def test_the_strings_and_the_tensor_are_what_a_seat_has_observed(name: str) -> None:
    game = pyspiel.load_game(name)
    observation = game.rules.observation
    for state in decisions(game):
        episode = state.course.episode
        for seat in range(game.num_players()):
            player, _, key = state.information_state_string(seat).partition(":")
            assert (int(player), bytes.fromhex(key)) == (seat, episode.key(seat))
            assert state.observation_tensor(seat) == list(episode.observation(seat))
            assert state.observation_string(seat) == "; ".join(observation.set_labels(episode.observation(seat)))


def test_an_observer_gives_the_fields_by_their_names() -> None:
    observer = part("observation").make_observation(pyspiel.load_game(SMALL))
    state = begun(pyspiel.load_game(SMALL))
    observer.set_from(state, 0)
    assert observer.dict["trick"].shape == (4, 28)
    assert observer.dict["hand"].sum() == observer.dict["numbers"] == 3
    assert "hand[" in observer.string_from(state, 0)
    with pytest.raises(ValueError, match="no parameters"):
        part("observation").make_observation(pyspiel.load_game(SMALL), params={"of": "cards"})


def test_there_is_no_tensor_of_an_information_state_and_none_of_what_is_public_alone() -> None:
    game = pyspiel.load_game(SMALL)
    assert not game.get_type().provides_information_state_tensor
    learnt = part("observation").make_observation(game, part("observation").INFO_STATE_OBS_TYPE)
    assert learnt.tensor is None
    assert learnt.string_from(begun(game), 1) == begun(game).information_state_string(1)
    assert (
        part("observation").make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, private_info=NOBODY)
        )
        is None
    )


@pytest.mark.parametrize("name", LOADED)
def test_the_texts_of_actions_lead_back_to_them(name: str) -> None:
    for state in decisions(pyspiel.load_game(name)):
        seat, ours = state.current_player(), state.course.episode.state
        for action in state.legal_actions():
            text = state.action_to_string(seat, action)
            assert text == state.course.rules.game.action_text(ours, action)
            assert state.string_to_action(text) == action


@pytest.mark.parametrize("name", LOADED)
def test_a_resampled_state_is_one_that_the_player_cannot_tell_from_the_true_one(name: str) -> None:
    game, sampler = pyspiel.load_game(name), pyspiel.UniformProbabilitySampler(SEED, 0.0, 1.0)
    seats, told_apart = range(game.num_players()), 0
    for state in decisions(game):
        for seat in seats:
            world = state.resample_from_infostate(seat, sampler)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.current_player() == state.current_player()
            assert world.history() == []
            told_apart += any(world.observation_string(other) != state.observation_string(other) for other in seats)
    assert told_apart or game.rules.game.is_open


def test_a_chance_node_is_not_resampled() -> None:
    with pytest.raises(ValueError, match="a chance node can't be resampled"):
        pyspiel.load_game(SMALL).new_initial_state().resample_from_infostate(0, lambda: 0.5)


# Searches


def played_by(game: Any, choose: Any) -> Any:
    """A whole game in which every seat chooses so."""
    random, state = np.random.RandomState(SEED), begun(game)
    while not state.is_terminal():
        action = some_action(state, random) if state.is_chance_node() else choose(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
    return state


@pytest.mark.parametrize("name", [SMALL, "mezani_ahadi(players=3,numbers=3)"])
def test_its_mcts_plays_a_game(name: str) -> None:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 10, 5, True, SEED, False)  # `step` lets go of the lock, and crashes
    assert sum(played_by(game, lambda state: bot.step_with_policy(state)[1]).returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", [SMALL, "mezani_ahadi(players=3,numbers=3)"])
def test_its_mcts_in_python_plays_a_game(name: str) -> None:
    game, random, mcts = pyspiel.load_game(name), np.random.RandomState(SEED), part("algorithms.mcts")
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert sum(played_by(game, bot.step).returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", [SMALL, "mezani_ahadi(players=3,numbers=3)"])
def test_its_ismcts_in_python_plays_a_game(name: str) -> None:
    game, random = pyspiel.load_game(name), np.random.RandomState(SEED)
    evaluator = part("algorithms.mcts").RandomRolloutEvaluator(1, random)
    bot = part("algorithms.ismcts").ISMCTSBot(game, evaluator, 2.0, 10, random_state=random)
    assert sum(played_by(game, bot.step).returns()) == pytest.approx(0)


# CFR


def test_cfr_makes_the_strategy_for_the_small_ahadi_less_exploitable() -> None:
    game = load_few()
    assert len(game.new_initial_state().chance_outcomes()) == 3360 // EVERY
    solver = pyspiel.CFRSolver(game)
    before = pyspiel.exploitability(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert 0 <= pyspiel.exploitability(game, solver.average_policy()) < before / 2


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), "utf-8")
