"""Games with decisions that are judged as mistakes, for the tests of exercises."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from httpx import Response
from litestar.testing import TestClient

from mezani.engine.state import State
from mezani.insight.judging import Choice, Decision, Depth, Judged, decisions, is_same_turn
from mezani.insight.parts import parts_of
from mezani.tables.analyses import job_of
from mezani.tables.analysis_rows import AnalysisRows
from mezani.tables.analysis_sources import Source, source_of
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from tests.web.finished import finished
from tests.web.people import Person, hidden, moves, table_of

BEST, PLAYED = 0.6, 0.35
LONGEST = 12  # steps of a turn that a test takes
TEACHER = re.compile(r'<aside class="side teach".*?</aside>', re.DOTALL)


class Posed(NamedTuple):
    """A mistake in a game that somebody has played, as it is stored."""

    source: Source
    decision: Decision
    judged: Judged

    @property
    def path(self) -> str:
        return f"/{self.source.kind}/{self.source.id}/exercise/{self.judged.number}"

    @property
    def another(self) -> tuple[int, ...]:
        """Something to try that is not stored."""
        return other_turns(self.source, self.decision)[1]

    def trying(self, actions: Sequence[int]) -> str:
        """The address with something that was tried."""
        return f"{self.path}/{','.join(map(str, actions))}"


def source_for(client: TestClient[Any], person: Person, id: str) -> Source:
    """The game of a table as a person may look back at it."""
    return source_of(table_of(client, id), player_of(person.cookies["mezani"]))


def a_mistake(client: TestClient[Any], person: Person, name: str, part: float = 0.3, seed: int = 1) -> Posed:
    """A finished practice table of a person's, with one of their decisions judged as a mistake."""
    source = source_for(client, person, finished(person, name, seed))
    return mistake_in(client, person, source, part)


def mistake_in(client: TestClient[Any], person: Person, source: Source, part: float) -> Posed:
    """One more mistake in a game, so far into it; where turns are judged as a whole, in one of several steps."""
    own = table_of(client, source.id).seats_of(player_of(person.cookies["mezani"]))[0]
    found = [it for it in decisions(source.record, own) if len(other_turns(source, it)) > 1]
    return store_mistake(client, source, found[int(part * len(found))])


def store_mistake(client: TestClient[Any], source: Source, decision: Decision) -> Posed:
    """Store a judgement by which something else was better."""
    judged = mistaken(source, decision)
    keep(client, source, judged)
    return Posed(source, decision, judged)


def mistaken(source: Source, decision: Decision) -> Judged:
    """A judgement by which something else was better."""
    seat, players = decision.state.seat, source.record.players
    choices = tuple(
        Choice(actions, tuple(chance if it == seat else (1 - chance) / (players - 1) for it in range(players)))
        for actions, chance in ((other_turns(source, decision)[0], BEST), (decision.actions, PLAYED))
    )
    return Judged(decision.number, seat, choices, 1, 100)


def keep(client: TestClient[Any], source: Source, judged: Judged) -> None:
    """Let a decision be judged."""
    hall: Hall = client.app.state.hall
    with client.portal() as portal:
        portal.call(keep_in, hall.analyses.rows, source, judged)


async def keep_in(rows: AnalysisRows, source: Source, judged: Judged) -> None:
    """Let a decision be judged, in a store."""
    parts, job = parts_of(source.record, Depth.QUICK, source.seat), job_of(source, Depth.QUICK)
    part, record = next(it for it in parts if it.number == judged.number), source.record
    await rows.begin(job, record.game.name, len(record.actions), len(parts), None, None)
    await rows.end(job, "stopped")
    await rows.keep(job, part, judged, 0.1)


def other_turns(source: Source, decision: Decision) -> list[tuple[int, ...]]:
    """What else could have been done: one action, or several steps where turns are judged as a whole."""
    game, state = source.record.game, decision.state
    lengths = range(2, LONGEST + 1) if game.is_open else (1,)
    found = (turn_with(source, state, first) for first in state.legal_actions() if first != decision.actions[0])
    return [turn for turn in found if len(turn) in lengths]


def turn_with(source: Source, state: State, first: int) -> tuple[int, ...]:
    """A turn that begins with an action, or the action."""
    game, now, actions = source.record.game, state.clone(), [first]
    now.play(first)
    while game.is_open and len(actions) <= LONGEST and not now.is_over and is_same_turn(game, state, now):
        actions.append(now.legal_actions()[-1])
        now.play(actions[-1])
    return tuple(actions)


def tried_out(person: Person, path: str, actions: Sequence[int]) -> Response:
    """Press the buttons of some actions, one after the other, on the pages that come of it."""
    page = person.get(path)
    for action in actions:
        assert action in moves(page.text), f"{action} is no button of {page.url}"
        page = pressed(person, page.text, action)
        assert page.status_code == 200, page.text
    return page


def pressed(person: Person, html: str, action: int) -> Response:
    """Press a button of the board."""
    address = re.search(r'<form[^>]* id="moves" [^>]*action="([^"]*)"', html)
    assert address
    return person.post(address[1], seat=hidden(html, "seat"), after=hidden(html, "after"), action=action)


def said(html: str) -> str:
    """What stands beside the board, without its tags."""
    found = TEACHER.search(html)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).replace("\N{NO-BREAK SPACE}", " ").split())
