"""Every sentence that a player of ANNE! reads."""

from collections.abc import Sequence

from mezani.engine.bits import bit
from mezani.game import Place, Reason
from mezani.games.anne.actions import HEAP, LETTERS, PREDICT, PREDICTING, TAKE, TRICKS, card_text, predicted_suits
from mezani.games.anne.rules import Anne, cards_of, suit_of
from mezani.games.common.sentences import most_points, points_text, result, shared_victory, tell_card, tell_trick
from mezani.language import Language


def suit_name(suit: int, lang: Language) -> str:
    _ = lang.gettext
    return (_("crystals"), _("gold"), _("mushrooms"), _("dragon eggs"))[suit]


def suit_title(suit: int, lang: Language) -> str:
    _ = lang.gettext
    return (_("Crystals"), _("Gold"), _("Mushrooms"), _("Dragon eggs"))[suit]


def thing(notation: str, lang: Language) -> str:
    """A card or a suit in words.

    >>> from mezani.language import ENGLISH
    >>> thing("D9", ENGLISH), thing("D", ENGLISH)
    ('Dragon eggs 9', 'dragon eggs')
    """
    suit = LETTERS.index(notation[0])
    return f"{suit_title(suit, lang)} {notation[1:]}" if notation[1:] else suit_name(suit, lang)


def gist(lang: Language) -> str:
    """How the game plays."""
    return lang.gettext("Dwarves bet on their haul: which treasure most, and which fewest?")


def place(state: Anne) -> Place:
    line = -1 if state.phase == PREDICTING else sum(state.tricks) - (state.phase == HEAP)
    return Place(f"hand {min(state.hand_number, state.players - 1) + 1}", line)


def label(state: Anne, action: int, lang: Language) -> str:
    _ = lang.gettext
    if action < TAKE:
        text = thing(card_text(action), lang)
        return _("{card}, super-trump").format(card=text) if action in state.trumps else text
    if action < PREDICT:
        return _("Take {suit} from the heap").format(suit=suit_name(action - TAKE, lang))
    most, fewest = predicted_suits(action)
    return _("Most {most}, fewest {fewest}").format(most=suit_name(most, lang), fewest=suit_name(fewest, lang))


