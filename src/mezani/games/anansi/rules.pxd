cimport cython
from mezani.engine.bits cimport bit, count, nth, word64
from mezani.engine.rng cimport Rng, below
from mezani.engine.state cimport Choices, State
from mezani.games.anansi.hidden cimport redeal_hands

cdef enum:  # as in actions.py: numbers that the C compiler knows
    NONE = -1
    SUITS = 3
    CARDS = 42
    GAIN = 42
    ACTIONS = 84
    ROUNDS = 3
    SEATS = 5
    FOLLOWERS = 36

cdef word64 ALL_CARDS
cdef word64[3] OF_SUIT
cdef int[14] ICONS
cdef int[3] BONUS

cpdef inline int suit_of(int card) noexcept
cpdef inline int icons_of(int card) noexcept


cdef class Anansi(State):
    cdef public int round_number, trump, leader, led, gains_left, winning, supply, last_leader, last_winner
    cdef public word64 display, out
    cdef public word64[5] hands, laid, last_laid
    cdef public int[3] order
    cdef public int[5] voids, trick, last_trick, gained, last_gained
    cdef public int[15] followers, stacks

    @cython.final
    @cython.locals(place=int, other=int)
    cdef void shuffle_trump_cards(self) noexcept
    @cython.final
    @cython.locals(deck=int[42], card=int, other=int, dealt=int, seat=int, hand=word64)
    cdef void deal(self) noexcept
    @cython.final
    @cython.locals(most=int, leading=int, place=int, cards=int)
    cdef inline int leading_suit(self) noexcept

    cpdef legal(self, Choices choices)
    @cython.final
    @cython.locals(hand=word64, following=word64, trumps=word64)
    cdef inline word64 addable(self) noexcept
    @cython.final
    cdef inline word64 layable(self) noexcept
    cpdef bint allows(self, int action) except -1
    cpdef int random_action(self, Rng rng) except -1
    @cython.final
    @cython.locals(adds=word64, lays=word64, drawn=int)
    cdef inline int drawn_action(self, Rng rng) noexcept
    @cython.locals(decisions=int)
    cpdef int play_out(self, Rng rng) except -1

    cpdef apply(self, int action)
    @cython.final
    cdef inline void carry_out(self, int action) noexcept
    @cython.final
    cdef inline void lead(self, int seat) noexcept
    @cython.final
    cdef inline void add_card(self, int card) noexcept
    @cython.final
    cdef inline void note_voids(self, int seat, int suit) noexcept
    @cython.final
    cdef inline bint beats(self, int card, int best) noexcept
    @cython.final
    @cython.locals(gained=int)
    cdef inline void gain_followers(self, int card) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef inline void take_trick(self, int winner) noexcept
    @cython.final
    @cython.locals(seat=int, gained=int)
    cdef void end_round(self, int winner) noexcept
    @cython.final
    cdef inline int left_of(self, int seat) noexcept

    @cython.locals(pile=int)
    cpdef int inspired(self, int number, int seat) noexcept
    cpdef int scored_followers(self, int number, int seat) noexcept
    @cython.final
    cdef inline int scored(self, int pile) noexcept
    cpdef int bonus(self, int number, int seat) noexcept
    @cython.final
    cdef inline int trickster_bonus(self, int number, int pile) noexcept
    @cython.locals(followers=int, number=int)
    cpdef int all_scored_followers(self, int seat) noexcept
    @cython.locals(points=int, number=int, pile=int)
    cpdef int points(self, int seat) noexcept

    @cython.locals(other=Anansi)
    cpdef Anansi clone(self)
    cpdef redeal(self, int seat, Rng rng)
