cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport NONE, TOKENS, WARES, Market
from mezani.games.asante.steps cimport add_effect, add_step, always

cdef int MINUS, PLUS, SELL_CARD
cdef int DISCOUNT, HAGGLE, HAGGLING, PACKING

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
@cython.locals(lacking=bint, ware=int, there=int)
cdef bint is_there(Market market, int kind, int chosen, bint buying) noexcept
@cython.locals(ware=int)
cdef void buy_with_card(Market market, int kind, int chosen) noexcept
@cython.locals(ware=int, place=int)
cdef void sell_with_card(Market market, int kind, int chosen) noexcept

cdef void packing_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int)
cdef void packing_chosen(Market market, int action) noexcept

cdef void give_discount(Market market, int effect, int kind, int slot, int times) noexcept

@cython.locals(cards=word64, left=word64)
cdef word64 haggled_cards(Market market, int most) noexcept
@cython.locals(missing=int)
cdef bint can_haggle_over(Market market, int kind, int most) noexcept
cdef void haggling_choices(Market market, Choices choices) noexcept
cdef void haggling_chosen(Market market, int action) noexcept
cdef bint can_haggle(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void haggle(Market market, int effect, int kind, int slot, int times) noexcept
