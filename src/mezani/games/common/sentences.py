"""What trick-taking games say alike."""

from collections.abc import Sequence

from mezani.engine.state import State
from mezani.game import Reason
from mezani.language import Language


def result(state: State, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """Who has won, said to the seat (None: to a spectator)."""
    winners, points = state.winners(), max(state.scores())
    if winners == [seat]:
        said = lang.ngettext("You win with {points} point.", "You win with {points} points.", points)
    elif len(winners) == 1:
        said = lang.ngettext("{name} wins with {points} point.", "{name} wins with {points} points.", points)
    elif seat in winners:
        said = lang.ngettext(
            "{you_and_others} share the victory with {points} point.",
            "{you_and_others} share the victory with {points} points.",
            points,
        )
    else:
        said = lang.ngettext(
            "{names} share the victory with {points} point.", "{names} share the victory with {points} points.", points
        )
    others = [names[winner] for winner in winners if winner != seat]
    return said.format(
        name="".join(others[:1]),
        names=listed(others, lang),
        you_and_others=listed([lang.gettext("You"), *others], lang),
        points=points,
    )


def most_points(state: State, paragraph: str, lang: Language, names: Sequence[str]) -> Reason:
    """Who has the most points: alone, or tied with others."""
    scores = state.scores()
    points = max(scores)
    best = [names[seat] for seat in range(state.players) if scores[seat] == points]
    if len(best) == 1:
        said = lang.gettext("{name} has the most points: {points}.")
    else:
        said = lang.ngettext("{names} are tied with {points} point.", "{names} are tied with {points} points.", points)
    return Reason(paragraph, said.format(name=best[0], names=listed(best, lang), points=points))


def shared_victory(state: State, paragraph: str, lang: Language, names: Sequence[str]) -> Reason:
    """That nothing breaks the tie."""
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


def tell_trick(winner: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """Who has taken the trick."""
    _ = lang.gettext
    return _("You take the trick.") if winner == seat else _("{name} takes the trick.").format(name=names[winner])


def points_text(points: int, lang: Language) -> str:
    """So many points."""
    return lang.ngettext("{number} point", "{number} points", points).format(number=points)
