"""What the moves of others mean in Anansi: points as it stands, a beaten card, a new trump, and who may still gain."""

from collections.abc import Iterator, Sequence

from mezani.engine.bits import count, members
from mezani.games.anansi.actions import CARDS_OF_SUIT, LETTERS, NONE, SEATS, card_text
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.words.sentences import followers_text, stacks_text
from mezani.games.common.remarks import beaten, in_brief
from mezani.games.common.sentences import points_text
from mezani.language import Language


def remark(before: Anansi, action: int, after: Anansi, seat: int, lang: Language, names: Sequence[str]) -> str:
    """What a move means for a seat; what the whole round has brought is told when it is over."""
    if after.round_number > before.round_number:
        return ""
    return in_brief(sentences(before, after, seat, lang, names))


def sentences(before: Anansi, after: Anansi, seat: int, lang: Language, names: Sequence[str]) -> Iterator[str]:
    """What there is to say, the most important first."""
    _, mover = lang.gettext, before.seat
    ends = after.led == NONE  # the trick
    winner = after.last_winner if ends else after.winning
    if after.trump != before.trump:
        yield new_trump(after, seat, lang)
    if before.led != NONE and before.winning == seat != winner:
        yield beaten(card_text(before.trick[seat]), lang)
    if after.supply < before.supply:
        yield standing(after, mover, seat, lang, names)
        if not after.supply:
            yield _("The supply is empty: nobody gains followers in this round any more (5.6).")
    if after.gains_left < before.gains_left and not after.gains_left and still_plays(after, seat):
        yield _("You can't gain followers in this trick any more (5.3).")
    if ends and pile_of(after, winner)[0] and verdict(after, winner) != verdict(before, winner):
        yield standing(after, winner, seat, lang, names)
    if after.hands[mover] and (shown := after.voids[mover] & ~before.voids[mover]):
        yield lacks(members(shown), names[mover], lang)


def still_plays(after: Anansi, seat: int) -> bool:
    """Whether a seat has still to play to the trick that lies there."""
    return after.led != NONE and after.trick[seat] == NONE and not after.laid[seat]


def pile_of(state: Anansi, seat: int) -> tuple[int, int]:
    """The followers and the stories of a seat in this round."""
    place = state.round_number * SEATS + seat
    return state.followers[place], state.stacks[place]


def verdict(state: Anansi, seat: int) -> int:
    """1: more followers than stories, 0: as many, -1: fewer."""
    followers, stories = pile_of(state, seat)
    return (followers > stories) - (followers < stories)


def standing(after: Anansi, other: int, seat: int, lang: Language, names: Sequence[str]) -> str:
    """What followers and stories of a seat would score."""
    _, number, yours = lang.gettext, after.round_number, other == seat
    followers, stories = pile_of(after, other)
    if followers > stories:
        said = (
            _("You have {followers} and {stacks} now: no points as it stands (6.2).")
            if yours
            else _("{name} has {followers} and {stacks} now: no points as it stands (6.2).")
        )
    elif followers == stories:
        said = (
            _("You have {followers} and {stacks} now, as many: that would bring the bonus of {bonus} (6.4).")
            if yours
            else _("{name} has {followers} and {stacks} now, as many: that would bring the bonus of {bonus} (6.4).")
        )
    else:
        said = (
            _("You have {followers} and {stacks} now: {points} as it stands, no bonus (6.3).")
            if yours
            else _("{name} has {followers} and {stacks} now: {points} as it stands, no bonus (6.3).")
        )
    return said.format(
        name=names[other],
        followers=followers_text(followers, lang),
        stacks=stacks_text(stories, lang),
        points=points_text(after.scored_followers(number, other), lang),
        bonus=after.bonus(number, other),
    )


def new_trump(after: Anansi, seat: int, lang: Language) -> str:
    trumps = count(after.hands[seat] & CARDS_OF_SUIT[after.trump])
    if not trumps:
        said = lang.gettext("[{suit}] is trump now: you have none.")
    else:
        said = lang.ngettext(
            "[{suit}] is trump now: {number} of your cards is.",
            "[{suit}] is trump now: {number} of your cards are.",
            trumps,
        )
    return said.format(suit=LETTERS[after.trump], number=trumps)


def lacks(suits: Sequence[int], name: str, lang: Language) -> str:
    """The one or two suits that somebody has just shown to have none of."""
    if len(suits) == 1:
        said = lang.gettext("{name} has no [{suit}] left (4.3).")
    else:
        said = lang.gettext("{name} has neither [{suit}] nor [{other}] left (4.4).")
    return said.format(name=name, suit=LETTERS[suits[0]], other=LETTERS[suits[-1]])
