cimport cython
from ahadi.rules cimport Ahadi
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State

cdef int NUMBERS, PROMISE, PROMISING, NONE, LIKELY_ENOUGH, FOR_KEEPING, FOR_TRICK
cdef word64 SEVEN
cdef int[28] SUIT
cdef double BEATEN, RUFFED, UNLED, SPREAD, HARD_TO_TELL, LEAD


cdef class AhadiKnowledge(Knowledge):
    cdef public int hand_number
    cdef word64 unseen
    cdef double beaten

    cpdef begin(self, State state)
    cpdef bint is_settled(self, State state) except -1
    cpdef imagine(self, State state, int seat, Rng rng)
    @cython.final
    cdef imagine_promises(self, Ahadi state, int seat, Rng rng)
    @cython.final
    @cython.locals(other=int, needed=int)
    cdef bint all_can_be_kept(self, Ahadi state, int seat) noexcept

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    @cython.locals(cards=word64, best=int, most=double, card=int, worth=double)
    cdef int sensible(self, Ahadi state) noexcept
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(k=int)
    cdef void weigh_all(self, Ahadi state, Choices choices) noexcept
    @cython.final
    cdef void look(self, Ahadi state) noexcept
    @cython.final
    cdef double worth(self, Ahadi state, int card) noexcept
    @cython.final
    @cython.locals(promised=int, off=double)
    cdef double worth_of_promise(self, Ahadi state, int card) noexcept
    @cython.final
    @cython.locals(missing=int, to_come=double, takes=double, if_taken=double, if_not=double)
    cdef double worth_of_play(self, Ahadi state, int card) noexcept
    @cython.final
    @cython.locals(tricks=double, cards=word64)
    cdef double tricks_expected(self, Ahadi state, int without) noexcept
    @cython.final
    cdef inline int higher(self, int card) noexcept
    @cython.final
    @cython.locals(chance=double)
    cdef double chance_later(self, Ahadi state, int card) noexcept
    @cython.final
    @cython.locals(to_play=int, chance=double)
    cdef double chance_now(self, Ahadi state, int card) noexcept

    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(seat=int, hand=int)
    cdef void judge(self, Ahadi state) noexcept
