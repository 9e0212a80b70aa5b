cimport cython

from mezani.engine.bits cimport bit, count
from mezani.games.zimbabwe.bot.next_turns cimport NextTurns
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TYPES
from mezani.games.zimbabwe.reach cimport NONE
from mezani.games.zimbabwe.rules cimport Zimbabwe

cdef int GIFT, NEW_PRICE, TURN, HIGHEST, GODS, SPECIALISTS


@cython.final
cdef class ZimbabweFeatures(NextTurns):
    cdef double[181] inputs  # VALUE_INPUTS
    cdef int at

    cdef inline void add(self, double value) noexcept
    cdef void tell(self, Zimbabwe state, int seat) noexcept
    @cython.locals(players=int, kind=int)
    cdef void tell_common(self, Zimbabwe state) noexcept
    @cython.locals(need=int, cattle=double, place=int, other=int, highest=int, level=int)
    cdef void tell_standing(self, Zimbabwe state, int seat) noexcept
    @cython.locals(need=int, lack=double, kind=int)
    cdef void tell_next_turn(self, Zimbabwe state, int seat) noexcept
    @cython.locals(waiting=int, kind=int, tiles=int, supplied=int, tile=int, god=int, specialist=int)
    cdef void tell_cards(self, Zimbabwe state, int seat) noexcept
    @cython.locals(
        most_cattle=double, most_gain=double, most_sales=double, before_us=int, reaching=int, other=int, own=int,
        lack=double, told=int, place=int,
    )
    cdef void tell_others(self, Zimbabwe state, int seat) noexcept
    @cython.locals(need=int)
    cdef void tell_rival(self, Zimbabwe state, int seat, int other) noexcept
    @cython.locals(best=double, later=double, other=int, own=double, own_later=double, is_last=double, lead=double)
    cdef void tell_race(self, Zimbabwe state, int seat) noexcept
    cdef void tell_gifts(self, Zimbabwe state, int seat) noexcept
    @cython.locals(main=int)
    cdef void tell_turn(self, Zimbabwe state) noexcept
    @cython.locals(seat=int, n=int, found=list)
    cpdef list told(self, Zimbabwe state)
