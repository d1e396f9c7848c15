/*
 * bench_where.c - the time that an expression takes for one game
 *
 * Told tag by tag, as a reader tells them, over games that differ in whether
 * and where they fail.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/attr.h"
#include "where/where.h"
#include "base/banned.h"

enum { GAMES = 1000, ROUNDS = 2000 };

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

/* The time that this thread has worked, whatever else the machine does. */
static uint64_t used_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void tell(const struct where *w, struct where_values *values,
                 const char *name, const char *value)
{
    where_set(w, values, (struct tabia_pgn_text){ name, strlen(name) },
              (struct tabia_pgn_text){ value, strlen(value) });
}

static void tell_all(const struct where *w, struct where_values *values,
                     const struct game *g)
{
    where_begin(values);
    tell(w, values, "Event", g->event);
    tell(w, values, "Date", g->date);
    tell(w, values, "White", g->names[0]);
    tell(w, values, "Black", g->names[1]);
    tell(w, values, "WhiteElo", g->elo[0]);
    tell(w, values, "BlackElo", g->elo[1]);
    tell(w, values, "TimeControl", g->clock);
}

static void measure(const char *text, const struct game *games,
                    struct where_values *values)
{
    struct where *w = where_parse(text, NULL);
    if (!w)
        return;
    for (size_t i = 0; i < GAMES; i++)
        tell_all(w, &values[i], &games[i]);
    size_t nmatches = 0;
    const uint64_t start = used_ns();
    for (size_t n = 0; n < ROUNDS; n++)
        for (size_t i = 0; i < GAMES; i++)
            nmatches += where_match(w, &values[i]);
    const uint64_t middle = used_ns();
    for (size_t n = 0; n < ROUNDS / 10; n++)
        for (size_t i = 0; i < GAMES; i++) {
            tell_all(w, &values[i], &games[i]);
            nmatches += where_match(w, &values[i]);
        }
    const uint64_t end = used_ns();
    const double n = (double)GAMES * ROUNDS;
    printf("%6.1f ns to match, %6.1f ns with the tags, %2.0f%%: %s\n",
           (double)(middle - start) / n, (double)(end - middle) / n * 10,
           100 * (double)nmatches / (n * 1.1), text);
    where_free(w);
}

int main(void)
{
    struct game *games = calloc(GAMES, sizeof(*games));
    struct where_values *values = calloc(GAMES, sizeof(*values));
    if (!games || !values)
        return 3;
    make_games(games);
    for (size_t i = 0; i < COUNT_OF(expressions); i++)
        measure(expressions[i], games, values);
    free(values);
    free(games);
    return 0;
}
