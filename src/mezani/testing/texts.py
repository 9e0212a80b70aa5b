"""Checks of what people read: words for every move, reasons with paragraphs, rules and messages in every language."""

import importlib.util
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from mezani.game import Game
from mezani.language import ENGLISH, LANGUAGES, language
from mezani.testing.moves import MOST_ACTIONS, MOST_POSITIONS, SPREAD
from mezani.testing.playing import NAMES, chapters, some
from mezani.testing.trial import Trial

Message = str | tuple[str, ...]  # tuples for one thing and for many

PARAGRAPH = re.compile(r"^(\d+\.\d+) ", re.MULTILINE)
CITED_IN_CODE = re.compile(r"# (\d+\.\d+(?:(?:, | to )\d+\.\d+)*)(?:$|:|;)", re.MULTILINE)
CITED_IN_TEXT = re.compile(r"\((\d+\.\d+)\)")
THING = re.compile(r"\[([^\]]+)\]")
GAP = re.compile(r"\{\w*\}")
SPEAKING = {**dict.fromkeys(("_", "N_", "gettext", "NoMove")), "ngettext": (1, 2), "RulesChange": (3,), "Option": (2,)}
OTHER_LANGUAGES = LANGUAGES[1:]
NAMED = 3  # so many missing messages are named


def words(trial: Trial) -> None:
    """Each legal move has words of its own in every language; prompts and log lines are never empty."""
    game = trial.game
    for lang in map(language, LANGUAGES):
        for seed in trial.seeds(3, 1):
            for state, action in trial.steps(seed):
                labels: dict[str, int] = {}
                for legal in state.legal_actions():
                    label = game.label(state, legal, lang)
                    trial.expect(label, f"action {legal} has no label ({lang.code})")
                    if (other := labels.setdefault(label, legal)) != legal:
                        trial.fail(f"nobody can tell actions {other} and {legal} apart: {label!r} ({lang.code})")
                trial.looked_at["labels"] += len(labels)
                after = state.clone()
                after.play(action)
                for seat in (0, None):
                    if not game.tell(state, action, after, seat, lang, NAMES):
                        trial.fail(f"nothing is told of {game.action_text(state, action)!r} ({lang.code})")
                trial.expect(game.prompt(state, None, lang, NAMES), f"a spectator reads no prompt ({lang.code})")


def reasons(trial: Trial) -> None:
    """What is not allowed has a reason: a sentence, and a paragraph that the rules have; what is allowed has none."""
    game = trial.game
    for seed in trial.seeds(1, 1):
        for number, state in enumerate(trial.positions(seed, SPREAD, MOST_POSITIONS)):
            legal = state.legal_actions()
            for seat in range(trial.players):
                for action in some(range(game.action_count), MOST_ACTIONS, number):
                    reason = game.why_not(state, seat, action)
                    if reason is None:
                        trial.expect(seat == state.seat and action in legal, f"no rule forbids action {action}")
                    elif seat == state.seat and action in legal:
                        trial.fail(f"action {action} is legal, but why_not says: {reason}")
                    elif reason.paragraph not in game.paragraphs:
                        trial.fail(f"why_not of action {action} cites {reason.paragraph!r}, which the rules have not")
                    elif not reason.sentence.endswith("."):
                        trial.fail(f"why_not of action {action} is no sentence: {reason.sentence!r}")
                    trial.looked_at["reasons"] += reason is not None


def words_of_summaries(trial: Trial) -> None:
    """A summary is said in every language and cites paragraphs that the rules have."""
    game = trial.game
    if game.summaries is None:
        return
    for steps in chapters(game, trial.players, trial.first_seed):
        for seat in trial.seats:
            for lang in map(language, LANGUAGES):
                said = game.summary(steps, seat, lang, NAMES[: trial.players])
                if said is not None:
                    hash(said)  # it is drawn once for all who read the same
                    trial.looked_at["summaries"] += 1
                    for cited in set(CITED_IN_TEXT.findall(str(said))) - set(game.paragraphs):
                        trial.fail(f"a summary cites {cited}, which the rules have not ({lang.code})")
                    trial.expect(said.gist and said.in_words, f"a summary says nothing ({lang.code}): {said}")


def words_of_remarks(trial: Trial) -> None:
    """A remark is said in every language about moves of others only, in sentences that cite what the rules have."""
    game = trial.game
    if game.remarks is None:
        return
    for seed in trial.seeds(6, 1):
        for state, action in trial.steps(seed):
            after = state.clone()
            after.play(action)
            for seat in range(trial.players):
                expect_remark(trial, state, action, after, seat)
    trial.expect(trial.looked_at["remarks"], "the game has remarks, but says nothing of any move")


