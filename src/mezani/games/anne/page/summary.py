"""What a hand of ANNE! has brought: the cards taken, which predictions held, and how the points came about."""

from collections.abc import Sequence

import msgspec

from mezani.game import Summary
from mezani.games.anne.actions import HEAP, LETTERS, SUITS, TAKE, card_text
from mezani.games.anne.rules import Anne, suit_of
from mezani.games.anne.words.sentences import at_the_end
from mezani.games.common.sentences import listed
from mezani.games.common.standing import leaders, who_leads
from mezani.language import Language

NONE = -1
VERDICTS = {5: "perfect", 3: "imperfect", 0: "wrong"}  # 6.1 to 6.3


class Outcome(msgspec.Struct, frozen=True):
    """How a prediction came out: the cards of its suit, and of those that come next, tie with it or beat it."""

    suit: str
    verdict: str
    points: int
    taken: int
    others: str  # their letters; none where there are no cards at all
    other_taken: int


class HandOf(msgspec.Struct, frozen=True):
    """What a hand has brought to a player."""

    seat: int
    taken: tuple[int, ...]  # in the order of the notation
    most: Outcome
    fewest: Outcome
    both: int | None  # None unless both are right
    points: int
    total: int
    leads: bool


class Trick(msgspec.Struct, frozen=True):
    """The last trick, in the order of play."""

    cards: tuple[tuple[int, str, bool], ...]  # the seat, its card, and whether it is a super-trump
    winner: int
    why: str


class HandSummary(Summary, frozen=True, kw_only=True):
    players: tuple[HandOf, ...]  # the reader first, then clockwise
    order: str  # the suits in the order of trumps
    trick: Trick


def summary(
    steps: Sequence[tuple[Anne, int, Anne]], seat: int | None, lang: Language, names: Sequence[str]
) -> HandSummary:
    """A hand that is over; all of it is open but the numbers of the cards taken."""
    _ = lang.gettext
    before, action, after = steps[-1]
    ended, totals = at_the_end(before, action, after), after.scores()
    me = seat or 0
    around = [(me + step) % ended.players for step in range(ended.players)]
    return HandSummary(
        title=_("Hand {number}").format(number=ended.hand_number + 1),
        subtitle=_("of {number}").format(number=ended.players),
        gist=f"{_gist(ended, seat, lang, names)} {who_leads(totals, seat, lang, names)}",
        in_words=_(
            "Strictly more (fewer) than of any other suit: 5 (6.1) · tied: 3 (6.2)"
            " · both right: the difference as well (6.4)"
        ),
        players=tuple(_hand_of(ended, other, totals) for other in around),
        order="".join(LETTERS[suit_of(card)] for card in ended.trumps),
        trick=_last_trick(ended, after, lang),
    )


def ending(before: Anne, action: int, after: Anne) -> Anne:
    """The table with the last trick on it and all cards played."""
    ended = at_the_end(before, action, after)
    tricks = ended.tricks[:]
    tricks[after.last_winner] += action < TAKE
    ended.tricks, ended.hands, ended.heap, ended.phase = tricks, [0] * 4, 0, HEAP
    ended.trick, ended.last_trick = [NONE] * 4, after.last_trick
    ended.last_leader, ended.last_winner, ended.last_taken = after.last_leader, after.last_winner, after.last_taken
    return ended


def _hand_of(ended: Anne, seat: int, totals: Sequence[int]) -> HandOf:
    most, fewest = _outcome(ended, seat, ended.most[seat], 1), _outcome(ended, seat, ended.fewest[seat], -1)
    return HandOf(
        seat=seat,
        taken=tuple(ended.won[seat * 4 : seat * 4 + SUITS]),
        most=most,
        fewest=fewest,
        both=most.taken - fewest.taken if most.points and fewest.points else None,  # 6.4
        points=ended.hand_points(seat),
        total=totals[seat],
        leads=seat in leaders(totals),
    )


def _outcome(ended: Anne, seat: int, suit: int, sign: int) -> Outcome:
    """A prediction of most (sign 1) or fewest (sign -1) beside the other suits that come nearest to it, or beat it."""
    points = ended.prediction_points(seat, suit, sign)
    taken = ended.won[seat * 4 : seat * 4 + SUITS]
    nearest = max((taken[other] for other in range(SUITS) if other != suit), key=lambda cards: cards * sign)
    others = [LETTERS[other] for other in range(SUITS) if other != suit and taken[other] == nearest]
    return Outcome(
        suit=LETTERS[suit],
        verdict=VERDICTS[points],
        points=points,
        taken=taken[suit],
        others="".join(others) if any(taken) else "",  # 6.5
        other_taken=nearest,
    )


def _gist(ended: Anne, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """What the hand has brought to the reader; to a spectator, who has most of it."""
    _ = lang.gettext
    if seat is None:
        points = [ended.hand_points(other) for other in range(ended.players)]
        best = listed([names[other] for other in range(ended.players) if points[other] == max(points)], lang)
        return _("The best of this hand: {names} with {points}.").format(names=best, points=max(points))
    for_most = ended.prediction_points(seat, ended.most[seat], 1)
    for_fewest = ended.prediction_points(seat, ended.fewest[seat], -1)
    if for_most == for_fewest == 5:
        said = _("Both your predictions are perfect: {points} points.")
    elif for_most and for_fewest:
        said = _("Both your predictions are right: {points} points.")
    elif for_most:
        said = _("Your most is right, your fewest is wrong: {points} points.")
    elif for_fewest:
        said = _("Your fewest is right, your most is wrong: {points} points.")
    else:
        said = _("Both your predictions are wrong: no points.")
    return said.format(points=ended.hand_points(seat))


def _last_trick(ended: Anne, after: Anne, lang: Language) -> Trick:
    played, first = after.last_trick, after.last_leader
    around = [(first + step) % after.players for step in range(after.players)]
    return Trick(
        cards=tuple((seat, card_text(played[seat]), played[seat] in ended.trumps) for seat in around),
        winner=after.last_winner,
        why=_why_taken(ended, [played[seat] for seat in around], played[after.last_winner], lang),
    )


def _why_taken(ended: Anne, cards: Sequence[int], best: int, lang: Language) -> str:
    _ = lang.gettext
    if best in ended.trumps:
        if sum(card in ended.trumps for card in cards) > 1:
            return _("Of the super-trumps it is furthest left. (3.2)")
        return _("A super-trump beats all other cards. (3.2)")
    if sum(suit_of(card) == suit_of(best) for card in cards) > 1:
        said = _("No super-trump, no suit further left: the highest of [{suit}]. (3.4)")
    else:
        said = _("No super-trump: of the suits played [{suit}] is furthest left. (3.3)")
    return said.format(suit=LETTERS[suit_of(best)])
