cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.state cimport Choices
from mezani.games.asante.effects cimport artifacts_of, can_run, use_artifact
from mezani.games.asante.market cimport MOST_KINDS, MOST_PLACE_KINDS, NONE, SLOTS, Market
from mezani.games.asante.places cimport can_use_place, use_place
from mezani.games.asante.steps cimport add_effect, add_settling, add_step, do_nothing, never
from mezani.games.asante.ware_cards cimport (
    buy_with_card, can_buy_card, can_sell_card, haggled_cards, sell_with_card
)

cdef int BUY_CARD, DRAW_CARD, DROP, END, HOLY, KEEP, LET, NEVER, PLAY, SELL_CARD, SKIP, SPACE, USE
cdef int ANSWERING, CANCEL, DRAWING, GOAL, HAGGLE, HAGGLING, KEEPING, MARKERS
cdef int PACKING, PLACING, PLAYING, PUT_AWAY, RUN
cdef word64 ALL_SLOTS

cdef bint may_draw(Market market) noexcept
cdef bint settle_drawing(Market market) noexcept
cdef void drawing_choices(Market market, Choices choices) noexcept
cdef void drawing_chosen(Market market, int action) noexcept
cdef void keeping_choices(Market market, Choices choices) noexcept
cdef void keeping_chosen(Market market, int action) noexcept

cdef void playing_choices(Market market, Choices choices) noexcept
@cython.locals(slots=word64, left=word64, slot=int)
cdef word64 usable_artifacts(Market market) noexcept
@cython.locals(slots=int, number=int, slot=int)
cdef int upright_artifacts(Market market) noexcept
@cython.locals(places=word64, left=word64)
cdef word64 playable_places(Market market) noexcept
@cython.locals(places=int, place=int)
cdef int owned_places(Market market) noexcept
@cython.locals(cards=word64, left=word64)
cdef word64 playable_cards(Market market) noexcept
@cython.locals(buying=word64, selling=word64, left=word64)
cdef void ware_card_choices(Market market, Choices choices) noexcept
cdef bint allows_card(Market market, int kind, int action) noexcept
cdef void playing_chosen(Market market, int action) noexcept
@cython.locals(kind=int)
cdef void play_ware_card(Market market, int action) noexcept
cdef void play_card(Market market, int kind) noexcept
@cython.locals(first=int, effect=int)
cdef void lay_haggled_card(Market market, int kind) noexcept
@cython.locals(times=int)
cdef void play_place(Market market, int place) noexcept
cdef void use_own_artifact(Market market, int slot) noexcept
@cython.locals(number=int)
cdef void end_turn(Market market) noexcept

cdef void answering_choices(Market market, Choices choices) noexcept
cdef void answering_chosen(Market market, int action) noexcept

@cython.locals(free=word64)
cdef void placing_choices(Market market, Choices choices) noexcept
@cython.locals(kind=int, slot=int, place=int)
cdef void placing_chosen(Market market, int action) noexcept
