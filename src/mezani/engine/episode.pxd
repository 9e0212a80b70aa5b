cimport cython
from mezani.engine.buffers cimport after, byte, bytes_of, copy, next_difference
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Observer, State, check_seat, observer_of


cdef class Episode:
    cdef readonly State state
    cdef readonly list actions
    cdef Observer observer
    cdef int size
    cdef bytearray seen, now
    cdef list learnt

    @cython.locals(seat=int)
    cpdef begin(self, int seat)
    cdef look(self, int seat)
    @cython.locals(seat=int)
    cpdef play(self, int action)
    @cython.locals(before="byte*", now="byte*", news=bytearray, learnt=bytearray, at=int, changed=int)
    cdef learn(self, int seat)
    cpdef bytes key(self, int seat)
    cpdef bytes observation(self, int seat)
    cpdef Episode clone(self)
    @cython.locals(other=int)
    cpdef resample(self, int seat, Rng rng)


@cython.locals(episode=Episode)
cpdef Episode restored(State state, list actions, bytearray seen, list learnt)
