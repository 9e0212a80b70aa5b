"""What a seat of ANNE! may see: suits everywhere, numbers only in its own hand and where a card was played."""

import msgspec

from mezani.engine.bits import count, members
from mezani.games.anne.actions import LETTERS, PREDICTING, SUITS, TRICKS, card_text
from mezani.games.anne.rules import Anne, cards_of, suit_of

PHASES = ("predictions", "tricks", "heap")


class AnneView(msgspec.Struct, frozen=True):
    """Counts by suit are in the order crystals, gold, mushrooms, dragon eggs; lists by seat begin with seat 0."""

    players: int
    seat: int | None
    is_over: bool
    to_move: int | None
    phase: str
    hand_number: int
    trick_number: int
    dealer: int
    trumps: list[str]  # the super-trumps, strongest first
    hand: list[str]  # sorted by suit in the order of trumps, high to low
    hands: list[list[int]]
    heap: list[int]
    leader: int | None
    trick: list[str | None]  # in a look back at a running game, a suit alone is a card that lies face down
    winning: int | None
    last_leader: int | None
    last_trick: list[str | None]
    last_winner: int | None
    last_taken: str | None
    predicted: list[bool]
    predictions: list[tuple[str, str] | None]  # most, fewest
    won: list[list[int]]
    tricks: list[int]
    sheet: list[list[int]]  # the points of each hand that is over
    points_now: list[int] | None  # if the hand ended now
    scores: list[int]
    winners: list[int]


def view(state: Anne, seat: int | None) -> AnneView:
    """All that a seat, or a spectator, may see."""
    players = state.players
    hands, heap, won, most = state.hands, state.heap, state.won, state.most
    predicting = state.phase == PREDICTING
    playing = not state.is_over and not predicting
    trick = state.trick
    last_trick = state.last_trick
    points = state.points
    return AnneView(
        players=players,
        seat=seat,
        is_over=bool(state.is_over),
        to_move=None if state.is_over else state.seat,
        phase=PHASES[state.phase],
        hand_number=min(state.hand_number, players - 1) + 1,
        trick_number=sum(state.tricks) + (state.phase == TRICKS),
        dealer=state.dealer,
        trumps=[card_text(card) for card in state.trumps],
        hand=[] if seat is None else [card_text(card) for card in sorted_hand(state, seat)],
        hands=[suit_counts(hands[other]) for other in range(players)],
        heap=suit_counts(heap),
        leader=state.leader if playing else None,
        trick=[card_text(card) if card >= 0 else None for card in trick[:players]],
        winning=state.winning if playing and state.winning >= 0 else None,
        last_leader=state.last_leader if state.last_leader >= 0 else None,
        last_trick=[card_text(card) if card >= 0 else None for card in last_trick[:players]],
        last_winner=state.last_winner if state.last_winner >= 0 else None,
        last_taken=LETTERS[state.last_taken] if state.last_taken >= 0 else None,
        predicted=[most[other] >= 0 for other in range(players)],
        predictions=[
            prediction_of(state, other) if not predicting or other == seat else None for other in range(players)
        ],
        won=[won[other * 4 : other * 4 + SUITS] for other in range(players)],
        tricks=state.tricks[:players],
        sheet=[points[hand * 4 : hand * 4 + players] for hand in range(state.hand_number)],
        points_now=[state.hand_points(other) for other in range(players)] if playing else None,
        scores=state.scores(),
        winners=state.winners(),
    )


def prediction_of(state: Anne, seat: int) -> tuple[str, str] | None:
    most, fewest = state.most[seat], state.fewest[seat]
    return (LETTERS[most], LETTERS[fewest]) if most >= 0 else None


def suit_counts(cards: int) -> list[int]:
    return [count(cards & cards_of(suit)) for suit in range(SUITS)]


def sorted_hand(state: Anne, seat: int) -> list[int]:
    """A seat's cards by suit in the order of trumps, high to low."""
    rank = state.rank
    return sorted(members(state.hands[seat]), key=lambda card: (rank[suit_of(card)], -card))
