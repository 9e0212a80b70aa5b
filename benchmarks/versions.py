"""This version's bots against those of another one, installed elsewhere, over mirrored deals.

    python -m benchmarks.versions GAME OTHER [--players 4] [--games 200] [--level master] [--workers 2] [--out FILE]

OTHER is the `src` folder of the other version, compiled. Each side thinks in processes of its own, which play the same
moves; the processor time that each has used is told, so that their settings can be made equal (--ours thought=500).
With --out every deal is kept as soon as both of its games are over, and the same command goes on where it was.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean
from typing import Any

HERE = Path(__file__).resolve().parents[1] / "src"


class Side:
    """A process with one of the versions; it answers one question at a time."""

    def __init__(self, source: Path, settings: dict[str, float]) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--side", json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, *question: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def answer_questions(settings: dict[str, float]) -> None:
    """The life of a side: fold the game that is played, and choose where it is asked."""
    import mezani
    from mezani import bots

    state: Any = None
    players: dict[int, Any] = {}
    rng = mezani.Rng(0)
    for line in sys.stdin:
        what, *told = json.loads(line)
        answer: Any = None
        if what == "new":
            name, level, number, seed, mine = told
            game = mezani.game(name)
            state = game.new(number, seed)
            rng = mezani.Rng(seed ^ 0x5EED)
            players = {seat: bots.bot(level, game) for seat in mine}
            for player in players.values():
                adjust(player, settings)
            answer = state.seat
        elif what == "play":
            for action in told[0]:
                state.play(action)
            answer = [
                state.seat,
                bool(state.is_over),
                state.winners() if state.is_over else [],
                getattr(state, "round", 0),
            ]
        else:
            start = time.process_time()
            if hasattr(bots, "plan"):
                actions = bots.plan(players[state.seat], state, rng)
            else:
                actions = [bots.choose(players[state.seat], state, rng)]
            answer = [actions, time.process_time() - start]
        print(json.dumps(answer), flush=True)


def adjust(player: Any, settings: dict[str, float]) -> None:
    """Give a bot's knowledge other settings than its own."""
    for name, value in settings.items():
        kind = type(getattr(player.knowledge, name))
        setattr(player.knowledge, name, kind(value))
        if name == "thought":
            player.iterations = int(value)


def play(sides: list[Side], game: str, level: str, players: int, seed: int, first: int) -> dict[str, Any]:
    """One game; the sides take turns around the table, beginning with one of them."""
    of_seat = [(seat + first) % 2 for seat in range(players)]
    for number, side in enumerate(sides):
        seat = side.ask("new", game, level, players, seed, [s for s in range(players) if of_seat[s] == number])
    spent, decisions, longest = [0.0, 0.0], [0, 0], [0.0, 0.0]
    over, winners, rounds = False, [], 0
    while not over:
        number = of_seat[seat]
        actions, seconds = sides[number].ask("choose")
        spent[number] += seconds
        decisions[number] += len(actions)
        longest[number] = max(longest[number], seconds)
        for side in sides:
            seat, over, winners, rounds = side.ask("play", actions)
    share = sum(of_seat[winner] == 0 for winner in winners) / len(winners)
    return {"share": share, "spent": spent, "decisions": decisions, "longest": longest, "rounds": rounds}


def kept(asked: argparse.Namespace) -> dict[int, list[dict[str, Any]]]:
    """The deals of the same match that were played before."""
    match = {name: getattr(asked, name) for name in ("game", "players", "level", "seed", "ours", "theirs")}
    if not asked.out:
        return {}
    if not asked.out.exists():
        asked.out.write_text(json.dumps(match) + "\n", "utf-8")
    before, *lines = map(json.loads, asked.out.read_text("utf-8").splitlines())
    if before != match:
        raise SystemExit(f"{asked.out} holds another match: {before}")
    return {line["deal"]: line["games"] for line in lines}


def deals(asked: argparse.Namespace) -> list[list[dict[str, Any]]]:
    """The games, both of a deal together; those that were kept are not played again."""
    found = kept(asked)
    left = iter([deal for deal in range((asked.games + 1) // 2) if deal not in found])
    lock = threading.Lock()

    def run(_: int) -> None:
        sides = [Side(HERE, asked.ours), Side(Path(asked.other), asked.theirs)]
        while (deal := next_of(left)) is not None:
            seed = 7_919 * (deal + 1) + asked.seed
            games = [play(sides, asked.game, asked.level, asked.players, seed, first) for first in (0, 1)]
            with lock:
                keep(deal, games)
        for side in sides:
            side.close()

    def next_of(deals: Iterator[int]) -> int | None:
        with lock:
            return next(deals, None)

    def keep(deal: int, games: list[dict[str, Any]]) -> None:
        found[deal] = games
        if asked.out:
            with asked.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"deal": deal, "games": games}) + "\n")

    with ThreadPoolExecutor(asked.workers) as pool:
        list(pool.map(run, range(asked.workers)))
    return [found[deal] for deal in sorted(found)]


def settings_of(text: str) -> dict[str, float]:
    return {name: float(value) for name, _, value in (pair.partition("=") for pair in text.split(",") if pair)}


def main() -> None:
    from mezani.insight.intervals import estimate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("other")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", default="master")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ours", type=settings_of, default={})
    parser.add_argument("--theirs", type=settings_of, default={})
    parser.add_argument("--out", type=Path, default=None)
    asked = parser.parse_args()
    found = deals(asked)
    games = [game for deal in found for game in deal]
    share = estimate([mean(game["share"] for game in deal) for deal in found])
    per = [sum(game["spent"][n] for game in games) / sum(game["decisions"][n] for game in games) for n in (0, 1)]
    longest = [max(game["longest"][n] for game in games) for n in (0, 1)]
    rounds = sorted(game["rounds"] for game in games)[len(games) // 2]
    print(
        f"{asked.game} {asked.level} ours {asked.ours} theirs {asked.theirs}: {len(games)} games, ours win {share}; "
        f"ms a decision {1000 * per[0]:.1f} : {1000 * per[1]:.1f}; longest {longest[0]:.2f} : {longest[1]:.2f} s; "
        f"median rounds {rounds}"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--side"]:
        answer_questions(json.loads(sys.argv[2]))
    else:
        main()
