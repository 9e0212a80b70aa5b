"""What a hand of Ahadi has brought: the promises turned up, the tricks beside them, and the points."""

from collections.abc import Sequence

import msgspec
from mezani.game import Summary
from mezani.games.common.sentences import listed
from mezani.games.common.standing import leaders, who_leads
from mezani.language import Language

from ahadi.actions import NONE, TRICKS
from ahadi.rules import Ahadi
from ahadi.view import Reckoning, reckoning
from ahadi.words.sentences import tricks_text


class HandOf(msgspec.Struct, frozen=True):
    """What a hand has brought to a player."""

    seat: int
    came: Reckoning
    total: int
    leads: bool


class HandSummary(Summary, frozen=True, kw_only=True):
    players: tuple[HandOf, ...]  # the reader first, then clockwise


def summary(
    steps: Sequence[tuple[Ahadi, int, Ahadi]], seat: int | None, lang: Language, names: Sequence[str]
) -> HandSummary:
    """A hand that is over; all of it is open."""
    _ = lang.gettext
    before, _action, after = steps[-1]
    hand, players, totals = before.hand_number, after.players, after.scores()
    came = [reckoning(after, hand, other) for other in range(players)]
    around = [((seat or 0) + step) % players for step in range(players)]
    return HandSummary(
        title=_("Hand {number}").format(number=hand + 1),
        subtitle=_("of {number}").format(number=after.hands_in_game),
        gist=f"{_gist(came, seat, lang, names)} {who_leads(totals, seat, lang, names)}",
        in_words=_("Exactly the tricks promised: 3 points, and 2 for each trick (5.2) · more or fewer: nothing (5.3)"),
        players=tuple(HandOf(other, came[other], totals[other], other in leaders(totals)) for other in around),
    )


def ending(before: Ahadi, action: int, after: Ahadi) -> Ahadi:
    """The table with the last trick on it and all cards played."""
    ended, tricks = before.clone(), before.tricks[:]
    tricks[after.last_winner] += 1
    ended.tricks, ended.hands, ended.phase = tricks, [0] * 4, TRICKS
    ended.trick, ended.last_trick = [NONE] * 4, after.last_trick
    ended.last_leader, ended.last_winner = after.last_leader, after.last_winner
    return ended


def _gist(came: Sequence[Reckoning], seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """What the hand has brought to the reader; to a spectator, who kept their promises."""
    _ = lang.gettext
    if seat is None:
        kept = [names[other] for other, one in enumerate(came) if one.kept]
        return _("Kept their promises: {names}.").format(names=listed(kept, lang) if kept else _("nobody"))
    own = came[seat]
    if own.kept:
        said = _("You kept your promise: {points} points.")
    elif own.tricks > own.promised:
        said = _("You took {tricks}, more than you promised.")
    else:
        said = _("You took {tricks}, fewer than you promised.")
    return said.format(points=own.points, tricks=tricks_text(own.tricks, lang))
