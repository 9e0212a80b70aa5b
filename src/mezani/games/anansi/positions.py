"""Positions as text: hands, the trump display and what everybody has, to set up, share and practise.

    round = 2
    order = "SLH"
    display = "S6 S8 H12"
    leader = 1
    stories = [0, 1, 0, 0]
    followers = [2, 0, 2, 0]
    hands = ["L14 L13 L3 H2 ...", "H9 ..."]
    trick = "H5 H11^"

    [[earlier]]
    stories = [3, 3, 2, 2]
    followers = [3, 4, 0, 2]

It is TOML. Lists are by seat, from seat 0 on. What is not given is as at the start of a game. Hands that are missing,
and the rest of those that end in "...", are dealt by chance from the cards that are left. All is as it lies on the
table: a card of the trick is in no hand any more, and the followers that it gained are counted.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from mezani.engine.bits import bit
from mezani.games.anansi.actions import (
    CARDS,
    CARDS_OF_SUIT,
    FOLLOWERS,
    GAIN,
    LETTERS,
    ROUNDS,
    SEATS,
    card_text,
    parse_action,
    parse_card,
)
from mezani.games.anansi.rules import Anansi, icons_of, suit_of
from mezani.games.anansi.words.sentences import why_not
from mezani.language import ENGLISH

REST = "..."
FIRST_CARDS = 2  # of the display
LEFT_OVER = 10  # cards with three players

Hand = tuple[list[int], bool]  # the cards that are named, and whether others follow by chance


class RoundText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round that is over, as it is written."""

    stories: list[int]
    followers: list[int]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is written."""

    round: int = 1
    order: str | None = None  # the suits of the display from left to right
    display: str | None = None
    out: str | None = None  # the cards left over with three players
    leader: int | None = None  # of the trick that lies there, or that comes next
    stories: list[int] = []
    followers: list[int] = []
    hands: list[str] = []
    trick: str = ""  # in the order of play, with ^ at a card that gained followers
    earlier: list[RoundText] = []


def read_position(text: Any) -> Position:
    """The position of a text; ValueError tells what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"a position is a text, not {text!r}")
    try:
        return msgspec.toml.decode(text, type=Position)
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from problem


def put_position(state: Anansi, position: Position) -> None:
    """Set up a position in a game that begins; ValueError tells what does not fit."""
    trick = read_trick(state, position)
    put_earlier_rounds(state, position)
    put_round(state, position, trick)
    state.order = read_order(position.order) if position.order is not None else state.order
    put_leader(state, position)
    deal(state, position, trick)
    state.trump = trump_of(state)
    check_gained(state)
    play_trick(state, trick)


def tricks_of_round(state: Anansi) -> int:
    return 8 if state.players == 5 else 10


def taken_tricks(state: Anansi) -> int:
    """How many tricks of this round are taken."""
    return sum(state.stacks[state.round_number * SEATS :])


def gains_of_trick(state: Anansi) -> int:
    return 2 if state.players == 5 else 1


# What everybody has


def by_seat(where: str, numbers: list[int], state: Anansi) -> list[int]:
    """A number for each seat; none for any if nothing is given."""
    numbers = numbers or [0] * state.players
    if len(numbers) != state.players:
        raise ValueError(f"{where}: give a number for each of the {state.players} players, not {len(numbers)}")
    if min(numbers) < 0:
        raise ValueError(f"{where}: {min(numbers)} is less than 0")
    return numbers


def put_earlier_rounds(state: Anansi, position: Position) -> None:
    if not 1 <= position.round <= ROUNDS:
        raise ValueError(f"round: {position.round} is not from 1 to {ROUNDS}")
    if len(position.earlier) != position.round - 1:
        raise ValueError(
            f"earlier: give stories and followers of each round before round {position.round}:"
            f" {position.round - 1}, not {len(position.earlier)}"
        )
    for number, text in enumerate(position.earlier):
        put_earlier_round(state, number, text)
    state.round_number = position.round - 1
    state.supply = FOLLOWERS - sum(state.all_scored_followers(seat) for seat in range(state.players))
    if state.supply < 0:
        raise ValueError(f"earlier: {FOLLOWERS - state.supply} followers were scored, but there are only {FOLLOWERS}")


def put_earlier_round(state: Anansi, number: int, text: RoundText) -> None:
    where = f"round {number + 1} of earlier"
    stories = by_seat(f"{where}: stories", text.stories, state)
    followers = by_seat(f"{where}: followers", text.followers, state)
    if sum(stories) != tricks_of_round(state):
        raise ValueError(f"{where}: stories: a round has {tricks_of_round(state)} tricks, not {sum(stories)}")
    most = 2 * gains_of_trick(state) * tricks_of_round(state)
    if sum(followers) > most:
        raise ValueError(f"{where}: followers: at most {most} can be gained in a round, not {sum(followers)}")
    state.stacks = with_round(state.stacks, number, stories)
    state.followers = with_round(state.followers, number, followers)


