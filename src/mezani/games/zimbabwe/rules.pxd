cimport cython
from mezani.engine.bits cimport bit, word64
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TYPES
from mezani.games.zimbabwe.raising cimport Raising
from mezani.games.zimbabwe.reach cimport NONE, SIDE, touched

cdef int ACROSS, BUILD, BUILDER, BUILDING, CRAFTSMAN, CRAFTSMAN_SQUARES, DZIVA, END, FIRST_MONUMENT, GIFT, GIVE, GOD
cdef int GU, HERD, HERD_PAYMENT, MONUMENT_SQUARE, MONUMENT_TO_RAISE, NEW_PRICE, NOMADS, NOTHING, OBATALA, PASS, PAY_HERD, PLACING
cdef int PRICE, RAIN, RAIN_SQUARES, RAISE, RAISING, RESOURCE, SHAMAN, SHAMAN_RESOURCE, SHAMAN_SQUARE, SPECIALIST
cdef int TURN, UPRIGHT, GODS, SPECIALISTS, RESOURCES, MOST_VR
cdef int[7] COST, CRAFTSMAN_VP, IS_SQUARE
cdef int[12] GOD_VR
cdef int[6] MONUMENT_VP
cdef int[5] SPECIALIST_COST, SPECIALIST_VR


cdef class Zimbabwe(Raising):
    cdef public int kind

    cpdef legal(self, Choices choices)
    cpdef apply(self, int action)
    @cython.final
    cdef void back_to_turn(self) noexcept

    @cython.final
    @cython.locals(squares=int[20], row=int)
    cdef void legal_first_monuments(self, Choices choices) noexcept
    @cython.final
    @cython.locals(amount=int)
    cdef void legal_gifts(self, Choices choices) noexcept

    @cython.final
    @cython.locals(god=int, specialist=int, kind=int, price=int)
    cdef legal_in_turn(self, Choices choices)
    @cython.final
    cdef begin_action(self, int action)
    @cython.final
    cdef bint may(self, int main) noexcept
    @cython.final
    @cython.locals(row=int)
    cdef void finish_turn(self) noexcept

    cpdef bint can_choose_god(self, int god) noexcept
    cpdef int god_cost(self, int god) noexcept
    @cython.final
    cdef void choose_god(self, int god) noexcept

    @cython.final
    cdef bint can_use(self, int specialist) noexcept
    @cython.locals(tiles=int, kind=int)
    cpdef bint has_resource_tiles(self) noexcept
    @cython.locals(across=int[20], upright=int[20])
    cpdef bint has_room_for_rain(self) noexcept
    @cython.final
    cdef void use(self, int specialist) noexcept
    @cython.final
    @cython.locals(kind=int)
    cdef void legal_resources(self, Choices choices) noexcept
    @cython.final
    cdef void place_resource(self, int square) noexcept
    @cython.final
    @cython.locals(across=int[20], upright=int[20])
    cdef void legal_rain(self, Choices choices) noexcept
    @cython.final
    cdef void place_water(self, int action) noexcept
    @cython.final
    @cython.locals(pairs=int)
    cdef void legal_payments(self, Choices choices) noexcept
    @cython.final
    cdef void pay_herd(self, int pairs) noexcept

    cpdef bint may_settle_anywhere(self) noexcept
    @cython.final
    @cython.locals(squares=int[20], most=int)
    cdef bint can_build(self) noexcept
    @cython.final
    @cython.locals(squares=int[20])
    cdef void legal_monuments(self, Choices choices) noexcept
    @cython.final
    cdef void build_monument(self, int square) noexcept

    @cython.final
    @cython.locals(across=int[20], upright=int[20])
    cdef bint can_place(self, int kind) noexcept
    @cython.final
    cdef bint can_take_card(self, int kind) noexcept
    @cython.final
    cdef bint has_settled_primary(self, int kind) noexcept
    @cython.final
    @cython.locals(across=int[20], upright=int[20])
    cdef void legal_craftsman_squares(self, Choices choices) noexcept
    @cython.final
    @cython.locals(kind=int)
    cdef void place_craftsman(self, int action) noexcept
    @cython.final
    cdef void take_card(self, int kind) noexcept
    @cython.final
    @cython.locals(now=int)
    cdef bint can_reprice(self, int kind, int price) noexcept
    @cython.final
    cdef void change_price(self, int kind, int price) noexcept

    @cython.final
    @cython.locals(squares=int[20])
    cdef bint can_raise_any(self) except -1
    @cython.final
    @cython.locals(squares=int[20])
    cdef legal_raises(self, Choices choices)

    @cython.locals(other=Zimbabwe)
    cpdef Zimbabwe clone(self)
    cpdef redeal(self, int seat, Rng rng)
