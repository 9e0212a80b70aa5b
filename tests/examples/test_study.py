"""The examples of `examples/study` run in small, and what they reckon is right."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import mezani
from tests.envs.few_deals import SMALL, few_deals, load_few

FOLDER = Path(__file__).parents[2] / "examples" / "study"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# CFR


@pytest.fixture(scope="module")
def cfr() -> ModuleType:
    pytest.importorskip("numpy", reason="NumPy is an extra: pip install 'mezani[envs]'")
    return example("cfr")


@pytest.fixture(scope="module")
def tree(cfr: ModuleType) -> Any:
    return cfr.Tree(few_deals(2, SMALL))


def test_cfr_comes_near_to_play_that_nobody_can_exploit(cfr: ModuleType, tree: Any) -> None:
    learner = cfr.CFR(tree)
    found = []
    for _ in range(3):
        for _ in range(10):
            learner.iterate()
        found.append(tree.exploitability(learner.average()))
    assert 0 <= found[2] < found[1] < found[0] < tree.exploitability(tree.uniform) / 10
    assert found[2] < 0.005


def test_its_strategy_wins_against_random_play_from_both_seats(cfr: ModuleType, tree: Any) -> None:
    learner = cfr.CFR(tree)
    for _ in range(50):
        learner.iterate()
    best = learner.average()
    owner = cfr.np.repeat([seat for seat, _ in tree.known], tree.sizes)
    assert tree.worth(cfr.np.where(owner == 0, best, tree.uniform))[0].mean() > 0
    assert tree.worth(cfr.np.where(owner == 1, best, tree.uniform))[0].mean() < 0


def test_the_bots_are_exploited_less_than_random_play(cfr: ModuleType, tree: Any) -> None:
    game = mezani.game("ahadi")
    found = {
        level: tree.exploitability(cfr.policy_of(level, tree, game, 4)) for level in ("random", "trader", "expert")
    }
    assert 0 < found["expert"] < found["trader"] < found["random"] < 0.5


def test_the_figures_are_printed(cfr: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    cfr.main(["--every", "168", "--iterations", "2", "--bots", "random,novice", "--samples", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "after 1 iterations",
        "after 2 iterations",
        "random",
        "novice",
    ]
    assert "20 deals" in lines[0]


@pytest.mark.openspiel
def test_openspiel_reckons_the_same_exploitability(cfr: ModuleType, tree: Any) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an extra: pip install 'mezani[envs]'")
    learner = cfr.CFR(tree)
    for iterations in (0, 3):
        for _ in range(iterations):
            learner.iterate()
        policy = learner.average()
        table = {
            f"{seat}:{key.hex()}": list(
                zip(tree.actions[first : first + size], policy[first : first + size], strict=True)
            )
            for ((seat, key), first), size in zip(tree.known.items(), tree.sizes, strict=True)
        }
        theirs = pyspiel.exploitability(load_few(), table)
        assert tree.exploitability(policy) == pytest.approx(theirs, rel=1e-12, abs=1e-14)