def expect_remark(trial: Trial, before: Any, action: int, after: Any, seat: int) -> None:
    """What is remarked on a move to a seat is right in every language."""
    game, names = trial.game, NAMES[: trial.players]
    said = {code: game.remark(before, action, after, seat, language(code), names) for code in LANGUAGES}
    trial.expect(len({bool(text) for text in said.values()}) == 1, f"a remark is missing in a language: {said}")
    trial.looked_at["remarks"] += any(said.values())
    for code, text in said.items():
        trial.expect(not text or seat != before.seat, f"a seat reads a remark on its own move ({code}): {text!r}")
        trial.expect(not text or text.endswith((".", "!")), f"a remark is no sentence ({code}): {text!r}")
        trial.expect(not {"{", "}"} & {*text}, f"a remark has a gap ({code}): {text!r}")
        for cited in set(CITED_IN_TEXT.findall(text)) - set(game.paragraphs):
            trial.fail(f"a remark cites {cited}, which the rules have not ({code})")
        for thing in THING.findall(text):
            trial.expect(game.thing(thing, language(code)), f"[{thing}] has no words: {text!r}")


# The texts of a game's folder


def folder_of(game: Game[Any]) -> Path:
    """Where a game's files are."""
    return Path(str(files(game.package)))


def rules_texts(trial: Trial) -> None:
    """The rules have the same numbered paragraphs in every language, each number once; the code cites only these."""
    game = trial.game
    trial.looked_at["paragraphs"] += len(game.paragraphs)
    trial.expect(len(set(game.paragraphs)) == len(game.paragraphs), "two paragraphs of the rules have the same number")
    for code in OTHER_LANGUAGES:
        if not (folder_of(game) / "words" / f"rules.{code}.md").is_file():
            trial.warn(f"there is no words/rules.{code}.md: people read the rules in English")
        elif odd := set(PARAGRAPH.findall(game.rules(code))) ^ set(game.paragraphs):
            trial.fail(f"the rules in English and {code} don't have the same paragraphs: {', '.join(sorted(odd))}")
    for source in folder_of(game).rglob("*.py"):
        for comment in CITED_IN_CODE.findall(source.read_text("utf-8")):
            if not set(re.findall(r"\d+\.\d+", comment)) <= set(game.paragraphs):
                trial.fail(f"{source.name} cites {comment}, which the rules have not")


def catalogues(trial: Trial) -> None:
    """Every message of the game's folder is there in every language, with the same gaps."""
    folder = folder_of(trial.game)
    said = messages(folder)
    trial.looked_at["messages"] += len(said)
    for code in OTHER_LANGUAGES:
        path = folder / "words" / f"{code}.po"
        for message in wrong_gaps(path) if path.is_file() else ():
            trial.fail(f"words/{code}.po: a translation has other gaps than its message: {message!r}")
        there = set(translated(path)) if path.is_file() else set()
        shared = language(code)
        missing = sorted(str(m) for m in said - there if isinstance(m, tuple) or shared.gettext(m) == m)
        if missing:
            more = " …" if len(missing) > NAMED else ""
            named = ", ".join(map(repr, missing[:NAMED]))
            trial.warn(f"{len(missing)} messages are not in words/{code}.po and stay English: {named}{more}")


def messages(folder: Path, speaking: Mapping[str, Any] = SPEAKING) -> set[Message]:
    """What the sources of a folder say: calls of `_` and its like, and texts of the contract's structs."""
    from babel.messages.extract import extract_from_dir

    methods = [("**.py", "python")]
    if importlib.util.find_spec("jinja2"):  # comes with the table
        methods.append(("**.html", "jinja2"))
    return {message for _, _, message, _, _ in extract_from_dir(folder, methods, keywords=speaking)}


def translated(path: Path) -> dict[Message, str]:
    """The messages that a catalogue has in its language, with their translations."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id and entry.string]
    return {entry.id if isinstance(entry.id, str) else tuple(entry.id): str(entry.string) for entry in entries}


def wrong_gaps(path: Path) -> list[Message]:
    """The messages of a catalogue whose translation has other gaps: `{name}` must be filled in all languages."""
    texts = translated(path).items()
    return [message for message, text in texts if set(GAP.findall(text)) != set(GAP.findall(str(message)))]


def gist(trial: Trial) -> None:
    """The game says in a sentence or two how it plays, and its things have words."""
    for lang in map(language, LANGUAGES):
        said = trial.game.gist(lang)
        trial.expect(said.strip().endswith((".", "!", "?")), f"gist is no sentence ({lang.code}): {said!r}")
        trial.looked_at["sentences"] += 1
    for seed in trial.seeds(1, 1):
        for state, action in trial.steps(seed):
            after = state.clone()
            after.play(action)
            for line in trial.game.tell(state, action, after, None, ENGLISH, NAMES):
                for thing in THING.findall(line):
                    trial.expect(trial.game.thing(thing, ENGLISH), f"[{thing}] has no words: {line!r}")
