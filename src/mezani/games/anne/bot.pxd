cimport cython
from libc.math cimport exp

from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport State
from mezani.games.anne.rules cimport Anne, cards_of, suit_of

cdef int SUITS, TAKE, PREDICT, NONE, PREDICTING, HEAP
cdef word64 ALL_CARDS


cdef class AnneKnowledge(Knowledge):
    cdef public int hand_number, slip
    cdef public int[4] pile
    cdef public double temper, blend, slope, beyond, early, shed, by_rank, by_suit, by_all

    cpdef begin(self, State state)
    cpdef bint is_settled(self, State state) except -1
    cpdef imagine(self, State state, int seat, Rng rng)
    @cython.final
    @cython.locals(other=int, pair=int)
    cdef void imagine_predictions(self, Anne state, int seat) noexcept

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    cdef int sensible(self, Anne state) noexcept
    @cython.final
    @cython.locals(most=int, fewest=int, suit=int, greatest=double, least=double, pull=double)
    cdef int predict(self, Anne state, int seat) noexcept
    @cython.final
    @cython.locals(unseen=word64, same=word64, pull=double, cards=word64, card=int, among_all=double, in_suit=double)
    cdef double pull(self, Anne state, int seat, int suit) noexcept
    @cython.final
    cdef inline word64 unseen(self, Anne state, int seat) noexcept
    @cython.final
    @cython.locals(suit=int, place=int, other=int, found=word64)
    cdef inline word64 stronger(self, Anne state, int card) noexcept
    @cython.final
    @cython.locals(share=double, chance=double)
    cdef inline double chance(self, Anne state, int card, word64 unseen, int others) noexcept
    @cython.final
    @cython.locals(stronger=word64, any_beats=double, suit_cards=int, suit_beats=double, chance=double, other=int)
    cdef double holds(self, Anne state, int card, int led, word64 unseen) noexcept
    @cython.final
    @cython.locals(
        seat=int, unseen=word64, best=int, most=double, nothing=double, cards=word64, card=int, suit=int, other=int,
        chance=double, promise=double,
    )
    cdef int lead(self, Anne state) noexcept
    @cython.final
    @cython.locals(
        seat=int, led=int, unseen=word64, best=int, most=double, nothing=double, cards=word64, card=int, other=int,
        promise=double,
    )
    cdef int follow(self, Anne state) noexcept
    @cython.final
    @cython.locals(chance=double)
    cdef inline double riddance(self, Anne state, int card, word64 unseen) noexcept
    @cython.final
    @cython.locals(suit=int)
    cdef inline void lay(self, Anne state, int seat) noexcept
    @cython.final
    cdef double with_heap(self, Anne state, int seat) noexcept
    @cython.final
    @cython.locals(suits=word64, suit=int, best=int, most=double, standing=double)
    cdef int wanted_from_heap(self, Anne state, int seat, int is_laid) noexcept
    @cython.final
    @cython.locals(most=int, fewest=int, ahead=int, behind=int, suit=int, bonus=double)
    cdef inline double standing(self, Anne state, int seat) noexcept
    @cython.final
    cdef inline double hope(self, int ahead) noexcept

    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(
        players=int, left=int, totals=double[4], best=double, seat=int, hand=int, scale=double, whole=double, winners=int,
    )
    cdef void judge(self, Anne state) noexcept
