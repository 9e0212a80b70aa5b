"""What holds in every position of The Great Zimbabwe."""

from mezani.games.zimbabwe.actions import ATETE, EACH, GIFT, NEW_PRICE, NONE, SQUARES, TYPES
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, MONUMENT_VP, MOST_VR
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import squares_of, tile_squares


def check(state: Zimbabwe) -> None:
    assert state.winners() == ([state.winner] if state.is_over else [])
    check_squares(state)
    check_points(state)
    check_cattle(state)
    check_cards(state)
    check_markers(state)


def check_squares(state: Zimbabwe) -> None:
    """Each square holds at most one thing, and is empty if it holds none."""
    placed = state.placed
    tiles = [kind * EACH + number for kind in range(TYPES) for number in range(placed[kind])]
    levels, owners = state.levels, state.owners
    monuments = [square for square in range(SQUARES) if levels[square]]
    assert monuments == squares_of(state.monuments) == [square for square in range(SQUARES) if owners[square] != NONE]
    starts, water = squares_of(state.starts), squares_of(state.water)
    resources = state.resource_square[: state.resources]
    things = [square for tile in tiles for square in tile_squares(state, tile)]
    things += [*(square for square in monuments if square not in starts), *starts, *water, *resources]
    things += squares_of(state.empty)
    assert sorted(things) == squares_of(state.ground)
    assert [tile for tile, square in enumerate(state.tile_square) if square != NONE] == tiles


def check_points(state: Zimbabwe) -> None:
    """VP are what stands on the map."""
    points = [0] * 5
    for owner, level in zip(state.owners, state.levels, strict=True):
        if level:
            points[owner] += MONUMENT_VP[level]
    for tile, owner in enumerate(state.tile_owner):
        if owner != NONE:
            points[owner] += CRAFTSMAN_VP[tile // EACH]
    assert state.vp == points
    assert max(state.vr) <= MOST_VR


def check_cattle(state: Zimbabwe) -> None:
    """Nobody owes anything, and cattle lie only where somebody will take them."""
    assert min(state.cattle) >= 0
    assert min(state.on_card) >= 0
    assert all(card or not cattle for card, cattle in zip(state.card, state.on_card, strict=True))
    for owner, cattle in zip(state.specialist_owner, state.on_specialist, strict=True):
        assert cattle == 0 or owner != NONE
    assert state.step == GIFT or sum(state.plaque) == 0


def check_cards(state: Zimbabwe) -> None:
    """Each card has one place, and each craftsman an owner who has the technology."""
    cards, prices, left = state.card, state.price, state.cards_left
    for kind in range(TYPES):
        of_kind = cards[kind::TYPES]
        assert sorted(card for card in of_kind if card) == list(range(1, 3 - left[kind]))
        for seat, price in enumerate(prices[kind::TYPES]):
            fresh = state.step == NEW_PRICE and seat == state.seat and kind == state.kind
            assert price in ((0,) if fresh or not of_kind[seat] else (1, 2, 3))
    for tile, owner in enumerate(state.tile_owner):
        assert owner == NONE or cards[owner * TYPES + tile // EACH]
    gods = [god for god in state.god if god != NONE]
    assert len(set(gods)) == len(gods)
    assert not any(state.gods >> god & 1 for god in gods)
    for specialist, owner in enumerate(state.specialist_owner):
        assert owner == NONE or not state.specialists >> specialist & 1


def check_markers(state: Zimbabwe) -> None:
    """Used markers lie on resources, a second one only for Atete."""
    assert state.used >> state.resources == 0
    assert state.used_again & ~state.used == 0
    assert not state.used_again or ATETE in state.god
    assert sorted(state.markers) == [0, 1, 2, 3, 4]
    order = [seat for seat in state.order if seat != NONE]
    assert len(order) == len(set(order))
