"""What a seat of ANNE! may know, as numbers: all that lies open, its own hand, and what was played in this hand."""

import cython

from mezani.engine.observation import Axis, Observation, flag, number, numbered, one_of, seats, set_of
from mezani.engine.state import Observer, State, enter_observer
from mezani.games.anne.actions import LETTERS, card_text
from mezani.games.anne.rules import Anne

if not cython.compiled:
    from mezani.engine.bits import count
    from mezani.engine.buffers import place_from, write_number, write_one, write_set
    from mezani.games.anne.actions import CARDS, HANDS, NONE, PREDICTING, SEATS, SUITS
    from mezani.games.anne.rules import TWELVE

SEAT = seats(4)
CARD = Axis("card", tuple(card_text(card) for card in range(CARDS)))
SUIT = Axis("suit", tuple(LETTERS))
HAND_NUMBER = numbered("hand", 4)
PLACE = numbered("place", 4)

OBSERVATION = Observation(
    number("players", "How many play."),
    flag("over", "Whether the game is over."),
    one_of("phase", "What is being done.", Axis("phase", ("predictions", "tricks", "heap"))),
    one_of("to_move", "Whose decision it is; nobody's when the game is over.", SEAT),
    one_of("hand_number", "Which hand is played; none when the game is over.", HAND_NUMBER),
    one_of("dealer", "The dealer.", SEAT),
    one_of("trumps", "The suit at each place of the display of trumps, the strongest first.", PLACE, SUIT),
    set_of("super_trumps", "The super-trump of each suit.", CARD),
    set_of("hand", "The cards that the observer holds.", CARD),
    number("hands", "How many cards of each suit a seat holds.", SEAT, SUIT),
    number("heap", "How many cards of each suit lie in the treasure heap.", SUIT),
    set_of("played", "The cards that were played in this hand.", CARD),
    one_of("leader", "Who leads to this trick; nobody before the predictions are made.", SEAT),
    one_of("trick", "The card that each seat has played to this trick.", SEAT, CARD),
    one_of("winning", "Whose card is the strongest of this trick so far.", SEAT),
    one_of("last_trick", "The cards of the last trick.", SEAT, CARD),
    one_of("last_leader", "Who led to the last trick.", SEAT),
    one_of("last_winner", "Who took the last trick.", SEAT),
    one_of("last_taken", "The suit that came from the heap with the last trick.", SUIT),
    flag("predicted", "Who has predicted.", SEAT),
    one_of("most", "The suit that a seat has said it takes most of; before all have, only the observer's.", SEAT, SUIT),
    one_of("fewest", "The suit that a seat has said it takes fewest of, likewise.", SEAT, SUIT),
    number("won", "How many cards of each suit a seat has taken in this hand.", SEAT, SUIT),
    number("tricks", "How many tricks a seat has taken in this hand.", SEAT),
    number("points", "The points of each seat for the hands that are over.", SEAT, HAND_NUMBER),
    number("scores", "The points of each seat so far.", SEAT),
)


class AnneObserver(Observer):
    def write(self, state: State, seat: int, into: memoryview) -> int:
        return write_all(cython.cast(Anne, state), seat, into)


def write_all(state: Anne, seat: int, into: memoryview) -> int:
    """All fields in their order."""
    players = state.players
    playing = not state.is_over and state.phase != PREDICTING
    at = write_number(into, 0, players)
    at = write_number(into, at, state.is_over)
    at = write_one(into, at, 3, state.phase)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.seat, players))
    at = write_one(into, at, HANDS, NONE if state.is_over else state.hand_number)
    at = write_one(into, at, SEATS, place_from(seat, state.dealer, players))
    at = write_cards(state, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.leader, players) if playing else NONE)
    at = write_trick(state.trick, players, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.winning, players) if playing else NONE)
    at = write_trick(state.last_trick, players, seat, into, at)
    at = write_one(into, at, SEATS, place_from(seat, state.last_leader, players))
    at = write_one(into, at, SEATS, place_from(seat, state.last_winner, players))
    at = write_one(into, at, SUITS, state.last_taken)
    at = write_predictions(state, seat, into, at)
    return write_results(state, seat, into, at)


def write_cards(state: Anne, seat: int, into: memoryview, at: int) -> int:
    """The trumps, the hands and the heap, and what was played."""
    for place in range(SUITS):
        into[at + SUITS * SUITS + state.trumps[place]] = 1
        into[at + place * SUITS + state.trumps[place] // 12] = 1
    at = write_set(into, at + SUITS * SUITS + CARDS, CARDS, state.hands[seat])
    for n in range(SEATS):
        hand = state.hands[(seat + n) % state.players] if n < state.players else 0
        for suit in range(SUITS):
            at = write_number(into, at, count(hand >> (suit * 12) & TWELVE))
    for suit in range(SUITS):
        at = write_number(into, at, count(state.heap >> (suit * 12) & TWELVE))
    return write_set(into, at, CARDS, state.shown)


def write_trick(trick: list[int], players: int, seat: int, into: memoryview, at: int) -> int:
    """The card of each seat."""
    for other in range(players):
        write_one(into, at + place_from(seat, other, players) * CARDS, CARDS, trick[other])
    return at + SEATS * CARDS


def write_predictions(state: Anne, seat: int, into: memoryview, at: int) -> int:
    """Who has predicted, and what, as far as it lies open."""
    for other in range(state.players):
        if state.most[other] != NONE:
            place = place_from(seat, other, state.players)
            into[at + place] = 1
            if state.phase != PREDICTING or other == seat:
                into[at + SEATS + place * SUITS + state.most[other]] = 1
                into[at + SEATS + (SEATS + place) * SUITS + state.fewest[other]] = 1
    return at + SEATS + 2 * SEATS * SUITS


def write_results(state: Anne, seat: int, into: memoryview, at: int) -> int:
    """What each seat has taken and scored."""
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        points = 0
        for suit in range(SUITS):
            write_number(into, at + place * SUITS + suit, state.won[other * SUITS + suit])
        write_number(into, at + SEATS * SUITS + place, state.tricks[other])
        for hand in range(HANDS):
            points += state.points[hand * SEATS + other]
            write_number(into, at + SEATS * (SUITS + 1) + place * HANDS + hand, state.points[hand * SEATS + other])
        write_number(into, at + SEATS * (SUITS + 1 + HANDS) + place, points)
    return at + SEATS * (SUITS + 2 + HANDS)


enter_observer(Anne, AnneObserver(OBSERVATION))
