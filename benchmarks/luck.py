"""What luck comes to: its mean for every seat among equals, and how much narrower it makes the interval of a match.

    python -m benchmarks.luck [GAME...] [--games 400] [--bots expert] [--match master,expert] [--workers 2]

Among equals each game has a deal of its own; matches are played as in the arena, every deal with each lineup.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

import mezani
from mezani import bots
from mezani.arena.match import Job, Match, Played
from mezani.arena.match import play as play_job
from mezani.arena.result import result
from mezani.engine.rng import Rng
from mezani.insight.intervals import estimate
from mezani.insight.luck import luck_of
from mezani.record import Record


def players_of(name: str) -> int:
    return max(seats for seats in mezani.game(name).seats if seats <= 4)


def among_equals(name: str, level: str, number: int) -> tuple[list[float], tuple[float, ...], float]:
    """One game of equals: everybody's share of the victory and luck, and how long that was reckoned."""
    game, rng = mezani.game(name), Rng(31_000 + number)
    record = Record(game, players_of(name), rng.word() % 2**62)
    state, player = record.start(), bots.bot(level, game)
    while not state.is_over:
        for action in bots.plan(player, state, rng):
            state.play(action)
            record.actions.append(action)
    began = time.process_time()
    found = luck_of(record, number)
    assert found
    even = 1 / state.players
    return [gain + even for gain in state.returns()], found.luck, time.process_time() - began


def tell_equals(name: str, level: str, games: list[tuple[list[float], tuple[float, ...], float]]) -> dict[str, Any]:
    """The mean of luck for every seat, and what luck explains of the variance of results."""
    seats = range(len(games[0][0]))
    means = [estimate([luck[seat] for _, luck, _ in games]) for seat in seats]
    plain = fmean(pvariance([shares[seat] for shares, _, _ in games]) for seat in seats)
    rest = fmean(pvariance([shares[seat] - luck[seat] for shares, luck, _ in games]) for seat in seats)
    seconds = max(it[2] for it in games)
    said = ", ".join(str(it) for it in means)
    print(
        f"{name}, {len(games)} games of {level}: mean luck of the seats {said}; luck explains {1 - rest / plain:.0%} "
        f"of the variance of results; {fmean(it[2] for it in games):.2f} s a game, at most {seconds:.2f}",
        flush=True,
    )
    return {"level": level, "means": [(it.mean, it.half) for it in means], "explains": 1 - rest / plain}


def tell_match(match: Match, played: list[Played]) -> dict[str, Any]:
    """The share of wins of the first bot with luck and without it, and how their intervals compare."""
    found = result(match, played)
    first = next(standing for standing in found.standings if standing.name == match.bots[0])
    without = first.wins_without_luck
    assert without
    assert without.half
    assert first.wins.half
    narrower = first.wins.half / without.half
    print(
        f"{match.game}, {' against '.join(match.names())}, {found.games} games: {first.wins}, without luck {without}: "
        f"{narrower:.2f} times narrower",
        flush=True,
    )
    return {"games": found.games, "wins": str(first.wins), "without luck": str(without), "narrower": narrower}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("named", nargs="*", default=["anansi", "anne", "asante"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bots", default="expert")
    parser.add_argument("--match", action="append", default=[])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in asked.named:
            games = list(pool.map(partial(among_equals, name, asked.bots), range(asked.games), chunksize=4))
            found[name] = {"equals": tell_equals(name, asked.bots, games), "matches": []}
            for named in asked.match or ["trader,novice", "expert,trader"]:
                match = Match(name, players_of(name), tuple(named.split(",")), asked.games, 5, takes_out_luck=True)
                jobs: list[Job] = list(match.jobs())
                played = list(pool.map(partial(play_job, match), jobs, chunksize=4))
                found[name]["matches"].append({"bots": named, **tell_match(match, played)})
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "luck.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
