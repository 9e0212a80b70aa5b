"""The report of an analysis as data: all that was found, with notations and sentences, for programs and pages.

docs/analysis.md describes the format. What programs may rely on changes only with `FORMAT`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.analysis import Summary
from mezani.insight.in_words import chapter_in_words, choice_in_words, percent, place_in_words
from mezani.insight.judging import VERSION, Choice, Course, Decision, Depth, Judged
from mezani.insight.parts import COURSE
from mezani.insight.reasons import Reason, sentence
from mezani.insight.reckoning import Finding, Looked, write_whole
from mezani.insight.turning_points import turning_points
from mezani.language import Language
from mezani.record import Record

FORMAT: Final = 1
LETTERS: Final = "ABCDEFGH"


class Player(msgspec.Struct, frozen=True):
    """Who sat on a seat, and how it ended."""

    name: str
    score: int
    won: bool


class Chapter(msgspec.Struct, frozen=True):
    """A hand, a round or a turn: the number of its first action, and what it is called."""

    number: int
    chapter: str
    title: str


class ToldChoice(msgspec.Struct, frozen=True):
    """What a seat could do, in numbers, notation and words, and everybody's chances after it."""

    actions: tuple[int, ...]
    moves: tuple[str, ...]
    words: tuple[str, ...]
    chances: tuple[float, ...]
    reasons: tuple[Reason, ...]
    beside: int  # the place of the choice with which the reasons compare it


