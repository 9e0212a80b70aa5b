cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.state cimport Choices, State
from mezani.games.zimbabwe.reach cimport NONE, SIDE, SQUARES, flood_all, link_water, spread, touched

cdef enum:
    TYPES = 7
    PRIMARIES = 4
    EACH = 3
    TILES = 21

cdef int RANGE
cdef int[20] NO_STOPS
cdef int[7] IS_SQUARE, USES


cdef class Land(State):
    cdef public int range, resources
    cdef public int[20] ground, water, starts, empty, monuments
    cdef public short[324] levels, owners, wet_next
    cdef public int[324] wet_row
    cdef public short[64] resource_square
    cdef public word64[4] of_kind
    cdef public word64 used, used_again
    cdef public int[7] placed
    cdef public short[21] tile_square, tile_upright, tile_owner
    cdef public word64[21] supply
    cdef word64[21] _other_supply
    cdef short[27] _ways
    cdef int[21] _tile_row, _tile_bits, _tile_below
    cdef int[140] _near
    cdef int[60] _linked
    cdef int _known_near, _known_linked, _known_ways, _known_other

    cpdef put_resource(self, int kind, int square)
    cpdef put_monument(self, int owner, int square)
    cpdef put_water(self, int square)
    @cython.locals(tile=int)
    cpdef put_craftsman(self, int kind, int owner, int square, bint upright)
    cdef void fill(self, int square) noexcept
    @cython.locals(square=int, upright=bint)
    cdef void find_tile(self, int tile) noexcept
    @cython.locals(tile=int)
    cpdef work_out(self)

    @cython.locals(row=int)
    cdef void add_tile(self, int tile, int* squares) noexcept
    @cython.locals(row=int)
    cdef bint reaches_tile(self, int* reached, int tile) noexcept
    @cython.locals(tile=int)
    cpdef int tile_at(self, int square) noexcept
    @cython.locals(resource=int)
    cpdef int resource_at(self, int square) noexcept
    @cython.locals(square=int)
    cdef void add_resources(self, word64 resources, int* squares) noexcept
    @cython.locals(found=word64, left=word64, square=int)
    cdef word64 resources_within(self, int* squares, int kind) noexcept

    cpdef find_water_areas(self)
    @cython.locals(tile=int)
    cpdef look_around(self)
    @cython.locals(tile=int)
    cdef void change_range(self, int steps) noexcept
    @cython.locals(reached=int[20])
    cdef void find_supply(self, int tile) noexcept
    @cython.locals(reached=int[20], tile=int)
    cdef void supply_new_resource(self, int kind, int square) noexcept
    cdef int way(self, int tile, int primary) noexcept
    @cython.locals(hubs=int[21], source=int[20], primaries=int, n=int)
    cdef void find_ways(self, int tile) noexcept
    @cython.locals(missing=int, seen=int[20], passed=int, kind=int, tile=int)
    cdef void count_hubs(self, int* source, int most, int kinds, int* hubs) noexcept
    @cython.locals(found=int, row=int, kind=int, tile=int)
    cdef int reach_craftsmen(self, int* source, int* seen, int passed, int kinds, int* hubs) noexcept
    @cython.locals(found=int, row=int)
    cdef bint next_hubs(self, int* reached, int* seen) noexcept
    @cython.locals(seen=int[20], going_on=bint, row=int)
    cdef void reach_by_hubs(self, int* source, int* reached) noexcept

    @cython.locals(found=int, row=int)
    cdef bint room_for_pair(self, int* across, int* upright) noexcept
    @cython.locals(sides=int[20], found=int, row=int)
    cdef bint room_for_monument(self, bint anywhere, int* squares) noexcept
    @cython.locals(row=int)
    cdef bint room_for_craftsman(self, int kind, int* across, int* upright) noexcept
    @cython.locals(near=int[20], row=int)
    cdef void keep_near_resource(self, int kind, int* across, int* upright) noexcept
    @cython.locals(source=int[20], reached=int[20], tile=int, row=int)
    cdef void keep_near_primary(self, int primary, int* across, int* upright) noexcept
    @cython.locals(resources=word64, tile=int)
    cpdef word64 uncovered(self, int kind) noexcept

    @cython.locals(row=int)
    cdef void add_squares(self, Choices choices, int* squares, int first) noexcept
    @cython.locals(reached=int[20], tile=int, other=int)
    cpdef list squares_in_range(self, int square)
    @cython.locals(source=int[20], seen=int[20], hubs=int[324], tile=int, passed=int, going_on=bint, row=int, other=int)
    cpdef list hubs_from(self, int square)
    cdef copy_land(self, Land other)


@cython.locals(row=int, both=int)
cdef void keep(int kind, int* near, int first, int* across, int* upright) noexcept
