cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TILES, TYPES
from mezani.games.zimbabwe.empires cimport Empires
from mezani.games.zimbabwe.shopping cimport Shopping, shopping_of
from mezani.games.zimbabwe.reach cimport NONE, SIDE

cdef int GOOD, GOOD_RESOURCE, MONUMENT_TO_RAISE, PRIMARY, PRIMARY_RESOURCE, QAMATA, RAISING, TURN
cdef int ALL_TYPES, HIGHEST
cdef int[6] MONUMENT_VP


cdef class Raising(Empires):
    cdef public int[20] raised
    cdef public int raising, goods
    cdef public int[21] hubs
    cdef public int[4] maker, primary, maker_resource, primary_resource

    @cython.locals(good=int, tile=int)
    cdef void forget_raising(self) noexcept
    @cython.locals(shopping=Shopping, most=int, found=bint, row=int, left=int, square=int)
    cdef bint monuments_to_raise(self, int* squares, bint one_will_do) except -1
    @cython.locals(level=int, spare=int, kinds=int, tile=int, source=int[20], seen=int[20], reached=int, passed=int, found=int)
    cdef bint can_raise(self, int square, Shopping shopping) noexcept
    @cython.locals(source=int[20])
    cdef void start_raise(self, int square) noexcept

    @cython.locals(kinds=int, good=int)
    cdef int wanted_kinds(self, Shopping shopping) noexcept
    @cython.locals(found=word64, kinds=int, left=int, tile=int, kind=int, others=int)
    cdef word64 makers(self, Shopping shopping) noexcept
    @cython.locals(found=word64, kind=int, kinds=int, left=int, primary=int)
    cdef word64 primaries(self, Shopping shopping, int tile, int cattle) noexcept
    @cython.locals(shopping=Shopping)
    cpdef word64 suppliers(self, int tile) except? 0
    @cython.locals(kinds=int)
    cdef int kinds_after(self, Shopping shopping, int tile) noexcept
    @cython.locals(
        found=word64, kinds=int, left=int, primary=int, tile=int, resources=word64, room=word64, room_for_two=word64
    )
    cdef word64 usable(self, Shopping shopping) noexcept
    @cython.locals(shopping=Shopping, tile=int)
    cdef Shopping shopping(self)
    @cython.locals(shopping=Shopping)
    cpdef word64 open_choices(self) except? 0
    @cython.locals(squares=int[20], found=word64, square=int)
    cdef legal_while_raising(self, Choices choices)

    @cython.locals(found=word64)
    cdef choose_for_raise(self, int square)
    @cython.locals(tile=int)
    cdef take_choice(self, int choice)
    @cython.locals(shopping=Shopping, price=int)
    cdef pay_craftsman(self, int tile, int hubs)
    cdef void mark(self, int resource) noexcept
    @cython.locals(level=int)
    cdef void take_good(self) noexcept
    cdef copy_raising(self, Raising other)


@cython.locals(kinds=int)
cdef int types_of(int tiles) noexcept
