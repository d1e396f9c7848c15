/*
 * key_walk_places.c - positions from a file, to look them up in a book
 *
 * Lines of FEN or EPD, or games: then all positions that occur in them, in
 * their variations too.
 */
#include <string.h>

#include "base/error.h"
#include "io/input.h"
#include "base/text.h"
#include "format/key_walk.h"
#include "tabia/pgn.h"
#include "base/banned.h"

struct places {
    const struct tabia_read_options *options;
    key_walk_place_fn *each;
    void *ctx;
    struct tabia_error *err;
    bool is_failed;
};

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

static bool read_line(struct places *p, struct text *t)
{
    struct tabia_error why = { 0 };
    struct tabia_pos pos;
    if (!text_skip_blanks(t) || *t->p == '#')
        return true;
    if (!tabia_pos_from_fen(&pos, t->p, fen_length(t->p, t->end),
                            TABIA_FEN_TOLERANT, &why))
        return text_fail(t, t->p + (why.col ? why.col - 1 : 0), why.status,
                         "%s", why.msg);
    return p->each(p->ctx, &pos);
}

static bool read_lines(struct places *p, const struct input *in)
{
    struct text t;
    bool is_done = text_init(&t, in->bytes, in->name, p->err);
    while (is_done && text_next_line(&t))
        is_done = read_line(p, &t);
    return is_done;
}

/* ---- games ----------------------------------------------------------- */

static enum tabia_pgn_answer take_pos(void *ctx, const struct tabia_pos *pos)
{
    struct places *p = ctx;
    p->is_failed = !p->each(p->ctx, pos);
    return p->is_failed ? TABIA_PGN_STOP : TABIA_PGN_GO;
}

static enum tabia_pgn_answer take_move(void *ctx,
                                       const struct tabia_pgn_move *move)
{
    return take_pos(ctx, move->pos);
}

static enum tabia_pgn_answer take_variation(void *ctx)
{
    (void)ctx;
    return TABIA_PGN_GO;
}

/* What is wrong with a game is a warning: the book may well be sound. */
static enum tabia_pgn_answer take_problem(void *ctx, enum tabia_pgn_fault fault,
                                          const struct tabia_error *problem)
{
    struct places *p = ctx;
    (void)fault;
    p->is_failed =
        !format_problem(p->options, TABIA_PROBLEM_WARNING, problem, p->err);
    return p->is_failed ? TABIA_PGN_STOP : TABIA_PGN_GO;
}

static bool read_games(struct places *p, const struct input *in)
{
    static const struct tabia_pgn_visitor visitor = {
        .begin_moves = take_pos,
        .move = take_move,
        .begin_variation = take_variation,
        .problem = take_problem,
    };
    const struct tabia_pgn_options how = { .name = in->name };
    struct tabia_pgn *pgn = tabia_pgn_open(in->bytes, &how, p->err);
    if (!pgn)
        return false;
    while (tabia_pgn_next(pgn, &visitor, p))
        ;
    tabia_pgn_close(pgn);
    return !p->is_failed;
}

bool key_walk_places(const char *path, const struct tabia_read_options *options,
                     key_walk_place_fn *each, void *ctx,
                     struct tabia_error *err)
{
    struct places p = {
        .options = options,
        .each = each,
        .ctx = ctx,
        .err = err,
    };
    struct input in;
    if (!input_open(&in, path, NULL, err))
        return false;
    const struct tabia_format *format =
        tabia_format_detect(in.bytes, path, NULL);
    const bool is_pgn = format && format->info.is_games;
    const bool is_done = (is_pgn ? read_games(&p, &in) : read_lines(&p, &in)) &&
                         input_check(&in, err);
    input_close(&in);
    return is_done;
}
