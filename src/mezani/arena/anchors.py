"""Anchors: how strong the levels of bots are in a game, found in the arena, on the scale on which people are rated."""

import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from statistics import mean
from typing import Any, Final

import msgspec

from mezani.arena.match import Match, Played
from mezani.arena.rating import UNKNOWN, Rating, rated
from mezani.arena.run import Runner
from mezani.bots.levels import LEVELS
from mezani.game import Game

FILE: Final = "anchors.toml"  # in the folder `bot` of a game
ROUNDS: Final = 20  # so often all games are rated, each time in another order


class Anchor(msgspec.Struct, frozen=True):
    """How strong a level is, and in how many games that was found."""

    mu: float
    sigma: float
    games: int

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma)


@cache
def anchors_of(game: Game[Any]) -> Mapping[str, Anchor]:
    """The anchors of a game by level, the weakest first; none if nobody has found them."""
    file = files(game.package).joinpath("bot", FILE)
    return read_anchors(file.read_text("utf-8")) if file.is_file() else {}


def read_anchors(text: str) -> Mapping[str, Anchor]:
    """The anchors that a file tells."""
    found = msgspec.convert(tomllib.loads(text)["levels"], dict[str, Anchor])
    return dict(sorted(found.items(), key=lambda line: line[1].mu))


def matches(game: Game[Any], games: int, seed: int) -> list[Match]:
    """The matches in which all levels meet: all at one table, or as many as fit, each choice of them equally often."""
    size = table_size(game)
    if size > len(LEVELS):
        raise ValueError(f"{game.name} is played by {size} and more, and there are {len(LEVELS)} levels")
    tables = list(combinations(LEVELS, size))
    share = -(-games // len(tables))
    return [Match(game.name, len(table), table, share, seed + number) for number, table in enumerate(tables)]


def table_size(game: Game[Any]) -> int:
    """How many levels meet at a table: all, or as many as fit."""
    return max((count for count in game.seats if count <= len(LEVELS)), default=min(game.seats))


def find_anchors(matches: Sequence[Match], run: Runner, seed: int) -> dict[str, Anchor]:
    """Let the levels play, and say how strong they are."""
    played = [
        game for match in matches for game in sorted(run(match, list(match.jobs())), key=lambda game: game.number)
    ]
    count = Counter(level for game in played for level in game.lineup)
    return {level: Anchor(*rating, count[level]) for level, rating in settled(played, random.Random(seed)).items()}


def settled(games: Iterable[Played], rng: random.Random) -> dict[str, Rating]:
    """The ratings of levels, whatever the order of their games; their mean is where people begin."""
    games, ends = list(games), []
    for _ in range(ROUNDS):
        rng.shuffle(games)
        levels = {level: UNKNOWN for game in games for level in game.lineup}
        for game in games:
            after = rated([levels[level] for level in game.lineup], game.places)
            levels.update(zip(game.lineup, after, strict=True))
        ends.append(levels)
    mus = {level: mean(end[level].mu for end in ends) for level in ends[0]}
    middle = mean(mus.values()) - UNKNOWN.mu
    return {
        level: Rating(round(mus[level] - middle, 2), round(mean(end[level].sigma for end in ends), 2))
        for level in sorted(mus, key=mus.__getitem__)
    }


def told(found: Mapping[str, Anchor], command: str) -> str:
    """The file that tells of anchors."""
    lines = [f"# How strong the levels are, on the scale on which people are rated. Made by `{command}`."]
    for level, anchor in found.items():
        lines += [
            "",
            f"[levels.{level}]",
            *(f"{name} = {value}" for name, value in msgspec.to_builtins(anchor).items()),
        ]
    return "\n".join(lines) + "\n"
