"""Every sentence that a player of Anansi reads."""

from collections.abc import Sequence

from mezani.engine.bits import bit, members
from mezani.game import Place, Reason
from mezani.games.anansi.actions import CARDS_OF_SUIT, GAIN, LETTERS, ROUNDS, SEATS, card_text
from mezani.games.anansi.rules import Anansi, icons_of, suit_of
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


def suit_name(suit: int, lang: Language) -> str:
    _ = lang.gettext
    return (_("Leopard"), _("Hornet"), _("Snake"))[suit]


def thing(notation: str, lang: Language) -> str:
    """A card or a suit in words.

    >>> from mezani.language import ENGLISH
    >>> thing("S12", ENGLISH), thing("S", ENGLISH)
    ('Snake 12', 'Snake')
    """
    return f"{suit_name(LETTERS.index(notation[0]), lang)} {notation[1:]}".strip()


def followers_text(number: int, lang: Language) -> str:
    return lang.ngettext("{number} follower", "{number} followers", number).format(number=number)


def supply_text(number: int, lang: Language) -> str:
    said = lang.ngettext("{number} follower in the supply", "{number} followers in the supply", number)
    return said.format(number=number)


def stacks_text(number: int, lang: Language) -> str:
    return lang.ngettext("{number} story stack", "{number} story stacks", number).format(number=number)


def gist(lang: Language) -> str:
    """How the game plays."""
    return lang.gettext("Take tricks, gain followers, and have as many of one as of the other.")


def place(state: Anansi) -> Place:
    number = min(state.round_number, ROUNDS - 1)
    return Place(f"round {number + 1}", sum(state.stacks[number * SEATS : number * SEATS + SEATS]))


def label(state: Anansi, action: int, lang: Language) -> str:
    _ = lang.gettext
    if action < GAIN:
        return thing(card_text(action), lang)
    card, gained = action - GAIN, min(icons_of(action - GAIN), state.supply)
    said = _("{card}: gain {followers}") if gained else _("{card}: gain no followers")
    return said.format(card=thing(card_text(card), lang), followers=followers_text(gained, lang))


# What is to be done


