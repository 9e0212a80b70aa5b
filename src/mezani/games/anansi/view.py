"""What a seat of Anansi may see: everything on the table, and its own hand."""

import msgspec

from mezani.engine.bits import count, lowest, members
from mezani.games.anansi.actions import CARD_TEXTS, CARDS_OF_SUIT, LETTERS, ROUNDS, SEATS, card_text
from mezani.games.anansi.cards import FOLLOWER_ICONS
from mezani.games.anansi.rules import Anansi, suit_of

ICONS = tuple(FOLLOWER_ICONS)


class RoundScore(msgspec.Struct, frozen=True):
    """What a seat has gained and taken in a round, and what it scores for it."""

    followers: int
    stacks: int
    scored: int
    bonus: int


class AnansiView(msgspec.Struct, frozen=True):
    """Lists by seat begin with seat 0; lists by suit are in the order of the trump display from left to right."""

    players: int
    seat: int | None
    is_over: bool
    to_move: int | None
    round_number: int
    trick_number: int
    order: list[str]  # the suits of the trump display from left to right
    display: list[list[str]]  # the cards that lie below each of them
    trump: str
    out: list[str]  # the cards left over with three players
    hand: list[str]  # sorted by suit in the order of the display, high to low
    hand_sizes: list[int]
    leader: int | None
    trick: list[str | None]  # in a look back at a running game, "?" is a card that lies face down
    laid: list[str | None]  # to gain followers in this trick
    gained: list[int]  # with the laid cards: fewer than their icons if the supply was short
    gains_left: int  # how many may still gain followers in this trick
    winning: int | None
    last_leader: int | None
    last_trick: list[str | None]
    last_laid: list[str | None]
    last_gained: list[int]
    last_winner: int | None
    followers: list[int]  # gained in this round
    stacks: list[int]
    inspired: list[int]
    supply: int
    icons: tuple[int, ...]  # the followers that cards gain, from number 1 to 14
    sheet: list[list[RoundScore]]  # of each round that is over
    now: list[RoundScore] | None  # if the round ended now
    scored_followers: list[int]
    scores: list[int]
    winners: list[int]


def view(state: Anansi, seat: int | None) -> AnansiView:
    """All that a seat, or a spectator, may see."""
    public = public_view(state)
    return public if seat is None else own_view(public, state, seat)


def own_view(public: AnansiView, state: Anansi, seat: int) -> AnansiView:
    """What everybody sees, and the hand of a seat."""
    hand = [CARD_TEXTS[card] for card in sorted_cards(state, state.hands[seat])]
    return msgspec.structs.replace(public, seat=seat, hand=hand)


def public_view(state: Anansi) -> AnansiView:
    """What everybody sees."""
    players, hands = state.players, state.hands
    number = min(state.round_number, ROUNDS - 1)
    stacks = state.stacks[number * SEATS :][:players]
    return AnansiView(
        players=players,
        seat=None,
        is_over=bool(state.is_over),
        to_move=None if state.is_over else state.seat,
        round_number=number + 1,
        trick_number=sum(stacks) + (not state.is_over),
        order=[LETTERS[suit] for suit in state.order],
        display=[card_texts(state.display & CARDS_OF_SUIT[suit]) for suit in state.order],
        trump=LETTERS[state.trump],
        out=[card_text(card) for card in sorted_cards(state, state.out)],
        hand=[],
        hand_sizes=[count(hands[other]) for other in range(players)],
        leader=None if state.is_over else state.leader,
        trick=[card_text(card) if card >= 0 else None for card in state.trick[:players]],
        laid=[card_text(lowest(cards)) if cards else None for cards in state.laid[:players]],
        gained=state.gained[:players],
        gains_left=state.gains_left,
        winning=state.winning if state.led >= 0 else None,
        last_leader=state.last_leader if state.last_leader >= 0 else None,
        last_trick=[card_text(card) if card >= 0 else None for card in state.last_trick[:players]],
        last_laid=[card_text(lowest(cards)) if cards else None for cards in state.last_laid[:players]],
        last_gained=state.last_gained[:players],
        last_winner=state.last_winner if state.last_winner >= 0 else None,
        followers=state.followers[number * SEATS :][:players],
        stacks=stacks,
        inspired=[state.inspired(number, other) for other in range(players)],
        supply=state.supply,
        icons=ICONS,
        sheet=[[round_score(state, past, other) for other in range(players)] for past in range(state.round_number)],
        now=None if state.is_over else [round_score(state, number, other) for other in range(players)],
        scored_followers=[state.all_scored_followers(other) for other in range(players)],
        scores=state.scores(),
        winners=state.winners(),
    )


def round_score(state: Anansi, number: int, seat: int) -> RoundScore:
    """How a seat has fared in a round; the first is number 0."""
    return RoundScore(
        followers=state.followers[number * SEATS + seat],
        stacks=state.stacks[number * SEATS + seat],
        scored=state.scored_followers(number, seat),
        bonus=state.bonus(number, seat),
    )


def card_texts(cards: int) -> list[str]:
    return [card_text(card) for card in members(cards)]


def sorted_cards(state: Anansi, cards: int) -> list[int]:
    """Cards by suit in the order of the trump display, high to low."""
    order = state.order
    return sorted(members(cards), key=lambda card: (order.index(suit_of(card)), -card))
