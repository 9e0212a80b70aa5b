cimport cython

cdef int WIDEST


@cython.final
cdef class Net:
    cdef public list layers
    cdef public dict made
    cdef public int depth
    cdef int[::1] sizes
    cdef double[::1] numbers
    cdef double[512] nodes, sums  # MOST_NODES

    @cython.locals(start=int, layer=int)
    cdef void work_out(self) noexcept
    @cython.locals(biases=int, out=int, node=int, value=double)
    cdef int through(self, int start, int before, int after, bint is_hidden) noexcept
    @cython.locals(node=int, out=int)
    cpdef list answers(self, list inputs)
