"""Verdicts on moves: how much of the chance of winning a move gives away, beside the best one, and why.

Both moves are judged by what the seat could know, and by worlds of their own: not by those in which the best one was
found, where it had luck.
"""

from typing import Any, Final

import msgspec

from mezani.bots import imagined
from mezani.bots.levels import Thinker
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.reasons import Reason, reasons, sampled
from mezani.language import ENGLISH, Language

SLIP: Final = 0.05  # of the chance of winning: less is not worth a word
MISTAKE: Final = 0.1
BLUNDER: Final = 0.2
SIGNS: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (SLIP, "?!"))
PART: Final = 3  # each of the two moves gets one in so many of the iterations of a master


class Verdict(msgspec.Struct, frozen=True):
    """A move and the best one, with their chances of winning from 0 to 1, and what speaks for the best one."""

    action: int
    chance: float
    best: int
    best_chance: float
    reasons: tuple[Reason, ...] = ()

    @property
    def lost(self) -> float:
        """The chance of winning that was given away."""
        return max(0.0, self.best_chance - self.chance)

    @property
    def sign(self) -> str:
        """How bad that was, as a sign; nothing if it was not."""
        return sign_of(self.lost)


def sign_of(lost: float) -> str:
    """The sign for a chance that was given away: the limits are the same in all games.

    >>> [sign_of(lost) for lost in (0.04, 0.05, 0.1, 0.3)]
    ['', '?!', '?', '??']
    """
    return next((sign for limit, sign in SIGNS if lost >= limit), "")


def verdict(game: Game[Any], state: State, action: int, rng: Rng, lang: Language = ENGLISH) -> Verdict:
    """How good a move of the seat to move is. The same seed gives the same in all worlds that it cannot tell apart."""
    thinker = Thinker(game)
    world, thought = imagined(state, rng)
    found = thinker.think(world, thought).moves()[0]
    if found.action == action:
        chance = thinker.knowledge.sobered(found.prospect)
        return Verdict(action, chance, action, chance)
    best, other = (chance_of(thinker, world, move, thought) for move in (found.action, action))
    if sign_of(best - other) == "":
        return Verdict(action, other, found.action, best)
    both = [found.action, action]
    samples = sampled(game, world, [(move,) for move in both], thought)
    told = reasons(game, world, both, 0, samples, lang) if samples else ()
    return Verdict(action, other, found.action, best, told)


def chance_of(thinker: Thinker, state: State, action: int, rng: Rng) -> float:
    """The chance of winning after a move, as likely as games turn out."""
    search = thinker.search(state, rng)
    return thinker.knowledge.sobered(search.chances_after(action, thinker.iterations // PART)[state.seat])
