/* ANNE! of 3 or 4 players, random games, written by hand: as fast as we can make it, and so the limit for the engine.

The same rules and the same way to go through them as src/mezani/games/anne/rules.py, but with less: a smaller generator
(xorshift32 with a fast, slightly uneven `below`), counts packed into bytes of a word, no record of the last trick, no
checks. With -DPDEP the nth card of a hand is found by one instruction. */

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define TWELVE 0xFFFull
#define CARD(card) (1ull << (card))
#define ONE_OF(suit) (1u << (suit) * 8) /* in a word that counts cards, a byte for each suit */
#define TAKEN(word, suit) ((word) >> (suit) * 8 & 255)

enum { SUITS = 4, CARDS = 48 };
enum { DEAL, PREDICT, PLAY, TAKE, OVER };

typedef struct {
    uint64_t hands[4], supers;
    uint32_t taken[4], heap, trick; /* cards by suit */
    int16_t score[4];
    int8_t most[4], fewest[4], rank[SUITS];
    int8_t players, phase, turn, dealer, hands_played, played, led, best, winner;
} State;

typedef struct {
    uint32_t word;
    uint8_t deck[CARDS];
} Chance;

static inline uint32_t below(Chance *chance, uint32_t n) {
    uint32_t word = chance->word;
    word ^= word << 13;
    word ^= word >> 17;
    word ^= word << 5;
    chance->word = word;
    return (uint64_t)word * n >> 32;
}

static inline int nth(uint64_t set, int n) {
#ifdef PDEP
    return __builtin_ctzll(_pdep_u64(1ull << n, set));
#else
    while (n--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static inline int left_of(const State *state, int seat) { return seat + 1 == state->players ? 0 : seat + 1; }

static void draw_trumps(State *state, Chance *chance) {
    uint64_t left = TWELVE;
    state->supers = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int number = nth(left, below(chance, 12 - suit));
        left &= ~CARD(number);
        state->supers |= CARD(suit * 12 + number);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t own = state->supers >> suit * 12 & TWELVE;
        state->rank[suit] = __builtin_popcountll(TWELVE & ~left & (own - 1));
    }
}

static void deal(State *state, Chance *chance) {
    int left = CARDS, size = state->players == 3 ? 12 : 10;
    for (int card = 0; card < CARDS; card++) chance->deck[card] = card;
    for (int seat = 0; seat < state->players; seat++) {
        uint64_t hand = 0;
        for (int n = 0; n < size; n++) {
            int drawn = below(chance, left--);
            hand |= CARD(chance->deck[drawn]);
            chance->deck[drawn] = chance->deck[left];
        }
        state->hands[seat] = hand;
        state->taken[seat] = 0;
    }
    state->heap = 0;
    for (int n = 0; n < left; n++) state->heap += ONE_OF(chance->deck[n] / 12);
    draw_trumps(state, chance);
    state->turn = state->winner = left_of(state, state->dealer);
    state->played = state->trick = 0;
    state->best = -1;
    state->phase = PREDICT;
}

static inline uint64_t legal(const State *state) {
    if (state->phase == PLAY) {
        uint64_t hand = state->hands[state->turn];
        if (state->played) {
            uint64_t following = hand & TWELVE << state->led * 12;
            if (following) return following;
        }
        return hand;
    }
    if (state->phase == PREDICT) return TWELVE;
    uint64_t suits = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (TAKEN(state->heap, suit)) suits |= 1 << suit;
    return suits;
}

static int points(const State *state, int seat) {
    uint32_t taken = state->taken[seat];
    int most = TAKEN(taken, state->most[seat]), fewest = TAKEN(taken, state->fewest[seat]);
    int above = 0, as_many = 0, below = 0, as_few = 0, points = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int cards = TAKEN(taken, suit);
        above += cards > most;
        as_many += cards == most;
        below += cards < fewest;
        as_few += cards == fewest;
    }
    if (!above) points += as_many == 1 ? 5 : 3;
    if (!below) points += as_few == 1 ? 5 : 3;
    if (!above && !below) points += most - fewest;
    return points;
}

static void next_trick(State *state) {
    state->phase = PLAY;
    if (state->hands[state->turn]) return;
    for (int seat = 0; seat < state->players; seat++) state->score[seat] += points(state, seat);
    state->hands_played++;
    state->dealer = left_of(state, state->dealer);
    state->phase = state->hands_played == state->players ? OVER : DEAL;
}

static inline void play(State *state, int card) {
    int suit = card / 12;
    int strength = state->supers & CARD(card) ? 48 + state->rank[suit] : state->rank[suit] * 12 + card - suit * 12;
    state->hands[state->turn] &= ~CARD(card);
    if (!state->played) state->led = suit;
    if (strength > state->best) {
        state->best = strength;
        state->winner = state->turn;
    }
    state->trick += ONE_OF(suit);
    if (++state->played < state->players) {
        state->turn = left_of(state, state->turn);
        return;
    }
    state->turn = state->winner;
    state->taken[state->turn] += state->trick;
    state->played = state->trick = 0;
    state->best = -1;
    if (state->heap)
        state->phase = TAKE;
    else
        next_trick(state);
}

static inline void predict(State *state, int pair) {
    int most = pair / 3, fewest = pair % 3;
    state->most[state->turn] = most;
    state->fewest[state->turn] = fewest + (fewest >= most);
    state->turn = left_of(state, state->turn);
    if (++state->played == state->players) {
        state->played = 0;
        state->phase = PLAY;
    }
}

static inline void take(State *state, int suit) {
    state->heap -= ONE_OF(suit);
    state->taken[state->turn] += ONE_OF(suit);
    next_trick(state);
}

static inline void apply(State *state, int action) {
    if (state->phase == PLAY)
        play(state, action);
    else if (state->phase == PREDICT)
        predict(state, action);
    else
        take(state, action);
}

/* Plays so many random games; the number of decisions. Adds the scores of all seats, so that nothing is left out. */
int64_t play_games(int players, uint32_t seed, int64_t games, int64_t *scores) {
    Chance chance = {.word = seed};
    State state;
    int64_t decisions = 0;
    while (games--) {
        memset(&state, 0, sizeof state);
        state.players = players;
        while (state.phase != OVER) {
            if (state.phase == DEAL) {
                deal(&state, &chance);
                continue;
            }
            uint64_t choices = legal(&state);
            apply(&state, nth(choices, below(&chance, __builtin_popcountll(choices))));
            decisions++;
        }
        for (int seat = 0; seat < players; seat++) *scores += state.score[seat];
    }
    return decisions;
}
