cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport NONE, SLOTS, Market
from mezani.games.asante.steps cimport BEGIN, CAN, add_effect, add_settling, add_step
from mezani.games.asante.trade cimport take

cdef int AWAY, DONE, FIRST, KEEP, MINE, OPTION, PLAY, THEIRS
cdef int BORROW, CURSE, REDEEM, TRACK, TRAMPLE
cdef int BORROWING, DESTROY, DO, FOUND, OPTING, PUT_AWAY, RUN, TRAMPLED, TRAMPLING

@cython.locals(first=int, effect=int)
cdef bint can_run(Market market, int kind, int slot, int left, int cards) noexcept
@cython.locals(kind=int, slot=int, effect=int)
cdef bint run(Market market) noexcept
cdef bint put_away(Market market) noexcept

@cython.locals(options=word64, number=int, effect=int)
cdef word64 possible_options(Market market, int kind, int slot) noexcept
@cython.locals(options=word64)
cdef void choose_option(Market market, int kind, int slot) noexcept
cdef void opting_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int, slot=int)
cdef void opting_chosen(Market market, int action) noexcept

cdef bint can_afford(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void pay_for(Market market, int effect, int kind, int slot) noexcept
@cython.locals(effect=int, kind=int, slot=int)
cdef bint do(Market market) noexcept

cdef bint can_curse(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void curse(Market market, int effect, int kind, int slot, int times) noexcept
cdef bint can_redeem(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void redeem(Market market, int effect, int kind, int slot, int times) noexcept

@cython.locals(slots=word64, slot=int)
cdef word64 artifacts_of(Market market, int seat) noexcept
cdef void use_artifact(Market market, int slot) noexcept
@cython.locals(kind=int)
cdef bint can_use_for_nothing(Market market, int slot, int left) noexcept

cdef bint can_trample(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void trample(Market market, int effect, int kind, int slot, int times) noexcept
cdef void trampling_choices(Market market, Choices choices) noexcept
@cython.locals(slot=int)
cdef void trampling_chosen(Market market, int action) noexcept
cdef void trampled_choices(Market market, Choices choices) noexcept
@cython.locals(slot=int)
cdef void trampled_chosen(Market market, int action) noexcept
cdef bint destroy(Market market) noexcept

cdef bint can_borrow(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void borrow(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(slots=word64, number=int, slot=int)
cdef word64 borrowable(Market market, int left) noexcept
cdef bint settle_borrowing(Market market) noexcept
cdef void borrowing_choices(Market market, Choices choices) noexcept
@cython.locals(slot=int)
cdef void borrowing_chosen(Market market, int action) noexcept

cdef bint can_track(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef bint has_trackable(Market market) noexcept
@cython.locals(kinds=word64, place=int)
cdef bint has_animals(Market market) noexcept
@cython.locals(card=int, shuffles=int)
cdef void track(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(kind=int)
cdef void found_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int)
cdef void found_chosen(Market market, int action) noexcept
