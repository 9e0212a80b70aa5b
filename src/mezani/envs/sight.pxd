cimport cython
from cpython.sequence cimport PySequence_GetItem as row
from mezani.engine.buffers cimport after, byte, bytes_of, clear
from mezani.engine.state cimport Choices, Observer, State

cdef extern from *:
    """
    #define references(array) Py_REFCNT(array)
    """
    Py_ssize_t references(object array)



cdef class Sight:
    cdef readonly int size, actions
    cdef Observer observer
    cdef Choices choices
    cdef object numbers, masks
    cdef byte *numbers_into
    cdef byte *masks_into
    cdef int at
    cdef Py_ssize_t held_by_us

    cdef take_room(self)
    cdef Py_ssize_t held(self)
    @cython.locals(at=int)
    cpdef dict see(self, State state, int seat)
    cdef put_mask(self, State state, int seat, byte *into)

cdef int ROWS
