"""What a round of Anansi has brought: stories and followers, the trickster bonus, and how the points came about."""

from collections.abc import Sequence

import msgspec

from mezani.engine.bits import lowest
from mezani.game import Summary
from mezani.games.anansi.actions import ROUNDS, SEATS, card_text
from mezani.games.anansi.cards import FOLLOWER_ICONS
from mezani.games.anansi.rules import Anansi
from mezani.games.common.sentences import listed
from mezani.games.common.standing import leaders, who_leads
from mezani.language import Language

NONE = -1


class RoundOf(msgspec.Struct, frozen=True):
    """What a round has brought to a player."""

    seat: int
    followers: int
    stories: int
    scored: int  # followers
    bonus: int
    points: int
    total: int
    leads: bool
    starts: bool  # the next round


class Trick(msgspec.Struct, frozen=True):
    """The last trick, in the order of play."""

    cards: tuple[tuple[int, str, bool], ...]  # the seat, its card, and whether it was laid to gain followers
    winner: int


class RoundSummary(Summary, frozen=True, kw_only=True):
    players: tuple[RoundOf, ...]  # the reader first, then clockwise
    next_round: int | None
    trick: Trick
    icons: tuple[int, ...]  # the followers that cards gain, from number 1 to 14


def summary(
    steps: Sequence[tuple[Anansi, int, Anansi]], seat: int | None, lang: Language, names: Sequence[str]
) -> RoundSummary:
    """A round that is over; all of it is open."""
    _ = lang.gettext
    before, _action, after = steps[-1]
    number, totals, me = before.round_number, after.scores(), seat or 0
    around = [(me + step) % after.players for step in range(after.players)]
    return RoundSummary(
        title=_("Round {number}").format(number=number + 1),
        subtitle=_("of {number}").format(number=ROUNDS),
        gist=f"{_gist(after, number, seat, lang, names)} {who_leads(totals, seat, lang, names)}",
        in_words=_(
            "As many followers as stories: 1 point each and the bonus (6.4)"
            " · fewer: 1 point each (6.3) · more: nothing (6.2)"
        ),
        players=tuple(_round_of(after, number, other, totals) for other in around),
        next_round=None if after.is_over else number + 2,
        trick=_last_trick(after),
        icons=tuple(FOLLOWER_ICONS),
    )


def ending(before: Anansi, action: int, after: Anansi) -> Anansi:
    """The table with the last trick on it and all cards played."""
    ended = before.clone()
    ended.followers, ended.stacks, ended.hands = after.followers, after.stacks, [0] * SEATS
    ended.led, ended.trick, ended.laid, ended.gained = NONE, [NONE] * SEATS, [0] * SEATS, [0] * SEATS
    ended.last_trick, ended.last_laid, ended.last_gained = after.last_trick, after.last_laid, after.last_gained
    ended.last_leader, ended.last_winner = after.last_leader, after.last_winner
    return ended


def _round_of(after: Anansi, number: int, seat: int, totals: Sequence[int]) -> RoundOf:
    scored, bonus = after.scored_followers(number, seat), after.bonus(number, seat)
    return RoundOf(
        seat=seat,
        followers=after.followers[number * SEATS + seat],
        stories=after.stacks[number * SEATS + seat],
        scored=scored,
        bonus=bonus,
        points=scored + bonus,
        total=totals[seat],
        leads=seat in leaders(totals),
        starts=not after.is_over and seat == after.last_winner,  # 6.6
    )


def _gist(after: Anansi, number: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """What the round has brought to the reader; to a spectator, who gets the bonus."""
    _ = lang.gettext
    if seat is None:
        happy = [names[other] for other in range(after.players) if after.bonus(number, other)]
        said = _("The bonus goes to {names}.") if happy else _("Nobody gets the bonus.")
        return said.format(names=listed(happy, lang))
    followers, stories = after.followers[number * SEATS + seat], after.stacks[number * SEATS + seat]
    if followers > stories:
        return _("More followers than stories: you score nothing.")
    if followers == stories:
        said = _("As many followers as stories: you get the bonus of {bonus}.")
        return said.format(bonus=after.bonus(number, seat))
    if not followers:
        return _("Stories, but no followers: you score nothing.")
    said = lang.ngettext(
        "Fewer followers than stories: you score {followers} point.",
        "Fewer followers than stories: you score {followers} points.",
        followers,
    )
    return said.format(followers=followers)


def _last_trick(after: Anansi) -> Trick:
    around = [(after.last_leader + step) % after.players for step in range(after.players)]
    cards = []
    for seat in around:
        laid = after.last_laid[seat]
        cards.append((seat, card_text(lowest(laid) if laid else after.last_trick[seat]), bool(laid)))
    return Trick(cards=tuple(cards), winner=after.last_winner)
