"""What holds in every position of The Great Zimbabwe."""

from mezani.games.zimbabwe.actions import ATETE, EACH, GIFT, NEW_PRICE, NONE, SQUARES, TILES, TYPES
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, MONUMENT_VP, MOST_VR
from mezani.games.zimbabwe.paths import squares_of, tile_squares
from mezani.games.zimbabwe.rules import Zimbabwe


def check(state: Zimbabwe) -> None:
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
    assert len(things) == len(set(things))
    assert set(squares_of(state.ground)) == {*things, *squares_of(state.empty)}
    assert not set(things) & set(squares_of(state.empty))
    assert [tile for tile in range(TILES) if state.tile_square[tile] != NONE] == tiles


def check_points(state: Zimbabwe) -> None:
    """VP are what stands on the map."""
    levels, owners, tile_owner = state.levels, state.owners, state.tile_owner
    for seat in range(state.players):
        points = sum(MONUMENT_VP[levels[square]] for square in range(SQUARES) if owners[square] == seat)
        points += sum(CRAFTSMAN_VP[tile // EACH] for tile in range(TILES) if tile_owner[tile] == seat)
        assert state.vp[seat] == points
        assert state.vr[seat] <= MOST_VR
    assert max(levels) < len(MONUMENT_VP)


def check_cattle(state: Zimbabwe) -> None:
    """Nobody owes anything, and cattle lie only where somebody will take them."""
    assert min(state.cattle) >= 0
    assert min(state.on_card) >= 0
    for seat in range(state.players):
        for kind in range(TYPES):
            assert state.card[seat * TYPES + kind] or not state.on_card[seat * TYPES + kind]
    for owner, cattle in zip(state.specialist_owner, state.on_specialist, strict=True):
        assert cattle == 0 or owner != NONE
    assert state.step == GIFT or sum(state.plaque) == 0


def check_cards(state: Zimbabwe) -> None:
    """Each card has one place, and each craftsman an owner who has the technology."""
    for kind in range(TYPES):
        cards = [state.card[seat * TYPES + kind] for seat in range(5)]
        assert sorted(card for card in cards if card) == list(range(1, 3 - state.cards_left[kind]))
        for seat in range(5):
            fresh = state.step == NEW_PRICE and seat == state.seat and kind == state.kind
            assert state.price[seat * TYPES + kind] in ((0,) if fresh or not cards[seat] else (1, 2, 3))
    for tile in range(TILES):
        if state.tile_square[tile] != NONE:
            assert state.card[state.tile_owner[tile] * TYPES + tile // EACH]
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
    assert sorted(seat for seat in state.order if seat != NONE) == sorted(
        {seat for seat in state.order if seat != NONE}
    )
