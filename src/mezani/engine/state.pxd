cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.buffers cimport byte, bytes_of, clear, size_of, view_of
from mezani.engine.rng cimport Rng, below


@cython.final
cdef class Choices:
    cdef readonly int count
    cdef int[4096] actions  # MOST_CHOICES

    cpdef void clear(self) noexcept
    cpdef void add(self, int action) noexcept
    cpdef void add_set(self, word64 word, int first) noexcept
    cpdef check(self)
    cpdef check_some(self)
    @cython.locals(place=int)
    cpdef bint has(self, int action) except -1
    @cython.locals(place=int)
    cdef put_mask(self, byte* into, Py_ssize_t size)
    @cython.locals(place=int, found=list)
    cpdef list as_list(self)


cdef class Observer


cdef class State:
    cdef public int players, seat, reveals
    cdef public bint is_over
    cdef public Rng rng

    cpdef legal(self, Choices choices)
    cpdef apply(self, int action)
    cpdef State clone(self)
    cpdef redeal(self, int seat, Rng rng)
    cpdef list scores(self)
    cpdef list winners(self)
    cpdef tuple standing(self, int seat)
    cpdef list places(self)
    cpdef list open_seats(self)
    cpdef list open_actions(self, int seat)
    cpdef bint hides_choice(self) except -1
    cpdef int standing_answer(self, bint asked_always) except -2
    cpdef bint allows(self, int action) except -1
    cpdef list legal_actions(self)
    cpdef int random_action(self, Rng rng) except -1
    @cython.locals(decisions=int)
    cpdef int play_out(self, Rng rng) except -1
    @cython.locals(observer=Observer)
    cpdef observe(self, int seat, object buffer)
    @cython.locals(size=Py_ssize_t, into="byte*")
    cpdef mask(self, object buffer)
    cpdef work_out(self)
    cpdef copy_common(self, State other)


cdef class Observer:
    cdef public object observation
    cdef public int size

    @cython.locals(written=int)
    cdef show(self, State state, int seat, byte* into)
    cdef int write(self, State state, int seat, byte* into) except -1


cdef dict OBSERVERS

cpdef check_seat(State state, int seat)
cpdef Observer observer_of(State state)


cdef Choices scratch
cdef int ROOM

cpdef int playout(State state, Rng rng) except -1
