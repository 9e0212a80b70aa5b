"""Why not: the rule that forbids a move, with its paragraph."""

from mezani.game import Reason
from mezani.games.zimbabwe.actions import (
    ACROSS,
    BUILD,
    BUILDING,
    CRAFTSMAN,
    DZIVA,
    EACH,
    FIRST_MONUMENT,
    GIFT,
    GIVE,
    GOD,
    GOOD,
    HERD_PAYMENT,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    NOTHING,
    PASS,
    PAY_HERD,
    PLACING,
    PRICE,
    PRIMARIES,
    PRIMARY,
    PRIMARY_RESOURCE,
    RAIN,
    RAIN_SQUARES,
    RAISE,
    RAISING,
    RESOURCE,
    SHAMAN,
    SHAMAN_RESOURCE,
    SHAMAN_SQUARE,
    SIDE,
    SPECIALIST,
    SQUARES,
    TSUI_GOAB,
    TURN,
    TYPES,
    UPRIGHT,
    square_text,
)
from mezani.games.zimbabwe.components import (
    COST,
    IS_SQUARE,
    MOST_VR,
    SPECIALIST_COST,
    SPECIALIST_VR,
    USES,
)
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping
from mezani.games.zimbabwe.squares import squares_of, squares_under, tile_squares
from mezani.games.zimbabwe.ways import NEIGHBOURS
from mezani.games.zimbabwe.words.names import (
    a_craftsman,
    craftsman_name,
    god_name,
    good_name,
    good_title,
    resource_name,
    specialist_name,
)
from mezani.language import Language

HIGHEST = 5


def why_not(state: Zimbabwe, seat: int, action: int, lang: Language) -> Reason:
    """The rule that forbids an action that is not legal."""
    _ = lang.gettext
    if state.is_over:
        return Reason("12.1", _("The game is over."))
    if seat != state.seat:
        paragraph = "4.5" if state.step == FIRST_MONUMENT else "5.3" if state.step == GIFT else "6.1"
        return Reason(paragraph, _("It is not your turn."))
    if state.step == FIRST_MONUMENT:
        return why_not_first_monument(state, action, lang)
    if state.step == GIFT:
        return why_not_gift(state, action, lang)
    if state.step == TURN:
        return why_not_in_turn(state, action, lang)
    if state.step == MONUMENT_TO_RAISE:
        return why_not_raise(state, action, lang)
    if state.step >= GOOD:
        return why_not_for_raise(state, action, lang)
    return why_not_placed(state, action, lang)


