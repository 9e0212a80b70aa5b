"""What holds in every position of Asante."""

from collections import Counter

from mezani.games.asante.constants import FOUND, NONE, PACKING, PLACING, PUT_AWAY
from mezani.games.asante.rules import Asante


def cards_on_the_table(state: Asante) -> Counter[int]:
    """The cards that are neither in a hand nor in a pile."""
    table = [state.drawn, state.haggled, *state.looked[: state.looked_size], *state.artifacts]
    steps = range(state.top + 1)
    table += [state.a[place] for place in steps if state.step[place] in (PUT_AWAY, FOUND, PLACING, PACKING)]
    return Counter(kind for kind in table if kind != NONE)


def check(state: Asante) -> None:
    """Every card, ware and Holy Place is in one place, and what is known is true."""
    check_cards(state)
    check_places(state)
    for seat in range(2):
        stand = state.stands[seat * 6 : seat * 6 + 6]
        assert min(stand) >= 0
        assert sum(stand) <= 6
        assert state.gold[seat] >= 0
        for slot in range(seat * 3, seat * 3 + 3):
            assert state.dolls[slot] >= 0
            assert state.artifacts[slot] != NONE or not (state.dolls[slot] or state.turned[slot])
    assert all(state.stands[ware] + state.stands[6 + ware] <= 8 for ware in range(6))
    assert 0 <= state.markers <= 5
    assert 0 <= state.top < 24


def check_cards(state: Asante) -> None:
    cards = cards_on_the_table(state)
    cards.update(state.pile[: state.pile_size])
    cards.update(state.discards[: state.discard_size])
    for seat in range(2):
        hand, known, shown = (counts[seat * 64 : seat * 64 + 64] for counts in (state.hands, state.known, state.shown))
        assert all(0 <= s <= k <= h for s, k, h in zip(shown, known, hand, strict=True))
        assert sum(hand) == state.hand_size[seat]
        assert state.held[seat] == sum(1 << kind for kind in range(64) if hand[kind])
        cards.update({kind: n for kind, n in enumerate(hand) if n})
    assert cards == Counter({kind: card.copies for kind, card in enumerate(state.deck.cards)})


def check_places(state: Asante) -> None:
    places = Counter(place for place in state.middle if place != NONE)
    places.update(state.place_pile[: state.place_pile_size])
    places.update(state.place_discards[: state.place_discard_size])
    for seat in range(2):
        places.update({place: n for place, n in enumerate(state.owned[seat * 8 : seat * 8 + 8]) if n})
    assert places == Counter({place: card.copies for place, card in enumerate(state.deck.places)})
    if NONE in state.middle:
        assert not state.place_pile_size + state.place_discard_size, "a gap that could be filled"
