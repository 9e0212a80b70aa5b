"""How tries are judged: by what is stored of the decision, else by a study in the bots' processes, for who waits."""

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple

from mezani.bots.queue import Errand
from mezani.bots.workers import BotFailed
from mezani.game import Game
from mezani.insight.judging import Decision, Depth, Judged
from mezani.insight.parts import seed_of_decision
from mezani.insight.tries import Try, known, thought_about
from mezani.tables.analyses import Analyses
from mezani.tables.refusals import NotJudged

KEPT = 500  # of what was thought about last: who looks at a verdict again does not wait again


class Question(NamedTuple):
    """A decision to be judged; its seed follows from what its seat could know."""

    game: Game[Any]
    seed: int
    depth: Depth
    number: int
    actions: tuple[int, ...]


class Tries:
    """What was thought about tries on this server."""

    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self._thoughts: OrderedDict[Question, asyncio.Task[Judged]] = OrderedDict()

    def close(self) -> None:
        """Stop in the middle of every thought."""
        for task in self._thoughts.values():
            task.cancel()

    def has_thought(self, game: Game[Any], decision: Decision, depth: Depth) -> bool:
        """Whether a decision was judged here lately, or is being judged."""
        task = self._thoughts.get(question_of(game, decision, depth))
        return task is not None and not (task.done() and (task.cancelled() or task.exception() is not None))

    async def judged(self, game: Game[Any], decision: Decision, depth: Depth, errand: Errand) -> Judged:
        """A decision beside the best ones."""
        question = question_of(game, decision, depth)
        if not self.has_thought(game, decision, depth):
            self._thoughts[question] = asyncio.create_task(self._think(question, decision, errand))
        task = self._thoughts[question]
        self._thoughts.move_to_end(question)
        while len(self._thoughts) > KEPT:
            self._thoughts.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except BotFailed as problem:
            raise NotJudged from problem

    async def _think(self, question: Question, decision: Decision, errand: Errand) -> Judged:
        game, seed, depth, number, actions = question
        study, given = self.analyses.judging, (actions, depth, seed, number)
        return await self.analyses.workers.study(study, Judged, game, decision.state, *given, seed=seed, errand=errand)

    async def try_of(
        self, game: Game[Any], decision: Decision, judged: Judged, tried: tuple[int, ...], depth: Depth, errand: Errand
    ) -> Try:
        """What was tried for a decision, beside what is known of it."""
        if found := known(game, decision.state, judged, tried):
            return found
        return thought_about(judged, await self.judged(game, decision._replace(actions=tried), depth, errand))


def question_of(game: Game[Any], decision: Decision, depth: Depth) -> Question:
    """What has to be thought about to judge a decision."""
    seed = seed_of_decision(game, decision.state, depth)
    return Question(game, seed, depth, decision.number, decision.actions)
