"""Learning: fits a net to positions, on a graphics card if there is one.

    python -m training.learn OUT FILES... [--also FILES...] [--hidden 64,32] [--epochs 4] [--begin NET]

From `.positions` a judgement is learned: the same small net rates every seat by what it is told of it; the ratings of
all seats together, by softmax, are their chances. From `.decisions` a guide: a net that corrects what moves promise so
that they are tried as often as the search has found right. It needs nothing but PyTorch, so that it can run where the
games can not.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import torch

HELD_OUT = 20  # the positions of one game of so many are not learned from
MOST_SEATS = 5
RATE = 4e-3  # of learning, at its highest
DECAY = 1e-4


class Settings(NamedTuple):
    """What to learn from, and how."""

    files: list[Path]
    also: Sequence[Path] = ()  # these count as much as all the others
    hidden: Sequence[int] = (64, 32)
    epochs: float = 4.0  # of the files; how often the others come is as it comes
    batch: int = 0  # 0: as suits the device
    begin: Path | None = None  # the net to begin with
    seed: int = 1


class Positions:
    """The positions of some files: inputs (position, seat, number), which seats there are, shares, and weights."""

    def __init__(self, files: Sequence[Path], device: str) -> None:
        parts = [part for file in files if (part := read(file)) is not None]
        self.inputs = torch.cat([part[0] for part in parts]).to(device)
        self.shares = torch.cat([part[1] for part in parts]).to(device)
        self.seats = torch.cat([part[2] for part in parts]).to(device)
        games = numpy.concatenate([part[3] for part in parts])
        held_out = games % HELD_OUT == 0
        self.learned = torch.tensor(numpy.flatnonzero(~held_out), device=device)
        self.held_out = torch.tensor(numpy.flatnonzero(held_out), device=device)

    @property
    def layers(self) -> tuple[int, int]:
        return self.inputs.shape[2], 1

    def losses(self, net: torch.nn.Module, which: torch.Tensor) -> torch.Tensor:
        """The log loss of each position."""
        ratings = net(self.inputs[which].float()).squeeze(-1)
        ratings = ratings.masked_fill(~self.seats[which], -1e9)
        return torch.nn.functional.cross_entropy(ratings, self.shares[which], reduction="none")


def read(file: Path) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, Any] | None:
    head, _, body = file.read_bytes().partition(b"\n")
    told = json.loads(head)
    if not told:
        return None
    players, inputs = told["players"], told["inputs"]
    rows = numpy.frombuffer(body, dtype="<f4").reshape(told["positions"], -1)
    padding = MOST_SEATS - players
    numbers = torch.tensor(rows[:, : players * inputs].reshape(-1, players, inputs)).half()
    shares = torch.tensor(rows[:, players * inputs : players * (inputs + 1)].copy())
    seats = torch.ones_like(shares, dtype=torch.bool)
    numbers = torch.nn.functional.pad(numbers, (0, 0, 0, padding))
    return (
        numbers,
        torch.nn.functional.pad(shares, (0, padding)),
        torch.nn.functional.pad(seats, (0, padding)),
        rows[:, -1].astype(numpy.int64),
    )


class Decisions:
    """The decisions of some files: inputs, what each kind of move promised, and its share of the search."""

    def __init__(self, files: Sequence[Path], device: str) -> None:
        parts = [read_decisions(file) for file in files]
        rows = numpy.concatenate([part for part, _, _ in parts if len(part)])
        inputs, kinds = next((inputs, kinds) for part, inputs, kinds in parts if len(part))
        self.inputs = torch.tensor(rows[:, :inputs]).half().to(device)
        self.promises = torch.tensor(rows[:, inputs : inputs + kinds].copy()).to(device)
        self.shares = torch.tensor(rows[:, inputs + kinds : inputs + 2 * kinds].copy()).to(device)
        held_out = rows[:, -1].astype(numpy.int64) % HELD_OUT == 0
        self.learned = torch.tensor(numpy.flatnonzero(~held_out), device=device)
        self.held_out = torch.tensor(numpy.flatnonzero(held_out), device=device)

    @property
    def layers(self) -> tuple[int, int]:
        return self.inputs.shape[1], self.promises.shape[1]

    def losses(self, net: torch.nn.Module, which: torch.Tensor) -> torch.Tensor:
        """How far the guide is from the search in each decision (cross entropy)."""
        ratings = net(self.inputs[which].float()) + self.promises[which]
        return torch.nn.functional.cross_entropy(ratings, self.shares[which], reduction="none")


def read_decisions(file: Path) -> tuple[Any, int, int]:
    head, _, body = file.read_bytes().partition(b"\n")
    told = json.loads(head)
    if not told:
        return numpy.zeros((0, 0)), 0, 0
    return numpy.frombuffer(body, dtype="<f4").reshape(told["decisions"], -1), told["inputs"], told["kinds"]


def new_net(layers: list[int]) -> torch.nn.Sequential:
    parts: list[torch.nn.Module] = []
    for before, after in pairwise(layers):
        parts += [torch.nn.Linear(before, after), torch.nn.ReLU()]
    return torch.nn.Sequential(*parts[:-1])


def held_out_loss(net: torch.nn.Module, positions: Positions | Decisions) -> float:
    """The mean loss in games that were not learned from; of a handful of games, in those that were."""
    which = positions.held_out if len(positions.held_out) else positions.learned
    with torch.no_grad():
        found = [positions.losses(net, part) for part in torch.split(which, 20_000)]
    return float(torch.cat(found).mean())


def learn(
    parts: list[Positions] | list[Decisions],
    net: torch.nn.Sequential,
    epochs: float,
    batch: int,
    tell: Callable[[int, int, float], None],
) -> list[tuple[float, float]]:
    """Fit the net, to all parts alike; return the curve: after how many epochs of the first part which loss there, in
    games that were not learned from.
    """
    whole = len(parts[0].learned)
    batch //= len(parts)
    steps = max(1, round(epochs * whole / batch))
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    curve = []
    for step in range(steps):
        loss = torch.stack([part.losses(net, some(part.learned, batch)).mean() for part in parts]).mean()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
        rate.step()
        if (step + 1) % max(1, steps // 20) == 0 or step + 1 == steps:
            curve.append((round((step + 1) * batch / whole, 3), held_out_loss(net, parts[0])))
            tell(step + 1, steps, curve[-1][1])
    return curve


def some(which: torch.Tensor, count: int) -> torch.Tensor:
    return which[torch.randint(len(which), (count,), device=which.device)]


def numbers_of(net: torch.nn.Sequential) -> Any:
    """The numbers of a net in the order of its file."""
    found = []
    for part in net:
        if isinstance(part, torch.nn.Linear):
            found += [part.weight.detach().cpu().numpy().T.ravel(), part.bias.detach().cpu().numpy()]
    return numpy.concatenate(found).astype("<f4")


def take_numbers(net: torch.nn.Sequential, numbers: Any) -> None:
    """Begin with the numbers of another net of the same layers."""
    at = 0
    for part in net:
        if isinstance(part, torch.nn.Linear):
            size = part.in_features * part.out_features
            weights = numbers[at : at + size].reshape(part.in_features, part.out_features).T
            biases = numbers[at + size : at + size + part.out_features]
            with torch.no_grad():
                part.weight.copy_(torch.tensor(weights.copy()))
                part.bias.copy_(torch.tensor(biases.copy()))
            at += size + part.out_features


class Net(NamedTuple):
    """A net on disk: its layers, its numbers, and how it was made."""

    layers: list[int]
    numbers: Any
    made: dict[str, Any]


def read_net(path: Path) -> Net:
    head, _, body = path.read_bytes().partition(b"\n")
    told = json.loads(head)
    return Net(told["layers"], numpy.frombuffer(body, dtype="<f4"), told.get("made", {}))


def write_net(path: Path, net: Net) -> None:
    """Keep a net, all of it or nothing, as the engine reads it."""
    head = json.dumps({"layers": net.layers, "made": net.made}).encode()
    part = path.with_suffix(".part")
    part.write_bytes(head + b"\n" + net.numbers.tobytes())
    os.replace(part, path)


def fit(settings: Settings, tell: Callable[[int, int, float], None]) -> Net:
    """Fit a net to files."""
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = Decisions if settings.files[0].suffix == ".decisions" else Positions
    parts: Any = [kind(files, device) for files in (settings.files, settings.also) if files]
    inputs, outputs = parts[0].layers
    layers = [inputs, *settings.hidden, outputs]
    net = new_net(layers)
    if settings.begin:
        begun = read_net(settings.begin)
        if begun.layers != layers:
            raise ValueError(f"{settings.begin} has the layers {begun.layers}, not {layers}")
        take_numbers(net, begun.numbers)
    net.to(device)
    curve = learn(parts, net, settings.epochs, settings.batch or (8192 if device == "cuda" else 2048), tell)
    made = {
        "learned from": [len(part.learned) for part in parts],
        "held out": [len(part.held_out) for part in parts],
        "loss": [round(held_out_loss(net, part), 4) for part in parts],
        "epochs": settings.epochs,
        "curve": [(epoch, round(loss, 4)) for epoch, loss in curve],
        "seed": settings.seed,
    }
    return Net(layers, numbers_of(net), made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="files that count as much as all others")
    parser.add_argument("--hidden", default="64,32")
    parser.add_argument("--epochs", type=float, default=4.0)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--begin", type=Path, default=None, help="the net to begin with")
    parser.add_argument("--seed", type=int, default=1)
    asked = vars(parser.parse_args())
    out, began = asked.pop("out"), time.time()
    asked["hidden"] = [int(size) for size in asked["hidden"].split(",")]

    def tell(step: int, steps: int, loss: float) -> None:
        print(f"{step}/{steps} steps, loss {loss:.4f}, {time.time() - began:.0f} s", flush=True)

    write_net(out, fit(Settings(**asked), tell))


if __name__ == "__main__":
    main()
