"""A judged decision in words: what could be done, best first, with chances and reasons, and where on the board."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from babel.numbers import format_decimal
from markupsafe import Markup, escape

from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.in_words import percent
from mezani.insight.judging import Choice, Decision, Judged
from mezani.insight.reasons import sentence
from mezani.language import Language
from mezani.lessons.lesson import LETTERS
from mezani.web.rendering import board_of
from mezani.web.spotlight import LETTER, selector

THING: Final = re.compile(r"\w+")
SIDES: Final = "-|"  # how a piece of two squares lies, at the end of a notation
BARE: Final = 3  # words of a label that only says where: "m7 and m8"
LETTER_IN_TEXT: Final = re.compile(r"\{(\w)\}")
GRAVITY: Final = {"?": "wrong", "??": "grave"}
OVER_HAND: Final = "left: 2px; top: auto; bottom: calc(100% + 4px); min-width: 20px; height: 20px; font-size: 13px"
ON_SQUARE: Final = "left: 50%; top: 0; translate: -50% -60%"
NAME: Final = 12  # letters of a name at a card
UNSAFE: Final = re.compile(r'[\\"<\n]')
ON_CLOTH: Final = "background: #fbf3e2; color: #241b15; box-shadow: none"
PLAYED: Final = "background: #0009; color: #fbf3e2; box-shadow: inset 0 0 0 1.5px #fbf3e2"


class ShownChoice(NamedTuple):
    """A choice of a decision."""

    letter: str  # none for what was played, unless it was the best
    title: str
    steps: list[str]  # of a turn, after what its title tells
    percent: int
    why: tuple[Markup, ...]
    sign: str
    gravity: str
    is_best: bool
    is_played: bool


class ShownDecision(NamedTuple):
    """A decision beside the best ones."""

    choices: list[ShownChoice]
    marks: Markup  # the style that sets letters on the board
    pointed: tuple[str, ...]  # the squares and cards at which they stand
    fair: str


def turn_in_words(game: Game[Any], state: State, actions: Sequence[int], lang: Language) -> list[str]:
    """A choice in few words: of a turn what was decided in it, without its end and what had to be done anyway."""
    now, said = state.clone(), list[str]()
    for place, action in enumerate(actions):
        text, label = game.action_text(now, action), game.label(now, action, lang)
        is_chosen, is_end = len(now.legal_actions()) > 1, 0 < place == len(actions) - 1
        now.play(action)
        square = text.rstrip(SIDES)
        is_place = label.startswith(square) and square[-1:].isdigit()  # some begin with the name of a god
        is_bare = len(label.split()) <= BARE
        if said and is_place and is_bare:  # where something is done that was chosen before
            said[-1] = f"{said[-1].partition(':')[0]}: {label}"
        elif said and (is_place or said[-1].split()[0] == label.split()[0]):  # the same, more exactly
            said[-1] = label
        elif not said or (is_chosen and not is_end):
            said.append(label)
    return said


def notations(game: Game[Any], state: State, actions: Sequence[int]) -> list[str]:
    """At what on the board a choice is made, as `data-at` has it."""
    board = board_of(game.name)
    if board and hasattr(board, "pointed_at"):
        return list(board.pointed_at(state, actions))
    found = THING.match(game.action_text(state, actions[0]))
    return [found[0]] if found else []


def words_at(thing: str, said: str, is_played: bool) -> Iterator[str]:
    """The style that sets letters or words at something: over a card of the hand, on a square, or at its corner."""
    at, words = selector(thing), UNSAFE.sub("", said)
    look = f'{LETTER}; white-space: nowrap; content: "{words}"'
    yield f"#board .hand {at}::before {{ {look}; {OVER_HAND}; {PLAYED if is_played else ON_CLOTH} }}"
    yield f"#board .pointed{at}::before {{ {look}; {ON_SQUARE} }}"
    elsewhere = f"#board .board:not(:has(.hand {at}, .pointed{at})) {at}"
    yield f"{elsewhere} {{ position: relative }}"
    yield f"{elsewhere}::before {{ {look}{'; ' + PLAYED if is_played else ''} }}"


class DecisionInWords:
    """Says what is judged of a decision to whoever looks back."""

    def __init__(
        self, game: Game[Any], decision: Decision, judged: Judged, you: int | None, names: Sequence[str], lang: Language
    ) -> None:
        self.game, self.decision, self.judged, self.lang = game, decision, judged, lang
        self.is_yours, self.name = judged.seat == you, names[judged.seat]
        lettered = [place for place in range(len(judged.choices)) if place == 0 or place != judged.place]
        self.letters = dict(zip(lettered, LETTERS, strict=False))

    def shown(self) -> ShownDecision:
        order = sorted(range(len(self.judged.choices)), key=lambda place: bool(place) and place == self.judged.place)
        return ShownDecision(
            [self.choice(place) for place in order],
            Markup("\n".join(self.marks())),
            tuple(thing for place in order for thing in self.things(place)),
            self.fair(),
        )

    def choice(self, place: int) -> ShownChoice:
        judged, choice = self.judged, self.judged.choices[place]
        is_played, is_best = place == judged.place, place == 0
        title, *steps = turn_in_words(self.game, self.decision.state, choice.actions, self.lang)
        sign = judged.sign if is_played else ""
        return ShownChoice(
            self.letters.get(place, ""),
            f"{self.who}: {title}" if is_played else title,
            steps,
            percent(choice.chances[judged.seat]),
            self.why(choice),
            sign,
            GRAVITY.get(sign, ""),
            is_best,
            is_played,
        )

    @property
    def who(self) -> str:
        return self.lang.gettext("You") if self.is_yours else self.name

    def why(self, choice: Choice) -> tuple[Markup, ...]:
        """The reasons of a choice; others are called by their letters."""
        other = self.called(choice.beside)
        said = (sentence(self.game, it.key, it.mean, it.other_mean, other, self.lang) for it in choice.reasons)
        return tuple(Markup(LETTER_IN_TEXT.sub(r'<span class="letter">\1</span>', str(escape(text)))) for text in said)

    def called(self, place: int) -> str:
        if place in self.letters:
            return f"{{{self.letters[place]}}}"
        return self.lang.gettext("your move") if self.is_yours else self.lang.gettext("the move played")

    def fair(self) -> str:
        """What the judgement knew."""
        _ = self.lang.gettext
        if self.game.is_open:
            return _(
                "All is open in this game, and nothing is drawn after the start: no luck, only decisions. "
                "A turn is judged as a whole."
            )
        said = (
            _(
                "Judged by what you could know: your cards and what lay open. "
                "The others’ cards were dealt anew {number} times."
            )
            if self.is_yours
            else _(
                "Judged by what {name} could know: their cards and what lay open. "
                "The others’ cards were dealt anew {number} times."
            )
        )
        return said.format(name=self.name, number=format_decimal(self.judged.worlds, locale=self.lang.code))

    # The board

    def things(self, place: int) -> list[str]:
        return notations(self.game, self.decision.state, self.judged.choices[place].actions)

    def marks(self) -> Iterator[str]:
        """The letters of choices at what they are made with; who made it stands at what was played."""
        mine, places = self.lang.gettext("you") if self.is_yours else self.name[:NAME], dict[str, list[str]]()
        for place in range(len(self.judged.choices)):
            for thing in self.things(place):
                said = places.setdefault(thing, [])
                said += [self.letters[place]] if place in self.letters else []
                said += [mine] if place == self.judged.place else []
        for thing, said in places.items():
            yield from words_at(thing, " · ".join(dict.fromkeys(said)), set(said) == {mine})
