/*
 * bench_where.c - the time that an expression takes for one game
 *
 * The tags are set one by one, as a reader does, over games that differ in
 * whether and where they fail.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "where/where.h"

#include "base/banned.h"

enum { GAMES = 1000, TURNS = 500, TURNS_QUICK = 5 };

static const char *const expressions[] = {
    ("WhiteElo >= 2400 and BlackElo >= 2400 and Date >= 2015 and "
     "TimeControl != \"-\""),
    "abs(EloDiff) < 200 and Event ~ \"(?i)candidates\"",
    "White ~ \"^Kasp\" or Black ~ \"^Kasp\"",
    "player(\"Carlsen, Magnus\", white)",
    "Speed >= \"rapid\"",
};

struct game {
    char elo[2][8], date[16], clock[16];
    const char *event, *names[2];
};

static void make_games(struct game *games)
{
    static const char *const names[] = { "Carlsen,Magnus", "Kasparov,G",
                                         "Polgar,Ju", "Anand,V" };
    static const char *const events[] = { "FIDE Candidates 2018",
                                          "72nd ch-RUS 2019" };
    uint32_t x = 1;
    for (size_t i = 0; i < GAMES; i++) {
        struct game *g = &games[i];
        x = x * 1664525 + 1013904223;
        const unsigned r = x >> 8;
        snprintf(g->elo[0], sizeof(g->elo[0]), "%u", 2300 + r % 500);
        snprintf(g->elo[1], sizeof(g->elo[1]), "%u", 2300 + r / 7 % 500);
        snprintf(g->date, sizeof(g->date), "%u.%02u.??", 2010 + r % 13,
                 1 + r % 12);
        snprintf(g->clock, sizeof(g->clock), "%u+%u", 60 + r % 9000, r % 31);
        g->event = events[r / 3 % COUNT_OF(events)];
        g->names[0] = names[r / 5 % COUNT_OF(names)];
        g->names[1] = names[r / 11 % COUNT_OF(names)];
    }
}

static void set(const struct where *w, struct where_values *values,
                const char *name, const char *value)
{
    where_set_tag(w, values, (struct tabia_pgn_text){ name, strlen(name) },
                  (struct tabia_pgn_text){ value, strlen(value) });
}

static void set_all(const struct where *w, struct where_values *values,
                    const struct game *g)
{
    where_values_reset(values);
    set(w, values, "Event", g->event);
    set(w, values, "Date", g->date);
    set(w, values, "White", g->names[0]);
    set(w, values, "Black", g->names[1]);
    set(w, values, "WhiteElo", g->elo[0]);
    set(w, values, "BlackElo", g->elo[1]);
    set(w, values, "TimeControl", g->clock);
}

/* The rows of one expression: matching alone, and with setting the tags. */
static bool measure(struct bench *b, size_t i, const struct game *games,
                    struct where_values *values, struct tabia_error *err)
{
    static const char *const keys[COUNT_OF(expressions)][2] = {
        { "numbers", "numbers_tags" },   { "ignore_case", "ignore_case_tags" },
        { "anchored", "anchored_tags" }, { "player", "player_tags" },
        { "speed", "speed_tags" },
    };
    const size_t turns = b->quick ? TURNS_QUICK : TURNS;
    const double n = (double)turns * GAMES;
    uint64_t match = 0, tags = 0;
    bool is_match, is_done = true;
    struct where *w = where_parse(expressions[i], err);
    if (!w)
        return false;
    for (int round = 0; round < b->rounds; round++) {
        for (size_t k = 0; k < GAMES; k++)
            set_all(w, &values[k], &games[k]);
        const uint64_t start = bench_now_ns();
        for (size_t turn = 0; turn < turns; turn++)
            for (size_t k = 0; k < GAMES; k++)
                is_done &= where_match(w, &values[k], &is_match, err);
        const uint64_t middle = bench_now_ns();
        for (size_t turn = 0; turn < turns; turn++)
            for (size_t k = 0; k < GAMES; k++) {
                set_all(w, &values[k], &games[k]);
                is_done &= where_match(w, &values[k], &is_match, err);
            }
        match = bench_best(match, middle - start);
        tags = bench_best(tags, bench_now_ns() - middle);
    }
    bench_add(b, keys[i][0], expressions[i], (double)match / n, "ns");
    bench_add(b, keys[i][1], "  with setting the tags", (double)tags / n, "ns");
    where_free(w);
    return is_done;
}

enum bench_status bench_where(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct game *games = calloc(GAMES, sizeof(*games));
    struct where_values *values = calloc(GAMES, sizeof(*values));
    bool is_done = games && values;
    if (is_done)
        make_games(games);
    else
        error_nomem(&err);
    for (size_t i = 0; is_done && i < COUNT_OF(expressions); i++)
        is_done = measure(b, i, games, values, &err);
    for (size_t i = 0; values && i < GAMES; i++)
        where_values_clear(&values[i]);
    free(values);
    free(games);
    return is_done ? BENCH_DONE : bench_error(&err, (struct tabia_bytes){ 0 });
}
