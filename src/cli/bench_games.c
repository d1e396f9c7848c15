/*
 * bench_games.c - the moves of games, to measure with
 *
 * A small scanner of PGN, good enough for files that are known to be right:
 * it is not measured, and reads no variations.
 */
#include "cli/bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "tabia/transform.h"

#include "base/banned.h"

enum { WORDS_MAX = 1 << 28 };

struct scanner {
    struct bench_games *games;
    const char *p, *end;
    bool in_header; // of the next game
    bool is_left_out;
};

static bool add_word(struct bench_games *games, const char *at, size_t len,
                     struct tabia_error *err)
{
    struct bench_word *words =
        vec_grow(games->words, &games->room, games->nwords + 1,
                 sizeof(*games->words), WORDS_MAX);
    if (!words)
        return error_nomem(err);
    games->words = words;
    words[games->nwords++] = (struct bench_word){
        .at = (uint32_t)(at - games->text),
        .len = (uint8_t)len,
    };
    games->nmoves += len > 0;
    return true;
}

static const char *skip_past(const char *p, const char *end, char c)
{
    const char *found = memchr(p, c, (size_t)(end - p));
    return found ? found + 1 : end;
}

/* Behind the bracket that closes the variation at 'p'. */
static const char *skip_variation(const char *p, const char *end)
{
    int depth = 0;
    while (p < end) {
        char c = *p++;
        if (c == '{')
            p = skip_past(p, end, '}');
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            break;
    }
    return p;
}

static bool read_header(struct scanner *s, struct tabia_error *err)
{
    if (!s->in_header) {
        s->in_header = true;
        s->is_left_out = false;
        if (!add_word(s->games, s->p, 0, err))
            return false;
    }
    if (s->end - s->p > 5 && memcmp(s->p, "[FEN ", 5) == 0)
        s->is_left_out = true;
    s->p = skip_past(s->p, s->end, '\n');
    return true;
}

/* Is a word of 'len' bytes a move, not a number or a result? */
static bool is_move(const char *p, size_t len)
{
    if (len > 2 && memcmp(p, "0-0", 3) == 0)
        return true;
    return (*p >= 'a' && *p <= 'h') || (*p >= 'A' && *p <= 'Z');
}

static bool read_word(struct scanner *s, struct tabia_error *err)
{
    const char *p = s->p;
    size_t len = 0;
    while (p + len < s->end && !strchr(" \t\r\n{}();$.", p[len]))
        len++;
    s->p += len > 0 ? len : 1;
    s->in_header = false;
    if (len == 0 || len > 15 || s->is_left_out || !is_move(p, len))
        return true;
    return add_word(s->games, p, len, err);
}

static bool read_next(struct scanner *s, struct tabia_error *err)
{
    switch (*s->p) {
    case '[':
        return read_header(s, err);
    case '{':
        s->p = skip_past(s->p, s->end, '}');
        return true;
    case ';':
        s->p = skip_past(s->p, s->end, '\n');
        return true;
    case '(':
        s->p = skip_variation(s->p, s->end);
        return true;
    case '$':
        s->p++;
        while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
            s->p++;
        return true;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '.':
        s->p++;
        return true;
    default:
        return read_word(s, err);
    }
}

bool bench_games_scan(struct bench_games *games, struct tabia_bytes text,
                      struct tabia_error *err)
{
    *games = (struct bench_games){ .text = (const char *)text.data };
    if (text.size > UINT32_MAX)
        return error_set(err, TABIA_LIMIT, "more than 4 GiB of games");
    struct scanner s = {
        .games = games,
        .p = games->text,
        .end = games->text + text.size,
    };
    while (s.p < s.end) {
        if (!read_next(&s, err)) {
            bench_games_clear(games);
            return false;
        }
    }
    return true;
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
    tabia_pos_start(&start);
    const struct tabia_walk_options options = { .from = &start };
    struct tabia_walk *walk = tabia_walk_open(book, &options, err);
    if (!walk)
        return false;
    struct tabia_step step;
    while (tabia_walk_next(walk, &step)) {
        if (!step.is_leaf && !step.is_seen)
            continue;
        const tabia_move *moves;
        size_t n = tabia_walk_line(walk, &moves);
        print_line(text, start, moves, n);
    }
    bool done = tabia_walk_ok(walk, err);
    tabia_walk_close(walk);
    return done && (!text->failed || buf_error(text, err));
}
