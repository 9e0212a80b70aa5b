"""What is counted over many games of ANNE!: predictions and what came of them, hands, super-trumps, the heap."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from mezani.engine.bits import count
from mezani.game import Fact, Topic
from mezani.games.anne.actions import PREDICT, SUITS, TAKE
from mezani.games.anne.rules import Anne
from mezani.games.anne.words.sentences import at_the_end
from mezani.language import N_, Language

Step = tuple[Anne, int, Anne]

MOST, FEWEST = 1, -1  # the signs of the two predictions
VERDICTS: Final = (("perfect", N_("perfect")), ("imperfect", N_("imperfect")), ("wrong", N_("wrong")))
POINTS: Final = {5: "perfect", 3: "imperfect", 0: "wrong"}  # 6.1 to 6.3

TOPICS: Final = (
    Topic(
        "most",
        "outcome",
        N_("Predicted as most, by the place of the suit among the trumps"),
        N_("Place of the suit"),
        N_("1st is furthest left in the display of trumps: its cards beat those of all other suits (3.3)."),
        VERDICTS,
    ),
    Topic(
        "fewest",
        "outcome",
        N_("Predicted as fewest, by the place of the suit among the trumps"),
        N_("Place of the suit"),
        N_("1st is furthest left in the display of trumps: its cards beat those of all other suits (3.3)."),
        VERDICTS,
    ),
    Topic(
        "pairs",
        "number",
        N_("Points of a hand, by the two predictions"),
        N_("Places of the suits"),
        N_("The place among the trumps of the suit predicted as most, and of the one predicted as fewest."),
    ),
    Topic(
        "both",
        "outcome",
        N_("Both predictions of a hand, by the place at the table"),
        N_("Place at the table"),
        N_("The player to the left of the dealer leads to the first trick (5.1); the dealer plays last to it."),
        (
            ("perfect", N_("both perfect")),
            ("right", N_("both right, not both perfect")),
            ("one", N_("one right")),
            ("wrong", N_("both wrong")),
        ),
    ),
    Topic("position", "number", N_("Points of a hand, by the place at the table"), N_("Place at the table")),
    Topic(
        "tricks",
        "number",
        N_("Points of a hand, by the tricks taken"),
        N_("Tricks"),
        N_("Whoever takes no card at all has every suit tied: 3 + 3 points (6.5)."),
    ),
    Topic("held", "number", N_("Points of a hand, by the super-trumps dealt"), N_("Super-trumps in hand")),
    Topic(
        "super-trumps",
        "outcome",
        N_("What becomes of super-trumps"),
        N_("Place in the display"),
        outcomes=(("takes", N_("takes its trick")), ("loses", N_("is beaten")), ("heap", N_("lies in the heap"))),
    ),
    Topic(
        "heap",
        "outcome",
        N_("Taken from the heap, trick by trick"),
        N_("Trick"),
        outcomes=(
            ("most", N_("the suit of one's most")),
            ("other", N_("another suit")),
            ("fewest", N_("the suit of one's fewest")),
        ),
    ),
    Topic(
        "sums",
        "number",
        N_("What a player brings together in a game"),
        N_("In all hands together"),
        N_("Each player of each game counts once."),
    ),
)


def things(start: Anne, topic: str) -> Sequence[str]:
    """The rows of a topic."""
    places = [str(place) for place in range(1, SUITS + 1)]
    if topic in ("most", "fewest", "super-trumps"):
        return places
    if topic == "pairs":
        return [f"{most}-{fewest}" for most in places for fewest in places if most != fewest]
    if topic in ("both", "position"):
        return places[: start.players]
    return ["right", "perfect", "difference", "tricks"] if topic == "sums" else []


def thing_name(start: Anne, topic: str, thing: str, lang: Language) -> str:
    """A row in words."""
    _ = lang.gettext
    if topic in ("most", "fewest", "super-trumps"):
        return place_name(int(thing), lang)
    if topic == "pairs":
        most, _dash, fewest = thing.partition("-")
        return _("most {most}, fewest {fewest}").format(
            most=ordinal(int(most), lang), fewest=ordinal(int(fewest), lang)
        )
    if topic in ("both", "position"):
        return seat_name(int(thing), start.players, lang)
    if topic == "held":
        return lang.ngettext("{n} super-trump", "{n} super-trumps", int(thing)).format(n=thing)
    if topic == "tricks":
        return lang.ngettext("{n} trick", "{n} tricks", int(thing)).format(n=thing)
    if topic == "heap":
        return _("trick {n}").format(n=thing)
    return {
        "right": _("predictions that were right"),
        "perfect": _("of them perfect"),
        "difference": _("points for both right (6.4)"),
        "tricks": _("tricks"),
    }[thing]


def ordinal(place: int, lang: Language) -> str:
    _ = lang.gettext
    return (_("1st"), _("2nd"), _("3rd"), _("4th"))[place - 1]


def place_name(place: int, lang: Language) -> str:
    """A place in the display of trumps."""
    _ = lang.gettext
    said = {1: _("{place}, furthest left"), SUITS: _("{place}, furthest right")}.get(place, "{place}")
    return said.format(place=ordinal(place, lang))


def seat_name(place: int, players: int, lang: Language) -> str:
    """Where somebody sits, as the first trick goes round."""
    _ = lang.gettext
    if place == players:
        return _("the dealer")
    return (_("left of the dealer"), _("second after the dealer"), _("third after the dealer"))[place - 1]


# Counting


def facts(steps: Sequence[Step]) -> Iterator[Fact]:
    """All that is counted in a game."""
    sums: Counter[tuple[int, str]] = Counter()
    for _number, of_hand in groupby(steps, key=lambda step: step[0].hand_number):
        hand = list(of_hand)
        ended = at_the_end(*hand[-1])
        yield from of_super_trumps(hand)
        yield from of_heap(hand)
        for seat in range(ended.players):
            yield from of_predictions(ended, seat, sums)
            yield from of_points(hand[0][0], ended, hand[-1], seat, sums)
    for seat in range(steps[0][0].players):
        for thing in ("right", "perfect", "difference", "tricks"):
            yield Fact("sums", thing, seat, value=sums[seat, thing])


def of_predictions(ended: Anne, seat: int, sums: Counter[tuple[int, str]]) -> Iterator[Fact]:
    """What came of a seat's predictions of a hand."""
    most, fewest = ended.most[seat], ended.fewest[seat]
    points = [ended.prediction_points(seat, most, MOST), ended.prediction_points(seat, fewest, FEWEST)]
    yield Fact("most", place_of(ended, most), outcome=POINTS[points[0]])
    yield Fact("fewest", place_of(ended, fewest), outcome=POINTS[points[1]])
    right, perfect = sum(map(bool, points)), points.count(5)
    verdict = "perfect" if perfect == 2 else ("wrong", "one", "right")[right]
    yield Fact("both", position(ended, seat), outcome=verdict)
    sums[seat, "right"] += right
    sums[seat, "perfect"] += perfect
    sums[seat, "difference"] += ended.hand_points(seat) - sum(points)  # 6.4