def prompt(state: Anansi, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if state.is_over:
        return ending(state, seat, lang, names)
    if seat != state.seat:
        return _("{name} is thinking.").format(name=names[state.seat])
    if state.leader == seat:
        return _("Your turn. Lead any card.")
    said = _("Your turn. {add}, or gain followers.") if state.gains_left else _("Your turn. {add}.")
    return said.format(add=what_to_add(state, seat, lang))


def ending(state: Anansi, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    said, scores = result(state, seat, lang, names), state.scores()
    if scores.count(max(scores)) > len(state.winners()):
        said += " " + _("The followers scored broke the tie.")
    return said


def what_to_add(state: Anansi, seat: int, lang: Language) -> str:
    _ = lang.gettext
    led, trump = suit_name(state.led, lang), suit_name(state.trump, lang)
    if holds(state, seat, state.led):
        return _("Follow with {suit}").format(suit=led)
    if holds(state, seat, state.trump):
        return _("You have no {suit}: add a trump ({trump})").format(suit=led, trump=trump)
    if state.led == state.trump:
        return _("You have no {suit}: add any card").format(suit=led)
    return _("You have no {suit} and no {trump}: add any card").format(suit=led, trump=trump)


def holds(state: Anansi, seat: int, suit: int) -> bool:
    """Whether a seat has a card of a suit."""
    return state.hands[seat] & CARDS_OF_SUIT[suit] != 0


# What has happened


def tell(
    before: Anansi, action: int, after: Anansi, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    lines = [tell_move(before, action, after, seat, lang, names)]
    number = before.round_number
    if after.led < 0:
        lines.append(tell_trick(after.last_winner, seat, lang, names))
    for other in range(after.players):
        if inspired := after.inspired(number, other) - before.inspired(number, other):
            lines.append(tell_inspired(inspired, other, seat, lang, names))
    if after.round_number > number:
        lines += [tell_score(after, number, other, seat, lang, names) for other in range(after.players)]
        if not after.is_over:
            lines.append(tell_deal(after, lang))
    elif after.trump != before.trump:
        lines.append(lang.gettext("[{suit}] is the new trump.").format(suit=LETTERS[after.trump]))
    return lines


def tell_move(
    before: Anansi, action: int, after: Anansi, seat: int | None, lang: Language, names: Sequence[str]
) -> str:
    _ = lang.gettext
    name, yours = names[before.seat], before.seat == seat
    if action >= GAIN:
        pile = before.round_number * SEATS + before.seat
        return tell_gain(action - GAIN, after.followers[pile] - before.followers[pile], yours, name, lang)
    leads = before.seat == before.leader
    if leads or suit_of(action) != before.trump or before.led == before.trump:
        return tell_card(card_text(action), leads, yours, name, lang)
    said = _("You trump with [{card}].") if yours else _("{name} trumps with [{card}].")
    return said.format(name=name, card=card_text(action))


def tell_gain(card: int, gained: int, yours: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    if gained:
        said = _("You gain {followers} with [{card}].") if yours else _("{name} gains {followers} with [{card}].")
    else:
        said = _("You gain no followers with [{card}].") if yours else _("{name} gains no followers with [{card}].")
    return said.format(name=name, followers=followers_text(gained, lang), card=card_text(card))


def tell_inspired(inspired: int, other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    said = _("You inspire {followers}.") if other == seat else _("{name} inspires {followers}.")
    return said.format(name=names[other], followers=followers_text(inspired, lang))


def tell_score(after: Anansi, number: int, other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    scored, bonus = after.scored_followers(number, other), after.bonus(number, other)
    followers, stacks = after.followers[number * SEATS + other], after.stacks[number * SEATS + other]
    if followers > stacks:
        said = _("{name}: {followers}, but only {stacks}: no points.")
    elif bonus:
        said = _("{name}: {followers} and {stacks}: {points}, plus a trickster bonus of {bonus}.")
    else:
        said = _("{name}: {followers} and {stacks}: {points}.")
    return said.format(
        name=_("You") if other == seat else names[other],
        followers=followers_text(followers, lang),
        stacks=stacks_text(stacks, lang),
        points=points_text(scored, lang),
        bonus=bonus,
    )


def tell_deal(after: Anansi, lang: Language) -> str:
    display = " ".join(f"[{card_text(card)}]" for card in members(after.display))
    return lang.gettext("Round {number}: {display} in the display, so [{suit}] is trump.").format(
        number=after.round_number + 1, display=display, suit=LETTERS[after.trump]
    )


# How it has ended, and what may not be done


def why_won(state: Anansi, lang: Language, names: Sequence[str]) -> list[Reason]:
    most = most_points(state, "7.1", lang, names)
    points, winners = state.scores(), state.winners()
    tied = [seat for seat in range(state.players) if points[seat] == max(points)]
    if len(tied) == 1:
        return [most]
    scored = listed([f"{names[seat]} {state.all_scored_followers(seat)}" for seat in tied], lang)
    said = lang.gettext("The tie is broken by the followers they have scored: {scored}.")
    reasons = [most, Reason("7.2", said.format(scored=scored))]
    return [*reasons, shared_victory(state, "7.3", lang, names)] if len(winners) > 1 else reasons


def why_not(state: Anansi, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.is_over:
        return Reason("7.1", _("The game is over."))
    card = action if action < GAIN else action - GAIN
    if not state.hands[seat] & bit(card):
        return Reason("4.2", _("You do not hold {card}.").format(card=thing(card_text(card), lang)))
    if seat != state.seat:
        return Reason("4.2", _("It is not your turn."))
    return why_not_gain(state, lang) if action >= GAIN else why_not_add(state, seat, lang)


def why_not_gain(state: Anansi, lang: Language) -> Reason:
    _ = lang.gettext
    if state.seat == state.leader:
        return Reason("5.4", _("You are leading this trick, so you can't gain followers in it."))
    if state.players == 5:
        return Reason("5.3", _("Two players have gained followers in this trick already."))
    return Reason("5.3", _("Somebody has gained followers in this trick already."))


def why_not_add(state: Anansi, seat: int, lang: Language) -> Reason:
    _ = lang.gettext
    if holds(state, seat, state.led):
        return Reason("4.3", _("You must follow suit: you hold {suit}.").format(suit=suit_name(state.led, lang)))
    return Reason("4.4", _("You must add a trump: you hold {suit}.").format(suit=suit_name(state.trump, lang)))
