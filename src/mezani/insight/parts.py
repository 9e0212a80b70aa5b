"""The parts of an analysis: what is found by itself, in any process and on any server, and then kept.

What a part comes to follows from its fingerprint. No seed is made of anything that its seat could not know.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec

from mezani.bots.seeds import one_way_seed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.judging import VERSION, Course, Decision, Depth, Judged, course, decisions, judge
from mezani.record import Record

COURSE: Final = -1  # the number of the course among the parts; decisions have those of their first actions
LENGTH: Final = 16  # bytes of a fingerprint


class Part(NamedTuple):
    """A part: of which decision, or the course; and the game up to it in a few letters."""

    number: int
    fingerprint: str
    decision: Decision | None = None


def parts_of(record: Record, depth: Depth, seat: int | None = None) -> list[Part]:
    """All parts of the analysis of a game, the course first, then the decisions in their order."""
    game, digests = record.game, []
    facts = (VERSION, game.name, game.rules_version, record.players, record.seed, _canonical(record.options))
    digest = blake2b(repr(facts).encode(), digest_size=LENGTH)
    for action in record.actions:
        digest.update(b"%d " % action)
        digests.append(digest.copy())
    digest.update(f"course {seat}".encode())
    found = [Part(COURSE, digest.hexdigest())]
    for decision in decisions(record, seat):
        own = digests[decision.number + len(decision.actions) - 1].copy()
        own.update(f"{depth} {decision.number}".encode())
        found.append(Part(decision.number, own.hexdigest(), decision))
    return found


def _canonical(thing: Any) -> bytes:
    return msgspec.json.encode(thing, order="deterministic")


# Finding them: what is sent to a process, and what is called there


def seed_of_decision(game: Game[Any], state: State, depth: Depth) -> int:
    """The chance with which a decision is judged: the same in all worlds that the seat to move cannot tell apart."""
    known = blake2b(_canonical(game.view(state, state.seat)), digest_size=LENGTH).hexdigest()
    return one_way_seed("judged", game.name, depth.value, known)


def judged_decision(
    game: Game[Any], world: State, actions: Sequence[int], depth: Depth, seed: int, number: int, rng: Rng
) -> Judged:
    """A decision, judged in a world that its seat cannot tell from the true one."""
    return judge(game, world, actions, depth, seed, number)


def course_of_game(
    game: Game[Any], players: int, seed: int, options: Mapping[str, Any], actions: Sequence[int], seat: int | None
) -> Course:
    """The course of a game; all chance in it is the same for all games of as many players."""
    record = Record(game, players, seed, dict(options), actions=list(actions))
    return course(record, one_way_seed("course", game.name, players), seat)
