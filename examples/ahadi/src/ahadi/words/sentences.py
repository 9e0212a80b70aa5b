"""Every sentence that a player of Ahadi reads."""

from collections.abc import Sequence

from mezani.engine.bits import bit
from mezani.game import Place, Reason
from mezani.games.common.sentences import (
    listed,
    most_points,
    points_text,
    result,
    shared_victory,
    tell_card,
    tell_trick,
)
from mezani.language import Language

from ahadi.actions import LETTERS, NONE, NUMBERS, PROMISE, PROMISING, TRICKS, card_text
from ahadi.rules import Ahadi, cards_of, suit_of


def suit_name(suit: int, lang: Language) -> str:
    """A suit within a sentence."""
    _ = lang.gettext
    return (_("dhows"), _("fish"), _("palms"), _("moons"))[suit]


def suit_title(suit: int, lang: Language) -> str:
    """A suit before a number, or alone."""
    _ = lang.gettext
    return (_("Dhows"), _("Fish"), _("Palms"), _("Moons"))[suit]


def tricks_text(tricks: int, lang: Language) -> str:
    """So many tricks.

    >>> from mezani.language import ENGLISH
    >>> tricks_text(0, ENGLISH), tricks_text(1, ENGLISH)
    ('no trick', '1 trick')
    """
    if not tricks:
        return lang.gettext("no trick")
    return lang.ngettext("{number} trick", "{number} tricks", tricks).format(number=tricks)


def thing(notation: str, lang: Language) -> str:
    """A card in words.

    >>> from mezani.language import ENGLISH
    >>> thing("F5", ENGLISH)
    'Fish 5'
    """
    return f"{suit_title(LETTERS.index(notation[0]), lang)} {notation[1:]}"


def gist(lang: Language) -> str:
    """How the game plays."""
    return lang.gettext("One of your cards promises how many tricks you take. Keep your word, and guess theirs.")


def place(state: Ahadi) -> Place:
    line = -1 if state.phase == PROMISING else sum(state.tricks)
    return Place(f"hand {min(state.hand_number, state.hands_in_game - 1) + 1}", line)


def label(state: Ahadi, action: int, lang: Language) -> str:
    card = thing(card_text(action % PROMISE), lang)
    if action < PROMISE:
        return card
    tricks = state.tricks_promised(action - PROMISE)
    return lang.gettext("{card}: promise {tricks}").format(card=card, tricks=tricks_text(tricks, lang))


def prompt(state: Ahadi, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if state.is_over:
        return result(state, seat, lang, names)
    if state.phase == PROMISING:
        return prompt_promise(state, seat, lang, names)
    if seat != state.seat:
        return _("{name} is thinking.").format(name=names[state.seat])
    if state.leader == seat:
        return _("Your turn. Lead any card.")
    led = suit_of(state.trick[state.leader])
    if state.hands[seat] & cards_of(led):
        return _("Your turn. Follow with {suit}.").format(suit=suit_name(led, lang))
    return _("Your turn. You have no {suit}: play any card.").format(suit=suit_name(led, lang))


def prompt_promise(state: Ahadi, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if seat == state.seat:
        return _("Your turn. Lay down a card as your promise.")
    if seat is not None and state.promises[seat] == NONE:
        return _("You can already make your promise: {name} is thinking.").format(name=names[state.seat])
    return _("{name} is making a promise.").format(name=names[state.seat])


def tell(before: Ahadi, action: int, after: Ahadi, seat: int | None, lang: Language, names: Sequence[str]) -> list[str]:
    _ = lang.gettext
    name, yours = names[before.seat], before.seat == seat
    if action >= PROMISE:
        said = _("You make your promise: [{card}].") if yours else _("{name} makes a promise.")
        return [said.format(name=name, card=card_text(action - PROMISE))]
    lines = [tell_card(card_text(action), before.leader == before.seat, yours, name, lang)]
    if place(after) != place(before) or after.is_over:
        lines.append(tell_trick(after.last_winner, seat, lang, names))
    if after.hand_number > before.hand_number:
        lines += [tell_score(after, before.hand_number, other, seat, lang, names) for other in range(after.players)]
    return lines


def tell_score(after: Ahadi, hand: int, other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """How a promise has come out."""
    _ = lang.gettext
    card, taken = after.promised[hand * 4 + other], after.taken[hand * 4 + other]
    if after.is_kept(hand, other):
        said = _("{name}: promised [{card}], took {tricks}: kept, {points}.")
    else:
        said = _("{name}: promised [{card}], took {tricks}: broken.")
    return said.format(
        name=_("You") if other == seat else names[other],
        card=card_text(card),
        tricks=tricks_text(taken, lang),
        points=points_text(after.hand_points(hand, other), lang),
    )


def why_won(state: Ahadi, lang: Language, names: Sequence[str]) -> list[Reason]:
    scores = state.scores()
    reasons = [most_points(state, "6.1", lang, names)]
    best = [seat for seat in range(state.players) if scores[seat] == max(scores)]
    if len(best) > 1:
        reasons.append(most_kept(state, best, lang, names))
    if len(state.winners()) > 1:
        reasons.append(shared_victory(state, "6.2", lang, names))
    return reasons


def most_kept(state: Ahadi, best: Sequence[int], lang: Language, names: Sequence[str]) -> Reason:
    """Who of the best has kept most promises."""
    most = max(state.kept(seat) for seat in best)
    first = [names[seat] for seat in best if state.kept(seat) == most]
    if len(first) == 1:
        said = lang.gettext("{names} has kept more promises: {number}.")
    else:
        said = lang.gettext("{names} have kept as many promises: {number}.")
    return Reason("6.2", said.format(names=listed(first, lang), number=most))


def why_not(state: Ahadi, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.is_over:
        return Reason("6.1", _("The game is over."))
    card = action % PROMISE
    if card % NUMBERS >= state.numbers:
        return Reason("7.1", _("At this table the numbers go from 1 to {top}.").format(top=state.numbers))
    if suit_of(card) >= state.suits:
        return Reason("1.2", _("Two players leave the moons out."))
    if not state.hands[seat] & bit(card):
        return Reason("4.2", _("You do not hold {card}.").format(card=thing(card_text(card), lang)))
    if action >= PROMISE:
        return why_no_promise(state, lang)
    if state.phase == PROMISING:
        return Reason("3.1", _("Everybody has to make a promise first."))
    if seat != state.seat:
        return Reason("4.2", _("It is not your turn."))
    led = suit_name(suit_of(state.trick[state.leader]), lang)
    return Reason("4.2", _("You must follow suit: you hold {suit}.").format(suit=led))


def why_no_promise(state: Ahadi, lang: Language) -> Reason:
    _ = lang.gettext
    if state.phase == TRICKS:
        return Reason("3.1", _("You make one promise, before the first trick."))
    return Reason("3.2", _("It is not your turn yet."))
