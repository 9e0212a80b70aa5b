"""The agents of `examples/agents`: they run, and do what their first lines promise."""

import subprocess
import sys
from pathlib import Path

import pytest

import mezani
from mezani.arena.run import runner
from mezani.evaluation.result import against_one
from mezani.evaluation.suite import Trial, opponent_in

AGENTS = Path(__file__).parents[2] / "examples" / "agents"
SAMPLER = "my_bot:Sampler"


@pytest.mark.parametrize("name", ["anansi", "zimbabwe"])
def test_the_random_agent_plays_a_whole_game(name: str) -> None:
    command = [sys.executable, str(AGENTS / "random_agent.py"), name]
    *moves, end = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    game = mezani.game(name)
    state = game.new(seed=7)
    for move in moves:
        seat, _, text = move.partition(": ")
        assert seat == f"seat {state.seat + 1}"
        state.play(game.parse_action(state, text))
    assert state.is_over
    assert end.startswith(f"scores {state.scores()}, won by seat {state.winners()[0] + 1}")


@pytest.mark.skipif(not mezani.is_compiled(), reason="it plays many games on to their end")
def test_a_bot_of_ones_own_beats_novices_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(AGENTS))
    sampler, by_chance = (
        share_against("novice", Trial(bot, "anne", players=4, deals=4)) for bot in (SAMPLER, "random")
    )
    assert sampler > 2 * 0.25
    assert by_chance < 0.25 / 2


def share_against(opponent: str, trial: Trial) -> float:
    """The share of the victories against one of the opponents of the suite."""
    jobs = [job for job in trial.jobs() if opponent_in(job.deal) == opponent]
    return against_one(trial, opponent, list(runner(1, None)(trial.match(), jobs))).share
