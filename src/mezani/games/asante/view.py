"""What a seat of Asante may see: its own hand, what it knows of the other, and all that lies open."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from mezani.games.asante.cards import Card
from mezani.games.asante.constants import (
    BUYING,
    DECKS_CACHED,
    DISCARDING,
    DRAWING,
    DYED,
    FOUND,
    IMITATING,
    KEEPING,
    LOOKING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PACKING,
    PLACING,
    PUT_AWAY,
    RUN,
    SEIZING,
    SELLING,
    SIFTING,
    SLOTS,
    STEALING,
    STEPS,
    SWAPPING,
    TAKING,
    TOKENS,
    TRAMPLED,
    VISITING,
    WARES,
)
from mezani.games.asante.deck import Deck
from mezani.games.asante.rules import Asante

COUNTED = (TAKING, BUYING, SELLING, DYED, SWAPPING, SEIZING, STEALING, IMITATING, VISITING)  # `a` is how many are left


class ArtifactView(msgspec.Struct, frozen=True):
    """An Artifact in play; `gold` lies on a doll."""

    id: str
    turned: bool
    gold: int


class AsanteView(msgspec.Struct, frozen=True):
    """Cards and Holy Places by their ids; wares in the order J, P, T, K, F, S; lists by seat begin with seat 0."""

    seat: int | None
    is_over: bool
    to_move: int | None
    turn: int
    active: int  # whose turn it is
    step: str  # what is being decided
    phase: int  # 1 drawing, 2 playing
    markers: int
    gold: list[int]
    stands: list[list[int]]
    supply: list[int]
    hand: list[str]
    hand_sizes: list[int]
    known: list[list[str]]  # what the seat knows of each hand
    pile: int
    discards: list[str]  # the last one lies on top
    middle: list[str | None]
    place_pile: int
    place_discards: list[str]
    owned: list[dict[str, int]]  # Holy Places, how many of each
    artifacts: list[list[ArtifactView | None]]
    place_played: bool
    discount: int
    last_turn: bool
    drawn: str | None  # the card that may be kept, if it is this seat's
    looked: list[str]  # the cards to choose from, if they are this seat's
    looked_count: int
    cancelled: str | None  # the Person or Animal that has just been cancelled
    card: str | None  # the card that is being carried out, used, placed, bought or sold with, or was found
    haggled: str | None  # the Ware card beside a Haggler
    target: tuple[int, int] | None  # seat and slot of the Artifact that is about to go
    left: int  # how many more can be taken, or must be discarded
    silent: bool  # this seat will not answer in this turn
    scores: list[int]
    winners: list[int]
    cards: Mapping[str, Card]  # every kind of card of this deck, Holy Places too


def view(state: Asante, seat: int | None) -> AsanteView:
    """All that a seat, or a spectator, may see."""
    deck = state.deck
    names, places = deck.card_ids(), deck.place_ids()
    mine = seat is not None and seat == state.active
    step, top = state.step[state.top], state.top
    looked = state.looked[: state.looked_size]
    return AsanteView(
        seat=seat,
        is_over=bool(state.is_over),
        to_move=None if state.is_over else state.seat,
        turn=state.turn,
        active=state.active,
        step=STEPS[step],
        phase=1 if state.step[0] in (DRAWING, KEEPING) else 2,
        markers=state.markers,
        gold=list(state.gold),
        stands=[list(state.stands[other * WARES : (other + 1) * WARES]) for other in range(2)],
        supply=supply(state),
        hand=[] if seat is None else hand(state, seat),
        hand_sizes=list(state.hand_size),
        known=[known_hand(state, other, seat) for other in range(2)],
        pile=state.pile_size,
        discards=[names[kind] for kind in state.discards[: state.discard_size]],
        middle=[places[place] if place != NONE else None for place in state.middle],
        place_pile=state.place_pile_size,
        place_discards=[places[place] for place in state.place_discards[: state.place_discard_size]],
        owned=[owned(state, other) for other in range(2)],
        artifacts=[[artifact(state, other * SLOTS + slot) for slot in range(SLOTS)] for other in range(2)],
        place_played=bool(state.place_played),
        discount=state.discount,
        last_turn=bool(state.last_turn),
        drawn=names[state.drawn] if mine and state.drawn != NONE else None,
        looked=[names[kind] for kind in looked] if mine else [],
        looked_count=state.looked_size + (state.drawn != NONE),
        cancelled=name_of(names, state.cancelled),
        card=name_of(names, card_in_play(state)),
        haggled=name_of(names, state.haggled),
        target=divmod(state.a[top], SLOTS) if step == TRAMPLED else None,
        left=left(state),
        silent=seat is not None and not mine and bool(state.silent),
        scores=state.scores(),
        winners=state.winners(),
        cards=all_cards(deck),
    )


def supply(state: Asante) -> list[int]:
    return [TOKENS - state.stands[ware] - state.stands[WARES + ware] for ware in range(WARES)]


def hand(state: Asante, seat: int) -> list[str]:
    """A hand as it is laid out: by type and as the cards stand in the deck file."""
    return _listed(state.deck.card_ids(), state.hands[seat * MOST_KINDS : (seat + 1) * MOST_KINDS])


def known_hand(state: Asante, of: int, seat: int | None) -> list[str]:
    """The cards of a hand that a seat knows."""
    counts = state.hands if of == seat else state.shown if seat is None else state.known
    return _listed(state.deck.card_ids(), counts[of * MOST_KINDS : (of + 1) * MOST_KINDS])


def owned(state: Asante, seat: int) -> dict[str, int]:
    counts = state.owned[seat * MOST_PLACE_KINDS : (seat + 1) * MOST_PLACE_KINDS]
    return {place: n for place, n in zip(state.deck.place_ids(), counts, strict=False) if n}


def artifact(state: Asante, slot: int) -> ArtifactView | None:
    kind = state.artifacts[slot]
    if kind == NONE:
        return None
    return ArtifactView(state.deck.card_ids()[kind], bool(state.turned[slot]), state.dolls[slot])


def card_in_play(state: Asante) -> int:
    """The kind of the card that lies open on the table: being carried out, placed, or just found; or NONE."""
    for place in range(state.top, -1, -1):
        if state.step[place] in (RUN, PUT_AWAY, FOUND, PLACING, PACKING):
            return state.a[place]
    return NONE


def left(state: Asante) -> int:
    """How many more may be taken or returned, or must be discarded, in the step at hand."""
    step = state.step[state.top]
    if step == DISCARDING:
        return state.b[state.top]
    if step in (LOOKING, SIFTING):
        return 1
    return state.a[state.top] if step in COUNTED else 0


@lru_cache(maxsize=DECKS_CACHED)
def all_cards(deck: Deck) -> Mapping[str, Card]:
    """Every kind of card by its id."""
    return {card.id: card for card in (*deck.cards, *deck.places)}


def name_of(names: Sequence[str], kind: int) -> str | None:
    return names[kind] if kind != NONE else None


def _listed(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    return [name for name, n in zip(names, counts, strict=False) for _ in range(n)]