def prompt(state: Anne, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if state.is_over:
        return result(state, seat, lang, names)
    if seat != state.seat:
        return others_turn(state, seat, lang, names)
    if state.phase == PREDICTING:
        return _("Your turn. Predict your most and your fewest suit.")
    if state.phase == HEAP:
        return _("You took the trick. Choose a suit from the heap.")
    if state.leader == seat:
        return _("Your turn. Lead any card.")
    led = suit_of(state.trick[state.leader])
    if must_follow(state, seat):
        return _("Your turn. Follow with {suit}.").format(suit=suit_name(led, lang))
    return _("Your turn. You have no {suit}: play any card.").format(suit=suit_name(led, lang))


def others_turn(state: Anne, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if state.phase == PREDICTING and seat is not None and state.most[seat] < 0:
        return _("You can already make your prediction: {name} is thinking.").format(name=names[state.seat])
    if state.phase == PREDICTING:
        return _("{name} is making a prediction.").format(name=names[state.seat])
    if state.phase == HEAP:
        return _("{name} took the trick and is choosing from the heap.").format(name=names[state.seat])
    return _("{name} is thinking.").format(name=names[state.seat])


def must_follow(state: Anne, seat: int) -> bool:
    """Whether the seat holds a card of the suit that was led."""
    return state.hands[seat] & cards_of(suit_of(state.trick[state.leader])) != 0


def tell(before: Anne, action: int, after: Anne, seat: int | None, lang: Language, names: Sequence[str]) -> list[str]:
    lines = [tell_move(before, action, seat, lang, names)]
    if action < TAKE and place(after) != place(before):  # 5.7: otherwise it is told with the card from the heap
        lines.append(tell_trick(after.last_winner, seat, lang, names))
    if before.phase == PREDICTING and after.phase == TRICKS:
        lines += [tell_prediction(after, other, seat, lang, names) for other in range(after.players)]
    if after.hand_number > before.hand_number:
        ended = at_the_end(before, action, after)
        lines += [tell_score(ended, other, seat, lang, names) for other in range(after.players)]
    return lines


def tell_move(before: Anne, action: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    name, yours = names[before.seat], before.seat == seat
    if action >= PREDICT:
        return _("You make your prediction.") if yours else _("{name} makes a prediction.").format(name=name)
    if action >= TAKE:
        said = (
            _("You take the trick and [{suit}] from the heap.")
            if yours
            else _("{name} takes the trick and [{suit}] from the heap.")
        )
        return said.format(name=name, suit=LETTERS[action - TAKE])
    if before.leader == before.seat or action not in before.trumps:
        return tell_card(card_text(action), before.leader == before.seat, yours, name, lang)
    said = _("You play [{card}], a super-trump.") if yours else _("{name} plays [{card}], a super-trump.")
    return said.format(name=name, card=card_text(action))


def tell_prediction(after: Anne, other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    said = (
        _("You predict: most [{most}], fewest [{fewest}].")
        if other == seat
        else _("{name} predicts: most [{most}], fewest [{fewest}].")
    )
    return said.format(name=names[other], most=LETTERS[after.most[other]], fewest=LETTERS[after.fewest[other]])


def at_the_end(before: Anne, action: int, after: Anne) -> Anne:
    """The hand that has ended, with all cards taken, as it was before the next one was dealt."""
    ended, won = before.clone(), before.won[:]
    taken = [action - TAKE] if action >= TAKE else map(suit_of, after.last_trick[: after.players])
    for suit in taken:
        won[after.last_winner * 4 + suit] += 1
    ended.won = won
    return ended


def tell_score(ended: Anne, other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    most, fewest = ended.most[other], ended.fewest[other]
    for_most, for_fewest = ended.prediction_points(other, most, 1), ended.prediction_points(other, fewest, -1)
    points = ended.hand_points(other)
    if for_most and for_fewest:
        said = _("{name}: {points}: most [{most}] {for_most}, fewest [{fewest}] {for_fewest}, both {both}.")
    else:
        said = _("{name}: {points}: most [{most}] {for_most}, fewest [{fewest}] {for_fewest}.")
    return said.format(
        name=_("You") if other == seat else names[other],
        points=points_text(points, lang),
        most=LETTERS[most],
        fewest=LETTERS[fewest],
        for_most=for_most,
        for_fewest=for_fewest,
        both=points - for_most - for_fewest,
    )


def why_won(state: Anne, lang: Language, names: Sequence[str]) -> list[Reason]:
    most = most_points(state, "7.2", lang, names)
    return [most, shared_victory(state, "7.3", lang, names)] if len(state.winners()) > 1 else [most]


def why_not(state: Anne, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.is_over:
        return Reason("7.2", _("The game is over."))
    if action < TAKE:
        return why_not_card(state, seat, action, lang)
    if action < PREDICT:
        return why_not_take(state, seat, action - TAKE, lang)
    if state.phase == PREDICTING and state.most[seat] < 0:
        return Reason("4.2", _("It is not your turn yet."))
    return Reason("4.2", _("You make one prediction, before the first trick."))


def why_not_card(state: Anne, seat: int, card: int, lang: Language) -> Reason:
    _ = lang.gettext
    if not state.hands[seat] & bit(card):
        return Reason("5.2", _("You do not hold {card}.").format(card=thing(card_text(card), lang)))
    if state.phase == PREDICTING:
        return Reason("4.1", _("Everybody has to make a prediction first."))
    if seat != state.seat:
        return Reason("5.2", _("It is not your turn."))
    if state.phase == HEAP:
        return Reason("5.6", _("Take a card from the heap first."))
    led = suit_name(suit_of(state.trick[state.leader]), lang)
    return Reason("5.2", _("You must follow suit: you hold {suit}.").format(suit=led))


def why_not_take(state: Anne, seat: int, suit: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.phase != HEAP or seat != state.seat:
        return Reason("5.6", _("Only the player who has just taken a trick takes a card from the heap."))
    return Reason("5.6", _("The heap has no {suit} left.").format(suit=suit_name(suit, lang)))
