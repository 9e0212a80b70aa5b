"""Makes the nets of a game: `python -m training zimbabwe`.

First quick players play, and a judgement is learned from their games. Then, round after round, the search plays by
what was learned so far, and a better judgement and a guide to moves are learned from its games. At last the nets are
measured against those of the package. What is done is kept in the folder: the same command goes on where it stopped.
"""

import os
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import mezani
from training.games import Batch, batches, make_all
from training.measure import Nets, duel, foresight, knowledge_with

console = Console()


def bar(what: str) -> Progress:
    return Progress(
        TextColumn(f"{what:<28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
        console=console,
    )


class Training:
    """A folder in which nets are made, and how."""

    def __init__(self, game: str, folder: Path, players: tuple[int, ...], hidden: list[int]) -> None:
        self.game = game
        self.folder = folder
        self.players = players
        self.hidden = hidden
        self.workers = os.cpu_count() or 1
        self.ray: str | None = None
        self.epochs = 6.0
        self.seed = 1

    def play(self, name: str, games: int, of_batch: int, keep: int, iterations: int, nets: Nets) -> None:
        """Make games of a kind; those that are there already are not played again."""
        count = max(1, games // of_batch)
        seed = self.seed * 10_000_000 + sum(map(ord, name)) * 1_000_003
        plan = Batch(self.game, 0, of_batch, seed, Path(), keep, iterations, nets.value, nets.moves)
        plans = batches(plan, count, self.folder / name, self.players)
        with bar(f"{name} games") as progress:
            task = progress.add_task(name, total=count, note="")
            for _ in make_all(plans, self.workers, self.ray):
                progress.advance(task)

    def learn(self, net: str, files: list[Path], also: list[Path], begin: Path | None, hidden: list[int]) -> Path:
        """Learn a net, unless it is there."""
        path = self.folder / f"{net}.net"
        if path.exists():
            return path
        from training.learn import Settings, fit, write_net

        with bar(f"learning {net}") as progress:
            task = progress.add_task(net, total=None, note="")

            def tell(step: int, steps: int, loss: float) -> None:
                progress.update(task, total=steps, completed=step, note=f"loss {loss:.4f}")

            found = fit(Settings(files, also, hidden, self.epochs, 0, begin, self.seed), tell)
            write_net(path, found)
        return path

    def files(self, kind: str, *names: str) -> list[Path]:
        found = [sorted((self.folder / name).glob(f"*.{kind}")) for name in names]
        return [file for some in found for file in some]

    def rounds(self, quick: int, own: int, rounds: int, iterations: int, begin: Nets | None) -> Nets:
        """All that is to be done, from nothing, or from nets that are there, to the last nets."""
        self.play("quick", quick, of_batch=min(400, quick), keep=12, iterations=0, nets=Nets())
        quick_files = self.files("positions", "quick")
        nets = begin or Nets(self.learn("value-0", quick_files, [], None, self.hidden))
        names = []
        for number in range(1, rounds + 1):
            names.append(f"own-{number}")
            self.play(names[-1], own, of_batch=min(4, own), keep=2, iterations=iterations, nets=nets)
            value = self.learn(f"value-{number}", self.files("positions", *names), quick_files, nets.value, self.hidden)
            decisions = self.files("decisions", *names)
            guide = begin.moves if begin else None
            moves = self.learn(f"moves-{number}", decisions, [], guide, [48]) if decisions else None
            nets = Nets(value, moves)
        return nets


def main(
    game: str,
    folder: Annotated[Path | None, typer.Option(help="where everything is kept; build/training/GAME")] = None,
    players: Annotated[str, typer.Option(help="numbers of players, in turn")] = "",
    quick: Annotated[int, typer.Option(help="games of quick players")] = 400_000,
    own: Annotated[int, typer.Option(help="games of the search in each round")] = 4000,
    rounds: Annotated[int, typer.Option(help="rounds of learning from the search's own games")] = 2,
    iterations: Annotated[int, typer.Option(help="of the search")] = 160,
    hidden: Annotated[str, typer.Option(help="sizes of the hidden layers")] = "64,32",
    epochs: Annotated[float, typer.Option(help="how often each position is learned from")] = 6.0,
    games: Annotated[int, typer.Option(help="games to measure by")] = 200,
    workers: Annotated[int, typer.Option(help="processes; 0: one for each core")] = 0,
    from_package: Annotated[bool, typer.Option("--from-package", help="begin with the nets of the package")] = False,
    ray: Annotated[str | None, typer.Option(help="a Ray cluster to play on; local: start one here")] = None,
    seed: int = 1,
) -> None:
    """Make the nets of a game, and measure them against those of the package."""
    known = mezani.game(game)
    if not known.knowledge().describe(known.new(seed=1)):
        raise typer.BadParameter(f"{game} learns no judgement: its knowledge describes nothing")
    counts = tuple(int(number) for number in players.split(",") if number) or tuple(known.seats)
    training = Training(game, folder or Path("build/training") / game, counts, [int(n) for n in hidden.split(",")])
    training.workers, training.ray = workers or training.workers, ray
    training.epochs, training.seed = epochs, seed
    try:
        import torch  # noqa: F401
    except ImportError:
        raise typer.BadParameter("PyTorch is not installed: pip install 'mezani[train]'") from None
    nets = training.rounds(quick, own, rounds, iterations, nets_of_package(game) if from_package else None)
    measure(training, nets, iterations, games)


def nets_of_package(game: str) -> Nets:
    """Where the nets of a game lie that it has now."""
    folder = Path(str(files(type(mezani.game(game).knowledge()).__module__.rpartition(".")[0])))
    moves = folder / "moves.net"
    return Nets(folder / "value.net", moves if moves.exists() else None)


def measure(training: Training, nets: Nets, iterations: int, games: int) -> None:
    """Say how the new nets do beside those of the package."""
    players = training.players[0]
    judges = [knowledge_with(training.game, made) for made in (nets, Nets())]
    for name, found in zip(("new", "package"), foresight(training.game, players, judges, games, seed=77), strict=True):
        console.print(
            f"{name:8} foresees quick games of {players} with a log loss of {found.log_loss:.4f} (Brier "
            f"{found.brier:.4f}, the winner named {found.right:.1%}, {found.positions} positions)"
        )
    share = duel(training.game, players, nets, Nets(), iterations, max(1, games // 2), training.workers)
    console.print(f"new nets against the package's at {iterations} iterations: {share} of the victories")
    console.print(f"made: {nets.value}, {nets.moves}")


if __name__ == "__main__":
    typer.run(main)
