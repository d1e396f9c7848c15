/*
 * key_walk_positions.c - positions from a file, to look them up in a book
 *
 * Lines of FEN or EPD, or games: then all positions that occur in them, in
 * their variations too.
 */
#include "base/error_internal.h"
#include "base/text.h"
#include "format/key_walk.h"
#include "io/input.h"
#include "tabia/pgn.h"
#include "base/banned.h"

/* ---- lines ----------------------------------------------------------- */

/* The length of a FEN in a line of EPD: four fields, and two clocks if any. */
static size_t fen_length(const char *p, const char *end)
{
    const char *last = p;
    const char *q = p;
    for (int field = 0; q < end && field < 6; field++) {
        const char *word = q;
        while (q < end && *q != ' ' && *q != '\t')
            q++;
        const bool is_number = *word >= '0' && *word <= '9';
        if (field >= 4 && !is_number)
            break;
        last = q;
        while (q < end && (*q == ' ' || *q == '\t'))
            q++;
    }
    return (size_t)(last - p);
}

static bool try_fens(struct key_walk *w, const struct input *in)
{
    struct text t;
    if (!text_init(&t, in->bytes, in->name, w->err))
        return false;
    while (text_next_line(&t)) {
        struct tabia_error why = { 0 };
        struct tabia_pos pos;
        if (!text_skip_blanks(&t) || *t.p == '#')
            continue;
        if (!tabia_fen_parse(&pos, t.p, fen_length(t.p, t.end),
                             TABIA_FEN_LENIENT, &why))
            return text_fail(&t, t.p + (why.col ? why.col - 1 : 0), why.status,
                             "%s", why.msg);
        if (!key_walk_try(w, &pos))
            return false;
    }
    return true;
}

/* ---- games ----------------------------------------------------------- */

struct walk_games {
    struct key_walk *walk;
    bool is_failed;
};

static enum tabia_pgn_flow positions_on_begin_moves(void *ctx,
                                                    const struct tabia_pos *pos)
{
    struct walk_games *g = ctx;
    g->is_failed = !key_walk_try(g->walk, pos);
    return g->is_failed ? TABIA_PGN_STOP : TABIA_PGN_GO;
}

static enum tabia_pgn_flow positions_on_move(void *ctx,
                                             const struct tabia_pgn_move *move)
{
    return positions_on_begin_moves(ctx, move->pos);
}

static enum tabia_pgn_flow positions_on_begin_variation(void *ctx)
{
    (void)ctx;
    return TABIA_PGN_GO;
}

/* What is wrong with a game is a warning: the book may well be sound. */
static bool positions_on_problem(void *ctx, enum tabia_severity severity,
                                 const struct tabia_error *problem)
{
    struct walk_games *g = ctx;
    (void)severity;
    g->is_failed = !format_problem(g->walk->job, TABIA_SEVERITY_WARNING,
                                   problem, g->walk->err);
    return !g->is_failed;
}

static bool try_games(struct key_walk *w, const struct input *in)
{
    static const struct tabia_pgn_visitor visitor = {
        .on_begin_moves = positions_on_begin_moves,
        .on_move = positions_on_move,
        .on_begin_variation = positions_on_begin_variation,
        .on_problem = positions_on_problem,
    };
    const struct tabia_pgn_options options = { .name = in->name };
    struct walk_games games = { .walk = w };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(in->bytes, &options, w->err);
    if (!pgn)
        return false;
    while (tabia_pgn_next(pgn, &visitor, &games, NULL))
        ;
    tabia_pgn_close(pgn);
    return !games.is_failed;
}

bool key_walk_positions(struct key_walk *w, const char *path)
{
    struct input in;
    if (!input_open(&in, path, NULL, w->err))
        return false;
    const struct tabia_format *format =
        tabia_format_detect(in.bytes, path, NULL);
    const bool ok = (format && format->info.is_games ? try_games(w, &in)
                                                     : try_fens(w, &in)) &&
                    input_check(&in, w->err);
    input_close(&in);
    return ok;
}
