cimport cython
from mezani.engine.rng cimport Rng, below
from mezani.engine.state cimport Choices, State, scratch
from mezani.games.asante.deck cimport Deck
from mezani.games.asante.hidden cimport redeal_cards
from mezani.games.asante.market cimport MOST_KINDS, NONE, Market
from mezani.games.asante.steps cimport CHOICES, CHOSEN, SETTLE, SETTLES
from mezani.games.asante.turn cimport allows_card

cdef int END, LET, NEVER, PLAY, TAKE_CARD
cdef int ANSWERING, DISCARDING, OPTING, PLAYING


cdef class Asante(Market):
    cpdef legal(self, Choices choices)
    cpdef bint allows(self, int action) except -1
    cpdef int random_action(self, Rng rng) except -1
    @cython.final
    cdef inline int drawn_action(self, Rng rng) except -1
    @cython.locals(decisions=int)
    cpdef int play_out(self, Rng rng) except -1
    cpdef apply(self, int action)
    @cython.final
    cdef inline void carry_out(self, int action) noexcept
    cpdef void go_on(self) noexcept
    @cython.final
    @cython.locals(step=int)
    cdef inline void take_steps(self) noexcept

    @cython.final
    cdef bint may_answer(self, int seat) noexcept

    @cython.locals(other=Asante)
    cpdef Asante clone(self)
    cpdef redeal(self, int seat, Rng rng)
