cimport cython

from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.anansi.rules cimport Anansi, icons_of, suit_of

cdef int GAIN, ROUNDS, SEATS, NONE
cdef word64[3] OF_SUIT
cdef double TOO_MANY, TOO_FEW, MATCHED, GAINED_LATER, HARD_TO_TELL, LEAD


cdef class AnansiKnowledge(Knowledge):
    cdef public int round_number
    cdef word64 unseen
    cdef double hope

    cpdef begin(self, State state)
    cpdef bint is_settled(self, State state) except -1

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    @cython.locals(best=int, least=double, adds=word64, lays=word64, action=int, misfit=double)
    cdef int sensible(self, Anansi state) noexcept
    @cython.locals(k=int)
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(other=int, cards=word64)
    cdef void look(self, Anansi state) noexcept
    @cython.final
    @cython.locals(hand=word64)
    cdef word64 addable(self, Anansi state) noexcept
    @cython.final
    @cython.locals(suit=int, stronger=int, share=double, chance=double)
    cdef double chance(self, Anansi state, int card, int opponents) noexcept
    @cython.final
    @cython.locals(seat=int, pile=int, card=int, followers=double, stacks=double, to_come=int, lacking=double)
    cdef double misfit(self, Anansi state, int action) noexcept
    @cython.final
    @cython.locals(best=int)
    cdef bint takes_lead(self, Anansi state, int card) noexcept

    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(seat=int)
    cdef void judge(self, Anansi state) noexcept
