"""Every sentence that a player of The Great Zimbabwe reads, but for the reasons of reasons.py."""

from collections.abc import Sequence

from mezani.game import Place, Reason
from mezani.games.common.sentences import listed
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
    GOOD,
    GOOD_RESOURCE,
    HERD_PAYMENT,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    PASS,
    PAY_HERD,
    PRICE,
    PRIMARIES,
    PRIMARY,
    PRIMARY_RESOURCE,
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
    XANGO,
    square_text,
)
from mezani.games.zimbabwe.components import COST, CRAFTSMAN_VP, MONUMENT_VP, SPECIALIST_COST, SPECIALIST_VR, USES
from mezani.games.zimbabwe.raise_view import offer
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping
from mezani.games.zimbabwe.words.log_lines import tell
from mezani.games.zimbabwe.words.names import (
    a_craftsman,
    god_name,
    good_name,
    good_title,
    power_of,
    resource_name,
    service_of,
    specialist_name,
)
from mezani.games.zimbabwe.words.reasons import why_not
from mezani.language import Language

__all__ = ["gist", "label", "place", "prompt", "tell", "thing", "why_not", "why_won"]


def thing(notation: str, lang: Language) -> str:
    """A square in words: it is its own name."""
    return notation


def gist(lang: Language) -> str:
    """How the game plays."""
    return lang.gettext("Craftsmen, rituals and monuments. Every favour of a god raises the goal.")


def place(state: Zimbabwe) -> Place:
    if state.step == FIRST_MONUMENT:
        return Place("first monuments", 0)
    return Place(f"round {state.round}", 0 if state.step == GIFT else state.turn + 1)


# What is asked