def of_points(dealt: Anne, ended: Anne, last: Step, seat: int, sums: Counter[tuple[int, str]]) -> Iterator[Fact]:
    """The points of a seat in a hand, by what they may come from."""
    points = ended.hand_points(seat)
    tricks = ended.tricks[seat] + (last[1] < TAKE and last[2].last_winner == seat)
    pair = f"{place_of(ended, ended.most[seat])}-{place_of(ended, ended.fewest[seat])}"
    held = count(dealt.hands[seat] & sum(1 << card for card in dealt.trumps))
    yield Fact("pairs", pair, value=points)
    yield Fact("position", position(ended, seat), value=points)
    yield Fact("tricks", str(tricks), value=points)
    yield Fact("held", str(held), value=points)
    sums[seat, "tricks"] += tricks


def of_super_trumps(hand: Sequence[Step]) -> Iterator[Fact]:
    """Whether each super-trump took the trick to which it was played, or lies in the heap."""
    dealt, played = hand[0][0], dict[int, str]()
    for place, card in enumerate(dealt.trumps, 1):
        if dealt.heap >> card & 1:
            yield Fact("super-trumps", str(place), outcome="heap")
    for before, action, after in hand:
        if action < TAKE and action in dealt.trumps:
            played[before.seat] = str(dealt.trumps.index(action) + 1)
        if action < TAKE and (before.seat + 1) % before.players == before.leader:
            for seat, thing in played.items():
                yield Fact("super-trumps", thing, outcome="takes" if seat == after.last_winner else "loses")
            played.clear()


def of_heap(hand: Sequence[Step]) -> Iterator[Fact]:
    """The suits that were taken from the heap, beside the predictions of whoever took them."""
    for before, action, _after in hand:
        if TAKE <= action < PREDICT:
            wanted = {before.most[before.seat]: "most", before.fewest[before.seat]: "fewest"}
            yield Fact("heap", str(sum(before.tricks)), outcome=wanted.get(action - TAKE, "other"))


def place_of(state: Anne, suit: int) -> str:
    """The place of a suit in the display of trumps, from the left."""
    return str(state.rank[suit] + 1)


def position(state: Anne, seat: int) -> str:
    """Where a seat sits after the dealer."""
    return str((seat - state.dealer - 1) % state.players + 1)
