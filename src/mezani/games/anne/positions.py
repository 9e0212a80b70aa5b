"""Positions as text: made-up deals and the middle of hands, to teach, share and practise.

    trumps = "M10 D9 C2 G1"
    dealer = 3
    hands = ["C4 G7 M1", "D4", "", ""]
    heap = { C = 2, G = 3, M = 1, D = 2 }
    predictions = ["+C-G", "+D-M", "+M-G", "+G-C"]
    trick = "C9 D8"

It is TOML. Seats are counted from 0, lists are by seat, and suits go by their letters C, G, M and D. What is not given
is as at the start of a game, by chance: a hand with too few cards gets others, from those that are left.

| field | holds |
|---|---|
| `scores` | the points of each hand that is over: `[[5, 3, 0, 14]]` is the start of the second one |
| `dealer` | the seat of the dealer |
| `trumps` | the four super-trumps, strongest first |
| `hands` | the cards that each seat holds, without those of the trick |
| `heap` | how many cards of each suit lie in the heap |
| `predictions` | what was predicted, "" for whoever has not yet; once all have, tricks are played |
| `taken` | how many cards of each suit each seat has taken in this hand |
| `leader` | who took the last trick, and so leads |
| `trick` | the cards of the trick that lies there, in the order of play |
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from mezani.engine.bits import bit
from mezani.engine.rng import Rng
from mezani.games.anne.actions import CARDS, LETTERS, NONE, PREDICTION, SUITS, card_text, parse_action, parse_card
from mezani.games.anne.rules import Anne, suit_of

HAND = {3: 12, 4: 10}  # cards for each, by the number of players (2.1)
POINTS = {0, 3, 5, *range(6, 23)}  # what a hand can bring

Count = Annotated[int, msgspec.Meta(ge=0, le=12)]


class Suits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards there are of each suit."""

    C: Count = 0
    G: Count = 0
    M: Count = 0
    D: Count = 0

    def counts(self) -> list[int]:
        """The numbers in the order of the suits."""
        return [self.C, self.G, self.M, self.D]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is written."""

    scores: list[list[int]] = []
    dealer: int | None = None
    trumps: str | None = None
    hands: list[str] = []
    heap: Suits | None = None
    predictions: list[str] = []
    taken: list[Suits] = []
    leader: int | None = None
    trick: str = ""


def read_position(text: Any) -> Position:
    """The position of a text; ValueError tells what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"a position is a text, not {text!r}")
    try:
        return msgspec.toml.decode(text, type=Position)
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from problem


def read_position_option(given: Any) -> Position | None:
    return None if given is None else read_position(given)


def put_position(state: Anne, position: Position) -> None:
    """Set up a position for a game that begins; ValueError tells what does not fit."""
    put_scores(state, position.scores)
    if position.dealer is not None:
        state.dealer = seat_at("dealer", position.dealer, state.players)
    if position.trumps is not None:
        put_trumps(state, position.trumps)
    tricks = tricks_taken(state.players, by_seat("taken", position.taken, Suits(), state.players))
    leader = leader_of(state, position, tricks)
    put_cards(state, position, sum(tricks), leader)
    state.seat = (state.dealer + 1) % state.players
    put_predictions(state, position)
    if any(tricks) or position.trick:
        put_tricks(state, position, tricks, leader)


def by_seat(where: str, given: list[Any], nothing: Any, players: int) -> list[Any]:
    """A list with something for each seat; nothing for all if it is not given."""
    if given and len(given) != players:
        raise ValueError(f"{where}: there are {len(given)}, but {players} players: one for each seat")
    return given or [nothing] * players


def seat_at(where: str, seat: int, players: int) -> int:
    if not 0 <= seat < players:
        raise ValueError(f"{where}: there is no seat {seat}: the seats are 0 to {players - 1}")
    return seat


def cards_at(where: str, text: str) -> list[int]:
    try:
        return [parse_card(card) for card in text.split()]
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from problem


# The game, and what all see of a hand


def put_scores(state: Anne, scores: list[list[int]]) -> None:
    players = state.players
    if len(scores) >= players:
        raise ValueError(f"scores: {len(scores)} hands are over, but a game of {players} players has only {players}")
    points = [0] * 16
    for hand, row in enumerate(scores):
        by_seat(f"scores[{hand}]", row, 0, players)
        for seat, number in enumerate(row):
            if number not in POINTS:
                raise ValueError(f"scores[{hand}]: a hand can't bring {number} points: it brings 0, 3, 5 or 6 to 22")
            points[hand * 4 + seat] = number
    state.points = points
    state.hand_number = len(scores)


