"""What is counted over many games of The Great Zimbabwe: gods, specialists, technologies, prices, monuments, gifts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mezani.game import Fact, Topic
from mezani.games.zimbabwe.actions import (
    BUILDING,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    EACH,
    END,
    GIFT,
    GIVE,
    GOD,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    PASS,
    PLACING,
    PRICE,
    RAISING,
    SPECIALIST,
    SQUARES,
    TURN,
    TYPES,
)
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, CRAFTSMEN, GODS, MONUMENT_VP, SPECIALISTS
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.words.names import craftsman_name
from mezani.language import N_, Language

Step = tuple[Zimbabwe, int, Zimbabwe]
Sums = Counter[tuple[int, str]]  # by seats

NO_GOD: Final = "none"
CARDS: Final = ("1", "2")  # of each technology, the cheaper one first
MAIN: Final = {BUILDING: "build", PLACING: "place", RAISING: "raise"}
OF_EMPIRES: Final = ("vp", "vr", "monuments", "highest", "vp-monuments", "vp-craftsmen", "technologies", "specialists")
OF_CATTLE: Final = ("given", "plaques", "sold", "first")

TOPICS: Final = (
    Topic(
        "gods",
        "use",
        N_("Gods"),
        N_("God"),
        N_("The share is of the games in which the god could be chosen (4.2)."),
        when=N_("Round"),
        is_single=True,
    ),
    Topic(
        "specialists",
        "use",
        N_("Specialists"),
        N_("Specialist"),
        N_("Times each: how often its owner used it."),
        when=N_("Round"),
        is_single=True,
    ),
    Topic(
        "technologies",
        "use",
        N_("Technology cards"),
        N_("Card"),
        N_("The first card of a technology costs less VR than the second (9.2)."),
        when=N_("Round"),
        is_single=True,
    ),
    Topic(
        "craftsmen",
        "number",
        N_("Craftsmen placed"),
        N_("Craftsman"),
        N_("By each empire in a game."),
    ),
    Topic(
        "prices",
        "outcome",
        N_("Prices set with a new technology"),
        N_("Technology"),
        outcomes=tuple((str(price), N_("price {n}")) for price in (1, 2, 3)),
    ),
    Topic(
        "later-prices",
        "outcome",
        N_("Prices at the end of the game"),
        N_("Technology"),
        N_("Beside the price that was set first. Only Dziva lets a price be lowered (9.10, 13.3)."),
        (("same", N_("as set first")), ("raised", N_("raised")), ("lowered", N_("lowered"))),
    ),
    Topic(
        "sales",
        "number",
        N_("Cattle that a technology brings"),
        N_("Technology"),
        N_("Paid by others for its goods, over the whole game."),
    ),
    Topic(
        "heights",
        "outcome",
        N_("Levels of monuments at the end"),
        N_("Monuments"),
        outcomes=tuple((str(level), N_("level {n}")) for level in range(1, 6)),
    ),
    Topic("empires", "number", N_("Empires at the end"), N_("Of an empire")),
    Topic(
        "cattle",
        "number",
        N_("Cattle and the order of play"),
        N_("Of an empire"),
        N_("Gifts count without what comes from the stock (13.2)."),
    ),
    Topic(
        "gifts",
        "number",
        N_("The highest gift, round by round"),
        N_("Round"),
        N_("0 where nobody gave anything."),
    ),
    Topic("first-order", "use", N_("Order of play in round 1"), N_("Place"), is_in_order=True),
    Topic("last-order", "use", N_("Order of play in the last round"), N_("Place"), is_in_order=True),
    Topic(
        "turns",
        "outcome",
        N_("What turns are for, round by round"),
        N_("Round"),
        N_("The one of three that a turn allows (6.1, 6.5)."),
        (
            ("build", N_("building a monument")),
            ("place", N_("placing craftsmen")),
            ("raise", N_("raising monuments")),
            ("none", N_("none of them")),
        ),
    ),
)


def things(start: Zimbabwe, topic: str) -> Sequence[str]:
    """The rows of a topic."""
    if topic == "gods":
        return [*(name for god, name in enumerate(GODS) if start.gods >> god & 1), NO_GOD]
    if topic == "specialists":
        return [name for number, name in enumerate(SPECIALISTS) if start.specialists >> number & 1]
    if topic == "technologies":
        return [f"{name}-{card}" for name in CRAFTSMEN for card in CARDS]
    if topic in ("craftsmen", "prices", "later-prices", "sales"):
        return [*CRAFTSMEN, *(["all"] if topic == "craftsmen" else [])]
    if topic in ("first-order", "last-order"):
        return [str(place) for place in range(1, start.players + 1)]
    return {"heights": ("winner", "others"), "empires": OF_EMPIRES, "cattle": OF_CATTLE}.get(topic, ())


def thing_name(start: Zimbabwe, topic: str, thing: str, lang: Language) -> str:
    """A row in words."""
    _ = lang.gettext
    if topic == "gods":
        return _("no god") if thing == NO_GOD else thing
    if topic == "specialists":
        names = (_("Shaman"), _("Rain ceremony"), _("Herd"), _("Builder"), _("Nomads"))
        return names[SPECIALISTS.index(thing)]
    if topic == "technologies":
        name, _dash, card = thing.rpartition("-")
        said = _("{craftsman}, first card") if card == CARDS[0] else _("{craftsman}, second card")
        return said.format(craftsman=craftsman_name(CRAFTSMEN.index(name), lang))
    if topic in ("craftsmen", "prices", "later-prices", "sales"):
        return _("all craftsmen") if thing == "all" else craftsman_name(CRAFTSMEN.index(thing), lang)
    if topic in ("first-order", "last-order"):
        return (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))[int(thing) - 1]
    if topic in ("gifts", "turns"):
        return _("round {n}").format(n=thing)
    return sum_name(thing, lang)


def sum_name(thing: str, lang: Language) -> str:
    """What is counted of an empire, or of winners and others."""
    _ = lang.gettext
    return {
        "winner": _("of winners"),
        "others": _("of others"),
        "vp": _("VP"),
        "vr": _("VR"),
        "monuments": _("monuments"),
        "highest": _("level of the highest monument"),
        "vp-monuments": _("VP of monuments"),
        "vp-craftsmen": _("VP of craftsmen"),
        "technologies": _("technologies"),
        "specialists": _("specialists"),
        "given": _("cattle given in phase I"),
        "plaques": _("cattle taken from plaques"),
        "sold": _("cattle paid by others for goods"),
        "first": _("rounds as first in the order of play"),
    }[thing]


# Counting


def facts(steps: Sequence[Step]) -> Iterator[Fact]:
    """All that is counted in a game."""
    start, end = steps[0][0], steps[-1][2]
    sums: Sums = Counter()
    sold: Counter[tuple[int, int]] = Counter()  # by seats and types
    first_prices: dict[tuple[int, int], int] = {}
    gifts: Counter[int] = Counter(dict.fromkeys(range(max(start.round, 1), end.round + 1), 0))
    for before, action, after in steps:
        if before.step == GIFT and action != PASS:
            gifts[before.round] = max(gifts[before.round], action - GIVE + 1)
        if before.step == TURN:
            yield from of_turn(before, action)
        elif before.step == CRAFTSMAN_SQUARES and after.step == NEW_PRICE:
            yield of_card(before, after)
        elif before.step == NEW_PRICE:
            price = (action - PRICE) % 3 + 1
            first_prices[before.seat, before.kind] = price
            yield Fact("prices", CRAFTSMEN[before.kind], outcome=str(price))
        elif before.step > MONUMENT_TO_RAISE:
            add_sales(before, after, sold)
        add_generosity(before, action, after, sums)
    for number, gift in gifts.items():
        yield Fact("gifts", str(number), value=gift)
    for seat in range(end.players):
        yield from of_seat(end, seat, sums, sold, first_prices)
    yield from of_order(steps)


def of_turn(before: Zimbabwe, action: int) -> Iterator[Fact]:
    """A god that was chosen, a specialist that was chosen or used, or what a turn was for."""
    seat = before.seat
    if GOD <= action < SPECIALIST:
        yield Fact("gods", GODS[action - GOD], seat, when=before.round)
    elif SPECIALIST <= action < CRAFTSMAN:
        yield Fact("specialists", SPECIALISTS[action - SPECIALIST], seat, when=before.round)
    elif action == END:
        yield Fact("turns", str(before.round), outcome=MAIN.get(before.main, "none"))


def of_card(before: Zimbabwe, after: Zimbabwe) -> Fact:
    """The technology card that was taken with the craftsman just placed."""
    card = after.card[before.seat * TYPES + before.kind]
    return Fact("technologies", f"{CRAFTSMEN[before.kind]}-{card}", before.seat, when=before.round)


def add_sales(before: Zimbabwe, after: Zimbabwe, sold: Counter[tuple[int, int]]) -> None:
    """Count what others have laid on technology cards with a choice for a raise."""
    for place, (old, new) in enumerate(zip(before.on_card, after.on_card, strict=True)):
        if new > old and place // TYPES != before.seat:
            sold[divmod(place, TYPES)] += new - old


def add_generosity(before: Zimbabwe, action: int, after: Zimbabwe, sums: Sums) -> None:
    """Count gifts, what came from the plaques, and who was first in the order of play."""
    paid = 0
    if before.step == GIFT and action != PASS:
        amount = action - GIVE + 1
        paid = amount - min(amount, before.free_gift(before.seat))
        sums[before.seat, "given"] += paid
    if after.step == TURN and before.step != after.step and (before.step == GIFT or before.round < after.round):
        sums[after.order[0], "first"] += 1
        if before.step == GIFT:
            for seat in range(after.players):
                own = paid if seat == before.seat else 0
                sums[seat, "plaques"] += after.cattle[seat] - before.cattle[seat] + own


def of_seat(
    end: Zimbabwe,
    seat: int,
    sums: Sums,
    sold: Counter[tuple[int, int]],
    first_prices: dict[tuple[int, int], int],
) -> Iterator[Fact]:
    """What an empire has come to."""
    if end.god[seat] == NONE:
        yield Fact("gods", NO_GOD, seat)
    placed = placed_by(end, seat)
    for kind, name in enumerate(CRAFTSMEN):
        yield Fact("craftsmen", name, seat, value=placed[kind])
        if first := first_prices.get((seat, kind)):
            last = end.price[seat * TYPES + kind]
            yield Fact(
                "later-prices", name, outcome="same" if last == first else "raised" if last > first else "lowered"
            )
            yield Fact("sales", name, seat, value=sold[seat, kind])
    yield Fact("craftsmen", "all", seat, value=placed.total())
    owners, heights = end.owners, end.levels
    levels = [heights[square] for square in range(SQUARES) if heights[square] and owners[square] == seat]
    for level in levels:
        yield Fact("heights", "winner" if end.winner == seat else "others", outcome=str(level))
    yield from of_empire(end, seat, placed, levels)
    sums[seat, "sold"] = sum(sold[seat, kind] for kind in range(TYPES))
    for thing in OF_CATTLE:
        yield Fact("cattle", thing, seat, value=sums[seat, thing])


def placed_by(end: Zimbabwe, seat: int) -> Counter[int]:
    """How many craftsmen of each type an empire has on the map."""
    placed, owners = end.placed, end.tile_owner
    return Counter(kind for kind in range(TYPES) for tile in range(placed[kind]) if owners[kind * EACH + tile] == seat)


def of_empire(end: Zimbabwe, seat: int, placed: Counter[int], levels: Sequence[int]) -> Iterator[Fact]:
    values = {
        "vp": end.vp[seat],
        "vr": end.vr[seat],
        "monuments": len(levels),
        "highest": max(levels, default=0),
        "vp-monuments": sum(MONUMENT_VP[level] for level in levels),
        "vp-craftsmen": sum(CRAFTSMAN_VP[kind] * number for kind, number in placed.items()),
        "technologies": sum(map(bool, end.card[seat * TYPES : (seat + 1) * TYPES])),
        "specialists": end.specialist_owner[: len(SPECIALISTS)].count(seat),
    }
    for thing in OF_EMPIRES:
        yield Fact("empires", thing, seat, value=values[thing])


def of_order(steps: Sequence[Step]) -> Iterator[Fact]:
    """The order of play in the first round and in the last."""
    end = steps[-1][2]
    first = next((before for before, _, _ in steps if before.step == TURN and before.round == 1), None)
    for topic, state in (("first-order", first), ("last-order", end)):
        for place in range(end.players if state else 0):
            yield Fact(topic, str(place + 1), state.order[place] if state else 0)
