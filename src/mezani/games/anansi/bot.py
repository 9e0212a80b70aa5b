"""A quick sensible player of Anansi: wants to end the round with as many followers as story stacks."""

from mezani.engine.bits import count, members
from mezani.engine.rng import Rng
from mezani.games.anansi.actions import CARDS_OF_SUIT, GAIN, SEATS
from mezani.games.anansi.rules import Anansi, icons_of, suit_of

TOO_MANY, TOO_FEW = 1.6, 1.0  # what a follower without a story costs, and a story without a follower
MATCHED = 0.3  # what a follower with a story is worth
GAIN_LATER = 0.35  # of the stories that still lack a follower, those that will find one in each trick to come


def policy(state: Anansi, rng: Rng) -> int:
    """A sensible action for the seat to move."""
    hand, unseen = state.hands[state.seat], unseen_cards(state)
    chances = {card: chance(state, card, unseen, state.players - 1) for card in members(hand)}
    return min(state.legal_actions(), key=lambda action: misfit(state, action, chances, unseen))


def unseen_cards(state: Anansi) -> int:
    """The cards in the other hands, all together."""
    cards = 0
    for seat in range(state.players):
        if seat != state.seat:
            cards |= state.hands[seat]
    return cards


def chance(state: Anansi, card: int, unseen: int, opponents: int) -> float:
    """Roughly how likely a card takes a trick: the share of the unseen cards that do not beat it, for each opponent."""
    of_suit = unseen & CARDS_OF_SUIT[suit_of(card)]
    stronger = count(of_suit >> card)
    if suit_of(card) != state.trump:
        stronger += count(unseen & CARDS_OF_SUIT[state.trump])
    return float((1 - stronger / max(count(unseen), 1)) ** opponents)


def misfit(state: Anansi, action: int, chances: dict[int, float], unseen: int) -> float:
    """How badly followers and story stacks will fit at the end of the round, should the action be played."""
    pile = state.round_number * SEATS + state.seat
    card = action if action < GAIN else action - GAIN
    followers = float(state.followers[pile])
    stacks = state.stacks[pile] + sum(chances.values()) - chances[card]
    if action >= GAIN:
        followers += min(icons_of(card), state.supply)
    elif state.takes_lead(card):
        to_come = (state.leader - state.seat - 1) % state.players
        stacks += chance(state, card, unseen, to_come)
    lacking = stacks - followers
    if lacking < 0:
        return TOO_MANY * -lacking - MATCHED * stacks
    tricks_to_come = len(chances) - 1
    return TOO_FEW * lacking * (1 - GAIN_LATER) ** tricks_to_come - MATCHED * followers
