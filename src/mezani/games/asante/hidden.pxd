cimport cython
from mezani.engine.bits cimport bit
from mezani.engine.rng cimport Rng
from mezani.games.asante.market cimport MOST_KINDS, NONE, Market, arrange, shuffle
from mezani.games.asante.ware_cards cimport can_haggle_over, haggled_cards

cdef int HAGGLING, MOST_CARDS, MOST_PLACES

@cython.locals(cards=short[128], size=int, other=int, place=int)
cdef void redeal_cards(Market market, int seat, Rng rng) noexcept
@cython.locals(kind=int, place=int, known=int)
cdef int gather_hand(Market market, int seat, bint for_all, short* cards, int size) noexcept
@cython.locals(place=int)
cdef int gather_looked(Market market, short* cards, int size) noexcept
@cython.locals(number=int, other=int, place=int, secrets=int)
cdef void lay_back(Market market, int seat, short* cards, int size, Rng rng) noexcept
@cython.locals(secrets=int, kind=int, place=int)
cdef int forget_secrets(Market market, int seat) noexcept
@cython.locals(there=int, kind=int)
cdef int refill_hand(Market market, int seat, int secrets, short* cards, int size) noexcept
@cython.locals(most=int, place=int)
cdef void put_haggled_first(Market market, short* cards, int size, Rng rng) noexcept
@cython.locals(place=int)
cdef void forget_what_was_drawn(Market market) noexcept
