"""Judging a game that was played: the course of everybody's chances, and each decision beside the best ones.

A decision is judged by what its seat could know then: the search thinks about worlds that the seat could not tell
from the true one, and then the best move and the one that was made are valued anew, each by iterations of its own.
Where nothing is hidden and nothing is drawn, a turn is judged as a whole. docs/analysis.md tells how it is done.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import fsum
from statistics import fmean
from typing import Any, Final, NamedTuple

import msgspec

from mezani.bots import imagined
from mezani.bots.levels import Thinker
from mezani.engine.judge import Judge
from mezani.engine.rng import Rng
from mezani.engine.search import Move, Search
from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.reasons import Reason, promising, sampled, told_of
from mezani.insight.verdicts import PART, SLIP, sign_of
from mezani.record import Record, has_choice

VERSION: Final = 1  # of the judgement: what was judged by another one is judged anew
DEEPER: Final = 4  # so many times the iterations of a master, where it is thought deeply
SHORTER: Final = 8  # reasons take one in so many parts of the usual time where nothing much was given away
TURNS: Final = 2  # so many are shown beside the one that was played
ALIKE: Final = 0.01  # of the chance of winning: moves that differ by less need no reason
SECONDS: Final = 1.6  # of one search at most: a decision takes up to five of them, and has to be judged in time
DEALS: Final = 200  # to reckon what seats may expect before anything is dealt
CONTINUATIONS: Final = 100  # of each position of a course
LOOKS: Final = 40  # worlds in which it is seen whether a quick player would err there


class Depth(StrEnum):
    """How long a game is thought about."""

    QUICK = "quick"
    DEEP = "deep"


class Choice(msgspec.Struct, frozen=True):
    """What a seat could do: one action, or those of a whole turn; and everybody's chances after it, as it could know.

    What speaks for it, or against it, was found beside another choice of the same decision, by its place among them.
    """

    actions: tuple[int, ...]
    chances: tuple[float, ...]
    reasons: tuple[Reason, ...] = ()
    beside: int = 0


class Judged(msgspec.Struct, frozen=True):
    """A decision beside the best ones: its choices, the best first, and which of them was made."""

    number: int  # of its first action among all of the game, counted from 0
    seat: int
    choices: tuple[Choice, ...]
    place: int  # of what was played among the choices
    worlds: int  # in which the best and the played one were tried, each

    @property
    def played(self) -> Choice:
        return self.choices[self.place]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def lost(self) -> float:
        """The chance of winning that was given away, from 0 to 1."""
        return max(0.0, self.best.chances[self.seat] - self.played.chances[self.seat])

    @property
    def sign(self) -> str:
        """How bad that was: ?!, ? or ??; nothing if it was good."""
        return sign_of(self.lost)


class Course(msgspec.Struct, frozen=True):
    """Everybody's chances of winning before each action of a game and after the last, and before anything was dealt.

    They are those of the game as it lay, all cards open; or as a seat could know them, if it is still running.
    """

    start: tuple[float, ...]
    chances: tuple[tuple[float, ...], ...]


class Decision(NamedTuple):
    """Something to be judged: the number of its first action, all its actions, and the state before them."""

    number: int
    actions: tuple[int, ...]
    state: State


def decisions(record: Record, seat: int | None = None) -> Iterator[Decision]:
    """What there is to be judged in a game, in its order: where there was a choice; of one seat, or of all."""
    for decision, is_chosen in _turns(record):
        if is_chosen and seat in (None, decision.state.seat):
            yield decision


def _turns(record: Record) -> Iterator[tuple[Decision, bool]]:
    """All decisions, and whether there was a choice in them: turns where all is open, else single actions.

    A turn that is still under way is none yet.
    """
    game, turn, is_chosen, end = record.game, None, False, None
    for number, (before, action, after) in enumerate(record.steps()):
        if turn and game.is_open and is_same_turn(game, turn.state, before):
            turn = turn._replace(actions=(*turn.actions, action))
        else:
            if turn:
                yield turn, is_chosen
            turn, is_chosen = Decision(number, (action,), before), False
        is_chosen, end = is_chosen or has_choice(before), after
    if turn and end and (end.is_over or not game.is_open or not is_same_turn(game, turn.state, end)):
        yield turn, is_chosen


def is_same_turn(game: Game[Any], first: State, now: State) -> bool:
    """Whether a turn that began in a position still goes on."""
    return first.seat == now.seat and first.reveals == now.reveals and game.place(first) == game.place(now)


# Decisions


def judge(game: Game[Any], state: State, actions: Sequence[int], depth: Depth, seed: int, number: int = 0) -> Judged:
    """A decision beside the best ones. It is the same in all worlds that the seat to move cannot tell apart."""
    judgement = judgement_of(game, state, Rng(seed), DEEPER if depth == Depth.DEEP else 1)
    choices, place = judgement.choices(tuple(actions))
    return Judged(number, state.seat, choices, place, judgement.worlds)


def judgement_of(game: Game[Any], state: State, rng: Rng, times: float = 1) -> "MoveJudgement":
    """The judgement on a position, by what the seat to move can know, with so many times the iterations of a master."""
    thinker = Thinker(game)
    thinker.iterations = int(times * thinker.iterations)
    thinker.knowledge.seconds = SECONDS
    return (TurnJudgement if game.is_open else MoveJudgement)(game, *imagined(state, rng), thinker)


class MoveJudgement:
    """How one action is judged: all choices in the same search, then each by iterations that begin with it."""

    def __init__(self, game: Game[Any], world: State, rng: Rng, thinker: Thinker) -> None:
        self.game, self.world, self.rng, self.thinker = game, world, rng, thinker
        self.worlds = thinker.iterations // PART  # in which each choice is tried

    def choices(self, played: tuple[int, ...], explains: bool = True) -> tuple[tuple[Choice, ...], int]:
        """The choices, the best first, and the place of the played one; with reasons or without them."""
        search = self.thinker.think(self.world, self.rng)
        moves = {self.continued(move.action): move for move in self.promising(search)}
        same = next((actions for actions in moves if are_same(self.game, self.world, actions, played)), played)
        valued = {actions: self.promised(search, move) for actions, move in moves.items()}
        best = next(iter(moves))
        if same != best:
            valued = self.valued_anew(valued, best, same)
        order, chances = self.ordered(list(valued), valued, same)
        told = self.reasons(order, chances, order.index(same)) if explains else {}
        choices = [Choice(it, its, *told.get(it, ())) for it, its in zip(order, chances, strict=True)]
        return tuple(choices), order.index(same)

    def promised(self, search: Search, move: Move) -> tuple[float, ...]:
        """Everybody's chances after a move, as far as a search that has tried others too can tell."""
        return with_chance(search.chances(), self.world.seat, self.thinker.knowledge.sobered(move.prospect))

    def valued_anew(
        self, promised: dict[tuple[int, ...], tuple[float, ...]], best: tuple[int, ...], played: tuple[int, ...]
    ) -> dict[tuple[int, ...], tuple[float, ...]]:
        """The best and the played choice by iterations of their own, the others as much behind the best as before."""
        seat, anew = self.world.seat, self.chances(best)
        behind = {actions: promised[best][seat] - its[seat] for actions, its in promised.items()}
        others = {it: with_chance(its, seat, max(0.0, anew[seat] - behind[it])) for it, its in promised.items()}
        return {**others, best: anew, played: self.chances(played)}

    def ordered(
        self, found: list[tuple[int, ...]], valued: dict[tuple[int, ...], tuple[float, ...]], played: tuple[int, ...]
    ) -> tuple[list[tuple[int, ...]], list[tuple[float, ...]]]:
        """The search's choice first, unless what was played is worth more: others that seem so are only known worse.

        What was played comes last if it is not the best.
        """
        seat = self.world.seat
        best = max(found[0], played, key=lambda actions: (valued[actions][seat], actions == found[0]))
        rest = sorted((it for it in found if it not in (best, played)), key=lambda it: -valued[it][seat])
        order = [best, *rest, *([played] if played != best else [])]
        most = valued[best][seat]
        return order, [with_chance(valued[it], seat, min(valued[it][seat], most)) for it in order]

    def reasons(
        self, order: list[tuple[int, ...]], chances: list[tuple[float, ...]], made: int
    ) -> dict[tuple[int, ...], tuple[tuple[Reason, ...], int]]:
        """Why the best one, and why not the others; nothing where all are alike, in short where a good one was made."""
        own = [its[self.world.seat] for its in chances]
        if len(order) < 2 or own[0] - min(own) < ALIKE:
            return {}
        samples = sampled(self.game, self.world, order, self.rng, 1 if sign_of(own[0] - own[made]) else SHORTER)
        found = {}
        for place, actions in enumerate(order if samples else []):
            other, told = told_of(self.game, samples, place)
            found[actions] = tuple(difference.unsaid(order[other][0]) for difference in told), other
        return found

    def promising(self, search: Search) -> list[Move]:
        """The moves worth a thought, the best first."""
        return promising(search.moves())

    def continued(self, action: int) -> tuple[int, ...]:
        """All that is chosen together with a first action."""
        return (action,)

    def chances(self, actions: tuple[int, ...]) -> tuple[float, ...]:
        """Everybody's chances after a choice, as likely as games turn out, by a search of its own."""
        (action,) = actions
        search = self.thinker.search(self.world, self.rng)
        found, seat = search.chances_after(action, self.worlds), self.world.seat
        return with_chance(found, seat, self.thinker.knowledge.sobered(found[seat]))


