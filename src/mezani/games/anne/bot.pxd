cimport cython
from libc.math cimport exp

from mezani.engine.bits cimport lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport State
from mezani.games.anne.rules cimport Anne, suit_of

cdef int SUITS, TAKE, PREDICT, NONE, PREDICTING, HEAP


cdef class AnneKnowledge(Knowledge):
    cdef public int hand_number, slip
    cdef public double lead_from, temper, blend

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
    @cython.locals(expected=double[4], others=int, cards=word64, card=int, chance=double, most=int, fewest=int, suit=int)
    cdef int predict(self, Anne state, int seat) noexcept
    @cython.final
    @cython.locals(suit=int, place=int, trump=int, weaker=int, share=double, chance=double)
    cdef double chance(self, Anne state, int card) noexcept
    @cython.final
    cdef inline double worth(self, Anne state, int seat, int suit) noexcept
    @cython.final
    @cython.locals(suits=word64, best=int, suit=int)
    cdef int take(self, Anne state) noexcept
    @cython.final
    @cython.locals(cards=word64, card=int, wanted=int, weakest=int)
    cdef int lead(self, Anne state) noexcept
    @cython.final
    @cython.locals(
        seat=int, value=double, lying=int, other=int, is_last=bint, gain=int, loss=int, cheapest=int, gain_strength=int,
        loss_strength=int, cheapest_strength=int, loss_worth=double, cards=word64, card=int, strength=int, worth=double,
    )
    cdef int follow(self, Anne state) noexcept
    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(
        players=int, left=int, totals=double[4], best=double, seat=int, hand=int, scale=double, whole=double, winners=int,
    )
    cdef void judge(self, Anne state) noexcept
