cimport cython
from mezani.engine.buffers cimport after, byte, bytes_of, floats_of, ints_of
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, Observer, State, observer_of


cdef class Lanes:
    cdef object start
    cdef readonly object rows
    cdef readonly int count, players
    cdef readonly list states
    cdef list seeds, choosers
    cdef Observer observer
    cdef Choices choices
    cdef Py_ssize_t size, width
    cdef int* actions
    cdef int* seats
    cdef int* scores
    cdef byte* observations
    cdef byte* masks
    cdef byte* over
    cdef float* rewards

    @cython.locals(lane=Py_ssize_t)
    cpdef show_all(self)
    @cython.locals(lane=Py_ssize_t, state=State)
    cpdef step(self)
    @cython.locals(lane=Py_ssize_t, state=State)
    cpdef choose_at_random(self)
    @cython.locals(rng=Rng, state=State)
    cdef State begin(self, Py_ssize_t lane)
    cdef show(self, Py_ssize_t lane, State state)
    @cython.locals(returns=list, scores=list, seat=int)
    cdef note_result(self, Py_ssize_t lane, State state)
    @cython.locals(seat=int)
    cdef void forget_result(self, Py_ssize_t lane) noexcept


@cython.locals(width=Py_ssize_t, count=Py_ssize_t, row=Py_ssize_t, wanted="int*", allowed="byte*")
cpdef Py_ssize_t first_illegal(object actions, object masks) except -2
