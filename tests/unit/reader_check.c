/*
 * reader_check.c - what a reader gives, beside what it should give
 */
#include "reader_check.h"

#include <stdlib.h>

#include "base/pool.h"
#include "base/vec.h"
#include "check.h"

void write_file(const char *path, struct tabia_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

/* ---- what is expected ------------------------------------------------ */

/* Does a line of 'len' bytes look like [Name "? */
static bool is_tag_line(const char *p, size_t len)
{
    size_t i = 1;
    if (len >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
        p += 3;
        len -= 3;
    }
    if (len < 2 || p[0] != '[' || !strchr("EWARSDBF", p[1]))
        return false;
    while (i < len && p[i] != ' ' && p[i] != '"')
        i++;
    while (i < len && p[i] == ' ')
        i++;
    return i < len && p[i] == '"';
}

static size_t line_len(const char *p, size_t left)
{
    size_t n = 0;
    while (n < left && p[n] != '\n' && p[n] != '\r')
        n++;
    return n;
}

static bool is_blank_line(const char *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != ' ' && p[i] != '\t')
            return false;
    return true;
}

static void add_place(struct places *places, size_t at)
{
    places->at = vec_grow(places->at, &places->room, places->n + 1,
                          sizeof(*places->at), SIZE_MAX / 16);
    assert_non_null(places->at);
    places->at[places->n++] = at;
}

struct places find_games(struct tabia_bytes text)
{
    const char *p = (const char *)text.data;
    struct places games = { 0 };
    bool was_tag = false;
    for (size_t at = 0; at < text.size;) {
        const size_t len = line_len(p + at, text.size - at);
        const bool is_tag = is_tag_line(p + at, len);
        if (is_tag && !was_tag)
            add_place(&games, at);
        if (!is_blank_line(p + at, len))
            was_tag = is_tag;
        at += len + 1;
    }
    add_place(&games, text.size);
    return games;
}

struct places find_cuts(struct tabia_bytes text, size_t piece_size)
{
    struct places games = find_games(text), cuts = { 0 };
    size_t i = 0;
    for (size_t goal = piece_size; goal < text.size; goal += piece_size) {
        while (games.at[i] < goal)
            i++;
        if (!cuts.n || cuts.at[cuts.n - 1] != games.at[i])
            add_place(&cuts, games.at[i]);
    }
    if (text.size && (!cuts.n || cuts.at[cuts.n - 1] != text.size))
        add_place(&cuts, text.size);
    free(games.at);
    return cuts;
}

static uint32_t slow_line(struct tabia_bytes text, uint64_t at)
{
    uint32_t line = 1;
    for (uint64_t i = 0; i < at; i++)
        line += text.data[i] == '\n' ||
                (text.data[i] == '\r' &&
                 (i + 1 == text.size || text.data[i + 1] != '\n'));
    return line;
}

/* ---- what comes ------------------------------------------------------ */

static bool gather_piece(void *ctx, int worker, struct game_reader_piece *piece,
                         struct tabia_error *err)
{
    struct gathering *g = ctx;
    const uint64_t at = piece->offset;
    const size_t size = piece->bytes.size;
    (void)worker;
    (void)err;
    pthread_mutex_lock(&g->lock);
    bool ok = size && at <= g->text.size && size <= g->text.size - at &&
              memcmp(piece->bytes.data, g->text.data + at, size) == 0 &&
              !memchr(g->seen + at, 1, size);
    if (ok && g->has_lines)
        ok = game_reader_line(g->reader, piece) == slow_line(g->text, at);
    if (ok) {
        memset(g->seen + at, 1, size);
        g->seen[at] = 2;
    }
    g->is_wrong |= !ok;
    g->nbytes += size;
    g->npieces++;
    if (piece->number > g->highest)
        g->highest = piece->number;
    piece->ngames = 1;
    pthread_mutex_unlock(&g->lock);
    return true;
}

void gather(struct gathering *g, const struct game_reader_options *options)
{
    struct tabia_error err = { 0 };
    struct pool *pool = pool_new(options->nthreads, &err);
    assert_non_null(pool);
    pthread_mutex_init(&g->lock, NULL);
    g->seen = calloc(g->text.size + 1, 1);
    g->reader = game_reader_open(options, &err);
    assert_non_null(g->seen);
    assert_non_null(g->reader);
    if (!game_reader_each_piece(g->reader, pool, gather_piece, g, &err)) {
        print_error("%s: %s\n", g->name, err.msg);
        fail();
    }
    pool_free(pool);
    if (g->is_wrong)
        print_error("%s: a piece is not what was packed\n", g->name);
    assert_false(g->is_wrong);
    assert_true(!g->npieces || g->highest == g->npieces - 1);
}

void forget(struct gathering *g)
{
    game_reader_close(g->reader);
    free(g->seen);
    pthread_mutex_destroy(&g->lock);
    *g = (struct gathering){ 0 };
}

int check_cuts(const struct gathering *g, size_t piece_size)
{
    struct places cuts = find_cuts(g->text, piece_size);
    int nfailed = !check_number(g->name, g->nbytes, g->text.size);
    nfailed += !check_number(g->name, g->npieces, cuts.n);
    for (size_t i = 0; !nfailed && i + 1 < cuts.n; i++)
        nfailed += !check_number(g->name, g->seen[cuts.at[i]], 2);
    free(cuts.at);
    return nfailed;
}
