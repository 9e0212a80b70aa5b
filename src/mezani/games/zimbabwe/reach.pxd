cimport cython
from mezani.engine.bits cimport lowest

cdef enum:
    NONE = -1
    SIDE = 18
    SQUARES = 324

cdef int[20] ROWS
cdef int ALL_ROWS

@cython.locals(common=int, row=int)
cdef bint touched(int* some, int* others) noexcept
@cython.locals(sides=int[20], dry=int[20], row=int, step=int, wet_rows=int, moving=int)
cdef void spread(
    int* reached, int steps, int* ground, int* water, int* wet_row, short* wet_next, int* stops
) noexcept
@cython.locals(dry=int[20], row=int)
cdef void flood_all(int* reached, int* water, int* wet_row, short* wet_next) noexcept
@cython.locals(row=int, wet=int)
cdef void flood_rows(int rows, int* reached, int* dry, int* wet_row, short* wet_next) noexcept
@cython.locals(row=int)
cdef void flood(int square, int* reached, int* dry, int* wet_row, short* wet_next) noexcept
@cython.locals(dry=int[20], area=int[20], row=int, other=int)
cdef void link_water(int* water, int* wet_row, short* wet_next) noexcept
@cython.locals(growing=bint, row=int, more=int)
cdef void grow_area(int* area, int* water) noexcept
@cython.locals(following=int, _=int, row=int, left=int, square=int)
cdef void link_area(int* area, int* wet_row, short* wet_next) noexcept
