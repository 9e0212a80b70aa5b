cimport cython

from mezani.engine.bits cimport WORD, bit, count, lowest, word64
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TYPES
from mezani.games.zimbabwe.reach cimport NONE, SIDE, spread
from mezani.games.zimbabwe.rules cimport Zimbabwe
from mezani.games.zimbabwe.shopping cimport shopping_of

cdef int RESOURCES, ANANSI, ATETE, GIFT, OBATALA, TSUI_GOAB, XANGO, HIGHEST, MOST_HUBS, MOST_RAISES
cdef int[6] MONUMENT_VP
cdef int[7] COST, CRAFTSMAN_VP
cdef int[20] NO_STOPS
cdef double OUT_OF_REACH
cdef word64 GUARD


cdef class NextTurns:
    cdef double[5] budget, gain_in_all, next_gain, next_cost, richer_gain, cheapest, most_kinds, kinds_in_all
    cdef double[5] short_of_one, sales, own_sales, placing_gain, nearby, nearby_free, room_around, customers
    cdef double[5] best_gain, later_gain, pressed_gain, surplus, later_surplus
    cdef int[35] of_kind
    cdef int[5] is_to_come, raises, near_kinds, by_hope
    cdef int[35] gains
    cdef word64[35] goods
    cdef double[35] costs
    cdef int[128] plan_gain  # 2 ** MOST_RAISES
    cdef double[128] plan_cost
    cdef word64[128] plan_goods
    cdef int plan
    cdef word64 stock
    cdef int[30] levels
    cdef double[7] cost, asked
    cdef int[7] seller
    cdef word64[4] unworked
    cdef int[21] hubs

    @cython.locals(seat=int, kinds=int, kind=int, row=int, left=int, square=int)
    cdef look(self, Zimbabwe state)
    @cython.locals(seat=int, place=int)
    cdef void rank_by_hope(self, Zimbabwe state) noexcept
    @cython.locals(taken=word64, place=int, seat=int)
    cdef void press(self, Zimbabwe state) noexcept
    @cython.locals(left=word64, kind=int, had=word64, used=word64)
    cdef word64 less(self, word64 stock, word64 taken) noexcept
    @cython.locals(vp=double)
    cdef double surplus_after(self, Zimbabwe state, int seat) noexcept
    @cython.locals(vp=double)
    cdef double surplus_later(self, Zimbabwe state, int seat) noexcept
    @cython.locals(place=int)
    cdef double in_a_tie(self, Zimbabwe state, int seat, double vp) noexcept
    @cython.locals(place=int)
    cdef inline int place_of(self, Zimbabwe state, int seat) noexcept
    cdef inline double gain_aside(self, Zimbabwe state, int seat) noexcept
    cdef double lack(self, Zimbabwe state, int seat) noexcept
    @cython.locals(level=int, kind=int)
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
    @cython.locals(gain=int, whole=double, goods=word64, repeats=bint, best=int, kind=int)
    cdef void add_raise(self, Zimbabwe state, int owner, int level) noexcept
    @cython.locals(plan=int, one=int, rest=int)
    cdef void plan_raises(self, int seat) noexcept
    @cython.locals(best=int, plan=int, better=int)
    cdef double affordable(self, int seat, double cattle) noexcept
    @cython.locals(room=word64, twice=word64, kind=int, reached=word64, tile=int)
    cdef void count_stock(self, Zimbabwe state, int seat) noexcept
    cdef inline word64 room_for(self, Zimbabwe state, int seat) noexcept
    cdef inline bint is_in_stock(self, word64 goods) noexcept
    @cython.locals(cattle=double, gain=double, kind=int, has_room=bint)
    cdef double gain_by_placing(self, Zimbabwe state, int seat) noexcept
    @cython.locals(short=double, kind=int, wanted=int, before=int, stock=int, other=int, n=int, used=int)
    cdef double pressure(self, Zimbabwe state, int seat) noexcept
    @cython.locals(place=int)
    cdef bint comes_before(self, Zimbabwe state, int seat, int other) noexcept
