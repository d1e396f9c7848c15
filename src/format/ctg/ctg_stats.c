/*
 * ctg_stats.c - the 33 bytes of numbers that a CTG book has per position
 *
 *     0 games 3          12 score 4          26 performances 4
 *     3 wins 3           16 rated games 3    30 flags
 *     6 losses 3         19 ratings 4        31 evaluation, signed
 *     9 draws 3          23 performance 3    32 annotation of the position
 *
 * The model has a place for results, marks and weights of moves. All other
 * numbers go through a command in the comment of the position.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/compiler.h"
#include "format/ctg/ctg.h"
#include "base/banned.h"

static uint32_t load_be24(const uint8_t *p)
{
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static void put_be24(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)(value >> 16);
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)value;
}

void ctg_stats_decode(const uint8_t *p, struct ctg_stats *stats)
{
    *stats = (struct ctg_stats){
        .games = load_be24(p),
        .wins = load_be24(p + 3),
        .losses = load_be24(p + 6),
        .draws = load_be24(p + 9),
        .score = load_be32(p + 12),
        .nrated = load_be24(p + 16),
        .ratings = load_be32(p + 19),
        .nperformance = load_be24(p + 23),
        .performances = load_be32(p + 26),
        .flags = p[30],
        .eval = (int8_t)(p[31] < 128 ? p[31] : p[31] - 256),
        .nag = p[32],
    };
}

void ctg_stats_encode(uint8_t *p, const struct ctg_stats *stats)
{
    put_be24(p, stats->games);
    put_be24(p + 3, stats->wins);
    put_be24(p + 6, stats->losses);
    put_be24(p + 9, stats->draws);
    put_be32(p + 12, stats->score);
    put_be24(p + 16, stats->nrated);
    put_be32(p + 19, stats->ratings);
    put_be24(p + 23, stats->nperformance);
    put_be32(p + 26, stats->performances);
    p[30] = stats->flags;
    p[31] = (uint8_t)stats->eval;
    p[32] = stats->nag;
}

static uint32_t sum_games(const struct ctg_stats *s)
{
    return s->wins + s->losses + s->draws;
}

/* Games that are unfinished, or whose result is not known. */
static uint32_t rest_of_games(const struct ctg_stats *s)
{
    return s->games > sum_games(s) ? s->games - sum_games(s) : 0;
}

uint32_t ctg_usual_score(const struct ctg_stats *s)
{
    return 10 * s->wins + 5 * (s->draws + rest_of_games(s));
}

void ctg_results(const struct ctg_stats *stats, enum tabia_color turn,
                 struct tabia_move_data *data)
{
    if (!sum_games(stats) && !stats->games)
        return;
    data->has |= TABIA_HAS_RESULTS;
    data->white = turn == TABIA_WHITE ? stats->wins : stats->losses;
    data->black = turn == TABIA_WHITE ? stats->losses : stats->wins;
    data->draws = stats->draws;
    data->unknown_results = rest_of_games(stats);
}

/* ---- the comment ----------------------------------------------------- */

static const char command[] = "[%ctg";

static void put_stat(struct buf *out, const char *name, uint64_t value)
{
    buf_addf(out, " %s=%llu", name, (unsigned long long)value);
}

static void put_stat_pair(struct buf *out, const char *name, uint32_t n,
                          uint32_t sum)
{
    if (n || sum)
        buf_addf(out, " %s=%u/%u", name, n, sum);
}

/* Numbers that follow from the results are omitted. */
bool ctg_comment_print(const struct ctg_stats *s, bool has_incoming,
                       char text[CTG_COMMENT_SIZE])
{
    // Its longest text has some 170 bytes, so nothing is ever allocated.
    struct buf out = { .data = text,
                       .room = CTG_COMMENT_SIZE,
                       .limit = CTG_COMMENT_SIZE - 1 };
    const unsigned flags =
        has_incoming ? s->flags & ~(unsigned)(CTG_GREEN | CTG_RED) : s->flags;
    buf_add_text(&out, command);
    if (!has_incoming && sum_games(s)) {
        put_stat(&out, "wins", s->wins);
        put_stat(&out, "draws", s->draws);
        put_stat(&out, "losses", s->losses);
    }
    if (s->games != sum_games(s) + (has_incoming ? rest_of_games(s) : 0))
        put_stat(&out, "games", s->games);
    if (s->score != ctg_usual_score(s))
        put_stat(&out, "score", s->score);
    put_stat_pair(&out, "rated", s->nrated, s->ratings);
    put_stat_pair(&out, "performance", s->nperformance, s->performances);
    if (flags)
        put_stat(&out, "flags", flags);
    if (s->eval)
        buf_addf(&out, " eval=%d", s->eval);
    if (s->nag)
        put_stat(&out, "nag", s->nag);
    const bool is_empty = out.size == strlen(command);
    buf_add_char(&out, ']');
    return !is_empty;
}

