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

    #if defined(__x86_64__) && defined(__GNUC__)
    /* One instruction, where the processor has it and is not slow at it */
    static int has_pdep;
    __attribute__((constructor)) static void look_for_pdep(void) {
        __builtin_cpu_init();
        has_pdep = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    static inline word64 nth_bit(word64 word, int n) {
        word64 found;
        __asm__("pdepq %2, %1, %0" : "=r"(found) : "r"(bit(n)), "r"(word));
        return found;
    }
    #else
    #define has_pdep 0
    #define nth_bit(word, n) (word)
    #endif
    static inline int nth(word64 word, int n) {
        if (has_pdep) return lowest(nth_bit(word, n));
        while (n--) word &= word - 1;
        return lowest(word);
    }
    #define WORD 0xFFFFFFFFFFFFFFFFULL
    """
    ctypedef unsigned long long word64
    const word64 WORD
    word64 bit(int n) noexcept nogil
    int count(word64 word) noexcept nogil
    int lowest(word64 word) noexcept nogil
    int highest(word64 word) noexcept nogil
    int nth(word64 word, int n) noexcept nogil