def put_trumps(state: Anne, text: str) -> None:
    trumps = cards_at("trumps", text)
    if sorted(map(suit_of, trumps)) != list(range(SUITS)):
        raise ValueError(f"trumps: {text!r} is not one card of each suit: write four, such as M10 D9 C2 G1")
    numbers = [card % 12 for card in trumps]
    if len(set(numbers)) < SUITS:
        raise ValueError(f"trumps: two of {text!r} have the same number: the four numbers are different")
    if numbers != sorted(numbers, reverse=True):
        row = " ".join(card_text(card) for card in sorted(trumps, key=lambda card: -(card % 12)))
        raise ValueError(f"trumps: they lie from the greatest number to the least: {row}")
    state.trumps = trumps
    state.rank = [list(map(suit_of, trumps)).index(suit) for suit in range(SUITS)]


def put_predictions(state: Anne, position: Position) -> None:
    """Let the seats predict in their order, as far as it is given."""
    made = by_seat("predictions", position.predictions, "", state.players)
    missing = NONE
    for step in range(state.players):
        seat = (state.dealer + 1 + step) % state.players
        if not made[seat]:
            missing = seat if missing == NONE else missing
        elif missing != NONE:
            raise ValueError(f"predictions: seat {seat} comes after seat {missing}, which has made none yet")
        else:
            state.play(prediction_at(state, made[seat]))
    if missing != NONE and (position.taken or position.trick):
        raise ValueError(f"predictions: cards are played once all are made, and seat {missing} has made none")


def prediction_at(state: Anne, text: str) -> int:
    if not PREDICTION.fullmatch(text):
        raise ValueError(f"predictions: {text!r} is none: write most and fewest, such as +C-G")
    try:
        return parse_action(state, text)
    except ValueError as problem:
        raise ValueError(f"predictions: {problem}") from problem


# Tricks


def tricks_taken(players: int, taken: Sequence[Suits]) -> list[int]:
    """How many tricks each seat has taken, which follows from the number of its cards."""
    heap = CARDS - players * HAND[players]
    tricks = [0] * players
    with_heap = bare = 0
    for seat, suits in enumerate(taken):
        full, rest = divmod(sum(suits.counts()), players + 1)
        if rest not in (0, players):
            raise ValueError(
                f"taken[{seat}]: there are {sum(suits.counts())} cards, but a trick brings {players + 1}: "
                f"{players} that were played and one from the heap"
            )
        with_heap += full
        bare += rest == players
        tricks[seat] = full + (rest == players)
    if with_heap > heap or bare > 1 or (bare and with_heap < heap):
        raise ValueError(f"taken: only the trick after all {heap} cards of the heap are taken brings no card of it")
    if sum(tricks) >= HAND[players]:
        raise ValueError(f"taken: all {HAND[players]} tricks are taken, so this hand is over: put it into scores")
    return tricks


def leader_of(state: Anne, position: Position, tricks: list[int]) -> int:
    """Who leads to the trick that lies there, or to the next one."""
    first = (state.dealer + 1) % state.players
    leader = None if position.leader is None else seat_at("leader", position.leader, state.players)
    if not any(tricks):
        if leader not in (None, first):
            raise ValueError(f"leader: to the first trick the seat after the dealer leads, which is {first} (5.1)")
        return first
    last = last_taker(state.players, position.taken)
    takers = [seat for seat, number in enumerate(tricks) if number] if last == NONE else [last]
    if leader is None and len(takers) > 1:
        raise ValueError(f"leader: say which of the seats {', '.join(map(str, takers))} took the last trick, and leads")
    if leader is not None and not tricks[leader]:
        raise ValueError(f"leader: seat {leader} has taken no trick: whoever took the last one leads (5.1)")
    if leader not in (None, *takers):
        raise ValueError(f"leader: seat {last} took the trick that came without a card of the heap, so it leads (5.1)")
    return takers[0] if leader is None else leader


def last_taker(players: int, taken: Sequence[Suits]) -> int:
    """Who took the one trick without a card of the heap: with four players that is the ninth."""
    bare = [seat for seat, suits in enumerate(taken) if sum(suits.counts()) % (players + 1)]
    return bare[0] if bare else NONE


def put_tricks(state: Anne, position: Position, tricks: list[int], leader: int) -> None:
    """Lay down what is taken, and the trick that lies there."""
    won = [0] * 16
    for seat, suits in enumerate(position.taken):
        won[seat * 4 : seat * 4 + SUITS] = suits.counts()
    state.won = won
    state.tricks = [*tricks, *[0] * (4 - state.players)]
    state.seat = state.leader = leader
    for card in cards_at("trick", position.trick):
        state.play(card)


# Cards


