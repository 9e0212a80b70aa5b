cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.anne.rules cimport Anne

cdef int SUITS, TAKE, PREDICT, NONE, PREDICTING, HEAP
cdef word64 ALL_CARDS
cdef word64[4] OF_SUIT
cdef int[48] SUIT
cdef double IN_SUIT, AMONG_ALL, LEFT_BEHIND, BY_RANK, RIDDANCE, CATCHING_UP, HARD_TO_TELL
cdef double[8] LEADS


cdef class AnneKnowledge(Knowledge):
    cdef public int hand_number
    cdef int[4] pile
    cdef word64[48] beaten_by
    cdef word64 unseen
    cdef double now

    cpdef begin(self, State state)
    @cython.final
    @cython.locals(above=word64, place=int, suit=int, card=int)
    cdef void look(self, Anne state) noexcept
    cpdef bint is_settled(self, State state) except -1
    cpdef imagine(self, State state, int seat, Rng rng)
    @cython.final
    @cython.locals(other=int, pair=int)
    cdef void imagine_predictions(self, Anne state, int seat) noexcept

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    @cython.locals(cards=word64, following=word64, best=int, most=double, card=int, promise=double)
    cdef int sensible(self, Anne state) noexcept
    @cython.final
    cdef void look_at_trick(self, Anne state) noexcept
    @cython.locals(k=int)
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(most=int, fewest=int)
    cdef double promise(self, Anne state, int action) noexcept
    @cython.final
    @cython.locals(most=int, fewest=int, suit=int, greatest=double, least=double, pull=double)
    cdef int prediction(self, Anne state, int seat) noexcept
    @cython.final
    @cython.locals(unseen=word64, pull=double, cards=word64, card=int, among_all=double, in_suit=double)
    cdef double pull(self, Anne state, int seat, int suit) noexcept
    @cython.final
    @cython.locals(share=double)
    cdef inline double chance(self, Anne state, int card, word64 among) noexcept
    @cython.final
    @cython.locals(seat=int, suit=int, promise=double, led=int)
    cdef double card_promise(self, Anne state, int card) noexcept
    @cython.final
    @cython.locals(stronger=word64, beaten_by_any=double, same=int, beaten_in_suit=double, chance=double, other=int)
    cdef double holds(self, Anne state, int card, int led) noexcept
    @cython.final
    @cython.locals(suit=int)
    cdef inline void lay(self, Anne state) noexcept
    @cython.final
    @cython.locals(other=int)
    cdef void lay_trick(self, Anne state, int card, int led) noexcept
    @cython.final
    cdef int suit_from_heap(self, Anne state) noexcept
    @cython.final
    @cython.locals(suit=int, best=int, most=double, standing=double)
    cdef int best_addition(self, Anne state) noexcept
    @cython.final
    @cython.locals(most=int, fewest=int, ahead=int, behind=int, suit=int, standing=double)
    cdef inline double standing(self, Anne state) noexcept
    @cython.final
    cdef inline double prediction_standing(self, int ahead) noexcept

    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(seat=int, hand=int, lead=double)
    cdef void judge(self, Anne state) noexcept
