"""Checks of what a game counts over many games: every fact has a topic that fits, and words in every language."""

from typing import Any

from mezani.game import Fact, Topic
from mezani.insight.statistics import common
from mezani.language import LANGUAGES, language
from mezani.testing.playing import chapters
from mezani.testing.texts import CITED_IN_TEXT
from mezani.testing.trial import Trial


def statistics(trial: Trial) -> None:
    """What is counted belongs to topics of the game, fits them, and has words in every language."""
    own = trial.game.statistics
    if own is None:
        return
    topics = {topic.key: topic for topic in own.TOPICS}
    trial.expect(len(topics) == len(own.TOPICS), "two topics of the statistics have the same key")
    for key in topics.keys() & common.KEYS:
        trial.fail(f"the statistics of every game have a topic {key!r} already")
    for seed in trial.seeds(3, 1):
        steps = [step for chapter in chapters(trial.game, trial.players, seed) for step in chapter]
        facts = list(own.facts(steps))
        trial.looked_at["facts"] += len(facts)
        for fact in facts:
            _expect_fits(trial, topics, fact)
        things = {(fact.topic, fact.thing) for fact in facts}
        things |= {(key, thing) for key in topics for thing in own.things(steps[0][0], key)}
        for key, thing in things:
            _expect_words(trial, steps[0][0], key, thing)
    for topic in topics.values():
        for cited in set(CITED_IN_TEXT.findall(f"{topic.title} {topic.about}")) - set(trial.game.paragraphs):
            trial.fail(f"the statistics cite {cited}, which the rules have not")


def _expect_fits(trial: Trial, topics: dict[str, Topic], fact: Fact) -> None:
    if fact.topic not in topics:
        trial.fail(f"a fact has no topic among those of the statistics: {fact}")
    topic = topics[fact.topic]
    trial.expect(fact.seat is None or 0 <= fact.seat < trial.players, f"a fact has a seat that is not there: {fact}")
    trial.expect(topic.kind != "use" or fact.seat is not None, f"somebody must have used it: {fact}")
    outcomes = [key for key, _ in topic.outcomes]
    trial.expect(bool(outcomes) == (topic.kind == "outcome"), f"topic {topic.key!r} is of another kind than its facts")
    trial.expect(fact.outcome in outcomes if outcomes else not fact.outcome, f"an outcome without words: {fact}")


def _expect_words(trial: Trial, start: Any, topic: str, thing: str) -> None:
    own = trial.game.statistics
    for lang in map(language, LANGUAGES):
        name = own.thing_name(start, topic, thing, trial.game.language(lang)) if own else ""
        trial.expect(name and not {"{", "}"} & {*name}, f"{thing!r} of {topic!r} has no words ({lang.code}): {name!r}")
