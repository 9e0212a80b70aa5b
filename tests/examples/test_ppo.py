"""The example that learns ANNE! by PPO: what it sees, how it plays and learns, and that it goes on where it was."""

import importlib
import json
from pathlib import Path
from typing import Any, cast

import pytest

import mezani
from mezani.arena.match import Match, play
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.envs import Batch
from mezani.games.anne.observation import OBSERVATION
from mezani.games.anne.rules import Anne

torch = pytest.importorskip("torch", reason="the extra `train` is not installed: make soak-training")
np = pytest.importorskip("numpy", reason="NumPy is an extra: pip install 'mezani[envs]'")
ppo = importlib.import_module("examples.study.ppo")

DECISIONS = 4 * (4 + 40 + 8)  # of a game of four: predictions, cards, and what is taken from the heap
LITTLE = ["--games", "8", "--measured", "4", "--threads", "1", "--width", "16", "--device", "cpu"]


def begun(folder: Path, *words: str) -> list[dict[str, Any]]:
    """The curve of a short run in a folder."""
    ppo.main([*LITTLE, "--out", str(folder / "ppo.json"), "--checkpoint", str(folder / "ppo.pt"), *words])
    curve: list[dict[str, Any]] = json.loads((folder / "ppo.json").read_text("utf-8"))
    return curve


@pytest.fixture
def net() -> Any:
    """A net that has learned nothing, but does not think all the same either."""
    torch.manual_seed(5)
    made = ppo.Net(16)
    torch.nn.init.normal_(made.policy.weight)
    return made


def seen(state: State) -> tuple[list[int], list[int]]:
    """What the net sees of a state, and what its outputs stand for."""
    observation = np.zeros((1, OBSERVATION.size), np.uint8)
    state.observe(state.seat, observation)
    inputs, meanings = ppo.SIGHT.of(observation)
    return inputs[0].tolist(), meanings[0].tolist()


def positions(games: int) -> list[State]:
    """All positions of some random games in which there is something to decide."""
    found = []
    for seed in range(games):
        state, rng = ppo.ANNE.new(4, seed), Rng(seed)
        while not state.is_over:
            found.append(state.clone())
            state.apply(state.random_action(rng))
    return found


def test_each_output_of_the_net_is_another_action() -> None:
    for state in positions(2):
        assert sorted(seen(state)[1]) == list(range(ppo.ANNE.action_count))


def test_the_net_sees_cards_in_the_order_of_their_strength() -> None:
    for state in positions(2):
        strengths = cast(Anne, state).strengths()
        in_order = [strengths[card] for card in seen(state)[1][:48]]
        for first in range(0, 48, 12):
            assert in_order[first : first + 12] == sorted(in_order[first : first + 12])
        assert sorted(in_order[11::12], reverse=True) == in_order[11::12], "the super-trumps, the strongest first"


def other_suits(observation: Any, turn: int) -> Any:
    """What would be observed if each suit were the one `turn` places on."""
    changed = observation.copy()
    for field in OBSERVATION:
        if field.axes and field.axes[-1].name in ("suit", "card"):
            part = observation[field.first : field.first + field.size].reshape(-1, 4, field.shape[-1] // 4)
            changed[field.first : field.first + field.size] = np.roll(part, turn, 1).ravel()
    return changed


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_deals_that_differ_in_the_names_of_suits_alone_look_the_same_to_the_net(turn: int) -> None:
    for state in positions(1):
        observation = np.zeros(OBSERVATION.size, np.uint8)
        state.observe(state.seat, observation)
        inputs, _ = ppo.SIGHT.of(np.stack([observation, other_suits(observation, turn)]))
        assert (inputs[0] == inputs[1]).all()


def test_the_net_sees_a_card_of_its_hand_where_it_would_play_it() -> None:
    observed = np.zeros(OBSERVATION.size, np.uint8)
    for state in positions(1):
        inputs, meanings = seen(state)
        hand = {meanings[place] for place in range(48) if inputs[place_of("hand") + place]}
        state.observe(state.seat, observed)
        assert hand == set(np.flatnonzero(OBSERVATION.read(observed)["hand"]).tolist())


def place_of(name: str) -> int:
    """Where a field begins in what the net sees."""
    before = 0
    for field in OBSERVATION:
        if field.name == name:
            return before
        before += 0 if field.name in ppo.UNSEEN else field.size
    raise AssertionError(name)


def test_every_seat_has_its_own_advantages() -> None:
    seats = np.array([[0], [1], [0], [1], [0], [1]])
    values = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], np.float32)
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[1, 0] = [7.0, -7.0]  # after the second step, for both
    over = np.zeros((6, 1), bool)
    found, known = ppo.advantages(seats, np.ones((6, 1), bool), values, rewards, over)
    trust = ppo.TRUST
    assert known[:, 0].tolist() == [True, True, True, True, False, False], "nobody knows what comes of the last ones"
    later = [5.0 - 3.0, 6.0 - 4.0]
    assert found[2:4, 0] == pytest.approx(later)
    assert found[0, 0] == pytest.approx(7.0 + 3.0 - 1.0 + trust * later[0])
    assert found[1, 0] == pytest.approx(-7.0 + 4.0 - 2.0 + trust * later[1])


