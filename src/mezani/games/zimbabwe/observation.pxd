cimport cython
from mezani.engine.bits cimport lowest, word64
from mezani.engine.buffers cimport byte, place_from, write_number, write_one, write_set
from mezani.engine.state cimport Observer, State
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TILES, TYPES
from mezani.games.zimbabwe.reach cimport NONE, SIDE, SQUARES
from mezani.games.zimbabwe.rules cimport Zimbabwe

cdef enum:  # as in actions.py
    GOD_PLAQUE = 5

cdef int SEATS, PLAQUES, GODS, SPECIALISTS, RESOURCES, STEPS, ACTIONS_OF_TURN, GOODS, CARDS, SHAMAN_SQUARE, TURN
cdef int[7] IS_SQUARE


cdef class ZimbabweObserver(Observer):
    cdef int write(self, State state, int seat, byte* into) except -1


@cython.locals(players=int, at=int)
cdef int write_all(Zimbabwe state, int seat, byte* into) noexcept

@cython.locals(row=int)
cdef int write_squares(int* squares, byte* into, int at) noexcept
@cython.locals(markers=int, kind=int, left=word64, resource=int, square=int)
cdef int write_resources(Zimbabwe state, byte* into, int at) noexcept
@cython.locals(owned=int, row=int, left=int, square=int, place=int)
cdef int write_monuments(Zimbabwe state, int seat, byte* into, int at) noexcept
@cython.locals(first=int, kind=int, number_of_tile=int, tile=int, square=int, place=int)
cdef int write_craftsmen(Zimbabwe state, int seat, byte* into, int at) noexcept
@cython.locals(upright=bint)
cdef void cover(Zimbabwe state, int tile, byte* into, int at) noexcept
@cython.locals(good=int, tile=int)
cdef int write_raise(Zimbabwe state, byte* into, int at) noexcept
cdef void write_used(Zimbabwe state, int resource, byte* into, int at) noexcept

@cython.locals(players=int, god=int, other=int, place=int, specialist=int)
cdef int write_empires(Zimbabwe state, int seat, byte* into, int at) noexcept
@cython.locals(kind=int, prices=int, other=int, place=int, card=int)
cdef int write_technologies(Zimbabwe state, int seat, byte* into, int at) noexcept
@cython.locals(players=int, n=int, owner=int, place=int, other=int)
cdef int write_generosity(Zimbabwe state, int seat, byte* into, int at) noexcept
@cython.locals(culture=bint)
cdef int write_turn(Zimbabwe state, byte* into, int at) noexcept
