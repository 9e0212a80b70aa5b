cimport cython

from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.net cimport Net
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.asante.bot.features cimport ARTIFACTS_DO, DOES, PLACES_DO, AsanteFeatures
from mezani.games.asante.deck cimport Deck
from mezani.games.asante.rules cimport Asante
from mezani.games.asante.ware_cards cimport buying_price, selling_price

cdef int AWAY, BUY_CARD, DISCARD_CARD, DONE, DRAW_CARD, DROP, END, FIRST, HOLY, KEEP, LET, LIKE, MINUS, OPTION, PLACE
cdef int PLAY, PLUS, SELL_CARD, SKIP, SPACE, TAKE_CARD, USE
cdef int ANSWERING, BUY, FERRY, KEEPING, MOST_KINDS, MOST_PLACE_KINDS, NONE, SELL, SELL_SET, SLOTS, STEAL, STEALING
cdef int TAKE, TRADING, WARES
cdef int TURNS
cdef int PLAYING_KIND, LAYING_KIND, HOLY_KIND, USING_KIND, BUYING_KIND, SELLING_KIND
cdef double WARE, MARKER, ENOUGH, DANGER, IN_HAND, SECOND_SALE, AT_HAND, FOR_SUPPLY, LEAD, HARD_TO_TELL


cdef class AsanteKnowledge(Knowledge):
    cdef Deck deck
    cdef double[256] of_effect
    cdef double[64] of_card
    cdef double[8] of_place
    cdef int[6] stand
    cdef Choices mine
    cdef AsanteFeatures features
    cdef public int turns
    cdef public double hard_to_tell
    cdef int last_turn

    @cython.locals(asante=Asante)
    cpdef begin(self, State state)
    @cython.final
    cdef learn(self, Deck deck)

    cpdef int choose(self, State state, Rng rng) except -1
    @cython.final
    @cython.locals(best=int, most=double, k=int, value=double)
    cdef int sensible(self, Asante state) except -1
    @cython.locals(k=int)
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(moves=Net, n=int, k=int)
    cdef add_learned(self, Asante state, Choices choices)
    @cython.final
    cdef describe_decision(self, Asante state)
    @cython.final
    @cython.locals(kind=int)
    cdef int kind_of_move(self, Asante state, int action) noexcept
    @cython.final
    @cython.locals(value=double)
    cdef double worth(self, Asante state, int action) noexcept
    @cython.final
    cdef double plain_worth(self, Asante state, int action) noexcept
    @cython.final
    @cython.locals(kind=int, value=double)
    cdef double option_worth(self, Asante state, int number) noexcept

    @cython.final
    @cython.locals(ware=int)
    cdef void set_up_stand(self, Asante state, int seat) noexcept
    @cython.final
    @cython.locals(best=double, second=double, left=word64, kind=int, value=double, wares=int, ware=int)
    cdef double prospects(self, Asante state, int seat, int without) noexcept
    @cython.final
    @cython.locals(there=int, most=int, ware=int, share=double)
    cdef double sale(self, Deck deck, int kind) noexcept
    @cython.final
    @cython.locals(best=int, most=double, ware=int, value=double)
    cdef int best_ware(self, Asante state, int seat) noexcept
    @cython.final
    @cython.locals(now=double, ware=int)
    cdef double ware_worth(self, Asante state, int action) noexcept
    @cython.final
    @cython.locals(seat=int, now=double, ware=int)
    cdef double takings(self, Asante state, int wares) noexcept
    @cython.final
    @cython.locals(seat=int, now=double, ware=int)
    cdef double buying_worth(self, Asante state, int kind) noexcept

    @cython.final
    cdef double card_worth(self, Asante state, int kind) noexcept
    @cython.final
    cdef double play_worth(self, Asante state, int kind) noexcept
    @cython.final
    @cython.locals(first=int, whole=double, number=int, value=double)
    cdef double effects_now(self, Asante state, int kind) noexcept
    @cython.final
    @cython.locals(deck=Deck, does=int, affordable=int, many=int)
    cdef double effect_now(self, Asante state, int effect) noexcept
    @cython.final
    @cython.locals(kinds=int, ware=int)
    cdef double set_worth(self, Asante state, int effect) noexcept
    @cython.final
    @cython.locals(slot=int, place=int, value=double, replaced=int)
    cdef double slot_worth(self, Asante state, int action) noexcept

    cpdef bint is_settled(self, State state) except -1
    cpdef bint is_quiet(self, State state) except -1
    @cython.final
    cdef bint is_between_cards(self, Asante state) noexcept
    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(value=Net, seat=int, n=int)
    cdef judge(self, Asante state)
    @cython.final
    @cython.locals(seat=int)
    cdef look(self, Asante state)
    cpdef list describe(self, State state)
    @cython.locals(asante=Asante, k=int, n=int)
    cpdef tuple describe_moves(self, State state)
    @cython.final
    @cython.locals(wealth=double, left=word64, kind=int, value=double, slot=int, place=int, many=int)
    cdef double wealth(self, Asante state, int seat) noexcept
