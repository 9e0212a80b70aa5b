"""What is counted in every game: its length, who begins, points, how it ends, and who plays."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mezani.engine.state import State
from mezani.game import Fact, Game, Topic
from mezani.language import N_, Language
from mezani.record import Record

Step = tuple[State, int, State]

PERSON: Final = "person"  # on whose seat the record names no bot, where it names some
DECISIONS: Final = "decisions"
CHAPTERS: Final = {"hand": N_("hands"), "round": N_("rounds"), "turn": N_("turns")}
TOPICS: Final = (
    Topic(
        "lengths",
        "number",
        N_("How long games are"),
        N_("In a game"),
        N_("A decision is one choice of one player, however small."),
    ),
    Topic(
        "begin",
        "use",
        N_("Who begins"),
        N_("By the first decision"),
        N_("Players in the order in which they first decide, wherever they sit."),
        is_in_order=True,
    ),
    Topic("points", "number", N_("Points, by who begins"), N_("By the first decision")),
    Topic(
        "margins",
        "number",
        N_("How clear victories are"),
        N_("Of the winner"),
        N_("In what decides the game first. It is 0 where a tie was broken or the victory is shared."),
    ),
    Topic(
        "ends",
        "outcome",
        N_("How games end"),
        N_("Finished games"),
        outcomes=(("clear", N_("clear victory")), ("broken", N_("tie broken")), ("shared", N_("victory shared"))),
    ),
    Topic("who", "use", N_("Who plays"), N_("Who"), N_("As far as the records say who was a bot.")),
    Topic(
        "points-of",
        "number",
        N_("Points, by who plays"),
        N_("Who"),
        N_("Only of games in which not all players are alike: the strength of the others counts as well."),
    ),
)
KEYS: Final = frozenset(topic.key for topic in TOPICS)


def things(start: State, topic: str) -> Sequence[str]:
    """The rows of a topic, as far as they are known beforehand."""
    return [str(place) for place in range(1, start.players + 1)] if topic in ("begin", "points") else []


def thing_name(start: State, topic: str, thing: str, lang: Language) -> str:
    """A row in words; a bot that nobody has translated keeps its name."""
    _ = lang.gettext
    if topic in ("begin", "points"):
        return (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))[int(thing) - 1]
    if topic == "lengths" and thing == DECISIONS:
        return _("decisions")
    if topic == "lengths":
        return _(CHAPTERS[thing]) if thing in CHAPTERS else thing
    if topic == "margins":
        return _("margin")
    if topic == "ends":
        return _("all games")
    return _("people") if thing == PERSON else lang.gettext(thing)


def facts(record: Record, steps: Sequence[Step]) -> Iterator[Fact]:
    """What is counted in a finished game."""
    end = steps[-1][2]
    yield Fact("lengths", DECISIONS, value=len(steps))
    for word, number in chapters(record.game, steps).items():
        yield Fact("lengths", word, value=number)
    scores = end.scores()
    for place, seat in enumerate(order_of(steps), 1):
        yield Fact("begin", str(place), seat)
        yield Fact("points", str(place), seat, value=scores[seat])
    players = who_plays(record)
    for seat, who in enumerate(players):
        yield Fact("who", who, seat)
        if len({*players}) > 1:
            yield Fact("points-of", who, seat, value=scores[seat])
    margin = margin_of(end)
    yield Fact("margins", "margin", value=margin)
    yield Fact("ends", "all", outcome="clear" if margin else "shared" if len(end.winners()) > 1 else "broken")


def chapters(game: Game[Any], steps: Sequence[Step]) -> dict[str, int]:
    """How many hands, rounds or turns there were, by the word of the game; what has no number is none of them."""
    seen = dict.fromkeys(game.place(before).chapter for before, _, _ in steps)
    words = [word for word, _, number in (chapter.rpartition(" ") for chapter in seen) if number.isdigit()]
    return {word: words.count(word) for word in dict.fromkeys(words)}


def order_of(steps: Sequence[Step]) -> list[int]:
    """The seats in the order of their first decisions; who never had one comes last."""
    seats = dict.fromkeys(before.seat for before, _, _ in steps)
    return [*seats, *(seat for seat in range(steps[0][0].players) if seat not in seats)]


def who_plays(record: Record) -> list[str]:
    """The level of each bot and who is a person, by seats; nothing where the headers name no bot at all."""
    levels = [record.other_headers.get(f"bot {seat + 1}", "") for seat in range(record.players)]
    return [level or PERSON for level in levels] if any(levels) else []


def margin_of(end: State) -> int:
    """How far the winner is ahead of the next in what decides the game first."""
    standings = sorted((end.standing(seat)[0] for seat in range(end.players)), reverse=True)
    return standings[0] - standings[1] if len(standings) > 1 else 0