def put_round(state: Anansi, position: Position, trick: list[int]) -> None:
    """The stories and followers of this round, as they were before the trick."""
    stories = by_seat("stories", position.stories, state)
    followers = by_seat("followers", position.followers, state)
    tricks = tricks_of_round(state)
    if sum(stories) >= tricks:
        raise ValueError(f"stories: the round has {tricks} tricks, so at most {tricks - 1} can be taken already")
    if sum(followers) > state.supply:
        raise ValueError(f"followers: only {state.supply} are not scored yet, so {sum(followers)} can't be gained")
    for seat, action in zip(seats_from(position.leader or 0, state), trick, strict=False):
        if action >= GAIN:
            followers = without_gain(followers, seat, action - GAIN)
    state.stacks = with_round(state.stacks, state.round_number, stories)
    state.followers = with_round(state.followers, state.round_number, followers)
    state.supply -= sum(followers)


def without_gain(followers: list[int], seat: int, card: int) -> list[int]:
    """The followers as they were before a seat gained some with a card."""
    gained = icons_of(card)
    left = followers[seat] - gained
    if left < 0:
        raise ValueError(
            f"followers: seat {seat} has gained {gained} with {card_text(card)}, so it has at least as many"
        )
    return [*followers[:seat], left, *followers[seat + 1 :]]


def with_round(piles: Sequence[int], number: int, numbers: list[int]) -> list[int]:
    """The piles of all rounds, those of one changed."""
    first = number * SEATS
    return [*piles[:first], *numbers, *[0] * (SEATS - len(numbers)), *piles[first + SEATS :]]


def put_leader(state: Anansi, position: Position) -> None:
    """Whoever took the last trick leads; at the start of a game anybody may."""
    able = leaders(state)
    leader = able[state.rng.below(len(able))] if position.leader is None else position.leader
    if not 0 <= leader < state.players:
        raise ValueError(f"leader: there is no seat {leader}, the seats are 0 to {state.players - 1}")
    if leader not in able:
        raise ValueError(f"leader: whoever leads took the last trick, but seat {leader} has no story")
    state.seat = state.leader = state.winning = leader
    state.gains_left = gains_of_trick(state)


def leaders(state: Anansi) -> list[int]:
    """The seats that can have taken the trick before this one; all in the first trick of a game."""
    for number in (state.round_number, state.round_number - 1):
        stories = state.stacks[number * SEATS :][: state.players] if number >= 0 else []
        if sum(stories):
            return [seat for seat, taken in enumerate(stories) if taken]
    return list(range(state.players))


def seats_from(seat: int, state: Anansi) -> list[int]:
    """All seats in the order of play."""
    return [(seat + step) % state.players for step in range(state.players)]


# Cards


def read_order(text: str) -> list[int]:
    suits = [LETTERS.find(letter) for letter in text.upper()]
    if sorted(suits) != list(range(len(LETTERS))):
        raise ValueError(f'order: {text!r} is not the order of the suits: name each of L, H and S once, such as "SLH"')
    return suits


def read_cards(where: str, texts: Iterable[str]) -> list[int]:
    """The cards of their notations."""
    try:
        return [parse_card(text.upper()) for text in texts]
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from problem


def read_trick(state: Anansi, position: Position) -> list[int]:
    """The actions of the trick that lies there."""
    try:
        trick = [parse_action(state, text) for text in position.trick.split()]
    except ValueError as problem:
        raise ValueError(f"trick: {problem}") from problem
    if trick and position.leader is None:
        raise ValueError("trick: say who has led it, such as leader = 0")
    if len(trick) >= state.players:
        raise ValueError(f"trick: with {len(trick)} cards it is over: give at most {state.players - 1}")
    return trick


def trump_of(state: Anansi) -> int:
    """The suit with the most cards in the display, the leftmost of several."""
    return max(state.order, key=lambda suit: (state.display & CARDS_OF_SUIT[suit]).bit_count())


def set_of(cards: Iterable[int]) -> int:
    return sum(bit(card) for card in cards)


def deal(state: Anansi, position: Position, trick: list[int]) -> None:
    """Lay and deal the cards that are given, and others by chance where they are not."""
    lying = [action % GAIN for action in trick]
    display = read_display(state, position)
    hands = read_hands(state, position)
    out = read_out(state, position)
    deck = shuffled_rest(state, [("trick", lying), ("display", display), ("out", out[0]), *by_name(hands)])
    state.display = set_of(display or [deck.pop() for _ in range(FIRST_CARDS)])
    state.hands = [*deal_hands(state, hands, trick, deck), *[0] * (SEATS - state.players)]
    state.out = set_of(filled("out", *out, LEFT_OVER, deck)) if state.players == 3 else 0


