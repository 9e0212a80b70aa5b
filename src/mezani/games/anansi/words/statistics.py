"""What is counted over many games of Anansi: adding and gaining, followers beside stories, bonuses, and trump."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from mezani.game import Fact, Topic
from mezani.games.anansi.actions import GAIN, ROUNDS, SEATS
from mezani.games.anansi.rules import Anansi
from mezani.language import N_, Language

Step = tuple[Anansi, int, Anansi]

NUMBERS: Final = tuple(str(number) for number in range(1, ROUNDS + 1))
MATCHES: Final = (
    ("equal", N_("as many followers as stories: bonus")),
    ("fewer", N_("fewer followers")),
    ("more", N_("more followers: nothing")),
)

TOPICS: Final = (
    Topic(
        "choices",
        "outcome",
        N_("Add or gain, by the place in the trick"),
        N_("In the trick"),
        N_("Only of those who could do either: nobody gains who leads, or when enough others have (5.3, 5.4)."),
        (("gain", N_("gains followers")), ("add", N_("adds a card"))),
    ),
    Topic(
        "gains",
        "outcome",
        N_("Followers that are gained at a time"),
        N_("Round"),
        outcomes=(("0", N_("none")), ("1", N_("one follower")), ("2", N_("two followers"))),
    ),
    Topic(
        "matches",
        "outcome",
        N_("How rounds end"),
        N_("Round"),
        N_("For each player: followers beside story stacks at the end of a round (6.2 to 6.5)."),
        MATCHES,
    ),
    Topic("stories", "outcome", N_("How rounds end, by the stories"), N_("Story stacks"), outcomes=MATCHES),
    Topic(
        "bonuses",
        "use",
        N_("What the trickster bonus is worth"),
        N_("Bonus"),
        N_("2 points in the first round, 4 in the second, 7 in the third (6.4)."),
        is_in_order=True,
    ),
    Topic(
        "sums",
        "number",
        N_("Stories, followers and points"),
        N_("Of a player"),
        N_("Followers as gained, before they are scored or lost."),
    ),
    Topic(
        "trump",
        "number",
        N_("How often the trump changes"),
        N_("Round"),
        N_("Between the tricks of a round, by the cards with which followers were gained (5.5)."),
    ),
    Topic(
        "last-trump",
        "outcome",
        N_("The trump of the last trick"),
        N_("Round"),
        outcomes=(("same", N_("the same as in the first trick")), ("other", N_("another suit"))),
    ),
)


def things(start: Anansi, topic: str) -> Sequence[str]:
    """The rows of a topic."""
    if topic == "choices":
        return [str(place) for place in range(2, start.players + 1)]
    if topic == "bonuses":
        return [*NUMBERS, "all", "none"]
    if topic == "sums":
        return [f"{what}-{number}" for what in ("stories", "followers", "points") for number in NUMBERS]
    return [] if topic == "stories" else NUMBERS


def thing_name(start: Anansi, topic: str, thing: str, lang: Language) -> str:
    """A row in words."""
    _ = lang.gettext
    if topic == "choices":
        return (_("second"), _("third"), _("fourth"), _("fifth"))[int(thing) - 2]
    if topic == "stories":
        return lang.ngettext("{number} story stack", "{number} story stacks", int(thing)).format(number=thing)
    if topic == "bonuses" and thing in ("all", "none"):
        return _("in every round") if thing == "all" else _("in no round")
    if topic == "sums":
        what, _dash, number = thing.partition("-")
        said = {
            "stories": _("story stacks, round {n}"),
            "followers": _("followers, round {n}"),
            "points": _("points, round {n}"),
        }[what]
        return said.format(n=number)
    return _("round {n}").format(n=thing)


# Counting


def facts(steps: Sequence[Step]) -> Iterator[Fact]:
    """All that is counted in a game."""
    for number, of_round in groupby(steps, key=lambda step: step[0].round_number):
        steps_of_round = list(of_round)
        yield from of_choices(steps_of_round)
        yield from of_trump(steps_of_round, NUMBERS[number])
        yield from of_score(steps_of_round[-1][2], number)
    yield from of_bonuses(steps[-1][2])


def of_choices(steps: Sequence[Step]) -> Iterator[Fact]:
    """Whether those who could add a card or gain followers did one or the other, and how many they gained."""
    for before, action, after in steps:
        if before.seat != before.leader and before.gains_left:
            place = (before.seat - before.leader) % before.players + 1
            yield Fact("choices", str(place), outcome="gain" if action >= GAIN else "add")
        if action >= GAIN:
            pile = before.round_number * SEATS + before.seat
            gained = after.followers[pile] - before.followers[pile]
            yield Fact("gains", NUMBERS[before.round_number], outcome=str(gained))


def of_trump(steps: Sequence[Step], number: str) -> Iterator[Fact]:
    """How often trump changed in a round, and whether the last trick had the first one's."""
    trumps = [before.trump for before, _, _ in steps]
    changes = sum(trump != last for last, trump in pairwise(trumps))
    yield Fact("trump", number, value=changes)
    yield Fact("last-trump", number, outcome="same" if trumps[0] == trumps[-1] else "other")


def of_score(after: Anansi, number: int) -> Iterator[Fact]:
    """Followers beside stories of all seats in a round that is over."""
    for seat in range(after.players):
        followers, stories = after.followers[number * SEATS + seat], after.stacks[number * SEATS + seat]
        match = "equal" if followers == stories else "fewer" if followers < stories else "more"
        yield Fact("matches", NUMBERS[number], outcome=match)
        yield Fact("stories", str(stories), outcome=match)
        points = after.scored_followers(number, seat) + after.bonus(number, seat)
        for what, value in (("stories", stories), ("followers", followers), ("points", points)):
            yield Fact("sums", f"{what}-{NUMBERS[number]}", seat, value=value)


def of_bonuses(end: Anansi) -> Iterator[Fact]:
    """Who has scored the trickster bonus, and when."""
    for seat in range(end.players):
        scored = [NUMBERS[number] for number in range(ROUNDS) if end.bonus(number, seat)]
        for number in scored:
            yield Fact("bonuses", number, seat)
        if len(scored) in (0, ROUNDS):
            yield Fact("bonuses", "all" if scored else "none", seat)
