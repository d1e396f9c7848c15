/*
 * fuzz_pgn.c - any bytes as games: every visitor ends, and they agree
 */
#include <stdint.h>

#include "chess/pos.h"
#include "pgn/cut.h"
#include "pgn/pgn_internal.h"
#include "require.h"
#include "tabia/pgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct counts {
    struct tabia_bytes bytes;
    size_t games, whole, moves, results;
    size_t depth;
    uint64_t keys;
};

static void check_text(const struct counts *c, struct tabia_pgn_text text)
{
    const char *start = (const char *)c->bytes.data;
    require(text.text >= start && text.len <= c->bytes.size &&
            text.text + text.len <= start + c->bytes.size);
}

static enum tabia_pgn_flow on_tag(void *ctx, struct tabia_pgn_text name,
                                  struct tabia_pgn_text value)
{
    char buf[16];
    check_text(ctx, name);
    check_text(ctx, value);
    require(tabia_pgn_unescape(value, buf, sizeof(buf)) <= value.len);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_move(void *ctx, const struct tabia_pgn_move *move)
{
    struct counts *c = ctx;
    check_text(c, move->san);
    require(tabia_pos_key(move->pos) == pos_key_slow(move->pos));
    if (c->depth)
        return TABIA_PGN_GO;
    c->moves++;
    c->keys ^= tabia_pos_key(move->pos);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_nag(void *ctx, unsigned nag)
{
    (void)ctx;
    require(nag > 0 && nag < 256);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_comment(void *ctx, struct tabia_pgn_text text)
{
    check_text(ctx, text);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow on_open(void *ctx)
{
    struct counts *c = ctx;
    c->depth++;
    return TABIA_PGN_GO;
}

static void on_close(void *ctx)
{
    struct counts *c = ctx;
    require(c->depth-- > 0);
}

static void on_result(void *ctx, enum tabia_result result)
{
    struct counts *c = ctx;
    require(result <= TABIA_RESULT_OPEN && c->depth == 0);
    c->results++;
}

static enum tabia_pgn_flow on_end(void *ctx, bool is_whole)
{
    struct counts *c = ctx;
    c->games++;
    c->whole += is_whole;
    c->depth = 0;
    return TABIA_PGN_GO;
}

static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *err)
{
    struct counts *c = ctx;
    (void)severity;
    require(err->status != TABIA_OK && err->msg[0] && err->line && err->col &&
            err->offset <= c->bytes.size);
    return true;
}

static void count(struct tabia_bytes bytes,
                  const struct tabia_pgn_visitor *visitor, struct counts *c)
{
    *c = (struct counts){ .bytes = bytes };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, NULL);
    size_t last = 0;
    while (pgn && tabia_pgn_next(pgn, visitor, c, NULL)) {
        require(pgn_offset(pgn) > last);
        last = pgn_offset(pgn);
    }
    tabia_pgn_close(pgn);
    require(c->results == c->whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct tabia_pgn_visitor everything = {
        .on_tag = on_tag,
        .on_move = on_move,
        .on_nag = on_nag,
        .on_comment = on_comment,
        .on_begin_variation = on_open,
        .on_end_variation = on_close,
        .on_result = on_result,
        .on_end_game = on_end,
        .on_problem = on_problem,
    };
    static const struct tabia_pgn_visitor main_lines = {
        .on_move = on_move,
        .on_result = on_result,
        .on_end_game = on_end,
        .on_problem = on_problem,
    };
    const struct tabia_bytes bytes = { data, size };
    struct counts all, main;
    count(bytes, &everything, &all);
    count(bytes, &main_lines, &main);
    // What is stepped over is not checked, so more games may be whole.
    if (all.whole == all.games)
        require(main.games == all.games && main.keys == all.keys);
    for (size_t at = 0, next; at < size; at = next + 1) {
        next = cut_next(bytes, at);
        require(next >= at && next <= size);
    }
    return 0;
}
