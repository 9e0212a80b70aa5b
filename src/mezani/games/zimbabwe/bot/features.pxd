cimport cython

from mezani.engine.bits cimport WORD, bit, count, lowest, word64
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TYPES
from mezani.games.zimbabwe.reach cimport NONE, SIDE, spread
from mezani.games.zimbabwe.rules cimport Zimbabwe
from mezani.games.zimbabwe.shopping cimport shopping_of

cdef int RESOURCES, ANANSI, GIFT, NEW_PRICE, TSUI_GOAB, TURN, HIGHEST, GODS, SPECIALISTS, MOST_HUBS, MOST_RAISES
cdef int[6] MONUMENT_VP
cdef int[7] COST, CRAFTSMAN_VP
cdef int[20] NO_STOPS
cdef double OUT_OF_REACH


@cython.final
cdef class ZimbabweFeatures:
    cdef double[170] inputs  # MOVE_INPUTS
    cdef int at
    cdef double spent
    cdef double[5] budget, gain_in_all, next_gain, next_cost, richer_gain, cheapest, most_kinds, kinds_in_all
    cdef double[5] short_of_one, sales, own_sales, placing_gain, nearby, nearby_free, room_around, customers
    cdef double[5] best_gain, later_gain
    cdef int[35] of_kind
    cdef int[5] is_to_come, raises, near_kinds, by_hope
    cdef int[120] gains, goods
    cdef double[120] costs
    cdef int[30] levels
    cdef double[7] cost, asked
    cdef int[7] seller, stock
    cdef word64[4] unworked
    cdef int[21] hubs

    @cython.locals(seat=int, kinds=int, kind=int, row=int, left=int, square=int)
    cdef look(self, Zimbabwe state)
    @cython.locals(seat=int, place=int)
    cdef void rank_by_hope(self, Zimbabwe state) noexcept
    cdef double lack(self, Zimbabwe state, int seat) noexcept
    @cython.locals(place=int, level=int, kind=int)
    cdef void clear(self, Zimbabwe state, int seat) noexcept
    @cython.locals(owner=int, level=int, steps=int, source=int[20], room=word64, found=int, kind=int, lacking=int)
    cdef void look_at_monument(self, Zimbabwe state, int square, int kinds) noexcept
    @cython.locals(near=int[20], kind=int, found=word64, room=int, row=int)
    cdef void look_around(self, Zimbabwe state, int owner, int square) noexcept
    @cython.locals(tile=int, price=double, cost=double)
    cdef void find_cheapest(self, Zimbabwe state, int owner, int kind, word64 room) noexcept
    @cython.locals(least=double, kind=int, primary=int, way=int)
    cdef double cheapest_primary(self, Zimbabwe state, int owner, int tile, word64 room) noexcept
    cdef double price(self, Zimbabwe state, int buyer, int tile) noexcept
    @cython.locals(gain=int, whole=double, goods=int, repeats=bint, best=int, kind=int)
    cdef void add_raise(self, Zimbabwe state, int owner, int level) noexcept
    @cython.locals(taken=int, gain=double, best=int, most=double, n=int, one=int, bargain=double, kind=int)
    cdef double affordable(self, Zimbabwe state, int seat, double cattle) noexcept
    @cython.locals(room=word64, kind=int, reached=word64, tile=int)
    cdef void count_stock(self, Zimbabwe state, int seat) noexcept
    cdef bint is_in_stock(self, int goods) noexcept
    @cython.locals(cattle=double, gain=double, kind=int, has_room=bint)
    cdef double gain_by_placing(self, Zimbabwe state, int seat) noexcept
    cdef inline void add(self, double value) noexcept
    cdef void tell(self, Zimbabwe state, int seat) noexcept
    @cython.locals(players=int, kind=int)
    cdef void tell_common(self, Zimbabwe state) noexcept
    @cython.locals(need=int, cattle=double, place=int, other=int, before=int, highest=int, level=int)
    cdef void tell_standing(self, Zimbabwe state, int seat) noexcept
    @cython.locals(need=int, lack=double, kind=int)
    cdef void tell_next_turn(self, Zimbabwe state, int seat) noexcept
    @cython.locals(short=double, kind=int, wanted=int, before=int, other=int, n=int)
    cdef double pressure(self, Zimbabwe state, int seat) noexcept
    @cython.locals(place=int)
    cdef bint comes_before(self, Zimbabwe state, int seat, int other) noexcept
    @cython.locals(waiting=int, kind=int, tiles=int, supplied=int, tile=int, god=int, specialist=int)
    cdef void tell_cards(self, Zimbabwe state, int seat) noexcept
    @cython.locals(
        most_cattle=double, most_gain=double, most_sales=double, before_us=int, reaching=int, other=int, own=int,
        lack=double, told=int, place=int,
    )
    cdef void tell_others(self, Zimbabwe state, int seat) noexcept
    @cython.locals(need=int)
    cdef void tell_rival(self, Zimbabwe state, int seat, int other) noexcept
    @cython.locals(main=int)
    cdef void tell_turn(self, Zimbabwe state) noexcept
    @cython.locals(seat=int, n=int, found=list)
    cpdef list told(self, Zimbabwe state)
