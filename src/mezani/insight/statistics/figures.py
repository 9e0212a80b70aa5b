"""The figures of many games: shares and means with their 95 % intervals, for each row of each topic."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from statistics import fmean, median, stdev
from typing import Any, Final

import msgspec

from mezani.engine.state import State
from mezani.game import Topic
from mezani.insight.intervals import Estimate, Share, estimate, share
from mezani.insight.statistics import common
from mezani.insight.statistics.counting import start_of
from mezani.insight.statistics.tally import Sample, Tally
from mezani.language import ENGLISH, Language

MOST_VALUES: Final = 1000  # different ones of which it is still told how often each came


class Spread(msgspec.Struct, frozen=True):
    """How numbers lie: how many, the least and the greatest, the median, the middle half, and the deviation."""

    number: int
    least: float
    lower: float
    median: float
    upper: float
    most: float
    deviation: float | None


class UseRow(msgspec.Struct, frozen=True, tag="use"):
    """Something that players can use: how many did, when, and how many of them won."""

    thing: str
    name: str
    games: int  # in which it was used
    players: int  # who used it
    times: int
    used: Share  # of the players who could; of the games in which one could, where only one player can
    when: Spread | None  # the chapter of the first use
    victories: Share | None  # of those who used it, in games in which not everybody did
    even: float  # the share of somebody who is as good as the others


class OutcomeRow(msgspec.Struct, frozen=True, tag="outcome"):
    """What came of something: how often it was there, and the share of each outcome."""

    thing: str
    name: str
    games: int
    number: int
    part: float  # of all rows together
    outcomes: dict[str, Share]


class NumberRow(msgspec.Struct, frozen=True, tag="number"):
    """A number: its mean and how it lies; that of winners, of others, and the difference within a game."""

    thing: str
    name: str
    games: int
    mean: Estimate
    spread: Spread
    winners: Estimate | None = None
    others: Estimate | None = None
    ahead: Estimate | None = None
    values: dict[str, int] | None = None  # how often each came, if they are not too many


Row = UseRow | OutcomeRow | NumberRow


class TopicFigures(msgspec.Struct, frozen=True):
    """A topic with its rows; the words of it are in one language."""

    key: str
    kind: str
    title: str
    rows_title: str
    about: str
    outcomes: dict[str, str]
    when: str
    is_single: bool
    rows: tuple[Row, ...]


class GroupFigures(msgspec.Struct, frozen=True):
    """All that was counted in a group of games."""

    game: str
    title: str
    players: int
    rules: int
    is_older: bool  # played by rules that have changed since
    options: dict[str, Any]
    games: int
    deals: int
    topics: tuple[TopicFigures, ...]

    def topic(self, key: str) -> TopicFigures | None:
        """A topic by its key, if anything was counted in it."""
        return next((topic for topic in self.topics if topic.key == key), None)


def figures_of(tally: Tally, lang: Language = ENGLISH) -> GroupFigures:
    """The figures of a group of games, with names in a language."""
    group, game = tally.group, tally.game
    start, spoken = start_of(group, game), game.language(lang)
    found = [topic_figures(tally, topic, start, spoken) for topic in tally.topics.values()]
    return GroupFigures(
        game=group.game,
        title=game.title,
        players=group.players,
        rules=group.rules,
        is_older=group.rules < game.rules_version,
        options=json.loads(group.options),
        games=tally.games,
        deals=tally.different_deals,
        topics=tuple(topic for topic in found if topic.rows),
    )


def topic_figures(tally: Tally, topic: Topic, start: State, lang: Language) -> TopicFigures:
    own = tally.game.statistics
    source = common if topic.key in common.KEYS or own is None else own
    samples, offers, said = tally.samples[topic.key], tally.offers[topic.key], lang.gettext
    rows, kinds = list[Row](), [key for key, _ in topic.outcomes]
    for thing in in_order({*samples, *offers}, source.things(start, topic.key)):
        name, sample = source.thing_name(start, topic.key, thing, lang), samples.get(thing, Sample())
        name = name[:1].upper() + name[1:]
        if topic.kind == "use":
            rows.append(use_row(tally, topic, thing, name, sample))
        elif topic.kind == "outcome":
            everything = sum(len(other.games) for other in samples.values())
            rows.append(outcome_row(tally, kinds, thing, name, sample, everything))
        else:
            rows.append(number_row(tally, thing, name, sample))
    return TopicFigures(
        key=topic.key,
        kind=topic.kind,
        title=said(topic.title),
        rows_title=said(topic.rows),
        about=said(topic.about) if topic.about else "",
        outcomes={
            key: said(words).format(n=key) for key, words in topic.outcomes if any(map(partial(came, key), rows))
        },
        when=said(topic.when) if topic.when else "",
        is_single=topic.is_single,
        rows=tuple(rows if topic.is_in_order else sorted(rows, key=least_used_last)),
    )


def least_used_last(row: Row) -> float:
    return -row.used.share if isinstance(row, UseRow) else 0.0


def came(outcome: str, row: Row) -> bool:
    """Whether something ever came out like that."""
    return isinstance(row, OutcomeRow) and row.outcomes[outcome].share > 0.0


def in_order(things: set[str], listed: Sequence[str]) -> list[str]:
    """Things in the order of a list; what is not in it comes after, by numbers where it is one.

    >>> in_order({"10", "9", "b", "a"}, ["b", "c"])
    ['b', '9', '10', 'a']
    """
    known = [thing for thing in listed if thing in things]
    return known + sorted(things - {*known}, key=lambda thing: (not thing.isdigit(), thing.rjust(20)))


# Rows


def use_row(tally: Tally, topic: Topic, thing: str, name: str, sample: Sample) -> UseRow:
    players, users = tally.group.players, Counter(sample.games)
    offered = tally.offers[topic.key].get(thing, tally.games)
    telling = [(won, game) for won, game in zip(sample.shares, sample.games, strict=True) if not math.isnan(won)]
    whens = [when for when in sample.whens if not math.isnan(when)]
    return UseRow(
        thing=thing,
        name=name,
        games=len(users),
        players=len(sample.games),
        times=int(sum(sample.values)),
        used=used_share(tally, users, offered, 1 if topic.is_single else players),
        when=spread(whens) if whens else None,
        victories=share([won for won, _ in telling], deals_of(tally, [game for _, game in telling]))
        if telling
        else None,
        even=1.0 / players,
    )


def used_share(tally: Tally, users: Counter[int], offered: int, most: int) -> Share:
    """How many of those who could use something did; nobody did in the games that are not named."""
    values, deals = list[float](), list[int]()
    for game, number in users.items():
        number = min(number, most)
        values += [1.0] * number + [0.0] * (most - number)
        deals += [tally.deals[game]] * most
    for game in range(offered - len(users)):
        values += [0.0] * most
        deals += [-1 - game] * most
    return share(values, deals)


def outcome_row(
    tally: Tally, kinds: Sequence[str], thing: str, name: str, sample: Sample, everything: int
) -> OutcomeRow:
    deals = deals_of(tally, sample.games)
    return OutcomeRow(
        thing=thing,
        name=name,
        games=len({*sample.games}),
        number=len(deals),
        part=len(deals) / everything,
        outcomes={
            key: share([float(value == place) for value in sample.values], deals) for place, key in enumerate(kinds)
        },
    )


def number_row(tally: Tally, thing: str, name: str, sample: Sample) -> NumberRow:
    values = [*sample.values]
    often = Counter(values)
    winners, others = parted(sample)
    both = {game: fmean(winners[game]) - fmean(others[game]) for game in winners if game in others}
    return NumberRow(
        thing=thing,
        name=name,
        games=len({*sample.games}),
        mean=estimate(values, deals_of(tally, sample.games)),
        spread=spread(values),
        winners=estimate_of(tally, winners),
        others=estimate_of(tally, others),
        ahead=estimate([*both.values()], deals_of(tally, both)) if both else None,
        values={f"{value:g}": often[value] for value in sorted(often)} if len(often) <= MOST_VALUES else None,
    )


def parted(sample: Sample) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
    """The values of winners and those of others, by games; without those that belong to no seat."""
    winners, others = dict[int, list[float]](), dict[int, list[float]]()
    for game, value, won in zip(sample.games, sample.values, sample.shares, strict=True):
        if not math.isnan(won):
            (winners if won > 0.0 else others).setdefault(game, []).append(value)
    return winners, others


def estimate_of(tally: Tally, by_games: dict[int, list[float]]) -> Estimate | None:
    values = [value for values in by_games.values() for value in values]
    games = [game for game, values in by_games.items() for _ in values]
    return estimate(values, deals_of(tally, games)) if values else None


def deals_of(tally: Tally, games: Iterable[int]) -> list[int]:
    """The deals of some games."""
    return [tally.deals[game] for game in games]


def spread(values: Sequence[float]) -> Spread:
    """How some numbers lie.

    >>> spread([1, 2, 3, 4, 5, 10])
    Spread(number=6, least=1, lower=2, median=3.5, upper=5, most=10, deviation=3.1885210782848317)
    """
    if len(values) < 2:
        return Spread(1, values[0], values[0], values[0], values[0], values[0], None)
    ordered, number = sorted(values), len(values)
    lower, upper = ordered[(number - 1) // 4], ordered[-1 - (number - 1) // 4]
    return Spread(number, ordered[0], lower, median(ordered), upper, ordered[-1], stdev(ordered))