def prompt(state: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    if state.is_over:
        return result(state, seat, lang, names)
    if seat == state.seat:
        return request(state, lang)
    if state.step == FIRST_MONUMENT:
        return _("Waiting for {name} to place a first monument.").format(name=names[state.seat])
    if state.step == GIFT:
        return _("Waiting for {name} to give or pass.").format(name=names[state.seat])
    return _("It is {name}'s turn.").format(name=names[state.seat])


def request(state: Zimbabwe, lang: Language) -> str:
    """What the seat to move has to decide."""
    _ = lang.gettext
    if state.step == GIFT:
        return _("Your turn. Give {gift} or more, or pass.").format(gift=state.gift + 1)
    if state.step == TURN:
        return request_in_turn(state, lang)
    if state.step >= GOOD:
        return request_while_raising(state, lang)
    if state.step == CRAFTSMAN_SQUARES:
        return _("Where do you want to place {craftsman}?").format(craftsman=a_craftsman(state.kind, lang))
    if state.step == NEW_PRICE:
        return _("Set the price of {goods}: 1, 2 or 3.").format(goods=good_name(state.kind, lang))
    if state.step == SHAMAN_SQUARE:
        return _("Where should the shaman place {resource}?").format(resource=resource_name(state.kind, lang))
    return {
        FIRST_MONUMENT: _("Your turn. Place your first monument on a starting area."),
        SHAMAN_RESOURCE: _("Which resource should the shaman place?"),
        RAIN_SQUARES: _("Where should it rain? Choose two squares."),
        HERD_PAYMENT: _("How many cattle do you want to put on the herd?"),
        MONUMENT_SQUARE: _("Where do you want to build?"),
        MONUMENT_TO_RAISE: _("Which monument do you want to raise?"),
    }[state.step]


def request_in_turn(state: Zimbabwe, lang: Language) -> str:
    _ = lang.gettext
    begun = state.main or state.has_chosen or state.paid
    if state.prices_open and not begun:
        return _("Your turn. Dziva lets you change your prices first.")
    if not begun:
        return _("Your turn. Build, place craftsmen or raise monuments; choose a god or a specialist.")
    *some, last = still_open(state, lang)
    if not some:
        return _("Your turn. There is nothing left to do: end it.")
    said = _("Your turn. You can still {some} or {last}.")
    if len(some) > 1:
        said = _("Your turn. You can still {some}, or {last}.")
    return said.format(some=", ".join(some), last=last)


def still_open(state: Zimbabwe, lang: Language) -> list[str]:
    """What can be done in the rest of the turn."""
    _ = lang.gettext
    legal = state.legal_actions()
    owned = [SPECIALIST + number for number, owner in enumerate(state.specialist_owner) if owner == state.seat]
    gods = any(GOD <= action < SPECIALIST for action in legal)
    specialists = any(SPECIALIST <= action < CRAFTSMAN and action not in owned for action in legal)
    things = {
        _("build a monument"): BUILD in legal,
        _("place craftsmen"): any(CRAFTSMAN <= action < PRICE for action in legal),
        _("change prices") if state.prices_open else _("raise prices"): any(action >= PRICE for action in legal),
        _("raise a monument"): RAISE in legal,
        _("choose a god or specialist"): gods and specialists,
        _("choose a god"): gods and not specialists,
        _("choose a specialist"): specialists and not gods,
        _("use a specialist"): any(action in owned for action in legal),
        _("end your turn"): True,
    }
    return [thing for thing, possible in things.items() if possible]


def request_while_raising(state: Zimbabwe, lang: Language) -> str:
    _ = lang.gettext
    square = square_text(state.raising)
    maker = state.maker[state.goods]
    if state.step == GOOD:
        return _("Choose good {number} of {goods} for {square}.").format(
            number=state.goods + 1, goods=state.levels[state.raising], square=square
        )
    if state.step == PRIMARY:
        return _("Who supplies the {goods}?").format(goods=good_name(maker // EACH - PRIMARIES, lang))
    kind = (state.primary[state.goods] if state.step == PRIMARY_RESOURCE else maker) // EACH
    return _("Which {resource} should the {goods} use up?").format(
        resource=resource_name(USES[kind], lang), goods=good_name(kind, lang)
    )


def result(state: Zimbabwe, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    winner = state.winner
    said = _("You win with {vp} VP (VR {vr}).") if winner == seat else _("{name} wins with {vp} VP (VR {vr}).")
    return said.format(name=names[winner], vp=state.vp[winner], vr=state.vr[winner])


def why_won(state: Zimbabwe, lang: Language, names: Sequence[str]) -> list[Reason]:
    _ = lang.gettext
    winner = state.winner
    above = {seat: state.vp[seat] - state.vr[seat] for seat in range(state.players)}
    reached = [seat for seat in above if above[seat] >= 0]
    if reached == [winner]:
        said = _("Only {name} has reached the VR: {vp} VP (VR {vr}).")
        return [Reason("12.1", said.format(name=names[winner], vp=state.vp[winner], vr=state.vr[winner]))]
    said = _("{names} have reached their VR.").format(names=listed([names[seat] for seat in reached], lang))
    reasons = [Reason("12.1", said)]
    level = [seat for seat in reached if above[seat] == above[winner]]
    if level == [winner]:
        said = _("{name} is furthest above it: by {vp} VP.").format(name=names[winner], vp=above[winner])
        return [*reasons, Reason("12.2", said)]
    tied = listed([names[seat] for seat in level], lang)
    said = _("{names} are furthest above it: by {vp} VP each.").format(names=tied, vp=above[winner])
    return [*reasons, Reason("12.2", said), Reason("12.3", _who_wins_the_tie(state, level, lang, names[winner]))]


def _who_wins_the_tie(state: Zimbabwe, tied: Sequence[int], lang: Language, name: str) -> str:
    _ = lang.gettext
    vp = state.vp[state.winner]
    if state.god[state.winner] == XANGO:
        return _("{name} adores Xango and wins the tie.").format(name=name)
    if all(state.vp[seat] < vp for seat in tied if seat != state.winner):
        return _("{name} has the most VP of them: {vp}.").format(name=name, vp=vp)
    return _("Of those with {vp} VP, {name} comes first in the order of play.").format(name=name, vp=vp)


# What can be done


def label(state: Zimbabwe, action: int, lang: Language) -> str:
    if action < GIVE:
        return label_of_square(state, action, lang)
    if action < PASS:
        return lang.gettext("Give {amount}").format(amount=action - GIVE + 1)
    return label_in_turn(state, action, lang)


def label_of_square(state: Zimbabwe, action: int, lang: Language) -> str:
    _ = lang.gettext
    square = square_text(action % ACROSS)
    if state.step in (GOOD, PRIMARY):
        return label_of_craftsman(state, action, lang)
    if state.step in (GOOD_RESOURCE, PRIMARY_RESOURCE):
        return _("Use up {square}").format(square=square)
    if state.step == MONUMENT_TO_RAISE:
        level = state.levels[action]
        return _("Raise {square} to level {level}: {vp} VP").format(
            square=square, level=level + 1, vp=MONUMENT_VP[level + 1] - MONUMENT_VP[level]
        )
    if action >= ACROSS:
        last = action % ACROSS + (SIDE if action >= UPRIGHT else 1)
        return _("{square} and {other}").format(square=square, other=square_text(last))
    return square


def label_of_craftsman(state: Zimbabwe, square: int, lang: Language) -> str:
    _ = lang.gettext
    tile = state.tile_at(square)
    it = offer(state, Shopping(state), tile)
    goods = good_title(tile // EACH, lang)
    if it.primary is None:
        return _("{goods} from {square}: {cost} cattle").format(goods=goods, square=it.square, cost=it.cost)
    return _("{goods} from {square}, with {supply} from {primary}: {cost} cattle").format(
        goods=goods,
        square=it.square,
        supply=good_name(tile // EACH - PRIMARIES, lang),
        primary=it.primary,
        cost=it.cost,
    )


def label_in_turn(state: Zimbabwe, action: int, lang: Language) -> str:
    _ = lang.gettext
    if action < GOD:
        return {
            PASS: _("Pass"),
            BUILD: _("Build a monument"),
            RAISE: _("Raise a monument"),
            END: _("End your turn"),
        }[action]
    if action < SPECIALIST:
        god = action - GOD
        return _("Adore {god}, VR {vr}: {power}").format(
            god=god_name(god), vr=f"{state.god_cost(god):+}", power=power_of(god, lang)
        )
    if action < CRAFTSMAN:
        return label_of_specialist(state, action - SPECIALIST, lang)
    if action < PRICE:
        return label_of_type(state, action - CRAFTSMAN, lang)
    if action < RESOURCE:
        kind, price = divmod(action - PRICE, 3)
        return _("{goods}: price {price}").format(goods=good_title(kind, lang), price=price + 1)
    if action < PAY_HERD:
        return resource_name(action - RESOURCE, lang)
    pairs = action - PAY_HERD + 1
    return _("Put {amount} cattle on the herd, get {more} more").format(amount=2 * pairs, more=pairs)


def label_of_specialist(state: Zimbabwe, specialist: int, lang: Language) -> str:
    _ = lang.gettext
    if state.specialist_owner[specialist] == state.seat:
        said = _("Use {specialist} for {cost}: {service}")
    else:
        said = _("Take {specialist}, VR {vr}, and pay {cost}: {service}")
    return said.format(
        specialist=specialist_name(specialist, lang),
        vr=f"{SPECIALIST_VR[specialist]:+}",
        cost=SPECIALIST_COST[specialist],
        service=service_of(specialist, lang),
    )


def label_of_type(state: Zimbabwe, kind: int, lang: Language) -> str:
    _ = lang.gettext
    if state.card[state.seat * TYPES + kind]:
        said = _("Place {craftsman}: {cost} cattle, {vp} VP")
    else:
        said = _("Place {craftsman}: {cost} cattle, {vp} VP, and take the card, VR {vr}")
    return said.format(
        craftsman=a_craftsman(kind, lang),
        cost=COST[kind],
        vp=CRAFTSMAN_VP[kind],
        vr=f"{state.card_cost(state.seat, kind):+}" if state.cards_left[kind] else "",
    )
