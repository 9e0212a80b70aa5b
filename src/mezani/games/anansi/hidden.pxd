cimport cython
from mezani.engine.bits cimport WORD, bit, count, nth, word64
from mezani.engine.rng cimport Rng

cdef int[3] PAIRS, LOW, HIGH
cdef word64[3] OF_SUIT
cdef word64[841] CHOOSE

@cython.locals(sizes=int[8], piles=word64[8], unseen=word64, other=int)
cdef void redeal_hands(word64* hands, int* voids, int players, int seat, Rng rng) noexcept
@cython.locals(suit=int, pair=int)
cdef void deal_piles(word64 unseen, int* sizes, word64* piles, Rng rng) noexcept
@cython.locals(drawn=word64, card=word64, left=int)
cdef word64 drawn_from(word64 cards, int n, Rng rng) noexcept
@cython.locals(left=int[3], suit=int, ways=word64, taken=int, of_low=word64)
cdef word64 drawn_pair(int pair, word64 unseen, int* sizes, Rng rng) noexcept
@cython.locals(ways=word64, taken=int)
cdef word64 ways_from(int pair, int* sizes, int* left) noexcept
@cython.locals(low=int, high=int, rest=int, ways=word64)
cdef word64 ways_taking(int pair, int taken, int* sizes, int* left) noexcept
@cython.locals(surplus=word64, word=word64)
cdef word64 drawn_below(word64 n, Rng rng) noexcept