/* A name of the command, and the largest number that its bytes hold. */
struct ctg_field {
    const char *name;
    uint64_t max, max_sum; // 0: there is no second number
};

enum {
    WINS,
    DRAWS,
    LOSSES,
    GAMES,
    SCORE,
    RATED,
    PERFORMANCE,
    FLAGS,
    EVAL,
    NAG
};

static const struct ctg_field fields[] = {
    [WINS] = { "wins", CTG_COUNT_MAX, 0 },
    [DRAWS] = { "draws", CTG_COUNT_MAX, 0 },
    [LOSSES] = { "losses", CTG_COUNT_MAX, 0 },
    [GAMES] = { "games", CTG_COUNT_MAX, 0 },
    [SCORE] = { "score", UINT32_MAX, 0 },
    [RATED] = { "rated", CTG_COUNT_MAX, UINT32_MAX },
    [PERFORMANCE] = { "performance", CTG_COUNT_MAX, UINT32_MAX },
    [FLAGS] = { "flags", 255, 0 },
    [EVAL] = { "eval", 128, 0 },
    [NAG] = { "nag", 255, 0 },
};

static bool parse_stat(const char **p, uint64_t max, uint64_t *value)
{
    const char *start = *p;
    *value = 0;
    for (; **p >= '0' && **p <= '9' && *value <= max; ++*p)
        *value = *value * 10 + (uint64_t)(**p - '0');
    return *p > start && *value <= max;
}

/* One " name=value"; false when it is not one. */
static bool parse_field(const char **p, struct ctg_stats *stats, unsigned *seen)
{
    const char *at = *p + strspn(*p, " ");
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const size_t len = strlen(fields[i].name);
        if (strncmp(at, fields[i].name, len) != 0 || at[len] != '=')
            continue;
        at += len + 1;
        const bool is_negative = i == EVAL && *at == '-';
        uint64_t a, b = 0;
        at += is_negative;
        if (!parse_stat(&at, fields[i].max, &a))
            return false;
        if (fields[i].max_sum &&
            (*at++ != '/' || !parse_stat(&at, fields[i].max_sum, &b)))
            return false;
        uint32_t *const places[] = { &stats->wins,        &stats->draws,
                                     &stats->losses,      &stats->games,
                                     &stats->score,       &stats->nrated,
                                     &stats->nperformance };
        if (i <= PERFORMANCE)
            *places[i] = (uint32_t)a;
        if (i == RATED)
            stats->ratings = (uint32_t)b;
        else if (i == PERFORMANCE)
            stats->performances = (uint32_t)b;
        else if (i == FLAGS)
            stats->flags = (uint8_t)a;
        else if (i == EVAL)
            stats->eval = (int8_t)(is_negative ? -(int)a
                                   : a > 127   ? 127
                                               : (int)a);
        else if (i == NAG)
            stats->nag = (uint8_t)a;
        *seen |= 1u << i;
        *p = at;
        return true;
    }
    return false;
}

bool ctg_comment_parse(const char *comment, struct ctg_stats *stats,
                       bool *is_alone)
{
    const char *start = comment ? strstr(comment, command) : NULL;
    *is_alone = false;
    if (!start)
        return false;
    struct ctg_stats next = *stats;
    unsigned seen = 0;
    const char *p = start + strlen(command);
    while (*p == ' ')
        if (!parse_field(&p, &next, &seen))
            return false;
    if (*p != ']')
        return false;
    if (!(seen & 1u << GAMES))
        next.games = sum_games(&next) + rest_of_games(stats);
    if (!(seen & 1u << SCORE))
        next.score = ctg_usual_score(&next);
    *stats = next;
    *is_alone = start == comment && p[1] == '\0';
    return true;
}
