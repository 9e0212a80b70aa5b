"""The log: what happened, line by line."""

from collections.abc import Sequence

from mezani.games.zimbabwe.actions import (
    ACROSS,
    BUILD,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    EACH,
    END,
    FIRST_MONUMENT,
    GIFT,
    GIVE,
    GOD,
    HERD,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    PASS,
    PAY_HERD,
    PRICE,
    RAIN_SQUARES,
    RAISE,
    RESOURCE,
    SHAMAN_RESOURCE,
    SHAMAN_SQUARE,
    SIDE,
    SPECIALIST,
    TURN,
    TYPES,
    UPRIGHT,
    square_text,
)
from mezani.games.zimbabwe.components import COST, CRAFTSMAN_VP, MONUMENT_VP, SPECIALIST_COST, USES
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping
from mezani.games.zimbabwe.squares import tile_squares
from mezani.games.zimbabwe.ways import find_way
from mezani.games.zimbabwe.words.names import (
    a_craftsman,
    craftsman_name,
    god_name,
    good_name,
    resource_name,
    specialist_name,
)
from mezani.language import Language


def tell(
    before: Zimbabwe, action: int, after: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    """What happened, in the lines that everybody may read."""
    you = before.seat == seat
    name = names[before.seat]
    if before.step == GIFT:
        return [tell_gift(before, action, you, name, lang), *tell_generosity(before, action, after, seat, lang, names)]
    if before.step == TURN and action == END:
        return [
            lang.gettext("You end your turn.") if you else lang.gettext("{name} ends the turn.").format(name=name),
            *tell_end_of_round(before, action, after, seat, lang, names),
        ]
    if before.step == TURN:
        return tell_begun(before, action, after, you, name, lang)
    if before.step >= MONUMENT_TO_RAISE:
        return tell_raising(before, action, after, you, name, lang)
    lines = [tell_placed(before, action, you, name, lang)]
    if before.step == CRAFTSMAN_SQUARES and after.step == NEW_PRICE:
        lines.append(tell_card(after, you, name, lang))
    if before.step == FIRST_MONUMENT and after.step != FIRST_MONUMENT:
        lines += tell_generosity(before, action, after, seat, lang, names)
    return lines


# Phase I


def tell_gift(before: Zimbabwe, action: int, you: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    if action == PASS:
        said = (
            _("You pass and are number {place} in the order of play.")
            if you
            else _("{name} passes and is number {place} in the order of play.")
        )
        return said.format(name=name, place=before.places_left)
    amount = action - GIVE + 1
    free = min(amount, before.free_gift(before.seat))
    if free:
        said = (
            _("You give {amount}, {free} of them from the stock.")
            if you
            else _("{name} gives {amount}, {free} of them from the stock.")
        )
    else:
        said = _("You give {amount}.") if you else _("{name} gives {amount}.")
    return said.format(name=name, amount=amount, free=free)


def tell_generosity(
    before: Zimbabwe, action: int, after: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    """Those who pass because they can't give more, and the end of the phase."""
    _ = lang.gettext
    passed = after.passed
    if before.step == GIFT:
        passed &= ~(before.passed | 1 << before.seat)
    order = after.order
    lines = []
    for place in range(after.players - 1, 0, -1):
        if order[place] != NONE and passed >> order[place] & 1:
            said = (
                _("You can't give more and are number {place} in the order of play.")
                if order[place] == seat
                else _("{name} can't give more and is number {place} in the order of play.")
            )
            lines.append(said.format(name=names[order[place]], place=place + 1))
    if after.step == TURN:
        if before.step == GIFT:
            lines.append(tell_plaques(before, action, after, seat, lang, names))
        players = ", ".join(called(other, seat, lang, names) for other in order[: after.players])
        lines.append(_("Order of play: {players}.").format(players=players))
    return lines


def tell_plaques(
    before: Zimbabwe, action: int, after: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]
) -> str:
    amount = 0 if action == PASS else action - GIVE + 1
    paid = max(amount - before.free_gift(before.seat), 0)
    taken = []
    for other in range(after.players):
        cattle = after.cattle[other] - before.cattle[other] + (paid if other == before.seat else 0)
        taken.append(f"{called(other, seat, lang, names)} {cattle}")
    return lang.gettext("From the plaques: {cattle}.").format(cattle=", ".join(taken))


def called(other: int, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    return lang.gettext("You") if other == seat else names[other]


# Phase II: what is begun


def tell_begun(before: Zimbabwe, action: int, after: Zimbabwe, you: bool, name: str, lang: Language) -> list[str]:
    _ = lang.gettext
    if action == BUILD:
        said = _("You decide to build a monument.") if you else _("{name} decides to build a monument.")
        return [said.format(name=name)]
    if action == RAISE:
        said = _("You decide to raise a monument.") if you else _("{name} decides to raise a monument.")
        return [said.format(name=name)]
    if action < SPECIALIST:
        said = _("You adore {god}: VR {vr}.") if you else _("{name} adores {god}: VR {vr}.")
        return [said.format(name=name, god=god_name(action - GOD), vr=after.vr[before.seat])]
    if action < CRAFTSMAN:
        return tell_specialist(before, action - SPECIALIST, after, you, name, lang)
    if action < PRICE:
        said = _("You send for {craftsman}.") if you else _("{name} sends for {craftsman}.")
        return [said.format(name=name, craftsman=a_craftsman(action - CRAFTSMAN, lang))]
    kind, price = divmod(action - PRICE, 3)
    return [tell_price(kind, price + 1, before.price[before.seat * TYPES + kind], you, name, lang)]


def tell_specialist(
    before: Zimbabwe, specialist: int, after: Zimbabwe, you: bool, name: str, lang: Language
) -> list[str]:
    _ = lang.gettext
    lines = []
    if before.specialist_owner[specialist] == NONE:
        lines.append(_("You take {specialist}: VR {vr}.") if you else _("{name} takes {specialist}: VR {vr}."))
    if specialist == HERD:
        lines.append(_("You use {specialist}.") if you else _("{name} uses {specialist}."))
    else:
        lines.append(_("You pay {specialist}: {cost}.") if you else _("{name} pays {specialist}: {cost}."))
    return [
        line.format(
            name=name,
            specialist=specialist_name(specialist, lang),
            vr=after.vr[before.seat],
            cost=SPECIALIST_COST[specialist],
        )
        for line in lines
    ]


def tell_price(kind: int, price: int, old: int, you: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    if old == 0:
        said = (
            _("You set the price of {goods} to {price}.") if you else _("{name} sets the price of {goods} to {price}.")
        )
    elif price > old:
        said = (
            _("You raise the price of {goods} to {price}.")
            if you
            else _("{name} raises the price of {goods} to {price}.")
        )
    else:
        said = (
            _("You lower the price of {goods} to {price}.")
            if you
            else _("{name} lowers the price of {goods} to {price}.")
        )
    return said.format(name=name, goods=good_name(kind, lang), price=price)


# Phase II: what is placed


def tell_placed(before: Zimbabwe, action: int, you: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    square = square_text(action % ACROSS)
    if before.step == FIRST_MONUMENT:
        said = (
            _("You place your first monument at [{square}].")
            if you
            else _("{name} places a first monument at [{square}].")
        )
        return said.format(name=name, square=square)
    if before.step == MONUMENT_SQUARE:
        said = _("You build at [{square}]: 1 VP.") if you else _("{name} builds at [{square}]: 1 VP.")
        return said.format(name=name, square=square)
    if before.step == CRAFTSMAN_SQUARES:
        return tell_craftsman(before, square, you, name, lang)
    if before.step == NEW_PRICE:
        return tell_price(before.kind, (action - PRICE) % 3 + 1, 0, you, name, lang)
    return tell_service(before, action, you, name, lang)


def tell_craftsman(before: Zimbabwe, square: str, you: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    said = (
        _("You place {craftsman} at [{square}] for {cost}: {vp} VP.")
        if you
        else _("{name} places {craftsman} at [{square}] for {cost}: {vp} VP.")
    )
    kind = before.kind
    return said.format(
        name=name, craftsman=a_craftsman(kind, lang), square=square, cost=COST[kind], vp=CRAFTSMAN_VP[kind]
    )


def tell_card(after: Zimbabwe, you: bool, name: str, lang: Language) -> str:
    _ = lang.gettext
    said = (
        _("You take the {craftsman} technology: VR {vr}.")
        if you
        else _("{name} takes the {craftsman} technology: VR {vr}.")
    )
    return said.format(name=name, craftsman=craftsman_name(after.kind, lang), vr=after.vr[after.seat])


def tell_service(before: Zimbabwe, action: int, you: bool, name: str, lang: Language) -> str:
    """What a specialist does."""
    _ = lang.gettext
    if before.step == SHAMAN_RESOURCE:
        said = _("The shaman brings {resource}.")
        return said.format(resource=resource_name(action - RESOURCE, lang))
    square = square_text(action % ACROSS)
    if before.step == SHAMAN_SQUARE:
        said = _("You place {resource} at [{square}].") if you else _("{name} places {resource} at [{square}].")
        return said.format(name=name, resource=resource_name(before.kind, lang), square=square)
    if before.step == RAIN_SQUARES:
        other = square_text(action % ACROSS + (SIDE if action >= UPRIGHT else 1))
        said = (
            _("You make it rain on [{square}] and [{other}].")
            if you
            else _("{name} makes it rain on [{square}] and [{other}].")
        )
        return said.format(name=name, square=square, other=other)
    pairs = action - PAY_HERD + 1
    said = (
        _("You put {amount} cattle on the herd, which adds {more}.")
        if you
        else _("{name} puts {amount} cattle on the herd, which adds {more}.")
    )
    return said.format(name=name, amount=2 * pairs, more=pairs)


# Phase II: what is raised


def tell_raising(before: Zimbabwe, action: int, after: Zimbabwe, you: bool, name: str, lang: Language) -> list[str]:
    """A choice for a raise, and those that followed from it by themselves."""
    _ = lang.gettext
    if before.step == MONUMENT_TO_RAISE:
        said = (
            _("You start to raise [{square}] to level {level}.")
            if you
            else _("{name} starts to raise [{square}] to level {level}.")
        )
        return [said.format(name=name, square=square_text(action), level=before.levels[action] + 1)]
    good = before.goods
    lines = []
    if before.maker[good] == NONE:
        lines.append(tell_bought(before, after.maker[good], before.raising, NONE, you, name, lang))
    if before.primary[good] == NONE and after.primary[good] != NONE:
        lines.append(tell_bought(before, after.primary[good], NONE, after.maker[good], you, name, lang))
    for old, new, tile in (
        (before.maker_resource[good], after.maker_resource[good], after.maker[good]),
        (before.primary_resource[good], after.primary_resource[good], after.primary[good]),
    ):
        if old == NONE and new != NONE:
            resource = resource_name(USES[tile // EACH], lang)
            square = square_text(before.resource_square[new])
            lines.append(_("The {resource} at [{square}] is used up.").format(resource=resource, square=square))
    if after.raising == NONE:
        lines.append(tell_raised(before, after, lang))
    return lines


def tell_bought(
    before: Zimbabwe, tile: int, monument: int, secondary: int, you: bool, name: str, lang: Language
) -> str:
    """A good and its way, from the monument or from the secondary that needs it."""
    _ = lang.gettext
    source = [monument] if secondary == NONE else tile_squares(before, secondary)
    way = find_way(before, source, tile_squares(before, tile))
    hubs = way.hubs if way else []
    if hubs:
        said = (
            _("You buy {goods} from [{square}] for {price}, via {hubs}.")
            if you
            else _("{name} buys {goods} from [{square}] for {price}, via {hubs}.")
        )
    else:
        said = (
            _("You buy {goods} from [{square}] for {price}.")
            if you
            else _("{name} buys {goods} from [{square}] for {price}.")
        )
    return said.format(
        name=name,
        goods=good_name(tile // EACH, lang),
        square=square_text(before.tile_square[tile]),
        price=Shopping(before).price_of(tile) + len(hubs),
        hubs=", ".join(f"[{square_text(hub)}]" for hub in hubs),
    )


def tell_raised(before: Zimbabwe, after: Zimbabwe, lang: Language) -> str:
    level = after.levels[before.raising]
    return lang.gettext("[{square}] rises to level {level}: {vp} VP.").format(
        square=square_text(before.raising), level=level, vp=MONUMENT_VP[level] - MONUMENT_VP[level - 1]
    )


# Phases III and IV


def tell_end_of_round(
    before: Zimbabwe, action: int, after: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    _ = lang.gettext
    if after.round == before.round and not after.is_over:
        return []
    cattle = ", ".join(f"{called(other, seat, lang, names)} {before.revenue(other)}" for other in range(before.players))
    lines = [_("Revenues: {cattle}.").format(cattle=cattle)]
    if after.is_over:
        winner = after.winner
        said = _("You win with {vp} VP (VR {vr}).") if winner == seat else _("{name} wins with {vp} VP (VR {vr}).")
        return [*lines, said.format(name=names[winner], vp=after.vp[winner], vr=after.vr[winner])]
    lines.append(_("Round {round} begins.").format(round=after.round))
    return lines + tell_generosity(before, action, after, seat, lang, names)
