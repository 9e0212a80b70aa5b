"""Counting one game: what every game has, and the facts of its own."""

import hashlib
import json
from typing import Any

import msgspec

from mezani.engine.state import State
from mezani.game import Fact, Game, Topic
from mezani.insight.statistics import common
from mezani.record import Record


class Group(msgspec.Struct, frozen=True):
    """Games that are counted together: of one game, as many players, the same options and the same rules."""

    game: str
    players: int
    rules: int
    options: str = "{}"  # those that are not as usual, as JSON


class Counted(msgspec.Struct, frozen=True):
    """One finished game, as far as statistics go."""

    group: Group
    seed: int
    digest: bytes  # the same for copies of a game
    shares: tuple[float, ...]  # of the victory, by seats
    offers: dict[str, tuple[str, ...]]  # by topics: what could be used in this game
    facts: tuple[Fact, ...]


def topics(game: Game[Any]) -> tuple[Topic, ...]:
    """All that is counted in a game; its own topics come last."""
    return (*common.TOPICS, *(game.statistics.TOPICS if game.statistics else ()))


def group_of(record: Record) -> Group:
    """The games with which a game is counted together."""
    usual = {option.name: option.default for option in record.game.options}
    options = {name: value for name, value in record.options.items() if value != usual.get(name)}
    return Group(record.game.name, record.players, record.rules, json.dumps(options, sort_keys=True))


def start_of(group: Group, game: Game[Any]) -> State:
    """A game of a group as it might start."""
    state: State = game.new(group.players, 0, json.loads(group.options))
    return state


def counted(record: Record) -> Counted:
    """A finished game."""
    steps, own = list(record.steps()), record.game.statistics
    group, start, end = group_of(record), steps[0][0], steps[-1][2]
    offers = {topic.key: common.things(start, topic.key) for topic in common.TOPICS if topic.kind == "use"}
    if own:
        offers |= {topic.key: own.things(start, topic.key) for topic in own.TOPICS if topic.kind == "use"}
    return Counted(
        group=group,
        seed=record.seed,
        digest=hashlib.sha256(f"{group} {record.seed} {record.actions}".encode()).digest(),
        shares=tuple(more + 1.0 / record.players for more in end.returns()),
        offers={key: tuple(things) for key, things in offers.items() if things},
        facts=(*common.facts(record, steps), *(own.facts(steps) if own else ())),
    )
