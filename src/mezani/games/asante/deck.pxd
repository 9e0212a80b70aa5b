from mezani.engine.bits cimport bit, word64

cdef int WARES, MOST_EFFECTS


cdef class Deck:
    cdef public str text
    cdef public str name
    cdef public tuple cards, places
    cdef public int kinds, size, place_kinds, place_size, effects
    cdef public word64 wares, artifacts, persons, animals, animalists, sifters
    cdef public short[64] copies, ware_count, packages, buy, sell, first_effect, effect_count
    cdef public bint[64] is_either, asks_opponent
    cdef public short[384] depicted
    cdef public short[8] place_copies, place_effect
    cdef public short[256] does, number, gold, pay, toll
    cdef public short[1536] rewards
