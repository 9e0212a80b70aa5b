cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.games.zimbabwe.land cimport TYPES, Land
from mezani.games.zimbabwe.reach cimport NONE, SIDE

cdef int DZIVA, ELEGUA, ENGAI, ESHU, FIRST_MONUMENT, GIFT, GU, MOST_GIFT, NOTHING, QAMATA, SHADIPINYI, TURN
cdef int XANGO, SPECIALISTS, GOD_PLAQUE, RANGE, START_CATTLE, START_VR, WATER_TILES
cdef int[14] CARD_VR
cdef int[6] MONUMENT_VP


cdef class Empires(Land):
    cdef public int round, step, gods, on_qamata, specialists, water_tiles, winner
    cdef public int[5] cattle, vr, vp, markers, god, specialist_owner, on_specialist
    cdef public int[7] cards_left
    cdef public int[35] card, price, on_card
    cdef public int[4] resource_tiles
    cdef public int[6] queue, plaque
    cdef public int queue_length, next_plaque, giving, gift, passed, places_left
    cdef public int[5] gave, order
    cdef public int turn, paid, main, monuments_built, first_of_type, new_cards, repriced
    cdef public bint has_chosen, prices_open

    @cython.locals(place=int)
    cpdef ask_first_monument(self)
    cdef void place_first_monument(self, int square) noexcept

    @cython.locals(place=int, other=int)
    cdef void move_marker(self, int seat, int change) noexcept
    @cython.locals(place=int)
    cdef bint is_before(self, int seat, int other) noexcept
    cpdef int card_cost(self, int seat, int kind) noexcept
    @cython.locals(back=int, kind=int)
    cpdef int rebate(self, int seat) noexcept

    @cython.locals(seat=int)
    cpdef begin_round(self)
    @cython.locals(first=int, seat=int, place=int, other=int)
    cpdef line_up(self)
    @cython.locals(seat=int)
    cpdef int worshipper(self, int god) noexcept
    cpdef int most_gift(self, int seat) noexcept
    cpdef int free_gift(self, int seat) noexcept
    @cython.locals(seat=int)
    cdef void ask_for_gift(self) noexcept
    @cython.locals(free=int)
    cdef void give(self, int amount) noexcept
    cdef void decline(self) noexcept
    cdef void take_last_place(self, int seat) noexcept
    @cython.locals(seat=int)
    cdef void end_generosity(self) noexcept

    cpdef begin_turn(self)
    cpdef int range_of(self, int seat) noexcept
    cdef void set_range(self, int steps) noexcept
    cdef void end_turn(self) noexcept

    @cython.locals(seat=int, kind=int, specialist=int)
    cdef void end_round(self) noexcept
    @cython.locals(cattle=int, kind=int, specialist=int)
    cpdef int revenue(self, int seat) noexcept
    @cython.locals(highest=int, row=int, left=int, square=int)
    cpdef int income(self, int seat) noexcept
    @cython.locals(place=int, seat=int)
    cdef void compare_mythologies(self) noexcept
    @cython.locals(ahead=int)
    cdef bint beats(self, int seat, int other) noexcept
    cdef copy_empires(self, Empires other)
