cimport cython
from mezani.engine.bits cimport bit, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport Market
from mezani.games.asante.trade cimport take

cdef int AGAIN, DISCARD_CARD, DROP, GIVE_CARD, TAKE_CARD, MOST_KINDS, NONE
cdef int DRAW, DRAW_TO, EXCHANGE, HEAL, LOOK, OPPONENT_DISCARDS, OPPONENT_DISCARDS_TO, REVEAL, SIFT
cdef int DISCARDING, EXCHANGING, GIVING, HEALING, LOOKING, SIFTING

cdef void discarding_choices(Market market, Choices choices) noexcept
@cython.locals(seat=int, cards=int)
cdef void discarding_chosen(Market market, int action) noexcept

cdef word64 healed_cards(Market market, int healer) noexcept
@cython.locals(kind=int, place=int)
cdef void healing_chosen(Market market, int action) noexcept

@cython.locals(cards=word64, place=int)
cdef word64 looked_cards(Market market) noexcept
@cython.locals(place=int)
cdef void take_looked(Market market, int kind) noexcept
cdef void sift(Market market, int cards) noexcept
cdef void sifting_choices(Market market, Choices choices) noexcept
@cython.locals(cards=int)
cdef void sifting_chosen(Market market, int action) noexcept
@cython.locals(kind=int)
cdef void reveal(Market market, int wares, int gold) noexcept

@cython.locals(other=int, kind=int)
cdef void exchange(Market market) noexcept
@cython.locals(kind=int)
cdef void exchanging_chosen(Market market, int action) noexcept
@cython.locals(cards=word64, taken=int)
cdef void giving_choices(Market market, Choices choices) noexcept
cdef void giving_chosen(Market market, int action) noexcept

@cython.locals(does=int)
cdef bint can_hand_effect(Market market, int effect, int healer, int left, int cards) noexcept
@cython.locals(does=int, number=int)
cdef void do_hand_effect(Market market, int effect, int healer, int times) noexcept
@cython.locals(step=int)
cdef void hand_choices(Market market, Choices choices) noexcept
@cython.locals(step=int)
cdef void hand_chosen(Market market, int action) noexcept
