"""What holds in every position of Anansi."""

from mezani.engine.bits import bit, count
from mezani.games.anansi.actions import CARDS_OF_SUIT
from mezani.games.anansi.rules import Anansi


def check(state: Anansi) -> None:
    """Cards, followers, trump and knowledge agree with each other."""
    check_cards(state)
    check_followers(state)
    check_trump(state)
    check_voids(state)


def tricks_taken(state: Anansi) -> int:
    """How many tricks of the round are over."""
    number = min(state.round_number, 2)
    return sum(state.stacks[number * 5 : number * 5 + 5])


def check_cards(state: Anansi) -> None:
    """Each card is in one place; those that are nowhere lie in the story stacks."""
    players, laid = state.players, sum(map(count, state.laid))
    lying = [bit(card) for card in state.trick if card >= 0] + state.laid
    places = [*state.hands, state.display, state.out, *lying]
    everything = 0
    for place in places:
        assert not everything & place
        everything |= place
    stacked = tricks_taken(state) * players - (count(state.display) - 2)
    assert sum(map(count, places)) + stacked == 42
    assert count(state.out) == (10 if players == 3 else 0)
    for seat in range(players):
        played = (state.trick[seat] >= 0) + count(state.laid[seat])
        assert count(state.hands[seat]) == (8 if players == 5 else 10) - tricks_taken(state) - played
    assert state.gains_left + laid == (2 if players == 5 else 1) or state.is_over


def check_followers(state: Anansi) -> None:
    """All 36 are in the supply, with a player, or scored."""
    now = 0 if state.is_over else sum(state.followers[state.round_number * 5 :])
    assert 0 <= state.supply <= 36
    assert state.supply + now + sum(state.all_scored_followers(seat) for seat in range(state.players)) == 36


def check_trump(state: Anansi) -> None:
    """The trump is the leftmost of the suits with the most cards in the display."""
    cards = [count(state.display & CARDS_OF_SUIT[suit]) for suit in state.order]
    assert sorted(state.order) == [0, 1, 2]
    assert state.trump == state.order[cards.index(max(cards))]


def check_voids(state: Anansi) -> None:
    """Nobody holds a suit that they have shown to lack."""
    for seat in range(state.players):
        for suit in range(3):
            assert not (state.voids[seat] >> suit & 1 and state.hands[seat] & CARDS_OF_SUIT[suit])