class TurnJudgement(MoveJudgement):
    """How a whole turn is judged where all is open: each by a search from where it has led."""

    def __init__(self, game: Game[Any], world: State, rng: Rng, thinker: Thinker) -> None:
        super().__init__(game, world, rng, thinker)
        self.worlds = thinker.iterations // 2  # two positions differ more than two moves in the same one

    def promising(self, search: Search) -> list[Move]:
        return promising(search.moves())[:TURNS]

    def continued(self, action: int) -> tuple[int, ...]:
        """The turn that begins with an action and goes on best."""
        now = after(self.world, (action,))
        if now.is_over or not is_same_turn(self.game, self.world, now):
            return (action,)
        return (action, *self.thinker.plan(now, self.rng))

    def chances(self, actions: tuple[int, ...]) -> tuple[float, ...]:
        now = after(self.world, actions)
        if now.is_over:
            return shares(now)
        search = self.thinker.search(now, self.rng)
        search.think(self.worlds, self.thinker.knowledge.seconds)
        return tuple(search.chances())


def after(state: State, actions: Sequence[int]) -> State:
    """Where actions lead to."""
    now = state.clone()
    for action in actions:
        now.play(action)
    return now


def are_same(game: Game[Any], state: State, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two choices come to the same; whole turns do if they lead to the same position."""
    if not game.is_open:
        return tuple(one) == tuple(other)
    return game.view(after(state, one), None) == game.view(after(state, other), None)


def with_chance(chances: Sequence[float], seat: int, chance: float) -> tuple[float, ...]:
    """Chances with that of one seat set, and those of the others in proportion: all together are 1.

    >>> with_chance((0.5, 0.3, 0.2), 0, 0.4)
    (0.4, 0.36, 0.24)
    """
    others = 1.0 - chances[seat]
    if others <= 0.0:
        return tuple(chances)
    scale = (1.0 - chance) / others
    return tuple(chance if it == seat else its * scale for it, its in enumerate(chances))


def shares(over: State) -> tuple[float, ...]:
    """Everybody's share of the victory."""
    winners = over.winners()
    return tuple((seat in winners) / len(winners) for seat in range(over.players))


# The course


def course(record: Record, seed: int, seat: int | None = None) -> Course:
    """The course of a game: as it lay, all cards open; or, of a game that still runs, as a seat could know it."""
    game, judge, state = record.game, Judge(record.game.knowledge(), Rng(seed)), record.start()
    chances = [_chances(game, judge, state, seat)]
    for action in record.actions:
        state.play(action)
        chances.append(_chances(game, judge, state, seat))
    return Course(_before_the_deal(record, judge) if is_dealt(record) else chances[0], tuple(chances))


def _chances(game: Game[Any], judge: Judge, state: State, seat: int | None) -> tuple[float, ...]:
    """Everybody's chances in a position."""
    if state.is_over:
        return shares(state)
    if not game.is_open and seat in (None, state.seat):
        state = _without_error(judge, state)
        if state.is_over:
            return shares(state)
    found = judge.chances(state, CONTINUATIONS) if seat is None else judge.chances_for(state, seat, CONTINUATIONS)
    return told_as(judge.knowledge.certainty, found)


def _without_error(judge: Judge, state: State) -> State:
    """The position itself; after a better move where a quick player would clearly err by what the seat can know."""
    legal, slip = state.legal_actions(), judge.slip
    if len(legal) == 1:
        return state
    judge.slip = 0
    gains = {action: judge.gains(state, action, LOOKS)[state.seat] for action in legal}
    judge.slip = slip
    better = max(legal, key=lambda action: gains[action])
    return after(state, (better,)) if gains[better] >= SLIP else state


def told_as(certainty: float, chances: Sequence[float]) -> tuple[float, ...]:
    """Chances as likely as games turn out, by how sure they are to be told.

    >>> told_as(2.0, (0.5, 0.25, 0.25))
    (0.6666666666666666, 0.16666666666666666, 0.16666666666666666)
    """
    powers = [chance**certainty for chance in chances]
    return tuple(power / fsum(powers) for power in powers)


def is_dealt(record: Record) -> bool:
    """Whether chance has its part in a game: nothing is drawn where all is open, nor where the position was given."""
    told = {option.name for option in record.game.options if option.tells_hidden}
    return not record.game.is_open and not any(record.options.get(name) for name in told)


def _before_the_deal(record: Record, judge: Judge) -> tuple[float, ...]:
    """What the seats may expect of a game of which nothing is dealt yet."""
    deals = [record.game.new(record.players, judge.rng.word(), record.options) for _ in range(DEALS)]
    found = [judge.chances(deal) for deal in deals]
    return tuple(fmean(chances[seat] for chances in found) for seat in range(record.players))
