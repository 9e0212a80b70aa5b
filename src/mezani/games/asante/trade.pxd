cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport Market

cdef int BACK, DONE, MINUS, PLUS, SELL_CARD, NONE, RUN, WARES
cdef int BUY, DISCOUNT, DYE, FERRY, GOLD, HAGGLE, OPPONENT_PAYS, OPPONENT_RETURNS, SELL, SELL_SET, STEAL, SWAP, TAKE
cdef int TRADE
cdef int BUYING, DYED, DYEING, FERRYING, HAGGLING, PACKING, SEIZING, SELLING, SELLING_SET, STEALING, SWAPPED, SWAPPING
cdef int TAKING, TRADING

cpdef int buying_price(Market market, int kind) noexcept
cpdef int selling_price(Market market, int kind) noexcept
cpdef bint can_buy_card(Market market, int kind) noexcept
cpdef bint can_sell_card(Market market, int kind) noexcept
@cython.locals(missing=int, ware=int, lack=int)
cpdef int missing_wares(Market market, int kind) noexcept
@cython.locals(wares=word64, ware=int)
cdef word64 buyable_packages(Market market, int kind) noexcept
@cython.locals(wares=word64, ware=int)
cdef word64 sellable_packages(Market market, int kind) noexcept
@cython.locals(ware=int, needed=int)
cdef bint is_there(Market market, int kind, int chosen, bint buying) noexcept
@cython.locals(ware=int)
cdef void buy_with_card(Market market, int kind, int chosen) noexcept
@cython.locals(ware=int, place=int)
cdef void sell_with_card(Market market, int kind, int chosen) noexcept
cdef void packing_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int)
cdef void packing_chosen(Market market, int action) noexcept

@cython.locals(cards=word64, left=word64)
cdef word64 haggled_cards(Market market, int most) noexcept
@cython.locals(missing=int)
cdef bint can_haggle(Market market, int kind, int most) noexcept
cdef void haggling_chosen(Market market, int action) noexcept
cdef void haggle(Market market) noexcept

cdef bint may_return(Market market, int kind) noexcept
@cython.locals(below=int)
cpdef bint may_return_now(Market market) noexcept
cdef void take(Market market, int wares, int begun) noexcept
cdef void taking_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void taking_chosen(Market market, int action) noexcept
cdef void buy(Market market, int wares, int price, int begun) noexcept
cdef void buying_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, price=int)
cdef void buying_chosen(Market market, int action) noexcept

cdef void sell(Market market, int wares, int price, int begun) noexcept
cdef void selling_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, price=int)
cdef void selling_chosen(Market market, int action) noexcept
cdef void selling_set_choices(Market market, Choices choices) noexcept
@cython.locals(effect=int, returned=int)
cdef void selling_set_chosen(Market market, int action) noexcept

cpdef int fare(int wares) noexcept
cdef void ferrying_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void ferrying_chosen(Market market, int action) noexcept

@cython.locals(ware=int, returned=int)
cdef void dyeing_choices(Market market, Choices choices) noexcept
cdef void dyeing_chosen(Market market, int action) noexcept
cdef void dyed_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int, taken=int)
cdef void dyed_chosen(Market market, int action) noexcept
cdef void trading_choices(Market market, Choices choices) noexcept
@cython.locals(left=int)
cdef void trading_chosen(Market market, int action) noexcept
cdef void swap(Market market, int times, int begun) noexcept
cdef void swapping_choices(Market market, Choices choices) noexcept
cdef void swapping_chosen(Market market, int action) noexcept
cdef void swapped_choices(Market market, Choices choices) noexcept
@cython.locals(times=int)
cdef void swapped_chosen(Market market, int action) noexcept

cdef void seize(Market market, int wares) noexcept
cdef void seizing_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void seizing_chosen(Market market, int action) noexcept
cdef bint can_steal(Market market, int kind) noexcept
cdef void steal(Market market, int wares, int begun) noexcept
cdef void stealing_choices(Market market, Choices choices) noexcept
@cython.locals(wares=int)
cdef void stealing_chosen(Market market, int action) noexcept

@cython.locals(does=int, room=bint)
cdef bint can_trade_effect(Market market, int effect, int kind, int left, int cards) noexcept
@cython.locals(does=int, number=int)
cdef void do_trade_effect(Market market, int effect, int times) noexcept
@cython.locals(step=int)
cdef void trade_choices(Market market, Choices choices) noexcept
@cython.locals(step=int)
cdef void trade_chosen(Market market, int action) noexcept
