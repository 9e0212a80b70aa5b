"""The set of somebody's exercises: the mistakes of their last games, and which of them they have solved."""

import time
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from mezani.insight.in_words import percent, place_in_words
from mezani.insight.judging import Decision, Depth, decisions
from mezani.language import Language
from mezani.tables.analyses import OwnMistake
from mezani.tables.analysis_sources import Source
from mezani.web.analysis_words import GRAVITY
from mezani.web.log_lines import called
from mezani.web.rendering import environment
from mezani.web.requests import AnyRequest, hall_of, house_of
from mezani.web.viewer import viewer_of


class ListedExercise(NamedTuple):
    """An exercise in the list of all."""

    path: str
    place: str
    sign: str
    gravity: str
    lost: int  # percent of the chance to win
    is_solved: bool


class GameOfExercises(NamedTuple):
    """A game with the exercises that it gave."""

    game: str
    id: str
    about: str
    exercises: list[ListedExercise]

    @property
    def solved(self) -> int:
        return sum(it.is_solved for it in self.exercises)


async def set_of(request: AnyRequest) -> list[GameOfExercises]:
    """All exercises of whoever asks, by games, the last one first."""
    viewer, hall = viewer_of(request), hall_of(request)
    if viewer.player is None:
        return []
    solved = await house_of(request).exercises.solved(viewer.player)
    found = []
    for id, group in groupby(await hall.analyses.mistakes_of(viewer.player), key=lambda it: it.source.id):
        mistakes = list(group)
        table = await hall.table(id)
        others = [called(seat, n, viewer.lang) for n, seat in enumerate(table.seats) if seat.player != viewer.player]
        found.append(_game(mistakes, others, solved, viewer.lang))
    return found


def _game(
    mistakes: Sequence[OwnMistake], others: Sequence[str], solved: frozenset[tuple[str, str, int]], lang: Language
) -> GameOfExercises:
    source, at = mistakes[0].source, mistakes[0].at
    ago = environment(lang.code).globals["ago"](time.time() - at)  # type: ignore[operator]
    about = f"{lang.gettext('with {names}').format(names=', '.join(others))} · {ago}"
    known = {it.number: it for it in decisions(source.record, source.seat)}
    listed = [_listed(it, known[it.judged.number], solved, lang) for it in mistakes]
    return GameOfExercises(source.record.game.name, source.id, about, listed)


def _listed(
    mistake: OwnMistake, decision: Decision, solved: frozenset[tuple[str, str, int]], lang: Language
) -> ListedExercise:
    source, judged = mistake.source, mistake.judged
    game = source.record.game
    return ListedExercise(
        path_of(source, judged.number),
        place_in_words(game, game.place(decision.state), lang),
        judged.sign,
        GRAVITY.get(judged.sign, ""),
        percent(judged.lost),
        (source.kind, source.id, judged.number) in solved,
    )


def path_of(source: Source, number: int) -> str:
    """The address of an exercise."""
    return f"/{source.kind}/{source.id}/exercise/{number}"


async def next_exercise(request: AnyRequest, source: Source, number: int, seat: int, depth: Depth) -> str:
    """Where one goes on: to what is not solved yet of one's own mistakes, else to the next one of the same seat.

    Empty where there is no other.
    """
    hall, player = hall_of(request), viewer_of(request).player
    own = await hall.analyses.mistakes_of(player) if player else []
    there = [(it.source, it.judged.number) for it in own]
    solved: frozenset[tuple[str, str, int]] = frozenset()
    if any(it.id == source.id and at == number for it, at in there) and player:
        solved = await house_of(request).exercises.solved(player)
    else:
        analysis, _ = await hall.analyses.look(source, depth)
        there = [(source, it.number) for it in analysis.mistakes(seat)]
    here = next((n for n, (it, at) in enumerate(there) if it.id == source.id and at == number), -1)
    ahead = [*there[here + 1 :], *there[: max(here, 0)]]
    return next((path_of(it, at) for it, at in ahead if (it.kind, it.id, at) not in solved), "")
