/*
 * pgn.h - games in PGN, read as a visitor
 *
 *     struct tabia_pgn *pgn = tabia_pgn_open(bytes, NULL, err);
 *     const struct tabia_pgn_visitor visitor = { .move = count_move };
 *     while (tabia_pgn_next(pgn, &visitor, &counts))
 *         ngames++;
 *     tabia_pgn_close(pgn);
 *
 * Every move is checked for legality and played. What nobody asks for is
 * stepped over at the speed of scanning, and nothing is allocated per game.
 * A game that is broken is reported with its location and left; the next one is
 * read. One reader serves one thread; any number may read the same bytes.
 */
#ifndef TABIA_PGN_H
#define TABIA_PGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/chess.h"
#include "tabia/error.h"
#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a callback wants next. */
enum tabia_pgn_answer {
    TABIA_PGN_GO,
    TABIA_PGN_SKIP, // see the callbacks
    TABIA_PGN_STOP, // tabia_pgn_next returns false, now and later
};

/* Bytes of the file; not ended by a NUL, in the file's own encoding. */
struct tabia_pgn_text {
    const char *text;
    size_t len;
};

struct tabia_pgn_move {
    tabia_move mv;               // TABIA_MOVE_NONE: a null move
    const struct tabia_pos *pos; // after the move; valid during the call
    struct tabia_pgn_text san;   // as it is written
};

/*
 * What to call. NULL means: not wanted. The order is that of the text:
 *
 *     begin_game { tag } begin_moves
 *         { move | nag | comment | begin_variation ... end_variation }
 *     result end_game
 *
 * Comments before and between the tags come right after begin_moves, those
 * after the result come before it.
 *
 * A variation replaces the last move before it. A game that turns out to be
 * broken has 'problem' and 'end_game' after what was reported of it already. To
 * SKIP in begin_game, tag and begin_moves leaves out all up to the result; in
 * begin_variation, that variation; elsewhere, the rest of the current line,
 * its variations included. What is skipped is not checked.
 */
struct tabia_pgn_visitor {
    enum tabia_pgn_answer (*begin_game)(void *ctx);

    /* The value is as in the file: see tabia_pgn_unescape. */
    enum tabia_pgn_answer (*tag)(void *ctx, struct tabia_pgn_text name,
                                 struct tabia_pgn_text value);

    /* The tags wanted, ended by NULL; a NULL list means all of them. */
    const char *const *tags;

    /* After all tags; the game starts from here. */
    enum tabia_pgn_answer (*begin_moves)(void *ctx,
                                         const struct tabia_pos *start);

    /* Without it moves are not played and not checked. */
    enum tabia_pgn_answer (*move)(void *ctx, const struct tabia_pgn_move *move);

    /* 1 to 255; the six marks from ! to ?! are 1 to 6. */
    enum tabia_pgn_answer (*nag)(void *ctx, unsigned nag);

    /* Without its braces, blanks and line ends as they are. */
    enum tabia_pgn_answer (*comment)(void *ctx, struct tabia_pgn_text text);

    /* Without it variations are left out. */
    enum tabia_pgn_answer (*begin_variation)(void *ctx);
    void (*end_variation)(void *ctx);

    /* Called once for every game that is not broken. */
    void (*result)(void *ctx, enum tabia_result result);
    enum tabia_pgn_answer (*end_game)(void *ctx, bool is_whole);

    /*
     * The location and the words; the file is named. A game of another variant
     * is an ERROR with the status TABIA_ERR_LOSS: nothing is wrong with its
     * text.
     */
    enum tabia_pgn_answer (*problem)(void *ctx, enum tabia_problem fault,
                                     const struct tabia_error *err);
};

/* All-zero means the defaults. */
struct tabia_pgn_options {
    const char *name;     // the file, for messages; borrowed
    uint32_t first_line;  // of the bytes in their file; 0: 1
    uint64_t offset;      // of the bytes in their file
    uint32_t depth_limit; // of variations in variations; 0: 1000
};

struct tabia_pgn;

/*
 * Starts reading. Borrows the bytes. 'options' may be NULL. NULL when there is
 * no memory, or for UTF-16 and UTF-32.
 */
TABIA_API struct tabia_pgn *tabia_pgn_open(
    struct tabia_bytes src, const struct tabia_pgn_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_pgn_close(struct tabia_pgn *pgn);

/*
 * Reads one game. False when there is none left, or after a STOP. Running out
 * of memory is a problem of the game in which it happens.
 */
TABIA_API bool tabia_pgn_next(struct tabia_pgn *pgn,
                              const struct tabia_pgn_visitor *visitor,
                              void *ctx);

/*
 * Copies a tag's value without its escapes, at most 'size' - 1 bytes and a
 * NUL. Returns the length of the whole.
 */
TABIA_API size_t tabia_pgn_unescape(struct tabia_pgn_text value, char *buf,
                                    size_t size);

#ifdef __cplusplus
}
#endif

#endif
