"""What the moves of others mean in The Great Zimbabwe: your cattle, what you pay, what is left, and who is near."""

from collections.abc import Iterator, Sequence

from mezani.games.common.remarks import in_brief
from mezani.games.common.sentences import listed
from mezani.games.zimbabwe.actions import (
    ANANSI,
    ATETE,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    EACH,
    ESHU,
    GIFT,
    GOD,
    GOD_PLAQUE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    PRICE,
    PRIMARIES,
    RESOURCE,
    SHADIPINYI,
    SPECIALIST,
    TILES,
    TURN,
    TYPES,
    square_text,
)
from mezani.games.zimbabwe.page.summary import NEAR
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.words.names import (
    craftsman_name,
    good_name,
    good_title,
    service_of,
    specialist_name,
)
from mezani.language import Language


def remark(before: Zimbabwe, action: int, after: Zimbabwe, seat: int, lang: Language, names: Sequence[str]) -> str:
    """What a move means for a seat."""
    name = names[before.seat]
    if before.step == GIFT:
        return in_brief(of_gift(before, after, seat, lang))
    if before.step == TURN:
        return in_brief(
            [*standing(before, after, seat, lang, name), *of_choice(before, action, after, seat, lang, name)]
        )
    if before.step == NEW_PRICE:
        return in_brief(of_price(before, action, seat, lang, name))
    if before.step == CRAFTSMAN_SQUARES:
        return in_brief([*standing(before, after, seat, lang, name), *of_craftsman(before, after, seat, lang)])
    if before.step > MONUMENT_TO_RAISE:
        return in_brief([*standing(before, after, seat, lang, name), *of_raise(before, after, seat, lang)])
    return in_brief(standing(before, after, seat, lang, name))


def standing(before: Zimbabwe, after: Zimbabwe, seat: int, lang: Language, name: str) -> Iterator[str]:
    """How far it is to the VR: after a raise, and when it is near or reached."""
    _, mover = lang.gettext, before.seat
    vp, vr = after.vp[mover], after.vr[mover]
    raised = before.raising != NONE and after.raising == NONE
    if vp >= vr:
        if before.vp[mover] < before.vr[mover]:
            said = _("*{name} has reached the VR* with {vp} VP: if it stays so, this round is the last (12.1).")
            yield said.format(name=name, vp=vp)
    elif raised or (vp > before.vp[mover] and vr - vp <= NEAR):
        own = max(0, after.vr[seat] - after.vp[seat])
        said = _("{name} has {vp} VP of {vr}: {to_go} to go, you have {own}.")
        yield said.format(name=name, vp=vp, vr=vr, to_go=vr - vp, own=own)


# Phase I


def of_gift(before: Zimbabwe, after: Zimbabwe, seat: int, lang: Language) -> Iterator[str]:
    if after.step == TURN:
        first = after.order.index(seat)
        if first:
            said = lang.ngettext("{n} turn comes before yours.", "{n} turns come before yours.", first)
        else:
            said = lang.gettext("The first turn is yours.")
        yield said.format(n=first)
    elif cattle := on_plaques(after, seat) - on_plaques(before, seat):
        said = lang.ngettext(
            "{n} of these cattle is for you, {all} in this round so far (5.4).",
            "{n} of these cattle are for you, {all} in this round so far (5.4).",
            cattle,
        )
        yield said.format(n=cattle, all=on_plaques(after, seat))


def on_plaques(state: Zimbabwe, seat: int) -> int:
    """The cattle of the gifts that are for a seat."""
    return state.plaque[seat] + (state.plaque[GOD_PLAQUE] if state.god[seat] == SHADIPINYI else 0)  # 13.1


# Phase II: gods, specialists and technologies


def of_choice(before: Zimbabwe, action: int, after: Zimbabwe, seat: int, lang: Language, name: str) -> Iterator[str]:
    if GOD <= action < SPECIALIST:
        yield power_for_others(action - GOD, lang).format(name=name)
        if after.god[seat] == NONE:
            yield gods_left(after, lang)
    elif SPECIALIST <= action < CRAFTSMAN:
        specialist = action - SPECIALIST
        if before.specialist_owner[specialist] == NONE:
            said = lang.gettext("Only {name} can use {specialist} from now on: {service} ({paragraph}).")
            yield said.format(
                name=name,
                specialist=specialist_name(specialist, lang),
                service=service_of(specialist, lang),
                paragraph=f"7.{specialist + 1}",
            )
    elif PRICE <= action < RESOURCE:
        yield from of_price(before, action, seat, lang, name)


