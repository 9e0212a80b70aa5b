cimport cython

from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.knowledge cimport Knowledge
from mezani.engine.net cimport Net
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State
from mezani.games.zimbabwe.bot.features cimport ZimbabweFeatures
from mezani.games.zimbabwe.land cimport EACH, PRIMARIES, TILES, TYPES
from mezani.games.zimbabwe.reach cimport NONE, SIDE, spread
from mezani.games.zimbabwe.rules cimport Zimbabwe
from mezani.games.zimbabwe.shopping cimport Shopping

cdef int ACROSS, BUILD, BUILDER, CRAFTSMAN, CRAFTSMAN_SQUARES, END, FIRST_MONUMENT, GIFT, GIVE, GOD, GOOD
cdef int GOOD_RESOURCE, GU, HERD, HERD_PAYMENT, MONUMENT_SQUARE, MONUMENT_TO_RAISE, NEW_PRICE, NOTHING, PASS, PLACING
cdef int PRICE, PRIMARY, PRIMARY_RESOURCE, RAISE, RESOURCE, SHAMAN_RESOURCE, SHAMAN_SQUARE, SPECIALIST, TURN
cdef int UPRIGHT, XANGO, HIGHEST
cdef int[7] COST, CRAFTSMAN_VP, IS_SQUARE, USES
cdef int[6] MONUMENT_VP
cdef int[20] FREE
cdef double[12] GOD_WORTH
cdef double[5] SPECIALIST_WORTH
cdef double GOD_LATER, RAISED, BUILT, BUILT_EARLY, MONUMENTS, POINT, COW, HIGHER_VR, NEW_GOOD, NEW_SECONDARY, CUSTOMER
cdef double GIVEN, GIVEN_LATE, GOOD_PRICE, SECONDARY_PRICE, KIND_NEAR, RESOURCE_NEAR, OWN_NEAR, OTHER_NEAR, SUPPLY
cdef double HIGH_FIRST, OWN_SHARE, COST_GUESS, PRICE_UP, SHARED
cdef double VICTORY, HARD_TO_TELL
cdef int NEAR_VICTORY


cdef class ZimbabweKnowledge(Knowledge):
    cdef Choices choices
    cdef ZimbabweFeatures features

    @cython.locals(choices=Choices, best=int, most=double, k=int, promise=double)
    cpdef int choose(self, State state, Rng rng) except -1
    cpdef weigh(self, State state, Choices choices)
    @cython.final
    @cython.locals(moves=Net, n=int, k=int)
    cdef add_learned(self, Zimbabwe state, Choices choices)
    @cython.final
    cdef describe_turn(self, Zimbabwe state)
    @cython.final
    @cython.locals(k=int)
    cdef void keep_at_it(self, Zimbabwe state, Choices choices) noexcept
    @cython.final
    @cython.locals(step=int, k=int)
    cdef look(self, Zimbabwe state, Choices choices)
    @cython.final
    @cython.locals(price=double, off=double, worth=double, kind=int)
    cdef double promise(self, Zimbabwe state, int action) noexcept
    @cython.final
    @cython.locals(share=double, seat=int, most=double, k=int, amount=int)
    cdef void look_at_gifts(self, Zimbabwe state, Choices choices) noexcept
    @cython.final
    @cython.locals(need=int, k=int, action=int)
    cdef look_at_turn(self, Zimbabwe state, Choices choices)
    @cython.final
    @cython.locals(own=int, row=int, left=int, square=int, lacking=double)
    cdef double worth_of_building(self, Zimbabwe state, int need) noexcept
    @cython.final
    @cython.locals(shopping=Shopping, cattle=double, gain=int, level=int, row=int, left=int, square=int)
    cdef double worth_of_raising(self, Zimbabwe state, int need) except? -1
    @cython.final
    @cython.locals(worth=double)
    cdef double worth_of_god(self, Zimbabwe state, int god) noexcept
    @cython.final
    cdef double worth_of_specialist(self, Zimbabwe state, int specialist) noexcept
    @cython.final
    @cython.locals(points=int, vr=int, worth=double, customers=int, row=int, left=int)
    cdef double worth_of_craftsman(self, Zimbabwe state, int kind, int need) noexcept
    @cython.final
    @cython.locals(k=int, kind=int, is_ritual=bint, near=int[20], tile=int)
    cdef void look_at_squares(self, Zimbabwe state, Choices choices) noexcept
    @cython.final
    @cython.locals(k=int, square=int)
    cdef void add_worth(self, Zimbabwe state, Choices choices, int* near, double worth) noexcept
    @cython.final
    @cython.locals(k=int, row=int, left=int, square=int, near=int[20], own=bint, resources=word64)
    cdef void look_at_places(self, Zimbabwe state, Choices choices) noexcept
    @cython.final
    @cython.locals(k=int, action=int, row=int, column=int, found=int)
    cdef void add_worth_of_places(self, Zimbabwe state, Choices choices, int* near, double worth) noexcept
    @cython.final
    @cython.locals(k=int, tile=int, near=int[20])
    cdef void look_at_resource_squares(self, Zimbabwe state, Choices choices) noexcept
    @cython.final
    @cython.locals(shopping=Shopping, k=int, tile=int, cost=double)
    cdef look_at_goods(self, Zimbabwe state, Choices choices)
    @cython.final
    @cython.locals(least=double, found=word64, primary=int)
    cdef double least_supply(self, Zimbabwe state, Shopping shopping, int tile) except? -1
    @cython.final
    @cython.locals(price=double)
    cdef double net_price(self, Zimbabwe state, Shopping shopping, int tile) noexcept
    cpdef bint is_quiet(self, State state) except -1
    @cython.final
    cdef bint is_between_turns(self, Zimbabwe state) noexcept
    cpdef evaluate(self, State state)
    @cython.final
    @cython.locals(value=Net, seat=int, n=int)
    cdef judge(self, Zimbabwe state)
    @cython.locals(zimbabwe=Zimbabwe, count=int, k=int, n=int)
    cpdef tuple describe_moves(self, State state)
    cpdef list describe(self, State state)


cdef bint is_learned(int step) noexcept
cdef int kind_of_move(Zimbabwe state, int action) noexcept
@cython.locals(found=int, tile=int)
cdef double reaching(Zimbabwe state, int resource) noexcept