class ToldDecision(msgspec.Struct, frozen=True):
    """A decision beside the best ones; `played` is the place of what was done among the choices."""

    number: int
    seat: int
    chapter: str
    line: int
    place: str
    sign: str
    lost: float
    played: int
    worlds: int
    fingerprint: str
    choices: tuple[ToldChoice, ...]

    @property
    def best(self) -> ToldChoice:
        return self.choices[0]

    def chance(self, choice: ToldChoice) -> float:
        """The chance of the seat after one of its choices."""
        return choice.chances[self.seat]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole analysis of a game. Seats are counted from 0, chances go from 0 to 1."""

    format: int = FORMAT
    judgement: int = VERSION
    depth: Depth
    seat: int | None
    language: str
    game: str
    title: str
    rules: int
    is_over: bool
    is_open: bool
    players: list[Player]
    record: str
    remarks: list[str]  # what is to be known of the record
    chapters: list[Chapter]
    turning_points: list[str]
    summaries: list[Summary]
    course: Course
    course_fingerprint: str
    decisions: list[ToldDecision]

    @property
    def mistakes(self) -> list[ToldDecision]:
        return [it for it in self.decisions if it.sign]


def names_of(looked: Looked, lang: Language) -> list[str]:
    """What everybody is called."""
    record, said = looked.record, lang.gettext("Seat {n}")
    return [(record.names[seat : seat + 1] or [""])[0] or said.format(n=seat + 1) for seat in range(record.players)]


def report_of(looked: Looked, lang: Language) -> Report:
    """All that an analysis comes to, in a language; it must be complete."""
    analysis, record, state = looked.analysis(), looked.record, looked.record.state()
    assert analysis.course
    names, winners = names_of(looked, lang), record.winners()
    fingerprints = {part.number: part.fingerprint for part in looked.parts}
    return Report(
        depth=looked.depth,
        seat=looked.seat,
        language=lang.code,
        game=record.game.name,
        title=record.game.title,
        rules=record.rules,
        is_over=state.is_over,
        is_open=record.game.is_open,
        players=[Player(name, state.scores()[seat], seat in winners) for seat, name in enumerate(names)],
        record=str(record),
        remarks=list(remarks_on(looked, names, lang)),
        chapters=list(chapters_of(record, lang)),
        turning_points=turning_points(analysis, lang, names),
        summaries=analysis.summaries(),
        course=analysis.course,
        course_fingerprint=fingerprints[COURSE],
        decisions=[
            told_decision(record.game, it, analysis.judged[it.number], fingerprints[it.number], lang)
            for it in analysis.decisions
        ],
    )


def remarks_on(looked: Looked, names: Sequence[str], lang: Language) -> Iterator[str]:
    """What is to be known of a record: that it was not played to the end, or by other rules."""
    _, record = lang.gettext, looked.record
    if record.stop:
        said = _("Today's rules forbid move {number}, {move}: {reason}")
        yield said.format(number=record.stop.number, move=record.stop.move, reason=record.stop.reason(lang))
        yield _("The game is judged up to there.")
    elif record.is_older:
        said = _("It was played by version {then} of the rules, and is judged by version {now}.")
        yield said.format(then=record.rules, now=record.game.rules_version)
    if not looked.is_over and not record.stop:
        yield _("The game is not over: it is judged as far as it was played.")
    if looked.viewer is not None:
        yield _("The chances are those that {name} could know.").format(name=names[looked.viewer])


def chapters_of(record: Record, lang: Language) -> Iterator[Chapter]:
    """The hands, rounds or turns of a game."""
    last = ""
    for number, (before, _, _) in enumerate(record.steps()):
        chapter = record.game.place(before).chapter
        if chapter != last:
            yield Chapter(number, chapter, chapter_in_words(record.game, chapter, lang))
        last = chapter


def told_decision(
    game: Game[Any], decision: Decision, judged: Judged, fingerprint: str, lang: Language
) -> ToldDecision:
    """A decision with all that can be said of it."""
    place = game.place(decision.state)
    notations = [moves_of(game, decision.state, choice.actions) for choice in judged.choices]
    return ToldDecision(
        number=judged.number,
        seat=judged.seat,
        chapter=place.chapter,
        line=place.line,
        place=place_in_words(game, place, lang),
        sign=judged.sign,
        lost=judged.lost,
        played=judged.place,
        worlds=judged.worlds,
        fingerprint=fingerprint,
        choices=tuple(
            told_choice(game, decision.state, choice, notations, number, lang)
            for number, choice in enumerate(judged.choices)
        ),
    )


def told_choice(
    game: Game[Any], state: State, choice: Choice, notations: Sequence[tuple[str, ...]], number: int, lang: Language
) -> ToldChoice:
    other = " ".join(notations[choice.beside])
    return ToldChoice(
        actions=choice.actions,
        moves=notations[number],
        words=tuple(choice_in_words(game, state, choice.actions, lang)),
        chances=choice.chances,
        reasons=tuple(said_again(game, reason, other, lang) for reason in choice.reasons),
        beside=choice.beside,
    )


def said_again(game: Game[Any], reason: Reason, other: str, lang: Language) -> Reason:
    """A reason with its sentence, in which the other choice is called as given."""
    said = sentence(game, reason.key, reason.mean, reason.other_mean, other, lang)
    return msgspec.structs.replace(reason, sentence=said)


def moves_of(game: Game[Any], state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """The notations of some actions in a row."""
    now, found = state.clone(), []
    for action in actions:
        found.append(game.action_text(now, action))
        now.play(action)
    return tuple(found)


def letters_of(decision: ToldDecision, lang: Language) -> list[str]:
    """What the choices of a decision are called beside each other: letters, and what was played."""
    letters = iter(LETTERS)
    played = lang.gettext("what was played")
    is_best = decision.played == 0
    return [
        played if place == decision.played and not is_best else next(letters) for place in range(len(decision.choices))
    ]


def reasons_of(game: Game[Any], decision: ToldDecision, place: int, lang: Language) -> list[str]:
    """Why the best choice, and why not the played one, where others are called by their letters; nothing twice."""
    if place not in (0, decision.played):
        return []
    choice, letters = decision.choices[place], letters_of(decision, lang)
    told = {it.key for it in decision.best.reasons} if place and decision.best.beside == place else set()
    return [
        sentence(game, it.key, it.mean, it.other_mean, letters[choice.beside], lang)
        for it in choice.reasons
        if it.key not in told
    ]


def adding_up(summary: Summary) -> tuple[int, int, int, int]:
    """Change, own, others and luck of a seat in whole percent that add up."""
    change, own, luck = (percent(it) for it in (summary.sum.change, summary.sum.own, summary.sum.luck))
    return change, own, change - own - luck, luck


# Files


def write_report(path: Path, report: Report) -> None:
    """Write a report as JSON."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")


def read_report(path: Path) -> Report | None:
    """A report that was written before; None where there is none, or none that can be read here."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.format == FORMAT else None


def findings_of(report: Report) -> dict[str, Finding]:
    """What a report was made of, by fingerprints: it need not be found again."""
    found: dict[str, Finding] = {report.course_fingerprint: report.course}
    for it in report.decisions:
        choices = tuple(
            Choice(
                choice.actions,
                choice.chances,
                tuple(msgspec.structs.replace(reason, sentence="") for reason in choice.reasons),
                choice.beside,
            )
            for choice in it.choices
        )
        found[it.fingerprint] = Judged(it.number, it.seat, choices, it.played, it.worlds)
    return found
