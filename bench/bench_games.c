/*
 * bench_games.c - the moves of games, to measure with
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "book/walk_internal.h"
#include "tabia/pgn.h"

#include "base/banned.h"

enum { WORDS_MAX = 1 << 28 };

struct listing {
    struct bench_games *games;
    struct tabia_error *err;
    bool failed;
};

static enum tabia_pgn_flow add_word(struct listing *listing, const char *at,
                                    size_t len)
{
    struct bench_games *games = listing->games;
    struct bench_word *words =
        vec_grow(games->words, &games->room, games->nwords + 1,
                 sizeof(*games->words), WORDS_MAX);
    if (!words) {
        listing->failed = !error_nomem(listing->err);
        return TABIA_PGN_STOP;
    }
    games->words = words;
    words[games->nwords++] = (struct bench_word){
        .at = (uint32_t)(at - games->text),
        .len = (uint8_t)len,
    };
    games->nmoves += len > 0;
    return TABIA_PGN_GO;
}

/* Games with their own starting position are left out. */
static enum tabia_pgn_flow begin_moves(void *ctx, const struct tabia_pos *start)
{
    struct listing *listing = ctx;
    struct tabia_pos usual;
    tabia_pos_set_start(&usual);
    if (!tabia_pos_is_same(start, &usual))
        return TABIA_PGN_SKIP;
    return add_word(listing, listing->games->text, 0);
}

/* A null move is nothing to measure; the rest of such a game is left out. */
static enum tabia_pgn_flow add_move(void *ctx,
                                    const struct tabia_pgn_move *move)
{
    if (move->move == TABIA_MOVE_NONE || move->san.len > UINT8_MAX)
        return TABIA_PGN_SKIP;
    return add_word(ctx, move->san.text, move->san.len);
}

bool bench_games_scan(struct bench_games *games, struct tabia_bytes text,
                      struct tabia_error *err)
{
    static const struct tabia_pgn_visitor visitor = {
        .on_begin_moves = begin_moves,
        .on_move = add_move,
    };
    struct listing listing = { .games = games, .err = err };
    *games = (struct bench_games){ .text = (const char *)text.data };
    if (text.size > UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than 4 GiB of games");
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(text, NULL, err);
    if (!pgn)
        return false;
    while (tabia_pgn_next(pgn, &visitor, &listing, NULL))
        ;
    tabia_pgn_close(pgn);
    if (listing.failed)
        bench_games_clear(games);
    return !listing.failed;
}

void bench_games_clear(struct bench_games *games)
{
    free(games->words);
    *games = (struct bench_games){ 0 };
}

/* ---- a book as games ------------------------------------------------- */

static void print_line(struct buf *text, struct tabia_pos pos,
                       const tabia_move *moves, size_t n)
{
    buf_add_text(text, "[Event \"?\"]\n[Result \"*\"]\n\n");
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, moves[i], san);
        if (pos.turn == TABIA_WHITE)
            buf_addf(text, "%d. ", pos.fullmove);
        buf_addf(text, "%s ", san);
        tabia_pos_play(&pos, moves[i]);
    }
    buf_add_text(text, "*\n\n");
}

bool bench_games_print(const struct tabia_book *book, struct buf *text,
                       struct tabia_error *err)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct tabia_walk_options options = { .from = &start };
    struct tabia_walk *walk = tabia_walk_new(book, &options, err);
    if (!walk)
        return false;
    struct tabia_walk_step step;
    while (tabia_walk_next(walk, &step, err)) {
        if (!step.is_leaf && !step.is_seen)
            continue;
        const tabia_move *moves;
        size_t n = tabia_walk_line(walk, &moves);
        print_line(text, start, moves, n);
    }
    bool done = walk_is_whole(walk, err);
    tabia_walk_free(walk);
    return done && (!text->failed || buf_error(text, err));
}
