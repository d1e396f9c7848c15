/*
 * pgn.h - games in PGN, read through a visitor
 *
 *     struct tabia_pgn *pgn = tabia_pgn_open("games.pgn.zst", NULL, err);
 *     const struct tabia_pgn_visitor visitor = { .on_move = count_move };
 *     while (pgn && tabia_pgn_next(pgn, &visitor, &counts, err))
 *         ngames++;
 *     tabia_pgn_close(pgn);
 *
 * Every move is checked for legality and played. What no callback wants is
 * skipped at the speed of scanning, and nothing is allocated per game. A broken
 * game is reported with its location; reading continues with the next one. A
 * reader belongs to one thread; any number of readers may share the bytes.
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
enum tabia_pgn_flow {
    TABIA_PGN_GO,   // go on
    TABIA_PGN_SKIP, // see the callbacks
    TABIA_PGN_STOP, // tabia_pgn_next returns false, now and later
};

/* Bytes of the file, in its own encoding, without a final NUL. */
struct tabia_pgn_text {
    const char *text;
    size_t len;
};

struct tabia_pgn_move {
    tabia_move move;             // TABIA_MOVE_NONE: a null move
    const struct tabia_pos *pos; // after the move; valid during the call
    struct tabia_pgn_text san;   // as it is written
};

/*
 * The callbacks; NULL: not wanted. They are called in the order of the text:
 *
 *     on_begin_game { on_tag } on_begin_moves
 *         { on_move | on_nag | on_comment |
 *           on_begin_variation ... on_end_variation }
 *     on_result on_end_game
 *
 * Comments before and between the tags come right after on_begin_moves, those
 * after the result come before on_result.
 *
 * A variation replaces the last move before it. If a game turns out to be
 * broken, on_problem and on_end_game follow what was reported of it already.
 * TABIA_PGN_SKIP from on_begin_game, on_tag and on_begin_moves skips everything
 * up to the result; from on_begin_variation, that variation; from others, the
 * rest of the current line with its variations. What is skipped is not checked.
 *
 * A TABIA_PGN_STOP, or false from on_problem, is the last call of the reader:
 * no other callback follows, not even the on_end_game of that game.
 */
struct tabia_pgn_visitor {
    enum tabia_pgn_flow (*on_begin_game)(void *ctx);

    /* The value is as in the file: see tabia_pgn_unescape. */
    enum tabia_pgn_flow (*on_tag)(void *ctx, struct tabia_pgn_text name,
                                  struct tabia_pgn_text value);

    /* The tags wanted, ended by NULL; a NULL list means all of them. */
    const char *const *tags;

    /* After all tags; the game starts from here. */
    enum tabia_pgn_flow (*on_begin_moves)(void *ctx,
                                          const struct tabia_pos *start);

    /* Without it moves are not played and not checked. */
    enum tabia_pgn_flow (*on_move)(void *ctx,
                                   const struct tabia_pgn_move *move);

    /* 1 to 255; the six marks from ! to ?! are 1 to 6. */
    enum tabia_pgn_flow (*on_nag)(void *ctx, unsigned nag);

    /* Without its braces, blanks and line ends as they are. */
    enum tabia_pgn_flow (*on_comment)(void *ctx, struct tabia_pgn_text text);

    /* Without it variations are skipped. */
    enum tabia_pgn_flow (*on_begin_variation)(void *ctx);
    void (*on_end_variation)(void *ctx);

    /* Called once for every game that is not broken. */
    void (*on_result)(void *ctx, enum tabia_result result);
    enum tabia_pgn_flow (*on_end_game)(void *ctx, bool is_whole);

    /*
     * False stops, like TABIA_PGN_STOP. A game of another variant is an ERROR
     * with the status TABIA_ERR_LOSS: nothing is wrong with its text.
     */
    tabia_problem_fn *on_problem;
    uint64_t reserved[4];
};

/* All-zero means the defaults. 'name' must outlive the reader. */
struct tabia_pgn_options {
    const char *name;     // the file, for messages; NULL: its path, or none
    uint32_t first_line;  // of bytes: their line in the file; 0: 1
    uint64_t offset;      // of bytes: where in the file they begin
    uint32_t depth_limit; // of nested variations; 0: 1000
    uint64_t reserved[4];
};

struct tabia_pgn;

/*
 * Opens a file of games, plain or compressed (gz, bz2, xz, zst), of any size;
 * "-" is standard input. 'options' may be NULL. NULL with an error, also for
 * UTF-16 and UTF-32. The caller closes the reader.
 */
TABIA_API struct tabia_pgn *tabia_pgn_open(
    const char *path, const struct tabia_pgn_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Like tabia_pgn_open, over games in memory, not compressed, which must outlive
 * the reader.
 */
TABIA_API struct tabia_pgn *tabia_pgn_open_bytes(
    struct tabia_bytes bytes, const struct tabia_pgn_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_pgn_close(struct tabia_pgn *pgn);

/*
 * Reads one game. False when there is none left, after a STOP, or if the file
 * could not be read to its end: then 'err' has a status, and the games up to
 * there were read.
 * Running out of memory is a problem of the game in which it happens. Texts and
 * positions that callbacks get are valid during the callback.
 */
TABIA_API bool tabia_pgn_next(struct tabia_pgn *pgn,
                              const struct tabia_pgn_visitor *visitor,
                              void *ctx,
                              struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Copies a tag's value without its escapes, at most 'size' - 1 bytes and a
 * NUL. Returns the length of the whole value.
 */
TABIA_API size_t tabia_pgn_unescape(struct tabia_pgn_text value, char *buf,
                                    size_t size);

#ifdef __cplusplus
}
#endif

#endif
