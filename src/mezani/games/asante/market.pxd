cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.rng cimport Rng, below
from mezani.engine.state cimport State
from mezani.games.asante.deck cimport Deck

cdef enum:  # as in constants.py: numbers that the C compiler knows
    NONE = -1
    WARES = 6
    SPACES = 6
    TOKENS = 8
    SLOTS = 3
    MOST_KINDS = 64
    MOST_PLACE_KINDS = 8

cdef int MARKERS, START_GOLD, START_CARDS
cdef int DRAWING, DISCARDING


cdef class Market(State):
    cdef public Deck deck
    cdef public int turn, active, markers, discount
    cdef public bint place_played, last_turn, silent
    cdef public int cancelled
    cdef public int[2] gold, hand_size
    cdef public int[12] stands
    cdef public word64[2] held
    cdef public short[128] hands, known, shown, pile, discards
    cdef public int pile_size, discard_size, shuffles, drawn, haggled
    cdef public short[8] looked
    cdef public int looked_size
    cdef public int[6] artifacts, dolls
    cdef public bint[6] turned
    cdef public int[3] middle
    cdef public short[32] place_pile, place_discards
    cdef public int place_pile_size, place_discard_size
    cdef public int[16] owned
    cdef public int top
    cdef public short[24] step, a, b, c

    cdef void push(self, int step, int a, int b, int c) noexcept
    cdef void pop(self) noexcept

    @cython.locals(seat=int)
    cdef int supply(self, int ware) noexcept
    @cython.locals(space=int, ware=int)
    cdef int free_spaces(self, int seat) noexcept
    @cython.locals(wares=word64, ware=int)
    cdef word64 wares_of(self, int seat) noexcept
    @cython.locals(wares=word64, ware=int)
    cdef word64 supplied(self) noexcept
    cdef bint can_take(self) noexcept
    cdef word64 takeable(self) noexcept
    cdef void take_ware(self, int ware) noexcept
    cdef void return_ware(self, int seat, int ware) noexcept

    cdef void gain_card(self, int seat, int kind, bint openly) noexcept
    @cython.locals(place=int)
    cdef void lose_card(self, int seat, int kind) noexcept
    cdef void discard(self, int kind) noexcept
    @cython.locals(kinds=word64, place=int)
    cdef word64 discarded(self) noexcept
    cdef void discard_from_hand(self, int seat, int kind) noexcept
    cdef void discard_cards(self, int seat, int cards) noexcept
    cdef bint can_draw(self) noexcept
    @cython.locals(kind=int)
    cdef int draw_card(self) noexcept
    @cython.locals(kind=int)
    cdef void draw_to_hand(self, int cards) noexcept
    @cython.locals(place=int)
    cdef void reshuffle(self) noexcept
    @cython.locals(kind=int)
    cdef void look_at(self, int cards) noexcept
    @cython.locals(place=int)
    cdef void discard_looked(self) noexcept

    cdef void gain_place(self, int seat, int slot) noexcept
    cdef void discard_place(self, int place) noexcept
    @cython.locals(slot=int)
    cdef void fill_gaps(self) noexcept
    @cython.locals(drawn=int)
    cdef int draw_place(self) noexcept
    @cython.locals(place=int)
    cdef void reshuffle_places(self) noexcept
    cdef void discard_artifact(self, int slot) noexcept

    @cython.locals(kind=int, place=int, seat=int, slot=int, size=int)
    cdef void set_up(self)
    cdef copy_market(self, Market other)


@cython.locals(place=int, other=int, kind=short)
cdef void shuffle(short* cards, int size, Rng rng) noexcept

@cython.locals(copies=int[64], place=int, kind=int)
cdef void arrange(short* cards, int size) noexcept
