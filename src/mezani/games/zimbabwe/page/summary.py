"""What a round of The Great Zimbabwe has brought: VP on the way to VR, the deeds of each empire, and its cattle."""

from collections.abc import Sequence

import msgspec

from mezani.game import Summary
from mezani.games.common.sentences import listed
from mezani.games.zimbabwe.actions import EACH, ENGAI, NONE, SQUARES, TYPES, square_text
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, CRAFTSMEN, GODS, MONUMENT_VP, SPECIALISTS
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.words.names import a_craftsman
from mezani.language import Language

NEAR = 6  # VP to go, at most


class Deed(msgspec.Struct, frozen=True):
    """Something that was built, raised or placed, and its VP."""

    square: str
    craftsman: str  # its type; a monument has none
    level: int  # of a monument
    vp: int
    words: str


class RoundOf(msgspec.Struct, frozen=True):
    """What a round has brought to an empire."""

    seat: int
    vp_before: int
    vp: int
    vr: int
    vr_change: int
    to_go: int
    is_near: bool
    deeds: tuple[Deed, ...]
    taken: tuple[str, ...]  # gods and specialists
    cattle: int  # all in all: those that were left, from cards, from the highest level, and from a god
    left: int
    from_cards: int
    from_level: int
    from_god: int
    god: str


class RoundSummary(Summary, frozen=True, kw_only=True):
    empires: tuple[RoundOf, ...]  # in the order of play


def summary(
    steps: Sequence[tuple[Zimbabwe, int, Zimbabwe]], seat: int | None, lang: Language, names: Sequence[str]
) -> RoundSummary:
    """A round that is over; nothing is hidden."""
    _ = lang.gettext
    start, ended = steps[0][0], steps[-1][0]
    order = ended.order[: ended.players]
    return RoundSummary(
        title=_("Round {number}").format(number=ended.round),
        subtitle=_("in the order of play"),
        gist=_gist(ended, seat, lang, names),
        in_words=_(
            "Revenues: the cattle on your cards (11.1), and your highest level (11.2). Woven: VP of this round."
        ),
        empires=tuple(_round_of(start, ended, other, lang) for other in order),
    )


def ending(before: Zimbabwe, action: int, after: Zimbabwe) -> None:
    """The map stays as it is when a round ends."""


def _round_of(start: Zimbabwe, ended: Zimbabwe, seat: int, lang: Language) -> RoundOf:
    god, from_god = ended.god[seat], 2 if ended.god[seat] == ENGAI else 0  # 13.11
    income, revenue, to_go = ended.income(seat), ended.revenue(seat), ended.vr[seat] - ended.vp[seat]
    return RoundOf(
        seat=seat,
        vp_before=start.vp[seat],
        vp=ended.vp[seat],
        vr=ended.vr[seat],
        vr_change=ended.vr[seat] - start.vr[seat],
        to_go=to_go,
        is_near=to_go <= NEAR,
        deeds=(*_monuments(start, ended, seat, lang), *_craftsmen(start, ended, seat, lang)),
        taken=_taken(start, ended, seat),
        cattle=ended.cattle[seat] + revenue,
        left=ended.cattle[seat],
        from_cards=revenue - income,  # 11.1
        from_level=income - from_god,  # 11.2
        from_god=from_god,
        god=GODS[god] if god != NONE else "",
    )


def _monuments(start: Zimbabwe, ended: Zimbabwe, seat: int, lang: Language) -> list[Deed]:
    """The monuments that were raised, the highest first, then those that were built."""
    _ = lang.gettext
    old, new, owners = start.levels, ended.levels, ended.owners
    deeds = []
    for square in range(SQUARES):
        if owners[square] == seat and new[square] > old[square]:
            vp = MONUMENT_VP[new[square]] - MONUMENT_VP[old[square]]
            said = _("Raised {square} to level {level}, {vp} VP") if old[square] else _("Built {square}, {vp} VP")
            words = said.format(square=square_text(square), level=new[square], vp=vp)
            deeds.append(Deed(square_text(square), "", new[square], vp, words))
    return sorted(deeds, key=lambda deed: -deed.vp)


def _craftsmen(start: Zimbabwe, ended: Zimbabwe, seat: int, lang: Language) -> list[Deed]:
    deeds = []
    for kind in range(TYPES):
        for tile in range(kind * EACH + start.placed[kind], kind * EACH + ended.placed[kind]):
            if ended.tile_owner[tile] == seat:
                square, vp = square_text(ended.tile_square[tile]), CRAFTSMAN_VP[kind]
                said = lang.gettext("Placed {craftsman} at {square}, {vp} VP")
                words = said.format(craftsman=a_craftsman(kind, lang), square=square, vp=vp)
                deeds.append(Deed(square, CRAFTSMEN[kind], 0, vp, words))
    return sorted(deeds, key=lambda deed: -deed.vp)


def _taken(start: Zimbabwe, ended: Zimbabwe, seat: int) -> tuple[str, ...]:
    """The god and the specialists that an empire has chosen in the round."""
    gods = [GODS[ended.god[seat]]] if ended.god[seat] != start.god[seat] else []
    owned, before = ended.specialist_owner, start.specialist_owner
    chosen = [name for n, name in enumerate(SPECIALISTS) if owned[n] == seat and before[n] != seat]
    return (*gods, *chosen)


def _gist(ended: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """Whether anybody has reached the VR, and who is nearest."""
    _ = lang.gettext
    to_go = [ended.vr[other] - ended.vp[other] for other in range(ended.players)]
    reached = [_called(other, seat, lang, names) for other in range(ended.players) if to_go[other] <= 0]
    if reached:
        return _("The VR is reached by: {names} (12.1).").format(names=listed(reached, lang))
    nobody = _("Nobody has reached their VR (12.1).")
    return f"{nobody} {_who_is_nearest(to_go, seat, lang, names)}"


def _who_is_nearest(to_go: Sequence[int], seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    nearest = [other for other, vp in enumerate(to_go) if vp == min(to_go)]
    others = listed([names[other] for other in nearest if other != seat], lang)
    if seat in nearest and others:
        said = _("*You are nearest* with {vp} to go, as {names}.")
    elif seat in nearest or seat is None:
        second = min((vp for vp in to_go if vp > min(to_go)), default=0)
        then = listed([names[other] for other, vp in enumerate(to_go) if vp == second], lang)
        if seat is not None:
            said = _("*You are nearest* with {vp} to go, then {then} with {second}.")
        elif len(nearest) == 1:
            said = _("*{names} is nearest* with {vp} to go, then {then} with {second}.")
        else:
            said = _("*{names} are nearest* with {vp} to go.")
        return said.format(names=others, vp=min(to_go), then=then, second=second)
    elif len(nearest) == 1:
        said = _("*{names} is nearest* with {vp} to go, you have {own}.")
    else:
        said = _("*{names} are nearest* with {vp} to go, you have {own}.")
    return said.format(names=others, vp=min(to_go), own=0 if seat is None else to_go[seat])


def _called(other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    return lang.gettext("You") if other == seat else names[other]
