/*
 * amateur_probe.h - the Amateur's book-opening routine, for small machines
 *
 *     struct tabia_amateur_book book = { bytes, sizeof(bytes), 0 };
 *     struct tabia_amateur_state state;
 *     struct tabia_amateur_answer answer;
 *     tabia_amateur_init(&state, seed);
 *     ...
 *     if (tabia_amateur_find(&state, &book, NULL, game, ngame, &answer))
 *         play(answer.move);
 *
 * J. F. White's routine of 1990: the moves of the game are matched with the
 * book string by string. C99 without a library: this header and amateur_probe.c
 * are all of it. Nothing is allocated; the state and the stack together stay
 * below 1 KiB. The book may be in ROM. Any bytes are safe to search; whether
 * the moves are legal is for the caller to check.
 */
#ifndef EMBED_AMATEUR_PROBE_H
#define EMBED_AMATEUR_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How a move is coded; docs/formats/amateur.md has the bytes.
 *
 * FROM_TO: from square + 256 * to square, a1 = 0, h8 = 63, castling as the king
 * moves; bit 6 of both halves is the promotion: 0 queen or none, 1 (low)
 * knight, 2 (high) bishop, 3 rook.
 * OFFSETS: the index in the list of legal moves of the position.
 */
enum tabia_amateur_kind { TABIA_AMATEUR_FROM_TO, TABIA_AMATEUR_OFFSETS };

enum {
    TABIA_AMATEUR_NONE = 0xFFFF, // no move
    TABIA_AMATEUR_PLIES = 128,   // longer games are out of the book
    TABIA_AMATEUR_CHOICES = 32,  // alternatives that are collected
};

struct tabia_amateur_book {
    const uint8_t *data; // borrowed
    uint32_t size;
    uint8_t kind; // enum tabia_amateur_kind
};

/* ---- reading the bytes one by one ------------------------------------ */

enum tabia_amateur_item {
    TABIA_AMATEUR_END,   // of the book
    TABIA_AMATEUR_TOKEN, // value: moves taken over from the string before
    TABIA_AMATEUR_MOVE,  // value: its code
    TABIA_AMATEUR_CUT,   // the book ends within a move or a string
    TABIA_AMATEUR_BAD,   // a byte that cannot stand here
};

/* The zero value stands before the first string. */
struct tabia_amateur_scan {
    uint32_t at;    // the next byte
    uint16_t value; // of the last item
    bool ends;      // the last item was the last move of its string
    bool in_string; // the next item belongs to the same string
};

/* Steps over the next item; END, CUT and BAD step over nothing. */
enum tabia_amateur_item tabia_amateur_next(
    const struct tabia_amateur_book *book, struct tabia_amateur_scan *scan);

/* ---- rules besides the book ------------------------------------------ */

/* The game's first moves 'from' are looked up as 'to', as many moves. */
struct tabia_amateur_swap {
    const uint16_t *from, *to;
    uint8_t nmoves;
};

/* All-zero means none of these. Everything is borrowed. */
struct tabia_amateur_rules {
    const struct tabia_amateur_swap *swaps; // each is tried once, in order
    uint16_t nswaps;

    uint16_t nfirst; // White's first moves: one of them, without the book
    const uint16_t *first;

    bool has_universal; // reply to a first move that the book does not know
    uint16_t universal; // always FROM_TO
    uint16_t nexcept;   // first moves that it is no reply to
    const uint16_t *except;

    bool collect;   // choose evenly among all alternatives
    bool no_window; // always search the whole book
};

/* ---- searching ------------------------------------------------------- */

/* What is kept from one move of a game to the next. Leave it alone. */
struct tabia_amateur_state {
    uint16_t game[TABIA_AMATEUR_PLIES]; // the working copy, transposed
    uint16_t last[TABIA_AMATEUR_PLIES]; // the one of the last search
    uint16_t nlast;
    uint32_t low, high; // the book window, in bytes
    uint32_t low_string;
    uint32_t random;
    uint16_t choices[TABIA_AMATEUR_CHOICES];
    uint16_t hints[TABIA_AMATEUR_CHOICES];
};

enum tabia_amateur_source {
    TABIA_AMATEUR_FROM_NOWHERE,
    TABIA_AMATEUR_FROM_BOOK,
    TABIA_AMATEUR_FROM_UNIVERSAL, // the move is coded FROM_TO
    TABIA_AMATEUR_FROM_FIRST,
};

struct tabia_amateur_answer {
    uint8_t source;     // enum tabia_amateur_source
    uint16_t move;      // to play; TABIA_AMATEUR_NONE without a source
    uint16_t hint;      // the reply that the book expects, or NONE
    uint16_t nswaps;    // transpositions applied
    uint16_t nothers;   // alternatives besides the move
    uint32_t string;    // number of the string that gave the move, from 0
    uint32_t offset;    // where it starts
    uint32_t nmatches;  // strings that begin with the game
    uint32_t nread;     // bytes of the book that were read
    uint32_t from, to;  // the window that was searched
    uint32_t low, high; // the window for the next search
    bool is_reset;      // the window was opened again
};

/* For a new game. Seeds choose between alternatives; any number will do. */
void tabia_amateur_init(struct tabia_amateur_state *state, uint32_t seed);

/*
 * Looks for a move after the 'n' moves of 'game', which must be all moves
 * from the starting position on. 'rules' may be NULL. Taking moves back and
 * starting again is allowed: the window is reset when the working copy does
 * not continue the last one, as after a transposition. False: no move.
 */
bool tabia_amateur_find(struct tabia_amateur_state *state,
                        const struct tabia_amateur_book *book,
                        const struct tabia_amateur_rules *rules,
                        const uint16_t *game, uint32_t n,
                        struct tabia_amateur_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
