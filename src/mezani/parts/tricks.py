"""What trick-taking games say alike."""

from collections.abc import Sequence

from mezani.engine.state import State
from mezani.game import Reason
from mezani.language import Language


def result(state: State, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """Who has won, said to the seat (None: to a spectator)."""
    _ = lang.gettext
    winners = state.winners()
    points = max(state.scores())
    if winners == [seat]:
        return _("You win with {points} points.").format(points=points)
    if len(winners) == 1:
        return _("{name} wins with {points} points.").format(name=names[winners[0]], points=points)
    return _("{names} share the victory with {points} points.").format(
        names=", ".join(names[winner] for winner in winners), points=points
    )


def most_points(state: State, paragraph: str, lang: Language, names: Sequence[str]) -> Reason:
    """Who has the most points: alone, or tied with others."""
    _ = lang.gettext
    points = state.scores()
    best = [names[seat] for seat in range(state.players) if points[seat] == max(points)]
    said = _("{name} has the most points: {points}.") if len(best) == 1 else _("{names} are tied with {points} points.")
    return Reason(paragraph, said.format(name=best[0], names=listed(best, lang), points=max(points)))


def shared_victory(state: State, paragraph: str, lang: Language, names: Sequence[str]) -> Reason:
    """That nothing parts those who are tied."""
    winners = listed([names[seat] for seat in state.winners()], lang)
    return Reason(paragraph, lang.gettext("{names} share the victory.").format(names=winners))


def listed(names: Sequence[str], lang: Language) -> str:
    """Names as a sentence lists them: "Ann, Ben and Cat"."""
    if len(names) < 2:
        return "".join(names)
    return lang.gettext("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])


def tell_card(card: str, leads: bool, yours: bool, name: str, lang: Language) -> str:
    """That somebody has led a card, or played it to a trick."""
    _ = lang.gettext
    if leads:
        said = _("You lead [{card}].") if yours else _("{name} leads [{card}].")
    else:
        said = _("You play [{card}].") if yours else _("{name} plays [{card}].")
    return said.format(name=name, card=card)
