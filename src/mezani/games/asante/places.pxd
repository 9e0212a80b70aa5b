cimport cython
from mezani.engine.bits cimport bit, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport NONE, SLOTS, Market
from mezani.games.asante.steps cimport BEGIN, CAN, add_effect, add_settling, add_step

cdef int DONE, LIKE, PLACE, MARKERS, ALL_SLOTS
cdef int ANY_PLACE, RETRIEVE, TAKE_PLACE, VISIT
cdef int IMITATING, TRAVELLING, VISITING

@cython.locals(effect=int)
cdef bint can_use_place(Market market, int place, int left) noexcept
@cython.locals(effect=int)
cdef void use_place(Market market, int place, int times) noexcept

cdef bint can_retrieve(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void retrieve(Market market, int effect, int kind, int slot, int times) noexcept

cdef bint can_imitate(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void imitate(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(places=word64, place=int)
cdef word64 imitable_places(Market market, int left) noexcept
cdef bint settle_imitating(Market market) noexcept
cdef void imitating_choices(Market market, Choices choices) noexcept
cdef void imitating_chosen(Market market, int action) noexcept

cdef bint can_visit(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void visit(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(visitable=word64, slot=int)
cdef word64 visitable_slots(Market market, int slots, int left) noexcept
cdef bint settle_visiting(Market market) noexcept
cdef void visiting_choices(Market market, Choices choices) noexcept
cdef void visiting_chosen(Market market, int action) noexcept

cdef bint can_travel(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void travel(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(slots=word64, slot=int)
cdef word64 places_in_middle(Market market) noexcept
cdef void travelling_choices(Market market, Choices choices) noexcept
cdef void travelling_chosen(Market market, int action) noexcept
