"""Nets are made: games, learning, measuring; stopped and gone on with."""

import json
import math
from array import array
from pathlib import Path

import msgspec
import pytest
from training.__main__ import main, nets_of_package
from training.games import KINDS, Batch, batches, make, make_all
from training.measure import Miss, Nets, chances, duel, foresight, interval, knowledge_with
from training.positions import ILLEGAL
from typer.testing import CliRunner

import mezani


def batch(path: Path, iterations: int = 0, game: str = "zimbabwe", players: int = 3) -> Batch:
    return Batch(game, players, games=2, seed=5, path=path, keep=4, iterations=iterations)


def rows(path: Path, width: int) -> list[list[float]]:
    head, _, body = path.read_bytes().partition(b"\n")
    numbers = array("f", body).tolist()
    found = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    assert len(found) == json.loads(head).get("positions", json.loads(head).get("decisions"))
    return found


@pytest.mark.parametrize("game", ["zimbabwe", "asante"])
def test_positions_tell_of_every_seat_and_what_came_of_it(tmp_path: Path, game: str) -> None:
    players = mezani.game(game).seats[0]
    made = make(batch(tmp_path / "a.positions", game=game, players=players))
    inputs = len(mezani.game(game).knowledge().describe(mezani.game(game).new(players, 1))[0])
    found = rows(tmp_path / "a.positions", players * inputs + players + 1)
    assert len(found) == made > 0
    for row in found:
        assert sum(row[-players - 1 : -1]) == pytest.approx(1.0)
        assert all(-20.0 < number < 20.0 for number in row[:-1]), "what a net is told is of its own size"


def test_decisions_tell_what_the_search_has_found(tmp_path: Path) -> None:
    make(batch(tmp_path / "a.positions", iterations=12))
    found = rows(tmp_path / "a.decisions", 170 + 2 * KINDS + 1)
    assert found
    for row in found:
        promises, shares = row[170 : 170 + KINDS], row[170 + KINDS : 170 + 2 * KINDS]
        assert sum(shares) == pytest.approx(1.0, abs=1e-5)
        assert all(share == 0.0 for promise, share in zip(promises, shares, strict=True) if promise == ILLEGAL)


def test_games_are_made_once_and_always_the_same(tmp_path: Path) -> None:
    plans = batches(batch(Path()), 3, tmp_path / "first", (2, 3))
    assert all(made > 0 for made in make_all(plans, 1, None))
    assert list(make_all(plans, 1, None)) == [0, 0, 0], "they are there"
    plans[1].path.unlink()
    again = batches(batch(Path()), 3, tmp_path / "second", (2, 3))
    assert [made > 0 for made in make_all(plans, 1, None)] == [False, True, False], "the one that is missing"
    list(make_all(again, 1, None))
    for one, other in zip(plans, again, strict=True):
        assert one.path.read_bytes() == other.path.read_bytes()


def test_the_learned_judgement_foresees_more_than_even_chances() -> None:
    (found,) = foresight("zimbabwe", 4, [knowledge_with("zimbabwe", Nets())], games=40, seed=9)
    assert found.positions > 500
    assert found.log_loss < 1.25, "even chances: 1.386"
    assert found.right > 0.4


def test_the_search_tells_chances_of_every_seat() -> None:
    told = chances(mezani.game("zimbabwe").new(3, 5), knowledge_with("zimbabwe", Nets()), iterations=8)
    assert len(told) == 3
    assert sum(told) == pytest.approx(1.0)
    assert told != chances(mezani.game("zimbabwe").new(3, 5), knowledge_with("zimbabwe", Nets()), iterations=0)


def test_positions_of_one_game_count_as_one_in_the_interval() -> None:
    one, other = Miss(1.0, 0.5, True), Miss(2.0, 0.5, True)
    assert interval([[one], [other]]) == pytest.approx(1.96 * math.sqrt(0.5) / 2)
    assert interval([[one] * 9, [other] * 9]) == pytest.approx(interval([[one], [other]]))


def test_quick_games_are_the_same_with_and_without_a_guide(tmp_path: Path) -> None:
    make(batch(tmp_path / "without.positions"))
    make(msgspec.structs.replace(batch(tmp_path / "with.positions"), moves=nets_of_package("zimbabwe").moves))
    assert (tmp_path / "without.positions").read_bytes() == (tmp_path / "with.positions").read_bytes()


def test_nets_meet_in_mirrored_deals() -> None:
    share = duel("zimbabwe", 2, Nets(), Nets(), iterations=4, deals=2, workers=1)
    assert 0.0 <= share.mean <= 1.0


def run(*words: str) -> str:
    import typer

    app = typer.Typer()
    app.command()(main)
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 or done.exit_code == 2, done.output
    return " ".join(done.output.split())


def test_a_game_that_learns_nothing_is_refused() -> None:
    assert "anne learns no judgement" in run("anne").replace("│ ", "")


def test_nets_are_made_from_nothing(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed: make soak-training")
    words = ["zimbabwe", "--folder", str(tmp_path), "--players", "2", "--quick", "30", "--own", "2", "--rounds", "2"]
    words += ["--iterations", "8", "--games", "2", "--epochs", "1", "--hidden", "8", "--workers", "1"]
    told = run(*words)
    assert "new nets against the package's" in told
    nets = {path.name: path.read_bytes() for path in tmp_path.glob("*.net")}
    assert sorted(nets) == ["moves-1.net", "moves-2.net", "value-0.net", "value-1.net", "value-2.net"]
    (tmp_path / "moves-2.net").unlink()
    run(*words)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.net")} == nets, "gone on with, the same nets"


def test_a_round_more_begins_with_the_nets_of_the_package(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed: make soak-training")
    words = ["asante", "--folder", str(tmp_path), "--from-package", "--quick", "20", "--own", "2", "--rounds", "1"]
    words += ["--iterations", "8", "--games", "2", "--epochs", "0.1", "--hidden", "32,16", "--workers", "1"]
    assert "new nets against the package's" in run(*words)
    assert sorted(path.name for path in tmp_path.glob("*.net")) == ["moves-1.net", "value-1.net"]
    from training.learn import read_net

    for name, package in zip(("value-1.net", "moves-1.net"), nets_of_package("asante"), strict=True):
        assert package
        made, begun = read_net(tmp_path / name), read_net(package)
        assert abs(made.numbers - begun.numbers).max() < 0.05, "a step from there"
