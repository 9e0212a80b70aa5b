"""Facts of kept and of random games, for tests that count them in another way."""

from collections import Counter
from pathlib import Path
from typing import Any

import mezani
from mezani.game import Fact
from mezani.record import Record, read
from mezani.testing.playing import random_steps

KEPT = Path(__file__).parent / "records" / "rules-1"


def kept_game(name: str) -> Record:
    """A record that was kept by its name."""
    return read((KEPT / f"{name}.txt").read_text("utf-8"))


def random_game(name: str, players: int, seed: int) -> Record:
    """A random game, as it would be read from a file."""
    game = mezani.game(name)
    actions = [action for _, action in random_steps(game, players, seed)]
    return read(str(Record(game, players, seed, actions=actions)))


def moves_of(record: Record) -> list[str]:
    """All moves in their notation, as the text of the record has them."""
    return [word for _, words in lines_of(record) for word in words]


def lines_of(record: Record) -> list[tuple[str, list[str]]]:
    """The lines of moves of a record's text, each with its chapter."""
    found, chapter = [], ""
    for line in str(record).splitlines():
        if line.startswith("# "):
            chapter = line[2:]
        elif chapter and line:
            found.append((chapter, line.split()))
    return found


def facts_of(record: Record) -> list[Fact]:
    """What the game itself counts."""
    own: Any = record.game.statistics
    return list(own.facts(list(record.steps())))


def outcomes(facts: list[Fact], topic: str) -> Counter[tuple[str, str]]:
    """How often each thing of a topic came out how."""
    return Counter((fact.thing, fact.outcome) for fact in facts if fact.topic == topic)


def numbers(facts: list[Fact], topic: str, thing: str) -> list[float]:
    """The numbers of a thing, in the order in which they were told: by seats, if they have some."""
    return [fact.value for fact in facts if (fact.topic, fact.thing) == (topic, thing)]


def uses(facts: list[Fact], topic: str) -> Counter[str]:
    """How often each thing of a topic was used."""
    return Counter(fact.thing for fact in facts if fact.topic == topic)
