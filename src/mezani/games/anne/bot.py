"""A quick sensible player of ANNE!: predicts by the strength of the hand, takes what it wants and ducks the rest."""

from mezani.engine.bits import members
from mezani.engine.rng import Rng
from mezani.games.anne.actions import HEAP, PREDICTING, SUITS, TAKE, prediction
from mezani.games.anne.rules import Anne, suit_of

WANTED, SHUNNED, OTHER = (
    1.0,
    -1.2,
    -0.3,
)  # what a card of the most, the fewest and of another suit is worth to its taker


def policy(state: Anne, rng: Rng) -> int:
    """A sensible action for the seat to move."""
    if state.phase == PREDICTING:
        return predict(state)
    if state.phase == HEAP:
        return take(state)
    return play(state)


def predict(state: Anne) -> int:
    """Most: the suit whose cards will win tricks. Fewest: the suit that will come least."""
    strengths = state.strengths()
    expected = [0.0] * SUITS
    for card in members(state.hands[state.seat]):
        chance = wins_alone(state, card, strengths)
        expected[suit_of(card)] += chance * (1 + 0.6 * (state.players - 1))
        for suit in range(SUITS):
            expected[suit] += chance * 0.4 * (state.players - 1) / SUITS
    most = max(range(SUITS), key=lambda suit: expected[suit])
    fewest = min((suit for suit in range(SUITS) if suit != most), key=lambda suit: expected[suit])
    return prediction(most, fewest)


def wins_alone(state: Anne, card: int, strengths: list[int]) -> float:
    """Roughly how likely a card takes its trick: the share of weaker cards, once for each opponent."""
    weaker = sum(strength < strengths[card] for strength in strengths)
    return float((weaker / 47) ** (state.players - 1))


def worth(state: Anne, suit: int) -> float:
    """What taking a card of a suit is worth to the seat to move."""
    if suit == state.most[state.seat]:
        return WANTED
    return SHUNNED if suit == state.fewest[state.seat] else OTHER


def take(state: Anne) -> int:
    return max(state.legal_actions(), key=lambda action: worth(state, action - TAKE))


def play(state: Anne) -> int:
    """Win a trick that is worth it as cheaply as possible; lose any other with the strongest card that loses."""
    strengths = state.strengths()
    legal = sorted(state.legal_actions(), key=lambda card: strengths[card])
    lying = [card for card in state.trick if card >= 0]
    best = max((strengths[card] for card in lying), default=0)
    to_come = state.players - len(lying) - 1
    wins = [card for card in legal if strengths[card] > best]
    loses = [card for card in legal if strengths[card] < best]
    value = sum(worth(state, suit_of(card)) for card in lying)
    if not lying:
        return lead(state, legal, strengths)
    gains = [card for card in wins if value + worth(state, suit_of(card)) > 0]
    if gains:
        return gains[-1] if to_come else gains[0]
    if loses:
        return min(loses, key=lambda card: (worth(state, suit_of(card)), -strengths[card]))
    return wins[0]


def lead(state: Anne, legal: list[int], strengths: list[int]) -> int:
    """A strong card of the wanted suit, or else the weakest of another."""
    wanted = [card for card in legal if worth(state, suit_of(card)) > 0 and wins_alone(state, card, strengths) > 0.4]
    return wanted[-1] if wanted else legal[0]
