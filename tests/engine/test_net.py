"""Small nets: worked out the same on every build, and read from files."""

import json
import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from mezani.engine.net import Net, read_net
from mezani.interpreted import VARIABLE


def test_a_hidden_layer_lets_nothing_below_zero_through() -> None:
    #     two inputs, two hidden nodes (a + b, a - b), one output (their sum)
    net = Net([2, 2, 1], [1.0, 1.0, 1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 0.5])
    assert net.answers([3.0, 1.0]) == [4.0 + 2.0 + 0.5]
    assert net.answers([1.0, 3.0]) == [4.0 + 0.0 + 0.5]


def test_the_last_layer_may_be_below_zero() -> None:
    assert Net([1, 2], [-1.0, 2.0, 0.0, 0.0]).answers([3.0]) == [-3.0, 6.0]


@pytest.mark.parametrize(
    ("layers", "numbers", "fault"),
    [
        ([3], 0, "two or more layers"),
        ([3, 0], 0, "1 to 512 nodes"),
        ([600, 1], 601, "1 to 512 nodes"),
        ([3, 2, 1], 10, "has 11 numbers, not 10"),
    ],
)
def test_a_net_that_can_not_be_is_refused(layers: list[int], numbers: int, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Net(layers, [0.0] * numbers)


def test_the_number_of_inputs_is_checked() -> None:
    with pytest.raises(ValueError, match="takes 2 inputs, not 3"):
        Net([2, 1], [1.0, 1.0, 0.0]).answers([1.0, 2.0, 3.0])


def kept(path: Path, head: bytes, numbers: list[float]) -> Path:
    path.write_bytes(head + b"\n" + array("f", numbers).tobytes())
    return path


def test_a_net_is_read_from_a_file_with_how_it_was_made(tmp_path: Path) -> None:
    head = json.dumps({"layers": [2, 1], "made": {"games": 3}}).encode()
    net = read_net(kept(tmp_path / "a.net", head, [0.5, 0.25, 1.0]))
    assert net.answers([2.0, 4.0]) == [3.0]
    assert net.made == {"games": 3}


@pytest.mark.parametrize("head", [b"", b"nonsense", b'{"layers": "two"}', b'{"layers": [2, 1], "size": 2}'])
def test_a_file_that_is_no_net_says_so(tmp_path: Path, head: bytes) -> None:
    with pytest.raises(ValueError, match=r"odd\.net is not a net"):
        read_net(kept(tmp_path / "odd.net", head, [0.5, 0.25, 1.0]))


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = kept(tmp_path / "cut.net", b'{"layers": [2, 1]}', [0.5, 0.25])
    with pytest.raises(ValueError, match="has 3 numbers, not 2"):
        read_net(path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="is not a net"):
        read_net(path)


ANSWERS = """
import mezani, random
from mezani.engine.net import Net
chance = random.Random(5)
net = Net([30, 20, 10, 2], [chance.gauss(0, 0.3) for _ in range(31 * 20 + 21 * 10 + 11 * 2)])
print(*[net.answers([chance.choice([0.0, chance.random()]) for _ in range(30)]) for _ in range(20)])
for name in ("asante", "zimbabwe"):
    game = mezani.game(name)
    state, knowledge, rng = game.new(seed=3), game.knowledge(), mezani.Rng(4)
    knowledge.begin(state)
    for decision in range(120):
        if decision % 10 == 0:
            knowledge.evaluate(state)
            print(knowledge.describe(state)[0], [knowledge.values[seat] for seat in range(state.players)])
        state.play(knowledge.choose(state, rng))
"""


def test_both_builds_work_out_the_same_numbers() -> None:
    told = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, VARIABLE: interpreted}
        done = subprocess.run(
            [sys.executable, "-c", ANSWERS], env=environment, capture_output=True, text=True, timeout=120, check=True
        )
        told.append(done.stdout)
    assert told[0] == told[1]
