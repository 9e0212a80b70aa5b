"""What a seat of Ahadi may know, as numbers: its own hand and promise, and what lies open."""

import cython
from mezani.engine.observation import Axis, Observation, flag, number, numbered, one_of, seats, set_of
from mezani.engine.state import Observer, State, enter_observer

from ahadi.actions import LETTERS, NONE, SUITS, TRICKS, card_text
from ahadi.rules import Ahadi

if not cython.compiled:
    from mezani.engine.bits import count
    from mezani.engine.buffers import place_from, write_number, write_one, write_set

    from ahadi.actions import CARDS, HANDS, SEATS

SEAT = seats(4)
CARD = Axis("card", tuple(card_text(card) for card in range(28)))
SUIT = Axis("suit", tuple(LETTERS))
HAND = numbered("hand", 4)

OBSERVATION = Observation(
    number("players", "How many play."),
    number("numbers", "The highest number of a suit."),
    number("hands_in_game", "How many hands are played."),
    flag("over", "Whether the game is over."),
    flag("tricks_begun", "Whether all have promised."),
    one_of("to_move", "Whose decision it is; nobody's when the game is over.", SEAT),
    one_of("hand_number", "Which hand is played; none when the game is over.", HAND),
    one_of("dealer", "The dealer.", SEAT),
    one_of("trump", "The suit that is trump, if there is one.", SUIT),
    set_of("hand", "The cards that the observer holds.", CARD),
    one_of("promise", "The card that the observer has laid down.", CARD),
    number("sizes", "How many cards a seat holds.", SEAT),
    flag("promised", "Who has laid a promise down.", SEAT),
    set_of("played", "The cards that were played in this hand.", CARD),
    set_of("lacks", "The suits that a seat could not follow in this hand.", SEAT, SUIT),
    one_of("leader", "Who leads to this trick; nobody before all have promised.", SEAT),
    one_of("trick", "The card that each seat has played to this trick.", SEAT, CARD),
    one_of("winning", "Whose card is the strongest of this trick so far.", SEAT),
    one_of("last_trick", "The cards of the last trick.", SEAT, CARD),
    one_of("last_leader", "Who led to the last trick.", SEAT),
    one_of("last_winner", "Who took the last trick.", SEAT),
    number("tricks", "How many tricks a seat has taken in this hand.", SEAT),
    one_of("past_promises", "The promises of the hands that are over.", SEAT, HAND, CARD),
    number("past_tricks", "How many tricks a seat has taken in those.", SEAT, HAND),
    number("scores", "The points of each seat for them.", SEAT),
)


class AhadiObserver(Observer):
    def write(self, state: State, seat: int, into: memoryview) -> int:
        return write_all(cython.cast(Ahadi, state), seat, into)


def write_all(state: Ahadi, seat: int, into: memoryview) -> int:
    """All fields in their order."""
    players = state.players
    playing = not state.is_over and state.phase == TRICKS
    at = write_number(into, 0, players)
    at = write_number(into, at, state.numbers)
    at = write_number(into, at, state.hands_in_game)
    at = write_number(into, at, state.is_over)
    at = write_number(into, at, state.phase == TRICKS)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.seat, players))
    at = write_one(into, at, HANDS, NONE if state.is_over else state.hand_number)
    at = write_one(into, at, SEATS, place_from(seat, state.dealer, players))
    at = write_one(into, at, SUITS, state.trump)
    at = write_cards(state, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.leader, players) if playing else NONE)
    at = write_trick(state.trick, players, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.winning, players) if playing else NONE)
    at = write_trick(state.last_trick, players, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.last_leader, players))
    at = write_one(into, at, SEATS, place_from(seat, state.last_winner, players))
    for n in range(SEATS):
        at = write_number(into, at, state.tricks[(seat + n) % players] if n < players else 0)
    return write_results(state, seat, into, at)


def write_cards(state: Ahadi, seat: int, into: memoryview, at: int) -> int:
    """Where the cards are, as far as the seat knows, and who could not follow which suits."""
    at = write_set(into, at, CARDS, state.hands[seat])
    at = write_one(into, at, CARDS, state.promises[seat])
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        write_number(into, at + place, count(state.hands[other]))
        write_number(into, at + SEATS + place, state.promises[other] != NONE)
        write_set(into, at + 2 * SEATS + CARDS + place * SUITS, SUITS, state.lacks[other])
    write_set(into, at + 2 * SEATS, CARDS, state.shown)
    return at + 2 * SEATS + CARDS + SEATS * SUITS


def write_trick(trick: list[int], players: int, seat: int, into: memoryview, at: int) -> int:
    """The card of each seat."""
    for other in range(players):
        write_one(into, at + place_from(seat, other, players) * CARDS, CARDS, trick[other])
    return at + SEATS * CARDS


def write_results(state: Ahadi, seat: int, into: memoryview, at: int) -> int:
    """The hands that are over."""
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        points = 0
        for hand in range(state.hand_number):
            points += state.hand_points(hand, other)
            write_one(into, at + (place * HANDS + hand) * CARDS, CARDS, state.promised[hand * SEATS + other])
            write_number(into, at + SEATS * HANDS * CARDS + place * HANDS + hand, state.taken[hand * SEATS + other])
        write_number(into, at + SEATS * HANDS * (CARDS + 1) + place, points)
    return at + SEATS * HANDS * (CARDS + 1) + SEATS


enter_observer(Ahadi, AhadiObserver(OBSERVATION))
