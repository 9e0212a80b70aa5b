cimport cython
from mezani.engine.bits cimport bit, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.hands cimport can_hand_effect, do_hand_effect
from mezani.games.asante.market cimport Market
from mezani.games.asante.trade cimport can_trade_effect, do_trade_effect

cdef int DONE, LIKE, PLACE, MARKERS, NONE, SLOTS, ALL_SLOTS
cdef int ANY_PLACE, DRAW, RETRIEVE, TAKE_PLACE, VISIT
cdef int IMITATING, TRAVELLING, VISITING

@cython.locals(effect=int, does=int)
cdef bint can_use_place(Market market, int place, int left) noexcept
@cython.locals(effect=int, does=int)
cdef void use_place(Market market, int place, int times) noexcept

@cython.locals(places=word64, place=int)
cdef word64 imitable_places(Market market, int left) noexcept
cdef void imitating_choices(Market market, Choices choices) noexcept
cdef void imitating_chosen(Market market, int action) noexcept

@cython.locals(visitable=word64, slot=int)
cdef word64 visitable_slots(Market market, int slots, int left) noexcept
cdef void visiting_choices(Market market, Choices choices) noexcept
cdef void visiting_chosen(Market market, int action) noexcept

@cython.locals(slots=word64, slot=int)
cdef word64 places_in_middle(Market market) noexcept
cdef void travelling_chosen(Market market, int action) noexcept

@cython.locals(does=int)
cdef bint can_place_effect(Market market, int effect, int left) noexcept
@cython.locals(does=int)
cdef void do_place_effect(Market market, int effect, int times) noexcept
@cython.locals(step=int)
cdef bint is_visit_over(Market market) noexcept
@cython.locals(step=int)
cdef void place_choices(Market market, Choices choices) noexcept
@cython.locals(step=int)
cdef void place_chosen(Market market, int action) noexcept
