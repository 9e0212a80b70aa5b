"""What holds in every position of ANNE!."""

from mezani.engine.bits import count
from mezani.games.anne.rules import Anne, cards_of

ALL_CARDS = 2**48 - 1


def check(state: Anne) -> None:
    """Each card is in one place; all 48 are accounted for, by suit."""
    places = [*state.hands[: state.players], state.heap, state.shown]
    assert sum(map(count, places)) == count(places[0] | places[1] | places[2] | places[3] | places[4] | places[-1])
    for suit in range(4):
        held = sum(count(place & cards_of(suit)) for place in places[:-1])
        won = sum(state.won[seat * 4 + suit] for seat in range(state.players))
        lying = sum(card // 12 == suit for card in state.trick if card >= 0)
        assert held + won + lying == 12