def why_not_first_monument(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if action >= SQUARES:
        return Reason("4.5", _("First place your monument on a starting area."))
    if state.levels[action]:
        return Reason("4.5", _("There is already a monument at {square}.").format(square=square_text(action)))
    return Reason("4.5", _("{square} is not a starting area.").format(square=square_text(action)))


def why_not_gift(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if not GIVE <= action < PASS:
        return Reason("5.3", _("Give cattle, or pass."))
    if action - GIVE + 1 <= state.gift:
        return Reason("5.3", _("The last gift was {gift}: give more.").format(gift=state.gift))
    return Reason("5.3", _("You can give at most {cattle}.").format(cattle=state.most_gift(state.seat)))


# In a turn


def why_not_in_turn(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if action < PASS:
        return Reason("6.1", _("First choose what to do."))
    if action == PASS:
        return Reason("5.5", _("You pass only in the generosity of kings: end your turn instead."))
    if action == BUILD:
        return why_not_build(state, lang)
    if action == RAISE:
        return why_not_raise_any(state, lang)
    if action < SPECIALIST:
        return why_not_god(state, action - GOD, lang)
    if action < CRAFTSMAN:
        return why_not_specialist(state, action - SPECIALIST, lang)
    if action < PRICE:
        return why_not_craftsman(state, action - CRAFTSMAN, lang)
    if action < RESOURCE:
        kind, price = divmod(action - PRICE, 3)
        return why_not_price(state, kind, price + 1, lang)
    if action < PAY_HERD:
        return Reason("7.1", _("First pay the shaman."))
    return Reason("7.3", _("First choose the herd."))


def why_not_main(state: Zimbabwe, main: int, lang: Language) -> Reason | None:
    """Whether the turn has another of the three already."""
    _ = lang.gettext
    done = {
        BUILDING: _("You have already built this turn."),
        PLACING: _("You have already placed craftsmen or raised prices this turn."),
        RAISING: _("You have already raised monuments this turn."),
    }
    return None if state.main in (NOTHING, main) else Reason("6.1", done[state.main])


def why_not_build(state: Zimbabwe, lang: Language) -> Reason:
    _ = lang.gettext
    if reason := why_not_main(state, BUILDING, lang):
        return reason
    if state.monuments_built:
        return Reason("8.1", _("You have already built this turn."))
    return Reason("8.2", _("There is no square left for a monument."))


def why_not_raise_any(state: Zimbabwe, lang: Language) -> Reason:
    _ = lang.gettext
    if reason := why_not_main(state, RAISING, lang):
        return reason
    return Reason("10.9", _("You can't get the goods for any of your monuments."))


def why_not_god(state: Zimbabwe, god: int, lang: Language) -> Reason:
    _ = lang.gettext
    mine = state.god[state.seat]
    if mine != NONE:
        return Reason("6.2", _("You adore {god}, for the rest of the game.").format(god=god_name(mine)))
    if not state.gods >> god & 1:
        return Reason("6.2", _("{god} is taken, or not in this game.").format(god=god_name(god)))
    if state.has_chosen:
        return Reason("6.2", _("You have already chosen a specialist this turn."))
    return too_much_vr(state, state.god_cost(god), lang)


def too_much_vr(state: Zimbabwe, change: int, lang: Language) -> Reason:
    said = lang.gettext("Your VR would be {vr}, and {most} is the limit.")
    return Reason("1.3", said.format(vr=state.vr[state.seat] + change, most=MOST_VR))


def why_not_specialist(state: Zimbabwe, specialist: int, lang: Language) -> Reason:
    _ = lang.gettext
    name = specialist_name(specialist, lang)
    if state.specialist_owner[specialist] == state.seat:
        if state.paid >> specialist & 1:
            return Reason("6.4", _("You have already used {specialist} this turn.").format(specialist=name))
    elif not state.specialists >> specialist & 1:
        return Reason("6.3", _("You don't have {specialist}, and the card is not available.").format(specialist=name))
    elif state.has_chosen:
        return Reason("6.3", _("You have already chosen a god or a specialist this turn."))
    elif state.vr[state.seat] + SPECIALIST_VR[specialist] > MOST_VR:
        return too_much_vr(state, SPECIALIST_VR[specialist], lang)
    if state.cattle[state.seat] < SPECIALIST_COST[specialist]:
        return too_expensive("6.3", state, SPECIALIST_COST[specialist], lang)
    if specialist == SHAMAN and not state.has_resource_tiles():
        return Reason("7.1", _("There are no resource tiles left."))
    if specialist == RAIN and not state.water_tiles:
        return Reason("7.2", _("There are no water tiles left."))
    return Reason("7.1" if specialist == SHAMAN else "7.2", _("There is no room left on the map."))


def too_expensive(paragraph: str, state: Zimbabwe, cost: int, lang: Language) -> Reason:
    said = lang.gettext("That costs {cost} cattle, and you have {cattle}.")
    return Reason(paragraph, said.format(cost=cost, cattle=state.cattle[state.seat]))


def why_not_craftsman(state: Zimbabwe, kind: int, lang: Language) -> Reason:
    _ = lang.gettext
    if reason := why_not_main(state, PLACING, lang):
        return reason
    name = craftsman_name(kind, lang)
    if not state.card[state.seat * TYPES + kind]:
        if not state.cards_left[kind]:
            return Reason("9.2", _("Both {craftsman} cards are taken.").format(craftsman=name))
        if state.vr[state.seat] + state.card_cost(state.seat, kind) > MOST_VR:
            return too_much_vr(state, state.card_cost(state.seat, kind), lang)
    if state.placed[kind] == EACH:
        return Reason("9.5", _("All three {craftsman} tiles are on the map.").format(craftsman=name))
    if state.cattle[state.seat] < COST[kind]:
        return too_expensive("9.6", state, COST[kind], lang)
    if kind >= PRIMARIES and not state.placed[kind - PRIMARIES]:
        primary = craftsman_name(kind - PRIMARIES, lang)
        return Reason("9.7", _("There is no {craftsman} on the map.").format(craftsman=primary))
    if kind >= PRIMARIES and state.first_of_type >> (kind - PRIMARIES) & 1:
        primary = craftsman_name(kind - PRIMARIES, lang)
        return Reason("9.8", _("The first {craftsman} was placed this turn.").format(craftsman=primary))
    if not state.uncovered(kind):
        resource = resource_name(USES[kind], lang)
        said = _("All {resource} is already in range of {craftsman}.")
        return Reason("9.4", said.format(resource=resource, craftsman=a_craftsman(kind, lang)))
    return Reason("9.3", _("There is no place for the tile that has all it needs in range."))


def why_not_price(state: Zimbabwe, kind: int, price: int, lang: Language) -> Reason:
    _ = lang.gettext
    now = state.price[state.seat * TYPES + kind]
    if not now:
        return Reason(
            "9.10", _("You don't have the {craftsman} technology.").format(craftsman=craftsman_name(kind, lang))
        )
    if price == now:
        return Reason(
            "9.10", _("The price of {goods} is already {price}.").format(goods=good_name(kind, lang), price=now)
        )
    if state.prices_open:
        return Reason("13.3", _("You have already changed this price."))
    if state.new_cards >> kind & 1:
        return Reason("9.9", _("You have already set this price this turn."))
    if state.god[state.seat] == DZIVA:
        return Reason("13.3", _("With Dziva you change prices at the start of your turn, before anything else."))
    if price > now and (reason := why_not_main(state, PLACING, lang)):
        return reason
    return Reason("9.10", _("Prices can only be raised: it takes Dziva to lower them."))


# What is being placed


def why_not_placed(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.step == SHAMAN_RESOURCE:
        if RESOURCE <= action < PAY_HERD:
            name = resource_name(action - RESOURCE, lang)
            return Reason("7.1", _("There is no {resource} tile left.").format(resource=name))
        return Reason("7.1", _("First choose the resource for the shaman to place."))
    if state.step == HERD_PAYMENT:
        if action >= PAY_HERD:
            return too_expensive("7.3", state, 2 * (action - PAY_HERD + 1), lang)
        return Reason("7.3", _("The herd takes 2, 4 or 6 cattle."))
    if state.step == NEW_PRICE:
        return Reason("9.9", _("Set a price of 1, 2 or 3."))
    if state.step == SHAMAN_SQUARE:
        return why_not_here("7.1", state, action, [action % ACROSS], 0, lang)
    if state.step == RAIN_SQUARES:
        second = action % ACROSS + (SIDE if action >= UPRIGHT else 1)
        return why_not_here("7.2", state, action, [action % ACROSS, second], ACROSS, lang)
    if state.step == MONUMENT_SQUARE:
        return why_not_monument(state, action, lang)
    return why_not_tile(state, action, lang)


def why_not_here(
    paragraph: str, state: Zimbabwe, action: int, squares: list[int], first: int, lang: Language
) -> Reason:
    """Why something can't be placed on empty squares: it is no square, or not an empty one."""
    _ = lang.gettext
    if not first <= action < GIVE or (not first and action >= ACROSS):
        ask = _("Choose two squares, such as f7- or f7|.") if first else _("Choose a square.")
        return Reason(paragraph, ask)
    return not_empty(state, squares, lang) or Reason(paragraph, _("Choose a square."))


def not_empty(state: Zimbabwe, squares: list[int], lang: Language) -> Reason | None:
    """What stands on the first of some squares that is not empty."""
    _ = lang.gettext
    empty = set(squares_of(state.empty))
    for number, square in enumerate(squares):
        if square not in empty or wraps(squares[0], square):
            what = (
                _("The tile does not fit on the map.")
                if number and wraps(squares[0], square)
                else what_is_at(state, square, lang)
            )
            return Reason("2.5", what)
    return None


def wraps(first: int, square: int) -> bool:
    """Whether a square of a tile that begins with `first` would be off the board."""
    return square >= SQUARES or square % SIDE < first % SIDE


def what_is_at(state: Zimbabwe, square: int, lang: Language) -> str:
    _ = lang.gettext
    if state.resource_at(square) != NONE:
        said = _("There is a resource at {square}.")
    elif state.levels[square]:
        said = _("There is a monument at {square}.")
    elif square in squares_of(state.water):
        said = _("There is water at {square}.")
    elif square in squares_of(state.starts):
        said = _("{square} is a starting area.")
    elif square in squares_of(state.ground):
        said = _("There is a craftsman at {square}.")
    else:
        said = _("{square} is not on the map.")
    return said.format(square=square_text(square))


def why_not_monument(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if action >= ACROSS:
        return Reason("8.1", _("Choose a square."))
    if reason := not_empty(state, [action], lang):
        return reason
    other = next(square for square in NEIGHBOURS[action] if state.levels[square])
    return Reason(
        "8.2",
        _("{square} is next to the monument at {other}.").format(square=square_text(action), other=square_text(other)),
    )


def why_not_tile(state: Zimbabwe, action: int, lang: Language) -> Reason:
    """Why the craftsman that is being placed can't stand there."""
    _ = lang.gettext
    kind = state.kind
    if action >= GIVE or (action >= ACROSS) == IS_SQUARE[kind]:
        ask = (
            _("The tile has 2x2 squares: choose its upper left one, such as f7.")
            if IS_SQUARE[kind]
            else _("The tile has two squares: choose them across or upright, such as f7- or f7|.")
        )
        return Reason("9.3", ask)
    squares = squares_under(kind, action % ACROSS, action >= UPRIGHT)
    return not_empty(state, squares, lang) or why_not_reached(state, squares, lang)


def why_not_reached(state: Zimbabwe, squares: list[int], lang: Language) -> Reason:
    _ = lang.gettext
    kind = state.kind
    reached = {other for square in squares for other in state.squares_in_range(square)}
    place = square_text(squares[0])
    resource = resource_name(USES[kind], lang)
    all_of_kind, uncovered, at = state.of_kind[USES[kind]], state.uncovered(kind), state.resource_square
    near = [number for number in range(state.resources) if all_of_kind >> number & 1 and at[number] in reached]
    if not near:
        said = _("There is no {resource} in range of {square}.")
        return Reason("9.4", said.format(resource=resource, square=place))
    if not any(uncovered >> number & 1 for number in near):
        said = _("The {resource} at {square} is already in range of {craftsman}.")
        covered = square_text(at[near[0]])
        return Reason("9.4", said.format(resource=resource, square=covered, craftsman=a_craftsman(kind, lang)))
    primary = craftsman_name(kind - PRIMARIES, lang)
    return Reason("9.7", _("No {craftsman} can be reached from {square}.").format(craftsman=primary, square=place))


# What is being raised


def why_not_raise(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if action >= SQUARES or state.owners[action] != state.seat:
        return Reason("10.1", _("Choose one of your monuments."))
    square, level = square_text(action), state.levels[action]
    if level == HIGHEST:
        return Reason("10.1", _("The monument at {square} already has five levels.").format(square=square))
    if state.raised[action // SIDE + 1] >> (action % SIDE) & 1:
        return Reason("10.1", _("You have already raised {square} this turn.").format(square=square))
    said = lang.ngettext(
        "You can't get the good that {square} needs.",
        "You can't get the {goods} goods that {square} needs.",
        level,
    )
    return Reason("10.9", said.format(goods=level, square=square))


def why_not_for_raise(state: Zimbabwe, action: int, lang: Language) -> Reason:
    if state.step in (GOOD, PRIMARY):
        return why_not_bought(state, action, lang)
    return why_not_used(state, action, lang)


def why_not_bought(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    tile = state.tile_at(action) if action < SQUARES else NONE
    if tile == NONE:
        return Reason("10.4", _("Choose a craftsman by the first square of its tile."))
    kind = tile // EACH
    shopping = Shopping(state)
    if state.step == PRIMARY:
        needed = state.maker[state.goods] // EACH - PRIMARIES
        if kind != needed:
            return Reason("10.6", _("You need {craftsman}.").format(craftsman=a_craftsman(needed, lang)))
        hubs = shopping.way(state.maker[state.goods], tile)
    else:
        if not shopping.kinds() >> kind & 1:
            said = _("{goods} are no longer used in rituals: there are {better} now.")
            return Reason("10.3", said.format(goods=good_title(kind, lang), better=good_name(kind + PRIMARIES, lang)))
        if state.god[state.seat] != TSUI_GOAB and any(state.maker[good] // EACH == kind for good in range(state.goods)):
            return Reason("10.2", _("You already have {goods} for this monument.").format(goods=good_name(kind, lang)))
        hubs = state.hubs[tile]
    return why_not_supplied(state, shopping, tile, hubs, lang)


def why_not_supplied(state: Zimbabwe, shopping: Shopping, tile: int, hubs: int, lang: Language) -> Reason:
    _ = lang.gettext
    square = square_text(state.tile_square[tile])
    if not state.supply[tile] & shopping.room:
        said = _("The craftsman at {square} has no {resource} left this round.")
        return Reason("10.5", said.format(square=square, resource=resource_name(USES[tile // EACH], lang)))
    if hubs == NONE:
        return Reason("3.5", _("There is no way to {square} that you can pay for.").format(square=square))
    if shopping.price_of(tile) + hubs > state.cattle[state.seat]:
        return too_expensive("10.4", state, shopping.price_of(tile) + hubs, lang)
    return Reason("10.9", _("With {square} you couldn't finish raising the monument.").format(square=square))


def why_not_used(state: Zimbabwe, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    tile = (state.primary if state.step == PRIMARY_RESOURCE else state.maker)[state.goods]
    resource = state.resource_at(action) if action < SQUARES else NONE
    name = resource_name(USES[tile // EACH], lang)
    if resource == NONE or not state.of_kind[USES[tile // EACH]] >> resource & 1:
        return Reason("10.5", _("Choose a square with {resource}.").format(resource=name))
    square = square_text(action)
    if not state.supply[tile] >> resource & 1:
        craftsman = square_text(tile_squares(state, tile)[0])
        said = _("{square} is not in range of the craftsman at {craftsman}.")
        return Reason("3.7", said.format(square=square, craftsman=craftsman))
    if not Shopping(state).room >> resource & 1:
        return Reason("10.5", _("The {resource} at {square} is used up.").format(resource=name, square=square))
    return Reason("10.9", _("With {square} you couldn't finish raising the monument.").format(square=square))
