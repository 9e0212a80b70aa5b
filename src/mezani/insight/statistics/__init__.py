"""Statistics over many games: lengths, points, who begins, and what each game counts of its own.

`reading` finds the records of a folder, `counting` makes facts of a game, `tally` collects them, and `figures` are what
they come to, with their intervals; `sheets` puts figures into words, `pictures` draws them, `page` writes all of it.
"""

from collections.abc import Iterable

from mezani.insight.statistics.counting import counted
from mezani.insight.statistics.figures import GroupFigures, figures_of
from mezani.insight.statistics.tally import tallied
from mezani.language import ENGLISH, Language
from mezani.record import Record


def statistics_of(records: Iterable[Record], lang: Language = ENGLISH) -> list[GroupFigures]:
    """The figures of some finished games, for each game, number of players, options and version of the rules."""
    tallies, _copies = tallied(map(counted, records))
    return [figures_of(tally, lang) for tally in tallies]
