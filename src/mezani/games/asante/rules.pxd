cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.asante.deck cimport Deck
from mezani.games.asante.effects cimport (
    artifacts_of, borrowable, can_run, do, effect_choices, effect_chosen, run, use_artifact
)
from mezani.games.asante.hands cimport hand_choices, hand_chosen
from mezani.games.asante.market cimport Market, arrange, shuffle
from mezani.games.asante.places cimport can_use_place, is_visit_over, place_choices, place_chosen, use_place
from mezani.games.asante.trade cimport (
    buy_with_card, can_buy_card, can_haggle, can_sell_card, haggled_cards, sell_with_card, trade_choices, trade_chosen
)

cdef int BUY_CARD, DRAW_CARD, DROP, END, HOLY, KEEP, LET, NEVER, PLAY, SELL_CARD, SKIP, SPACE, TAKE_CARD, USE
cdef int ANSWERING, BORROWING, DESTROY, DISCARDING, DO, DRAWING, GOAL, HAGGLE, HAGGLING, IMITATING, KEEPING, MARKERS
cdef int MOST_CARDS, MOST_KINDS, MOST_PLACE_KINDS, MOST_PLACES, NONE, OPTING, PACKING, PLAYING, PLACING, PUT_AWAY
cdef int RUN, SLOTS, VISITING
cdef word64 ALL_SLOTS


cdef class Asante(Market):
    @cython.locals(step=int)
    cpdef legal(self, Choices choices)
    @cython.final
    cdef void turn_choices(self, int step, Choices choices) noexcept
    @cython.final
    cdef bint may_draw(self) noexcept
    @cython.final
    @cython.locals(places=word64, place=int)
    cdef word64 playable_places(self) noexcept
    @cython.final
    cdef void playing_choices(self, Choices choices) noexcept
    @cython.final
    @cython.locals(slots=word64, number=int, slot=int, kind=int)
    cdef word64 usable_artifacts(self) noexcept
    @cython.final
    @cython.locals(cards=word64, left=word64)
    cdef word64 playable_cards(self) noexcept
    @cython.final
    @cython.locals(buying=word64, selling=word64, left=word64)
    cdef void ware_card_choices(self, Choices choices) noexcept
    cpdef bint allows(self, int action) except -1
    @cython.final
    cdef bint allows_card(self, int kind, int action) noexcept
    @cython.final
    @cython.locals(free=word64)
    cdef word64 artifact_slots(self) noexcept
    @cython.final
    cdef bint may_answer(self, int seat) noexcept

    @cython.locals(step=int)
    cpdef apply(self, int action)
    @cython.locals(step=int)
    cpdef void go_on(self) noexcept
    @cython.final
    @cython.locals(step=int)
    cdef bint settle(self) noexcept
    @cython.final
    cdef void turn_chosen(self, int step, int action) noexcept
    @cython.final
    cdef void draw_to_look(self) noexcept
    @cython.final
    cdef void keep_or_drop(self, bint keep) noexcept
    @cython.final
    @cython.locals(kind=int)
    cdef void play_ware_card(self, int action) noexcept
    @cython.final
    cdef void play_card(self, int kind) noexcept
    @cython.final
    @cython.locals(first=int, effect=int)
    cdef void lay_haggled_card(self, int kind) noexcept
    @cython.final
    cdef void answer(self, int action) noexcept
    @cython.final
    @cython.locals(kind=int, place=int)
    cdef void place_artifact(self, int slot) noexcept
    @cython.final
    cdef void use_own_artifact(self, int slot) noexcept
    @cython.final
    @cython.locals(times=int)
    cdef void play_place(self, int place) noexcept
    @cython.final
    @cython.locals(number=int)
    cdef void end_turn(self) noexcept

    @cython.locals(other=Asante)
    cpdef Asante clone(self)
    @cython.locals(cards=short[128], size=int, other=int, place=int)
    cpdef redeal(self, int seat, Rng rng)
    @cython.final
    @cython.locals(kind=int, place=int, known=int)
    cdef int gather_hand(self, int seat, bint for_all, short* cards, int size) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef int gather_looked(self, short* cards, int size) noexcept
    @cython.final
    @cython.locals(number=int, other=int, place=int, secrets=int)
    cdef void lay_back(self, int seat, short* cards, int size, Rng rng) noexcept
    @cython.final
    @cython.locals(secrets=int, kind=int, place=int)
    cdef int forget_secrets(self, int seat) noexcept
    @cython.final
    @cython.locals(there=int, kind=int)
    cdef int refill_hand(self, int seat, int secrets, short* cards, int size) noexcept
    @cython.final
    @cython.locals(most=int, place=int)
    cdef void put_haggled_first(self, short* cards, int size, Rng rng) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void forget_what_was_drawn(self) noexcept
