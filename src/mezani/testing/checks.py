"""All checks of the contract, and how they are run on a game."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from mezani.game import Game
from mezani.testing import (
    copies,
    endings,
    examples,
    glossary,
    hidden,
    lessons,
    moves,
    observations,
    pictures,
    repeats,
    statistics,
    texts,
)
from mezani.testing.endings import USUAL_GAMES
from mezani.testing.playing import amount
from mezani.testing.trial import ContractBroken, Sound, Trial

Run = Callable[[Trial], None]

FOR_EACH_NUMBER_OF_PLAYERS: tuple[Run, ...] = (
    endings.wrong_starts,
    endings.random_games,
    endings.places,
    endings.reasons_of_victory,
    moves.legal_moves,
    moves.sound_positions,
    moves.illegal_moves,
    moves.notation,
    moves.open_seats,
    copies.clones,
    copies.pickles,
    repeats.same_games,
    repeats.records,
    repeats.both_builds,
    hidden.views,
    hidden.resampling,
    hidden.resampled_games,
    hidden.words_in_other_worlds,
    hidden.log_lines,
    hidden.summaries,
    hidden.remarks,
    hidden.covered_past,
    hidden.undo,
    texts.words,
    texts.reasons,
    texts.words_of_summaries,
    texts.words_of_remarks,
    statistics.statistics,
    observations.observations,
    observations.observations_in_other_worlds,
    observations.keys,
    observations.masks,
    observations.states_as_bytes,
    pictures.terminal,
)
ONCE: tuple[Run, ...] = (
    endings.first_game,
    pictures.functions,
    texts.gist,
    texts.rules_texts,
    texts.catalogues,
    glossary.glossary,
    lessons.lessons,
    lessons.words_of_lessons,
    examples.examples,
)
SLOW = (
    repeats.both_builds,
    hidden.resampled_games,
    hidden.log_lines,
    hidden.remarks,
    pictures.terminal,
    moves.sound_positions,
)


@dataclass(frozen=True)
class Check:
    """One check of the contract, for one number of players; 0: once for the game."""

    run: Run
    players: int = 0

    @property
    def name(self) -> str:
        """Its name in reports."""
        return self.run.__name__.replace("_", " ")

    @property
    def says(self) -> str:
        """What it looks at, in a sentence."""
        return (self.run.__doc__ or "").partition("\n")[0]

    @property
    def id(self) -> str:
        """Its name among the tests of pytest."""
        return f"{self.run.__name__}-{self.players}" if self.players else self.run.__name__

    def __call__(self, game: Game[Any], sound: Sound | None = None, first_seed: int = 0, share: float = 1.0) -> Trial:
        """Check a game; `ContractBroken` says what is wrong, and where."""
        trial = Trial(game, self.players or game.seats[0], first_seed, share, sound)
        try:
            self.run(trial)
        except ContractBroken:
            raise
        except Exception as problem:
            raise ContractBroken(f"{trial.where}: {type(problem).__name__}: {problem}") from problem
        return trial


def checks_of(game: Game[Any]) -> Iterator[Check]:
    """All checks for a game: most of them for each number of players."""
    for run in FOR_EACH_NUMBER_OF_PLAYERS:
        yield from (Check(run, players) for players in game.seats)
    yield from map(Check, ONCE)


@dataclass
class Finding:
    """What a check has looked at, for all numbers of players, and what it has found."""

    name: str
    looked_at: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        seen = ", ".join(f"{count:,} {what}" for what, count in self.looked_at.items() if count) or "nothing to look at"
        line = f"{'FAILED' if self.faults else 'ok':<6} {self.name:<22} {self.seconds:5.1f} s  {seen}"
        marked = [f"       {fault}" for fault in self.faults] + [f"       note: {note}" for note in self.warnings]
        return "\n".join([line, *marked])


def check_game(game: Game[Any], sound: Sound | None = None, games: int = 0, first_seed: int = 0) -> Iterator[Finding]:
    """Run all checks on a game, one finding for each as it is made.

    `games` is the number of random games that are played to their end for each number of players (0: as many as is
    usual on this build); slower checks play fewer, in proportion.
    """
    share = games / amount(*USUAL_GAMES, game) if games else 1.0
    for name, checks in _grouped(checks_of(game)):
        finding, start = Finding(name), time.perf_counter()
        for check in checks:
            try:
                trial = check(game, sound, first_seed, share)
            except ContractBroken as problem:
                finding.faults.append(str(problem))
            else:
                finding.looked_at += trial.looked_at
                finding.warnings += [warning for warning in trial.warnings if warning not in finding.warnings]
        finding.seconds = time.perf_counter() - start
        yield finding


def _grouped(checks: Iterable[Check]) -> Iterator[tuple[str, list[Check]]]:
    grouped: dict[str, list[Check]] = {}
    for check in checks:
        grouped.setdefault(check.name, []).append(check)
    yield from grouped.items()
