cimport cython
from mezani.engine.bits cimport bit, count, lowest, nth, word64
from mezani.engine.rng cimport Rng, below
from mezani.engine.state cimport Choices, State

cdef enum:  # as in actions.py: numbers that the C compiler knows
    NONE = -1
    SUITS = 4
    CARDS = 48
    TAKE = 48
    PREDICT = 52
    ACTIONS = 64
    PREDICTING = 0
    TRICKS = 1
    HEAP = 2

cdef word64 ALL_CARDS, TWELVE, ALL_PREDICTIONS

cpdef inline int suit_of(int card) noexcept
cpdef inline word64 cards_of(int suit) noexcept


cdef class Anne(State):
    cdef public int hand_number, dealer, phase, leader, winning, strongest, last_leader, last_winner, last_taken
    cdef public word64 heap, shown
    cdef public word64[4] hands
    cdef public int[4] trumps, rank, most, fewest, trick, tricks, last_trick
    cdef public int[16] won, points

    @cython.final
    @cython.locals(deck=int[48], card=int, left=int, seat=int, hand=word64, drawn=int)
    cdef void deal(self) noexcept
    @cython.final
    @cython.locals(seat=int, pile=int)
    cdef void clear_table(self) noexcept
    @cython.final
    @cython.locals(numbers=int[12], number=int, suit=int, other=int, place=int)
    cdef void draw_trumps(self) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef inline int strength(self, int card) noexcept

    cpdef legal(self, Choices choices)
    @cython.final
    cdef inline word64 legal_set(self) noexcept
    @cython.final
    @cython.locals(hand=word64, following=word64)
    cdef inline word64 playable(self, int seat) noexcept
    @cython.final
    @cython.locals(suits=word64, suit=int)
    cdef inline word64 heap_suits(self) noexcept
    cpdef int random_action(self, Rng rng) except -1
    @cython.final
    @cython.locals(choices=word64)
    cdef inline int drawn_action(self, Rng rng) noexcept
    @cython.locals(decisions=int)
    cpdef int play_out(self, Rng rng) except -1
    cpdef bint allows(self, int action) except -1

    cpdef apply(self, int action)
    @cython.final
    cdef inline void carry_out(self, int action) noexcept
    @cython.final
    @cython.locals(most=int, fewest=int)
    cdef inline void predict(self, int pair) noexcept
    @cython.final
    cdef inline void lead(self, int seat) noexcept
    @cython.final
    @cython.locals(strength=int)
    cdef inline void play_card(self, int card) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef inline void take_trick(self, int winner) noexcept
    @cython.final
    cdef inline void take_from_heap(self, int suit) noexcept
    @cython.final
    cdef inline void end_trick(self, int winner) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void end_hand(self) noexcept
    @cython.final
    cdef inline int left_of(self, int seat) noexcept

    @cython.locals(most=int, fewest=int, for_most=int, for_fewest=int, bonus=int)
    cpdef int hand_points(self, int seat) noexcept
    @cython.locals(taken=int, beaten=int, level=int, other=int, lead=int)
    cpdef int prediction_points(self, int seat, int suit, int sign) noexcept

    @cython.locals(other=Anne)
    cpdef Anne clone(self)
    @cython.locals(unseen=word64, suit=int, other=int, pair=int)
    cpdef redeal(self, int seat, Rng rng)
    @cython.final
    @cython.locals(cards=int[12], left=int, pile=int, backs=int, drawn=int, old=word64, new=word64)
    cdef void redeal_suit(self, int seat, int suit, word64 unseen, Rng rng) noexcept
