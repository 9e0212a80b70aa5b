cimport cython
from mezani.engine.bits cimport bit, count, nth, word64
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State

cdef int CARDS, NUMBERS, PROMISE, PROMISING, SUITS, TRICKS, NONE, FOR_KEEPING, FOR_TRICK
cdef word64 SEVEN
cdef int[232] CHOOSE

cpdef inline int suit_of(int card) noexcept
cpdef inline word64 cards_of(int suit) noexcept


cdef class Ahadi(State):
    cdef public int numbers, suits, hands_in_game, hand_number, dealer, phase, trump
    cdef public int leader, winning, last_leader, last_winner
    cdef public word64 shown
    cdef public word64[4] hands
    cdef public int[4] promises, lacks, trick, tricks, last_trick
    cdef public int[16] promised, taken

    @cython.locals(cards=word64, suit=int)
    cpdef word64 deck(self) noexcept
    @cython.final
    @cython.locals(left=word64, seat=int)
    cdef void deal(self) noexcept

    cpdef legal(self, Choices choices)
    @cython.final
    cdef inline word64 legal_set(self) noexcept
    @cython.locals(hand=word64, following=word64)
    cpdef word64 playable(self, int seat) noexcept
    cpdef bint allows(self, int action) except -1
    @cython.locals(choices=word64)
    cpdef int random_action(self, Rng rng) except -1
    @cython.locals(hand=word64, card=int)
    cpdef list open_actions(self, int seat)

    cpdef apply(self, int action)
    @cython.final
    cdef void lay_promise(self, int card) noexcept
    @cython.final
    cdef inline void lead(self, int seat) noexcept
    @cython.final
    cdef inline void play_card(self, int card) noexcept
    @cython.final
    cdef inline bint beats(self, int card, int best) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef inline void take_trick(self, int winner) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void end_hand(self) noexcept
    @cython.final
    cdef inline int left_of(self, int seat) noexcept

    @cython.locals(number=int)
    cpdef int tricks_promised(self, int card) noexcept
    cpdef bint is_kept(self, int hand, int seat) noexcept
    cpdef int hand_points(self, int hand, int seat) noexcept
    @cython.locals(seat=int, hand=int)
    cpdef list scores(self)

    @cython.locals(other=Ahadi)
    cpdef Ahadi clone(self)
    @cython.locals(unseen=word64)
    cpdef redeal(self, int seat, Rng rng)
    @cython.final
    @cython.locals(hands=word64[4], left=word64, other=int, size=int, fitting=word64, most=int)
    cdef bint redealt(self, int seat, word64 unseen, Rng rng) noexcept
    @cython.final
    @cython.locals(suit=int)
    cdef word64 without_lacking(self, word64 cards, int seat) noexcept


@cython.locals(left=int, drawn=word64, card=word64)
cdef word64 drawn_from(word64 cards, int n, Rng rng) noexcept
