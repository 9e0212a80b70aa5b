cimport cython
from mezani.engine.bits cimport bit, count, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport NONE, WARES, Market
from mezani.games.asante.steps cimport add_effect, add_step, always

cdef int BACK, DONE, MINUS, PLUS, RUN
cdef int BUY, DYE, FERRY, GOLD, OPPONENT_PAYS, OPPONENT_RETURNS, SELL, SELL_SET, STEAL, SWAP, TAKE, TRADE
cdef int BUYING, DYED, DYEING, FERRYING, SEIZING, SELLING, SELLING_SET, STEALING, SWAPPED, SWAPPING, TAKING, TRADING

cdef void gain_gold(Market market, int effect, int kind, int slot, int times) noexcept
cdef bint can_make_pay(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void make_pay(Market market, int effect, int kind, int slot, int times) noexcept

cdef bint may_return(Market market, int kind) noexcept
@cython.locals(below=int)
cpdef bint may_return_now(Market market) noexcept
cdef bint has_room(Market market, int effect, int kind, int slot, int left, int cards) noexcept

cdef void take_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef void take(Market market, int wares, int begun) noexcept
cdef void taking_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void taking_chosen(Market market, int action) noexcept

cdef bint can_buy(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void buy_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef void buy(Market market, int wares, int price, int begun) noexcept
cdef void buying_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, price=int)
cdef void buying_chosen(Market market, int action) noexcept

cpdef int fare(int wares) noexcept
cdef bint can_ferry(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void ferry(Market market, int effect, int kind, int slot, int times) noexcept
cdef void ferrying_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void ferrying_chosen(Market market, int action) noexcept

cdef bint has_wares(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void sell_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef void sell(Market market, int wares, int price, int begun) noexcept
cdef void selling_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, price=int)
cdef void selling_chosen(Market market, int action) noexcept

cdef void sell_set(Market market, int effect, int kind, int slot, int times) noexcept
cdef void selling_set_choices(Market market, Choices choices) noexcept
@cython.locals(effect=int, returned=int)
cdef void selling_set_chosen(Market market, int action) noexcept

cdef void dye(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(ware=int, returned=int)
cdef void dyeing_choices(Market market, Choices choices) noexcept
cdef void dyeing_chosen(Market market, int action) noexcept
cdef void dyed_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, taken=int)
cdef void dyed_chosen(Market market, int action) noexcept

cdef void trade(Market market, int effect, int kind, int slot, int times) noexcept
cdef void trading_choices(Market market, Choices choices) noexcept
@cython.locals(left=int)
cdef void trading_chosen(Market market, int action) noexcept

cdef void swap_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef void swap(Market market, int times, int begun) noexcept
cdef void swapping_choices(Market market, Choices choices) noexcept
cdef void swapping_chosen(Market market, int action) noexcept
cdef void swapped_choices(Market market, Choices choices) noexcept
@cython.locals(times=int)
cdef void swapped_chosen(Market market, int action) noexcept

cdef bint can_seize(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void seize_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef void seize(Market market, int wares) noexcept
cdef void seizing_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void seizing_chosen(Market market, int action) noexcept

cdef bint can_steal_wares(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void steal_wares(Market market, int effect, int kind, int slot, int times) noexcept
cdef bint can_steal(Market market, int kind) noexcept
cdef void steal(Market market, int wares, int begun) noexcept
cdef void stealing_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void stealing_chosen(Market market, int action) noexcept