def deal_hands(state: Anansi, hands: list[Hand], trick: list[int], deck: list[int]) -> list[int]:
    """The hands as they were before the trick."""
    size = tricks_of_round(state) - taken_tricks(state)
    in_trick = dict(zip(seats_from(state.leader, state), trick, strict=False))
    dealt = []
    for seat, (hand, goes_on) in enumerate(hands):
        played = [in_trick[seat] % GAIN] if seat in in_trick else []
        if goes_on and in_trick.get(seat, GAIN) < GAIN and suit_of(played[0]) != suit_of(trick[0]):
            raise ValueError(f"hands: seat {seat} has not followed suit, so name all cards that it still has")
        cards = filled(f"hand of seat {seat}", hand, goes_on, size - len(played), deck)
        dealt.append(set_of([*cards, *played]))
    return dealt


def read_display(state: Anansi, position: Position) -> list[int]:
    """Two cards, and one for each time that somebody gained followers; none if they are left to chance."""
    if position.display is None:
        if any(state.followers[state.round_number * SEATS :]):
            raise ValueError("display: followers were gained, so say which cards lie there")
        return []
    display = read_cards("display", position.display.split())
    taken = taken_tricks(state)
    most = FIRST_CARDS + taken * gains_of_trick(state)
    if not FIRST_CARDS <= len(display) <= most:
        so_many = str(FIRST_CARDS) if most == FIRST_CARDS else f"{FIRST_CARDS} to {most}"
        raise ValueError(f"display: after {taken} tricks it has {so_many} cards, not {len(display)}")
    return display


def read_out(state: Anansi, position: Position) -> Hand:
    if state.players > 3 and position.out is not None:
        raise ValueError("out: cards are left over only with three players")
    return read_hand("out", REST if position.out is None else position.out)


def read_hands(state: Anansi, position: Position) -> list[Hand]:
    if len(position.hands) > state.players:
        raise ValueError(f"hands: there are {len(position.hands)}, but {state.players} players")
    texts = [*position.hands, *[REST] * (state.players - len(position.hands))]
    return [read_hand(f"hand of seat {seat}", text or REST) for seat, text in enumerate(texts)]


def read_hand(where: str, text: str) -> Hand:
    texts = text.split()
    goes_on = texts[-1:] == [REST]
    return read_cards(where, texts[:-1] if goes_on else texts), goes_on


def by_name(hands: list[Hand]) -> list[tuple[str, list[int]]]:
    return [(f"hand of seat {seat}", hand) for seat, (hand, _) in enumerate(hands)]


def check_gained(state: Anansi) -> None:
    """The followers of this round were gained with cards that lie in the display."""
    followers = state.followers[state.round_number * SEATS :][: state.players]
    icons = [icons_of(card) for card in range(CARDS) if state.display >> card & 1]
    can_be: set[int] = set()
    for first in combinations(range(len(icons)), FIRST_CARDS):
        laid = [number for place, number in enumerate(icons) if place not in first]
        can_be.add(sum(laid))
        if sum(laid) == sum(followers) and laid.count(2) <= sum(number // 2 for number in followers):
            return
    if not state.supply and sum(followers) < max(can_be):
        return  # 5.6
    if sum(followers) not in can_be:
        sums = " or ".join(map(str, sorted(can_be)))
        raise ValueError(f"followers: with the cards of the display {sums} were gained, not {sum(followers)}")
    raise ValueError(f"followers: the cards of the display can't have gained {', '.join(map(str, followers))}")


def shuffled_rest(state: Anansi, places: list[tuple[str, list[int]]]) -> list[int]:
    """All cards that are not named, by chance; those that are lie in one place each."""
    found: dict[int, str] = {}
    for where, cards in places:
        for card in cards:
            if card in found:
                raise ValueError(f"{card_text(card)} is named twice: in {found[card]} and in {where}")
            found[card] = where
    deck = [card for card in range(CARDS) if card not in found]
    for last in range(len(deck) - 1, 0, -1):
        other = state.rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def filled(where: str, cards: list[int], goes_on: bool, size: int, deck: list[int]) -> list[int]:
    """Cards in the number that is needed, the rest drawn from the deck."""
    if len(cards) > size or (len(cards) < size and not goes_on):
        hint = f': name them all, or end it with "{REST}"' if len(cards) < size else ""
        raise ValueError(f"{where}: it has {size} cards now, not {len(cards)}{hint}")
    return cards + [deck.pop() for _ in range(size - len(cards))]


def play_trick(state: Anansi, trick: list[int]) -> None:
    """Play the cards of the trick that lies there."""
    for action in trick:
        if not state.allows(action):
            reason = why_not(state, state.seat, action, ENGLISH)
            raise ValueError(f"trick: seat {state.seat} can't play {card_text(action % GAIN)} so. {reason}")
        state.apply(action)
