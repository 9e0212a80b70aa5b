"""The coach beside the board: ideas with chances and reasons, a word on the last move, what others' moves mean."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from mezani.insight.reasons import Reason, sentence
from mezani.insight.verdicts import BLUNDER, MISTAKE
from mezani.lessons.lesson import LETTERS
from mezani.tables.coach import Advice
from mezani.tables.hall import Hall
from mezani.tables.table import Table
from mezani.web.notation import sentence as drawn
from mezani.web.rendering import environment
from mezani.web.spotlight import LETTER, selector
from mezani.web.viewer import Viewer

if TYPE_CHECKING:
    from mezani.web.screen import Screen

REMARKS = 2  # at most, the last ones
LETTER_IN_TEXT = re.compile(r"\{(\w)\}")
THING = re.compile(r"\w+")
IN_PLACE = ".card, .sq, .mon, .man"  # what boards put somewhere themselves
ON_SQUARE = "inset: 9%; min-width: 0; height: auto; padding: 0"  # a letter fills the square of a map


class ShownIdea(NamedTuple):
    """A move that the coach thinks of."""

    letter: str
    action: int
    words: str
    percent: int
    why: tuple[Markup, ...]


class ShownVerdict(NamedTuple):
    """What the coach says of the last move, and what was better."""

    sign: str
    gravity: str
    better: str
    why: tuple[Markup, ...]
    percent: int
    best_percent: int


class Coaching(NamedTuple):
    """All that the coach says on a screen."""

    table: str
    seat: int
    turn: int
    is_yours: bool
    is_open: bool
    is_thinking: bool
    ideas: tuple[ShownIdea, ...]
    marked: int | None  # the action that stands out on the board
    verdict: ShownVerdict | None
    remarks: tuple[Markup, ...]
    marks: Markup  # the style that sets letters on the board


async def shows_ideas(hall: Hall, table: Table, viewer: Viewer) -> bool:
    """Whether somebody sees ideas without asking for them: as they wish, else in their first game of a kind."""
    if viewer.preferences.coach:
        return viewer.preferences.coach == "always"
    if not viewer.player or not table.is_practice_of(viewer.player):
        return False
    return not await hall.store.lists.has_finished(viewer.player, table.game.name)


def advice_for(hall: Hall, table: Table, seat: int | None, viewer: Viewer, shows: bool) -> Advice | None:
    """What the coach has to say to a viewer; None where there is none, or they want none."""
    if seat is None or viewer.preferences.coach == "never":
        return None
    return hall.coach.advice(table, seat, shows)


def coaching(screen: "Screen") -> Coaching | None:
    """What the coach says on a screen; None where there is no coach."""
    advice, seat, table = screen.advice, screen.viewing_seat, screen.table
    if advice is None or seat is None or screen.is_past:
        return None
    return Coaching(
        table=table.id,
        seat=seat,
        turn=table.turn,
        is_yours=screen.is_your_turn,
        is_open=advice.is_open,
        is_thinking=advice.is_thinking,
        ideas=tuple(_ideas(screen, advice)),
        marked=screen.hinted,
        verdict=_verdict(screen, advice),
        remarks=() if screen.is_your_turn and advice.ideas else tuple(_remarks(screen, seat)),
        marks=_marks(screen, advice),
    )


def _ideas(screen: "Screen", advice: Advice) -> Iterable[ShownIdea]:
    letters = {idea.action: letter for letter, idea in zip(LETTERS, advice.ideas, strict=False)}
    for idea in advice.ideas:
        words = screen.table.game.label(screen.table.state, idea.action, screen.lang)
        why = _why(screen, idea.reasons, {action: f"{{{letter}}}" for action, letter in letters.items()})
        yield ShownIdea(letters[idea.action], idea.action, words, _percent(idea.chance), why)


def _verdict(screen: "Screen", advice: Advice) -> ShownVerdict | None:
    verdict, step = advice.verdict, screen.table.recent().get(advice.judged)
    if verdict is None or step is None:
        return None
    better = screen.table.game.label(step.before, verdict.best, screen.lang)
    why = _why(screen, verdict.reasons, {verdict.action: screen.lang.gettext("your move")})
    gravity = "grave" if verdict.lost >= BLUNDER else "wrong" if verdict.lost >= MISTAKE else ""
    return ShownVerdict(verdict.sign, gravity, better, why, _percent(verdict.chance), _percent(verdict.best_chance))


def _percent(chance: float) -> int:
    return round(100 * chance)


def _why(screen: "Screen", reasons: Sequence[Reason], called: dict[int, str]) -> tuple[Markup, ...]:
    """Reasons in words; other moves are called by their letters."""
    game, lang = screen.table.game, screen.lang
    said = (sentence(game, it.key, it.mean, it.other_mean, called.get(it.other, "?"), lang) for it in reasons)
    return tuple(Markup(LETTER_IN_TEXT.sub(r'<span class="letter">\1</span>', str(escape(text)))) for text in said)


def _remarks(screen: "Screen", seat: int) -> list[Markup]:
    """What the others have done since the viewer's last decision, and what it means for them."""
    table, game, lang = screen.table, screen.table.game, screen.lang
    last = table.last_of(seat)
    since = [step for number, step in table.recent().items() if last is None or number > last]
    said = [game.remark(*step, seat, lang, screen.names) for step in since]
    templates = environment(lang.code, game.name)
    return [drawn(templates, game, text) for text in said if text][-REMARKS:]


def _marks(screen: "Screen", advice: Advice) -> Markup:
    """The style that sets the letters of ideas at what they are made with: buttons, and cards that are picked first."""
    game, state = screen.table.game, screen.table.state
    places: dict[str, str] = {}
    for letter, idea in zip(LETTERS, advice.ideas, strict=False):
        thing = THING.match(game.action_text(state, idea.action))
        button = f'[name="action"][value="{idea.action}"]'
        places[f"{button}::before"] = letter
        if thing:
            card = f".hand label{selector(thing[0])}::before"
            places[card] = f"{places[card]} {letter}" if card in places else letter
    if not places:
        return Markup("")
    rules = [f'#board [name="action"]:is({_buttons(advice)}):not({IN_PLACE}) {{ position: relative }}']
    rules += [f'#board {place} {{ {LETTER}; content: "{letters}" }}' for place, letters in places.items()]
    rules.append(f"#board .sq:is({_buttons(advice)})::before {{ {ON_SQUARE} }}")
    return Markup("\n".join(rules))


def _buttons(advice: Advice) -> str:
    return ", ".join(f'[value="{idea.action}"]' for idea in advice.ideas)
