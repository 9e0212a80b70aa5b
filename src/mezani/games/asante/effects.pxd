cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.hands cimport can_hand_effect, do_hand_effect
from mezani.games.asante.market cimport Market
from mezani.games.asante.places cimport can_place_effect, do_place_effect
from mezani.games.asante.trade cimport can_trade_effect, do_trade_effect, take

cdef int AWAY, DONE, FIRST, KEEP, MINE, OPTION, PLAY, THEIRS, NONE, SLOTS
cdef int BORROW, CURSE, DRAW, REDEEM, RETRIEVE, TRACK, TRAMPLE
cdef int BORROWING, DESTROY, DO, FOUND, OPTING, PUT_AWAY, RUN, TRAMPLED, TRAMPLING

@cython.locals(first=int, effect=int)
cdef bint can_run(Market market, int kind, int slot, int left, int cards) noexcept
@cython.locals(kind=int, slot=int, effect=int)
cdef void run(Market market) noexcept
@cython.locals(options=word64, number=int, effect=int)
cdef word64 possible_options(Market market, int kind, int slot) noexcept
@cython.locals(options=word64)
cdef void choose_option(Market market, int kind, int slot) noexcept
@cython.locals(kind=int, slot=int)
cdef void opting_chosen(Market market, int action) noexcept

cdef bint can_afford(Market market, int effect, int kind, int slot, int left, int cards) noexcept
@cython.locals(does=int)
cdef bint can_do(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void begin(Market market, int effect, int kind, int slot) noexcept
@cython.locals(effect=int, kind=int, slot=int, does=int)
cdef void do(Market market) noexcept

@cython.locals(slots=word64, slot=int)
cdef word64 artifacts_of(Market market, int seat) noexcept
cdef void use_artifact(Market market, int slot) noexcept
@cython.locals(kind=int)
cdef bint can_use_for_nothing(Market market, int slot, int left) noexcept
cdef void trampling_choices(Market market, Choices choices) noexcept
@cython.locals(slot=int)
cdef void trampling_chosen(Market market, int action) noexcept
@cython.locals(slot=int)
cdef void trampled_chosen(Market market, int action) noexcept
@cython.locals(slots=word64, number=int, slot=int)
cdef word64 borrowable(Market market, int left) noexcept
cdef void borrowing_choices(Market market, Choices choices) noexcept
@cython.locals(slot=int)
cdef void borrowing_chosen(Market market, int action) noexcept

cdef bint can_track(Market market) noexcept
@cython.locals(kinds=word64, place=int)
cdef bint has_animals(Market market) noexcept
@cython.locals(kind=int, shuffles=int)
cdef void track(Market market) noexcept
@cython.locals(kind=int)
cdef void found_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int)
cdef void found_chosen(Market market, int action) noexcept

@cython.locals(step=int)
cdef void effect_choices(Market market, Choices choices) noexcept
@cython.locals(step=int)
cdef void effect_chosen(Market market, int action) noexcept