def put_cards(state: Anne, position: Position, tricks: int, leader: int) -> None:
    """Deal what is given and, by chance, the rest; the cards of the trick that lies there are still in the hands."""
    players = state.players
    trick = trick_of(players, position, leader)
    hands = given_hands(players, position, trick)
    check_following(hands, trick, leader)
    size = HAND[players] - tricks
    for seat, hand in enumerate(hands):
        if len(hand) > size:
            played = 1 if seat in trick else 0
            raise ValueError(
                f"hands[{seat}]: there are {len(hand) - played} cards, but after {tricks} tricks and with "
                f"{played} in the trick there are at most {size - played}"
            )
    left = CARDS - players * size - sum(sum(suits.counts()) for suits in position.taken)
    if position.heap is not None and sum(position.heap.counts()) != left:
        raise ValueError(
            f"heap: there are {sum(position.heap.counts())} cards, but after {tricks} tricks {left} are left"
        )
    piles = piles_by_suit(position, hands)
    pool = set(range(CARDS)).difference(*hands)
    taken, heap = (drawn_by_suit(pool, counts, state.rng) for counts in piles)
    for seat in sorted(range(players), key=lambda seat: not discards(trick, leader, seat)):
        fill_hand(hands[seat], pool, size, suit_of(trick[leader]) if discards(trick, leader, seat) else NONE, state.rng)
    state.hands = [*map(card_set, hands), *[0] * (4 - players)]
    state.heap = card_set(heap | pool)
    state.shown = card_set(taken) & ~card_set(drawn(taken, len(taken) - tricks * players, state.rng))


def trick_of(players: int, position: Position, leader: int) -> dict[int, int]:
    """The cards of the trick that lies there, by seat."""
    cards = cards_at("trick", position.trick)
    if len(cards) >= players:
        raise ValueError(f"trick: {len(cards)} cards are a whole trick: give them among the cards taken")
    return {(leader + step) % players: card for step, card in enumerate(cards)}


def given_hands(players: int, position: Position, trick: dict[int, int]) -> list[set[int]]:
    """The cards that each seat surely has, that of the trick among them; each card is there once."""
    seen: set[int] = set()
    hands: list[set[int]] = [set() for _ in range(players)]
    places = [(f"hands[{seat}]", seat, text) for seat, text in enumerate(by_seat("hands", position.hands, "", players))]
    places += [("trick", seat, card_text(card)) for seat, card in trick.items()]
    for where, seat, text in places:
        for card in cards_at(where, text):
            if card in seen:
                raise ValueError(f"{where}: {card_text(card)} is there twice: each card is in one hand or in the trick")
            seen.add(card)
            hands[seat].add(card)
    return hands


def check_following(hands: list[set[int]], trick: dict[int, int], leader: int) -> None:
    for seat, card in trick.items():
        others = [other for other in sorted(hands[seat]) if suit_of(other) == suit_of(trick[leader])]
        if discards(trick, leader, seat) and others:
            raise ValueError(
                f"trick: seat {seat} plays {card_text(card)}, but holds {card_text(others[0])} and must follow (5.2)"
            )


def discards(trick: dict[int, int], leader: int, seat: int) -> bool:
    """Whether a seat has not followed suit."""
    return seat in trick and suit_of(trick[seat]) != suit_of(trick[leader])


def piles_by_suit(position: Position, hands: list[set[int]]) -> tuple[list[int], list[int]]:
    """How many cards of each suit are taken, and how many are known to lie in the heap; they must be there."""
    taken = [sum(suits.counts()[suit] for suits in position.taken) for suit in range(SUITS)]
    heap = position.heap.counts() if position.heap else [0] * SUITS
    for suit in range(SUITS):
        held = sum(suit_of(card) == suit for hand in hands for card in hand)
        if held + heap[suit] + taken[suit] > CARDS // SUITS:
            raise ValueError(
                f"{LETTERS[suit]}: {held} in hands and trick, {heap[suit]} in the heap and {taken[suit]} taken "
                f"are more than the 12 cards of a suit"
            )
    return taken, heap


def drawn_by_suit(pool: set[int], counts: list[int], rng: Rng) -> set[int]:
    """So many cards of each suit, taken out of the pool."""
    cards: set[int] = set()
    for suit, number in enumerate(counts):
        cards |= drawn({card for card in pool if suit_of(card) == suit}, number, rng)
    pool -= cards
    return cards


def fill_hand(hand: set[int], pool: set[int], size: int, without: int, rng: Rng) -> None:
    """Fill up a hand from the pool, without a suit that it can't have."""
    fitting = {card for card in pool if suit_of(card) != without}
    missing = size - len(hand)
    if len(fitting) < missing:
        raise ValueError(f"trick: whoever did not follow has no {LETTERS[without]}, but the other cards don't suffice")
    cards = drawn(fitting, missing, rng)
    pool -= cards
    hand |= cards


def drawn(cards: set[int], number: int, rng: Rng) -> set[int]:
    """Some of the cards, by chance."""
    left = sorted(cards)
    return {left.pop(rng.below(len(left))) for _ in range(number)}


def card_set(cards: Iterable[int]) -> int:
    return sum(map(bit, cards))
