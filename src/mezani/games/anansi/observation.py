"""What a seat of Anansi may know, as numbers: all that lies open, its own hand, and what was played in this round."""

import cython

from mezani.engine.observation import Axis, Observation, flag, number, numbered, one_of, seats, set_of
from mezani.engine.state import Observer, State, enter_observer
from mezani.games.anansi.actions import CARD_TEXTS, LETTERS
from mezani.games.anansi.rules import Anansi

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest
    from mezani.engine.buffers import place_from, write_number, write_one, write_set
    from mezani.games.anansi.actions import CARDS, NONE, ROUNDS, SEATS, SUITS

ALL_CARDS = 0x3FF_FFFF_FFFF

SEAT = seats(5)
CARD = Axis("card", tuple(CARD_TEXTS))
SUIT = Axis("suit", tuple(LETTERS))
ROUND = numbered("round", 3)
PLACE = numbered("place", 3)

OBSERVATION = Observation(
    number("players", "How many play."),
    flag("over", "Whether the game is over."),
    one_of("round", "Which round is played; none when the game is over.", ROUND),
    one_of("to_move", "Whose decision it is; nobody's when the game is over.", SEAT),
    one_of("order", "The suit at each place of the trump display, from left to right.", PLACE, SUIT),
    one_of("trump", "The suit that is trump.", SUIT),
    set_of("display", "The cards in the trump display.", CARD),
    set_of("out", "The cards that nobody has in this round, which lie open.", CARD),
    set_of("hand", "The cards that the observer holds.", CARD),
    set_of("stacked", "The cards of the tricks that were taken in this round.", CARD),
    number("hand_sizes", "How many cards a seat holds.", SEAT),
    set_of("voids", "The suits that a seat has shown not to have.", SEAT, SUIT),
    one_of("leader", "Who leads to this trick; nobody when the game is over.", SEAT),
    one_of("trick", "The card that each seat has added to this trick.", SEAT, CARD),
    one_of("laid", "The card with which each seat has gained followers in this trick.", SEAT, CARD),
    number("gained", "And how many followers those were.", SEAT),
    number("gains_left", "How many may still gain followers in this trick."),
    one_of("winning", "Whose card is the best of this trick so far.", SEAT),
    one_of("last_trick", "The cards of the last trick.", SEAT, CARD),
    one_of("last_laid", "The cards with which followers were gained in it.", SEAT, CARD),
    number("last_gained", "And how many followers those were.", SEAT),
    one_of("last_leader", "Who led to the last trick.", SEAT),
    one_of("last_winner", "Who took the last trick.", SEAT),
    number("supply", "How many followers are left."),
    number("followers", "The followers that a seat has gained in each round.", SEAT, ROUND),
    number("stacks", "The story stacks that a seat has taken in each round.", SEAT, ROUND),
    number("scores", "The points of each seat for the rounds that are over.", SEAT),
)


class AnansiObserver(Observer):
    def write(self, state: State, seat: int, into: memoryview) -> int:
        return write_all(cython.cast(Anansi, state), seat, into)


def write_all(state: Anansi, seat: int, into: memoryview) -> int:
    """All fields in their order."""
    players = state.players
    at = write_number(into, 0, players)
    at = write_number(into, at, state.is_over)
    at = write_one(into, at, ROUNDS, NONE if state.is_over else state.round_number)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.seat, players))
    for place in range(SUITS):
        at = write_one(into, at, SUITS, state.order[place])
    at = write_one(into, at, SUITS, state.trump)
    at = write_cards(state, seat, into, at)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.leader, players))
    at = write_trick(state.trick, state.laid, state.gained, players, seat, into, at)
    at = write_number(into, at, state.gains_left)
    at = write_one(into, at, SEATS, NONE if state.led == NONE else place_from(seat, state.winning, players))
    at = write_trick(state.last_trick, state.last_laid, state.last_gained, players, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.last_leader, players))
    at = write_one(into, at, SEATS, place_from(seat, state.last_winner, players))
    at = write_number(into, at, state.supply)
    return write_results(state, seat, into, at)


def write_cards(state: Anansi, seat: int, into: memoryview, at: int) -> int:
    """Where the cards are, as far as the seat knows, and which suits others have shown to lack."""
    elsewhere = state.display | state.out
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        elsewhere |= state.hands[other] | state.laid[other]
        if state.trick[other] != NONE:
            elsewhere |= bit(state.trick[other])
        into[at + 4 * CARDS + place] = count(state.hands[other])
        write_set(into, at + 4 * CARDS + SEATS + place * SUITS, SUITS, state.voids[other])
    at = write_set(into, at, CARDS, state.display)
    at = write_set(into, at, CARDS, state.out)
    at = write_set(into, at, CARDS, state.hands[seat])
    at = write_set(into, at, CARDS, ALL_CARDS & ~elsewhere)
    return at + SEATS + SEATS * SUITS


def write_trick(
    trick: list[int], laid: list[int], gained: list[int], players: int, seat: int, into: memoryview, at: int
) -> int:
    """The cards that were added and laid, and the followers that were gained."""
    for other in range(players):
        place = place_from(seat, other, players)
        if trick[other] != NONE:
            into[at + place * CARDS + trick[other]] = 1
        elif laid[other]:
            into[at + (SEATS + place) * CARDS + lowest(laid[other])] = 1
            into[at + 2 * SEATS * CARDS + place] = gained[other]
    return at + 2 * SEATS * CARDS + SEATS


def write_results(state: Anansi, seat: int, into: memoryview, at: int) -> int:
    """What each seat has gained, taken and scored."""
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        for past in range(ROUNDS):
            into[at + place * ROUNDS + past] = state.followers[past * SEATS + other]
            into[at + (SEATS + place) * ROUNDS + past] = state.stacks[past * SEATS + other]
        if state.round_number:
            into[at + 2 * SEATS * ROUNDS + place] = state.points(other)
    return at + SEATS * (2 * ROUNDS + 1)


enter_observer(Anansi, AnansiObserver(OBSERVATION))
