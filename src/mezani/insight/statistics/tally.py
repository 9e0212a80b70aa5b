"""Adding games up, group by group: for each row of each topic the facts, and of which game each of them is."""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from mezani.game import Fact, Game
from mezani.games import game as game_of
from mezani.insight.statistics.counting import Counted, Group, topics

NOTHING: Final = math.nan  # the share of the victory of nobody, and the chapter of something without


class Sample:
    """The facts of a row: for each the game, a value, its seat's share of the victory, and the chapter."""

    def __init__(self) -> None:
        self.games = array("q")
        self.values = array("d")
        self.shares = array("d")
        self.whens = array("d")

    def add(self, game: int, value: float, share: float, when: float = NOTHING) -> None:
        self.games.append(game)
        self.values.append(value)
        self.shares.append(share)
        self.whens.append(when)


class Tally:
    """The games of a group. Of a use there is one value for each player who used it: how many times."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.game: Game[Any] = game_of(group.game)
        self.topics = {topic.key: topic for topic in topics(self.game)}
        self.outcomes = {topic.key: [key for key, _ in topic.outcomes] for topic in self.topics.values()}
        self.deals = array("q")  # the number of each game's deal
        self.samples: dict[str, dict[str, Sample]] = {key: {} for key in self.topics}
        self.offers: dict[str, Counter[str]] = {key: Counter() for key in self.topics}  # in how many games
        self._numbers: dict[int, int] = {}  # of deals, by seeds
        self._digests: set[bytes] = set()

    @property
    def games(self) -> int:
        return len(self.deals)

    @property
    def different_deals(self) -> int:
        return len(self._numbers)

    def add(self, counted: Counted) -> bool:
        """Add a game, unless it is there already."""
        if counted.digest in self._digests:
            return False
        self._digests.add(counted.digest)
        game = self.games
        self.deals.append(self._numbers.setdefault(counted.seed, len(self._numbers)))
        uses: dict[tuple[str, str], dict[int, list[Fact]]] = {}
        for fact in counted.facts:
            if self.topics[fact.topic].kind == "use" and fact.seat is not None:
                uses.setdefault((fact.topic, fact.thing), {}).setdefault(fact.seat, []).append(fact)
            else:
                self._add_fact(game, fact, counted.shares)
        for users in uses.values():
            self._add_use(game, users, counted.shares)
        for key, things in counted.offers.items():
            self.offers[key].update(things)
        return True

    def _sample(self, fact: Fact) -> Sample:
        return self.samples[fact.topic].setdefault(fact.thing, Sample())

    def _add_fact(self, game: int, fact: Fact, shares: Sequence[float]) -> None:
        outcomes = self.outcomes[fact.topic]
        value = outcomes.index(fact.outcome) if outcomes else fact.value
        self._sample(fact).add(game, value, NOTHING if fact.seat is None else shares[fact.seat])

    def _add_use(self, game: int, users: dict[int, list[Fact]], shares: Sequence[float]) -> None:
        """Who has used something in a game; where everybody has, their victories tell nothing about it."""
        parts = len(users) < len(shares)
        for seat, facts in users.items():
            when = min((fact.when for fact in facts if fact.when is not None), default=NOTHING)
            self._sample(facts[0]).add(game, len(facts), shares[seat] if parts else NOTHING, when)


def tallied(games: Iterable[Counted]) -> tuple[list[Tally], int]:
    """The groups of some games, by game and number of players, and how many games were there twice."""
    tallies: dict[Group, Tally] = {}
    copies = 0
    for counted in games:
        if counted.group not in tallies:
            tallies[counted.group] = Tally(counted.group)
        copies += not tallies[counted.group].add(counted)
    in_order = sorted(tallies, key=lambda group: (group.game, group.players, group.options != "{}", -group.rules))
    return [tallies[group] for group in in_order], copies
