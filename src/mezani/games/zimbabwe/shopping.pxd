cimport cython
from mezani.engine.bits cimport WORD, bit, count, lowest, word64
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TYPES
from mezani.games.zimbabwe.empires cimport Empires
from mezani.games.zimbabwe.reach cimport NONE

cdef int ANANSI, ATETE, TSUI_GOAB


@cython.final
cdef class Shopping:
    cdef Empires state
    cdef bint repeats, pays_one
    cdef public word64 room, room_for_two
    cdef int[21] hubs
    cdef int uses
    cdef word64[256] unions

    @cython.locals(god=int)
    cdef void begin(self, Empires state) noexcept
    @cython.locals(found=int, kind=int)
    cpdef int kinds(self) noexcept
    cpdef int price_of(self, int tile) noexcept
    cpdef int way(self, int tile, int primary) noexcept
    @cython.locals(kinds=int, types_at=int[7], goods=int, price=int)
    cdef int most_goods(self, int cattle) noexcept
    @cython.locals(least=int, tile=int, of_primary=int)
    cdef int least_price(self, int kind) noexcept
    @cython.locals(kind=int, others=int, tile=int)
    cdef bint can_finish(self, int left, int kinds, int cattle) noexcept
    @cython.locals(found=bint, kind=int, primary=int)
    cdef bint can_finish_with(self, int tile, int left, int kinds, int cattle) noexcept
    @cython.locals(way=int, found=bint)
    cdef bint can_finish_from(self, int tile, int primary, int left, int kinds, int cattle) noexcept
    @cython.locals(sets=int, some=int, union=word64)
    cdef bint reserve(self, word64 resources) noexcept
    cdef void mark(self, int resource) noexcept


cdef Shopping scratch

cdef Shopping shopping_of(Empires state)
