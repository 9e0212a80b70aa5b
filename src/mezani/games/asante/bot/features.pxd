cimport cython

from mezani.engine.bits cimport bit, lowest, word64
from mezani.games.asante.deck cimport Deck
from mezani.games.asante.rules cimport Asante

cdef int DRAWING, GOAL, KEEPING, MOST_KINDS, MOST_PLACE_KINDS, NONE, SLOTS, WARES
cdef int DOES, ARTIFACTS_DO, PLACES_DO, MOST_SALES, LACKING, OF_CARD
cdef int[33] OF_ARTIFACT, OF_PLACE


@cython.final
cdef class AsanteFeatures:
    cdef double[168] inputs  # OF_DECISION
    cdef int at
    cdef double[2] wealth, prospects, sales, bargain, asked, dear
    cdef int[2] wares, sold, left_over, artifacts, places, answers
    cdef int[8] lacking
    cdef int[6] stand

    @cython.locals(seat=int)
    cdef void look(self, Asante state) noexcept
    @cython.locals(ware=int, slot=int, place=int, left=word64)
    cdef void count(self, Asante state, int seat) noexcept
    @cython.locals(ware=int)
    cdef void set_up_stand(self, Asante state, int seat) noexcept
    @cython.locals(lack=int, most=int, ware=int, need=int)
    cdef int missing(self, Deck deck, int kind) noexcept
    @cython.locals(number=int, left=word64, kind=int, many=int)
    cdef void look_at_ware_cards(self, Asante state, int seat) noexcept
    @cython.locals(discount=int, hand=word64, kind=int)
    cdef void sell(self, Asante state, int seat) noexcept
    @cython.locals(best=int, kind=int)
    cdef int dearest(self, Deck deck, word64 hand) noexcept
    @cython.locals(most=int, ware=int)
    cdef void hand_over(self, Deck deck, int kind) noexcept
    @cython.locals(best=double, room=int, buying=word64, kind=int, gain=double)
    cdef double best_bargain(self, Asante state, int seat) noexcept
    @cython.locals(ware=int)
    cdef void put(self, Deck deck, int kind, int times) noexcept
    @cython.locals(hand=word64, kind=int)
    cdef double best_new_sale(self, Asante state, int seat, int bought) noexcept
    cdef inline void add(self, double value) noexcept
    cdef void tell(self, Asante state, int seat) noexcept
    @cython.locals(mine=bint)
    cdef void tell_turn(self, Asante state, int seat) noexcept
    @cython.locals(gold=double, other=double, rich=double)
    cdef void tell_gold(self, Asante state, int seat) noexcept
    @cython.locals(kinds=int, most=int, ware=int, many=int, number=int)
    cdef void tell_wares(self, Asante state, int seat) noexcept
    @cython.locals(other=int, gold=double, rich=double)
    cdef void tell_opponent(self, Asante state, int seat) noexcept
    @cython.locals(number=int, dolls=int, turned=int, slot=int, left=word64, kind=int)
    cdef void tell_artifacts(self, Asante state, int seat) noexcept
    cdef inline int artifact_does(self, Deck deck, int kind) noexcept
    @cython.locals(number=int, place=int, many=int, slot=int)
    cdef void tell_places(self, Asante state, int seat) noexcept
    cdef inline int place_does(self, Deck deck, int place) noexcept
    @cython.locals(number=int, left=word64, kind=int, does=int)
    cdef void tell_hand(self, Asante state, int seat) noexcept
    @cython.locals(is_keeping=bint, number=int)
    cdef void tell_decision(self, Asante state) noexcept
    cdef int number_of_card(self, Asante state, int kind) noexcept
    @cython.locals(seat=int, n=int, found=list)
    cpdef list told(self, Asante state)
