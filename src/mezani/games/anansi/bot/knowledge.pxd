cimport cython

from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.anansi.rules cimport Anansi, icons_of

cdef int GAIN, SEATS, NONE
cdef word64[3] OF_SUIT
cdef int[42] SUIT
cdef word64[42] HIGHER
cdef int[3] BONUS
cdef double[200] BROUGHT
cdef double[2160] WORTHS
cdef double[9] LEADS
cdef double HARD_TO_TELL


cdef class AnansiKnowledge(Knowledge):
    cdef public int round_number
    cdef int number, left, followers, ahead, supply
    cdef word64 takes
    cdef double hope
    cdef double[42] brings, holds

    cpdef begin(self, State state)
    cpdef bint is_settled(self, State state) except -1
    cpdef bint is_quiet(self, State state) except -1

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    @cython.locals(best=int, most=double, adds=word64, lays=word64, card=int, worth=double)
    cdef int sensible(self, Anansi state) noexcept
    @cython.locals(k=int, action=int)
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(hand=word64)
    cdef inline word64 addable(self, Anansi state) noexcept
    @cython.final
    @cython.locals(seat=int, unseen=word64, other=int, cards=word64, card=int)
    cdef void look(self, Anansi state) noexcept
    @cython.final
    cdef inline word64 better_than(self, int card, int trump) noexcept
    @cython.final
    @cython.locals(higher=int)
    cdef inline double tricks(self, int card, int held, word64 unseen, int trump) noexcept
    @cython.final
    @cython.locals(to_come=int, share=double, chance=double)
    cdef inline double chance(self, Anansi state, int card, word64 unseen) noexcept
    @cython.final
    @cython.locals(hope=double, worth=double)
    cdef inline double worth_adding(self, int card) noexcept
    @cython.final
    @cython.locals(gained=int)
    cdef inline double worth_laying(self, int card) noexcept
    @cython.final
    @cython.locals(halves=double, step=int, place=int)
    cdef inline double worth(self, int left, int ahead, int followers, double hope) noexcept

    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(seat=int)
    cdef void judge(self, Anansi state) noexcept
    @cython.final
    cdef inline double lead(self, int players, int number) noexcept
    @cython.final
    @cython.locals(held=word64, seat=int, cards=word64, left=int, unseen=word64, hope=double, followers=int, ahead=int)
    cdef void add_worths(self, Anansi state) noexcept
