/*
 * amateur_ask.h - asking a book in the format "amateur" as its own routine does
 *
 *     struct amateur *a = amateur_new(bytes, &options, err);
 *     struct amateur_choice reply;
 *     if (amateur_ask(a, game, ngame, &reply))
 *         play(reply.move);
 *     amateur_free(a);
 *
 * This is amateur_probe.h with legal moves instead of codes, and with its
 * rules as text. Lines are matched move by move, not by position: another
 * order of moves is known only from the table of transpositions.
 */
#ifndef FORMAT_AMATEUR_ASK_H
#define FORMAT_AMATEUR_ASK_H

#include "base/compiler.h"
#include "embed/amateur_probe.h"
#include "tabia/chess.h"
#include "tabia/error.h"

struct amateur;

/* All-zero means the defaults. */
struct amateur_options {
    bool has_offsets; // moves are offsets, even if FROM-TO makes sense too

    /*
     * A text of lines with two words each, "c2c4e7e6d2d4 d2d4e7e6c2c4": games
     * that begin like the first are looked up like the second. Both must lead
     * to the same position. '#' starts a comment.
     */
    struct tabia_bytes transpositions;
    const char *transpositions_name; // for messages; may be NULL

    const char *universal; // "e7e5:d2d4,f2f4,g1f3": the reply, but not to these
    const char *first;     // "e2e4,d2d4,c2c4": White's first moves
    bool collects;         // choose evenly among all alternatives
    bool no_window;        // search the whole book every time
    uint32_t seed;

    /* Called if the book has no reply to a move that 'universal' excludes. */
    void (*on_warning)(void *ctx, const struct tabia_error *warning);
    void *ctx;
};

/*
 * Borrows the book's bytes until it is closed; 'options' may be NULL. NULL
 * with an error when a rule is invalid or memory runs out.
 */
struct amateur *amateur_new(struct tabia_bytes book,
                            const struct amateur_options *options,
                            struct tabia_error *err) MUST_CHECK;

void amateur_free(struct amateur *a);

struct amateur_choice {
    tabia_move move;           // to play, or TABIA_MOVE_NONE
    tabia_move expected_reply; // what the book expects then, or TABIA_MOVE_NONE
    struct tabia_amateur_answer answer;
};

/*
 * Asks for a move after 'n' legal moves from the starting position. Calls in
 * the order of a game narrow the window. False: the book has none.
 */
bool amateur_ask(struct amateur *a, const tabia_move *game, size_t n,
                 struct amateur_choice *choice);

/*
 * Like amateur_ask, but as a program that has played the whole game: it
 * asks at each turn of the side to move, with a new window and this seed.
 * Changes nothing, so that several threads may call it.
 */
bool amateur_play(const struct amateur *a, const tabia_move *game, size_t n,
                  uint32_t seed, struct amateur_choice *choice);

/*
 * The moves of a string by its number, at most TABIA_AMATEUR_PLIES. Returns
 * how many.
 */
size_t amateur_get_string(const struct amateur *a, uint32_t number,
                          tabia_move list[TABIA_AMATEUR_PLIES]);

#endif
