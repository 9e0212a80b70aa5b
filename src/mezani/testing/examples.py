"""Checks of the examples in the rules: their positions can be set up, and what is said speaks every language."""

from mezani.lessons.attempt import record_of
from mezani.lessons.example import FILE, Example, WrongExample, examples_of
from mezani.testing.lessons import check_text
from mezani.testing.trial import Trial


def examples(trial: Trial) -> None:
    """Each example belongs to a paragraph, its position is legal, and it speaks every language."""
    try:
        found = examples_of(trial.game)
    except WrongExample as problem:
        trial.fail(str(problem))
    for number, example in enumerate(found, 1):
        trial.where = f"{FILE}, example {number} ({example.paragraph})"
        trial.looked_at["examples"] += 1
        trial.expect(example.paragraph in trial.game.paragraphs, f"the rules have no paragraph {example.paragraph}")
        _set_up(trial, example)
        check_text(trial, example.say, len(example.light), example.start.players)


def _set_up(trial: Trial, example: Example) -> None:
    start = example.start
    try:
        record_of(trial.game, start, start.moves.split())
    except ValueError as problem:  # no move, an illegal one, or an option that can't be taken
        trial.fail(str(problem))
    trial.expect(0 <= start.seat < start.players, f"there is no seat {start.seat}")