def power_for_others(god: int, lang: Language) -> str:
    """What it means for others that somebody adores a god."""
    _ = lang.gettext
    return (
        _("From the next round on, one more plaque gets cattle from the gifts, and they are for {name} (13.1)."),
        _("Of the first gift of {name} in each round, the stock pays up to 3 (13.2)."),
        _("{name} may change prices in every turn, up and down (13.3)."),
        _("The range is 6 in the turns of {name}, for your craftsmen too (13.4)."),
        _("A technology costs {name} just 1 VR from now on (13.5)."),
        _("{name} may build two monuments in a turn (13.6)."),
        _("{name} may use resources that have a marker, too (13.7)."),
        _("{name} may raise monuments with equal goods (13.8)."),
        _("{name} pays just 1 for each good, whatever your prices are (13.9)."),
        _("All hubs are paid to {name} from now on, yours too (13.10)."),
        _("{name} gets 2 more cattle with all revenues (13.11)."),
        _("Equally far above the VR, {name} wins (12.3)."),
    )[god]


def gods_left(after: Zimbabwe, lang: Language) -> str:
    gods = after.gods.bit_count()
    if not gods:
        return lang.gettext("No god is left for you (6.2).")
    said = lang.ngettext("{n} god is left to choose (6.2).", "{n} gods are left to choose (6.2).", gods)
    return said.format(n=gods)


def of_price(before: Zimbabwe, action: int, seat: int, lang: Language, name: str) -> Iterator[str]:
    """What a good costs the reader, who has no technology for it and does not adore Anansi."""
    kind, price = (action - PRICE) // 3, (action - PRICE) % 3 + 1
    old = before.price[before.seat * TYPES + kind]
    if before.card[seat * TYPES + kind] or before.god[seat] == ANANSI:
        return
    if old:
        said = lang.gettext("{goods} from {name} cost you {price} now instead of {old} (10.4).")
    else:
        said = lang.gettext("{goods} from {name} cost you {price} (10.4).")
    yield said.format(goods=good_title(kind, lang), name=name, price=price, old=old)


def of_craftsman(before: Zimbabwe, after: Zimbabwe, seat: int, lang: Language) -> Iterator[str]:
    """What a craftsman changes for rituals, and for those who want one too."""
    _, kind = lang.gettext, before.kind
    if kind >= PRIMARIES and not before.placed[kind]:
        said = _("{goods} are no longer used in rituals: there are {better} now.")
        yield said.format(goods=good_title(kind - PRIMARIES, lang), better=good_name(kind, lang))
    craftsman = craftsman_name(kind, lang)
    if after.placed[kind] == EACH:
        yield _("All three {craftsman} tiles are on the map.").format(craftsman=craftsman)
    elif after.cards_left[kind] < before.cards_left[kind] and not after.card[seat * TYPES + kind]:
        if not after.cards_left[kind]:
            yield _("No {craftsman} technology is left for you (9.2).").format(craftsman=craftsman)
        elif after.card_cost(seat, kind) > before.card_cost(seat, kind):
            said = _("The {craftsman} technology costs you {vr} VR now instead of {old} (9.2).")
            yield said.format(craftsman=craftsman, vr=after.card_cost(seat, kind), old=before.card_cost(seat, kind))


# Phase II: raising monuments


def of_raise(before: Zimbabwe, after: Zimbabwe, seat: int, lang: Language) -> Iterator[str]:
    """What the reader gets, and which resources are gone."""
    if cattle := after.revenue(seat) - before.revenue(seat):
        said = lang.ngettext(
            "{n} of these cattle comes to you with the revenues (11.1).",
            "{n} of these cattle come to you with the revenues (11.1).",
            cattle,
        )
        yield said.format(n=cattle)
    if not {ESHU, ATETE} & set(after.god):  # who reach further, and use resources with a marker
        yield from used_up(before, after, seat, lang)


def used_up(before: Zimbabwe, after: Zimbabwe, seat: int, lang: Language) -> Iterator[str]:
    """Goods that the reader can't buy in this round any more, and the reader's craftsmen who can't sell any."""
    _ = lang.gettext
    emptied = [tile for tile in range(TILES) if has_resource(before, tile) and not has_resource(after, tile)]
    gone = [kind for kind in range(TYPES) if any(tile // EACH == kind for tile in emptied) and not is_made(after, kind)]
    if gone and seat in after.order[after.turn + 1 : after.players]:
        said = _("As it stands nobody can make {goods} in this round: no resource in range is left (10.5).")
        yield said.format(goods=listed([good_name(kind, lang) for kind in gone], lang))
    for tile in emptied:
        if after.tile_owner[tile] == seat and tile // EACH not in gone:
            said = _("As it stands your craftsman at [{square}] sells nothing more in this round (10.5).")
            yield said.format(square=square_text(after.tile_square[tile]))


def is_made(state: Zimbabwe, kind: int) -> bool:
    """Whether a craftsman of a type has a resource without a marker in range."""
    return any(has_resource(state, tile) for tile in range(kind * EACH, (kind + 1) * EACH))


def has_resource(state: Zimbabwe, tile: int) -> bool:
    """Whether a craftsman has a resource without a marker in range."""
    return state.supply[tile] & ~state.used != 0
