"""Who leads after a hand or a round, in one sentence."""

from collections.abc import Sequence

from mezani.games.common.sentences import listed
from mezani.language import Language


def leaders(scores: Sequence[int]) -> list[int]:
    """The seats with the most points; none if all have the same."""
    return [seat for seat, points in enumerate(scores) if points == max(scores) > min(scores)]


def who_leads(scores: Sequence[int], seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """Who leads, and how far, said to the seat (None: to a spectator)."""
    _ = lang.gettext
    first = leaders(scores)
    if not first:
        return _("*All have {points}*.").format(points=scores[0])
    others = listed([names[leader] for leader in first if leader != seat], lang)
    if seat in first and others:
        said = _("*You lead with {points}*, together with {names}.")
    elif seat in first:
        return _far_ahead(scores, _("*You lead with {points}*, {more} more than {names}."), lang, names)
    elif seat is None and len(first) == 1:
        return _far_ahead(scores, _("*{name} leads with {points}*, {more} more than {names}."), lang, names)
    elif seat is None:
        said = _("*{names} lead with {points}*.")
    elif len(first) == 1:
        said = _("*{names} leads with {points}*, you have {own}.")
    else:
        said = _("*{names} lead with {points}*, you have {own}.")
    return said.format(points=max(scores), names=others, own=0 if seat is None else scores[seat])


def _far_ahead(scores: Sequence[int], said: str, lang: Language, names: Sequence[str]) -> str:
    """The sentence of who leads alone, with those who come next."""
    best = scores.index(max(scores))
    second = max(points for seat, points in enumerate(scores) if seat != best)
    behind = [names[seat] for seat, points in enumerate(scores) if points == second and seat != best]
    return said.format(name=names[best], points=scores[best], more=scores[best] - second, names=listed(behind, lang))
