"""What the moves of others mean in ANNE!: for your predictions, for your cards, and for the suits that are left."""

from collections.abc import Iterator, Sequence

from mezani.engine.bits import bit
from mezani.games.anne.actions import CARDS, LETTERS, PREDICTING, SUITS, TAKE, TRICKS, card_text
from mezani.games.anne.rules import Anne
from mezani.games.anne.view import suit_counts
from mezani.games.common.remarks import beaten, in_brief
from mezani.games.common.sentences import listed, points_text
from mezani.language import Language

MOST, FEWEST = 1, -1  # the signs of the two predictions
FAILS, OPEN, HOLDS = -1, 0, 1  # what is certain of one


def remark(before: Anne, action: int, after: Anne, seat: int, lang: Language, names: Sequence[str]) -> str:
    """What a move means for a seat; what the whole hand has brought is told when it is over."""
    if after.hand_number > before.hand_number or after.phase == PREDICTING:
        return ""
    if before.phase == PREDICTING:
        return rivals(after, seat, lang, names)
    return in_brief(sentences(before, action, after, seat, lang, names))


def sentences(before: Anne, action: int, after: Anne, seat: int, lang: Language, names: Sequence[str]) -> Iterator[str]:
    """What there is to say of a card that was played or taken, the most important first."""
    ends = sum(after.tricks) > sum(before.tricks)
    winner = after.last_winner if ends else after.winning
    if before.phase == TRICKS and before.winning == seat != winner:
        yield beaten(card_text(before.trick[seat]), lang)
    for sign in (MOST, FEWEST):
        yield from own_prediction(before, after, seat, sign, lang)
    if action < TAKE and strongest(before) == action and after.hands[seat] & bit(strongest(after)):
        said = lang.gettext("Of the cards not yet played, your [{card}] is the strongest now.")
        yield said.format(card=card_text(strongest(after)))
    yield from suits_gone(before, after, seat, lang)
    taker = winner if ends else before.seat
    if taker != seat and both_hold(after, taker) and not both_hold(before, taker):
        said = lang.gettext("Both predictions of {name} are right as it stands: {points} (6.4).")
        yield said.format(name=names[taker], points=points_text(after.hand_points(taker), lang))


# Predictions


def rivals(after: Anne, seat: int, lang: Language, names: Sequence[str]) -> str:
    """Who wants the most of the same suit, said when the predictions are turned up."""
    suit, others = after.most[seat], [other for other in range(after.players) if other != seat]
    same = [names[other] for other in others if after.most[other] == suit]
    if not same:
        said = lang.gettext("Nobody else predicts the most [{suit}].")
    else:
        said = lang.ngettext(
            "{names} predicts the most [{suit}], too.", "{names} predict the most [{suit}], too.", len(same)
        )
    return said.format(names=listed(same, lang), suit=LETTERS[suit])


def suit_of_prediction(state: Anne, seat: int, sign: int) -> int:
    return state.most[seat] if sign == MOST else state.fewest[seat]


def taken_by(state: Anne, seat: int) -> list[int]:
    """How many cards of each suit a seat has taken."""
    return state.won[seat * SUITS : (seat + 1) * SUITS]


def still_to_take(state: Anne) -> list[int]:
    """How many cards of each suit nobody has taken yet; all suits are open."""  # 1.3
    cards = state.heap
    for seat in range(state.players):
        cards |= state.hands[seat] | (bit(state.trick[seat]) if state.trick[seat] >= 0 else 0)
    return suit_counts(cards)


def fate(state: Anne, seat: int, sign: int) -> int:
    """Whether a prediction is certain to fail or to hold, whoever takes the cards that are left."""
    suit, own, left = suit_of_prediction(state, seat, sign), taken_by(state, seat), still_to_take(state)
    others = [other for other in range(SUITS) if other != suit]
    if sign == MOST:
        fails = any(own[other] > own[suit] + left[suit] for other in others)
        holds = all(own[other] + left[other] <= own[suit] for other in others)
    else:
        fails = any(own[other] + left[other] < own[suit] for other in others)
        holds = all(own[other] >= own[suit] + left[suit] for other in others)
    return FAILS if fails else HOLDS if holds else OPEN


def own_prediction(before: Anne, after: Anne, seat: int, sign: int, lang: Language) -> Iterator[str]:
    """What has become certain of a prediction, or how it stands now after a trick of one's own."""
    suit = suit_of_prediction(after, seat, sign)
    now = fate(after, seat, sign)
    if now != fate(before, seat, sign):
        yield certain(now, sign, lang).format(suit=LETTERS[suit])
    elif now == OPEN:
        points = after.prediction_points(seat, suit, sign)
        if points != before.prediction_points(seat, suit, sign):
            yield standing(after, seat, sign, points, lang)


def certain(fate: int, sign: int, lang: Language) -> str:
    _ = lang.gettext
    if fate == HOLDS and sign == MOST:
        return _("Your *most* [{suit}] can no longer fail, whoever takes the rest.")
    if fate == HOLDS:
        return _("Your *fewest* [{suit}] can no longer fail, whoever takes the rest.")
    if sign == MOST:
        return _("Your *most* [{suit}] can no longer come true.")
    return _("Your *fewest* [{suit}] can no longer come true.")


def standing(after: Anne, seat: int, sign: int, points: int, lang: Language) -> str:
    """How a prediction stands beside the suit that comes nearest to it, or beats it."""
    _ = lang.gettext
    suit, own = suit_of_prediction(after, seat, sign), taken_by(after, seat)
    nearest = max((other for other in range(SUITS) if other != suit), key=lambda other: own[other] * sign)
    if points == 5:
        said = _("Your *most* holds now") if sign == MOST else _("Your *fewest* holds now")
    elif points == 3:
        said = _("Your *most* is tied now") if sign == MOST else _("Your *fewest* is tied now")
    else:
        said = _("Your *most* is beaten now") if sign == MOST else _("Your *fewest* is beaten now")
    return _("{verdict}: {taken} [{suit}], {others} [{other}].").format(
        verdict=said, taken=own[suit], suit=LETTERS[suit], others=own[nearest], other=LETTERS[nearest]
    )


def both_hold(state: Anne, seat: int) -> bool:
    return all(state.prediction_points(seat, suit_of_prediction(state, seat, sign), sign) for sign in (MOST, FEWEST))


# Cards


def strongest(state: Anne) -> int:
    """The strongest card that nobody has played in this hand."""
    strengths = state.strengths()
    return max((card for card in range(CARDS) if not state.shown & bit(card)), key=strengths.__getitem__)


def suits_gone(before: Anne, after: Anne, seat: int, lang: Language) -> Iterator[str]:
    """Suits of which all cards are taken now, or of which the heap has none left for the reader's prediction."""
    _, most, left = lang.gettext, after.most[seat], still_to_take(after)
    for suit, cards in enumerate(still_to_take(before)):
        if cards and not left[suit]:
            said = _("All [{suit}] are taken now: you stay at {taken}.")
            yield said.format(suit=LETTERS[suit], taken=taken_by(after, seat)[suit])
    if left[most] and suit_counts(before.heap)[most] and not suit_counts(after.heap)[most]:
        yield _("The heap has no [{suit}] left for your *most*.").format(suit=LETTERS[most])