def test_what_comes_in_the_next_game_is_no_merit_of_the_last() -> None:
    seats = np.array([[0], [1], [1], [0]])
    values = np.array([[0.5], [0.25], [9.0], [9.0]], np.float32)
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[1, 0] = [-0.5, 0.5]
    over = np.array([[False], [True], [False], [False]])
    found, known = ppo.advantages(seats, np.ones((4, 1), bool), values, rewards, over)
    assert known[:, 0].tolist() == [True, True, False, False]
    assert found[:2, 0] == pytest.approx([-0.5 - 0.5, 0.5 - 0.25])


def test_steps_without_a_choice_count_to_the_decision_before() -> None:
    seats = np.zeros((3, 1), np.int32)
    decided = np.array([[True], [False], [True]])
    rewards = np.array([[[1.0]], [[2.0]], [[4.0]]], np.float32)
    over = np.array([[False], [False], [True]])
    values = np.array([[0.5], [99.0], [0.25]], np.float32)
    found, known = ppo.advantages(seats, decided, values, rewards, over)
    assert known[:, 0].tolist() == [True, False, True]
    assert found[2, 0] == pytest.approx(4.0 - 0.25)
    assert found[0, 0] == pytest.approx(1.0 + 2.0 + 0.25 - 0.5 + ppo.TRUST * (4.0 - 0.25))


def test_only_legal_actions_are_played(net: Any) -> None:
    states = [state for state in positions(2) if len(state.legal_actions()) > 1]
    for state, action in zip(states, ppo.best_actions(net, states), strict=True):
        assert state.allows(action)
    with Batch("anne", 4, games=16, seed=3) as batch:
        made = ppo.Player(batch, net, "cpu").play(300, shaping=1.0)  # the batch refuses what is not legal
    assert made.legal.gather(1, made.actions).all()
    assert (made.legal.sum(1) > 1).all()


def test_rewards_are_the_victory_and_the_points_that_were_won(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = []
    reckon = ppo.advantages

    def note(*told: Any) -> Any:
        noted.append(told)
        return reckon(*told)

    monkeypatch.setattr(ppo, "advantages", note)
    with Batch("anne", 4, games=1, seed=3) as batch:
        ppo.Player(batch, net, "cpu").play(DECISIONS, shaping=1.0)
        ((_, _, _, rewards, over),) = noted
        assert over[:, 0].nonzero()[0].tolist() == [DECISIONS - 1], "one whole game"
        points = batch.scores[0]
        assert rewards.sum(0)[0] == pytest.approx(batch.rewards[0] + (points - points.mean()) / ppo.HAND, abs=1e-5)
        assert np.count_nonzero(rewards.any(2)) <= 4, "after each hand"


def test_a_run_writes_a_curve_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    first = begun(tmp_path, "--minutes", "0.001")
    assert [point["updates"] for point in first] == [0, first[1]["updates"]]
    assert set(first[0]["shares"]) == {"random", "novice", "trader"}
    assert all(low <= share <= high for share, low, high in first[0]["shares"].values())
    more = begun(tmp_path, "--minutes", str(first[-1]["minutes"] + 0.001))
    assert more[:2] == first
    assert more[-1]["updates"] > first[-1]["updates"]
    assert more[-1]["decisions"] == more[-1]["updates"] * ppo.STEPS * 8
    assert begun(tmp_path, "--minutes", "0.001") == more, "as long as that was it learned already"


def test_a_checkpoint_of_another_net_is_refused(tmp_path: Path) -> None:
    begun(tmp_path, "--minutes", "0")
    kept = (tmp_path / "ppo.pt").read_bytes()
    with pytest.raises(SystemExit, match="--width 16"):
        begun(tmp_path, "--width", "32")
    assert (tmp_path / "ppo.pt").read_bytes() == kept


def test_the_net_plays_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path, "--minutes", "0")
    monkeypatch.setenv("PPO_NET", str(tmp_path / "ppo.pt"))
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    match = Match("anne", 4, ("examples.study.ppo:Ppo", "novice", "novice", "novice"), 1, 3)
    played = play(match, next(match.jobs()))
    assert len(played.scores) == 4
    assert all(played.decisions)


def test_without_a_net_the_bot_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_NET", str(tmp_path / "none.pt"))
    with pytest.raises(FileNotFoundError, match="say with PPO_NET where one is"):
        ppo.Ppo(ppo.ANNE)
    with pytest.raises(ValueError, match="has learned ANNE!, not Anansi"):
        ppo.Ppo(mezani.game("anansi"))


@pytest.mark.soak
def test_two_minutes_of_learning_beat_random_clearly(tmp_path: Path) -> None:
    words = ["--threads", "2", "--width", "256", "--games", "256", "--measured", "400", "--evaluate-every", "2"]
    *_, last = begun(tmp_path, *words, "--minutes", "2")
    assert last["shares"]["random"][1] > 0.5, "an even share: 0.25"
