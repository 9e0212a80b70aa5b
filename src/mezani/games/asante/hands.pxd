cimport cython
from mezani.engine.bits cimport bit, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport MOST_KINDS, NONE, Market
from mezani.games.asante.steps cimport add_effect, add_step
from mezani.games.asante.trade cimport take

cdef int AGAIN, DISCARD_CARD, DROP, GIVE_CARD, TAKE_CARD
cdef int DRAW, DRAW_TO, EXCHANGE, HEAL, LOOK, OPPONENT_DISCARDS, OPPONENT_DISCARDS_TO, REVEAL, SIFT
cdef int DISCARDING, EXCHANGING, GIVING, HEALING, LOOKING, SIFTING

cdef bint can_make_discard(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void make_discard(Market market, int effect, int kind, int slot, int times) noexcept
cdef bint can_make_discard_to(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void make_discard_to(Market market, int effect, int kind, int slot, int times) noexcept
cdef void discarding_choices(Market market, Choices choices) noexcept
@cython.locals(seat=int, cards=int)
cdef void discarding_chosen(Market market, int action) noexcept

cdef bint can_draw(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void draw(Market market, int effect, int kind, int slot, int times) noexcept
cdef bint can_draw_to(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void draw_to(Market market, int effect, int kind, int slot, int times) noexcept
@cython.locals(card=int)
cdef void reveal(Market market, int effect, int kind, int slot, int times) noexcept

@cython.locals(cards=word64, place=int)
cdef word64 looked_cards(Market market) noexcept
@cython.locals(place=int)
cdef void take_looked(Market market, int kind) noexcept
cdef void look(Market market, int effect, int kind, int slot, int times) noexcept
cdef void looking_choices(Market market, Choices choices) noexcept
cdef void looking_chosen(Market market, int action) noexcept

cdef bint can_sift(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void sift_cards(Market market, int effect, int kind, int slot, int times) noexcept
cdef void sift(Market market, int cards) noexcept
cdef void sifting_choices(Market market, Choices choices) noexcept
@cython.locals(cards=int)
cdef void sifting_chosen(Market market, int action) noexcept

cdef bint can_heal(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void heal(Market market, int effect, int kind, int slot, int times) noexcept
cdef word64 healed_cards(Market market, int healer) noexcept
cdef void healing_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int, place=int)
cdef void healing_chosen(Market market, int action) noexcept

cdef bint can_exchange(Market market, int effect, int kind, int slot, int left, int cards) noexcept
@cython.locals(other=int, card=int)
cdef void exchange(Market market, int effect, int kind, int slot, int times) noexcept
cdef void exchanging_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int)
cdef void exchanging_chosen(Market market, int action) noexcept
@cython.locals(cards=word64, taken=int)
cdef void giving_choices(Market market, Choices choices) noexcept
cdef void giving_chosen(Market market, int action) noexcept
