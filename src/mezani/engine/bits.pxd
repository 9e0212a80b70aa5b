# The functions of bits.py for compiled modules, as the C compiler's own.

cdef extern from *:
    """
    typedef unsigned long long word64;

    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int count(word64 word) { return (int)__popcnt64(word); }
    static inline int lowest(word64 word) { unsigned long n; _BitScanForward64(&n, word); return (int)n; }
    static inline int highest(word64 word) { unsigned long n; _BitScanReverse64(&n, word); return (int)n; }
    #else
    static inline int count(word64 word) { return __builtin_popcountll(word); }
    static inline int lowest(word64 word) { return __builtin_ctzll(word); }
    static inline int highest(word64 word) { return 63 - __builtin_clzll(word); }
    #endif
    static inline word64 bit(int n) { return 1ULL << n; }
    static inline int nth(word64 word, int n) { while (n--) word &= word - 1; return lowest(word); }
    #define WORD 0xFFFFFFFFFFFFFFFFULL
    """
    ctypedef unsigned long long word64
    const word64 WORD
    word64 bit(int n) noexcept nogil
    int count(word64 word) noexcept nogil
    int lowest(word64 word) noexcept nogil
    int highest(word64 word) noexcept nogil
    int nth(word64 word, int n) noexcept nogil
