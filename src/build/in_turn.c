/*
 * in_turn.c - counting as PolyGlot's make-book does, game by game
 *
 * A move has a number of games and a number of points. As soon as a move of
 * a position has been met 16,384 times, both numbers of all the moves met so
 * far in that position are halved, rounded up. So the order of the games
 * shows in the numbers of the best known positions, and there the events are
 * taken one by one in the order of the games.
 */
#include "build/in_turn.h"

#include "base/sort.h"

#include "base/banned.h"

enum { FULL = 16384 };

/* Of a game that is here more than once the order is that of its moves. */
static int compare(const void *a, const void *b, void *ctx)
{
    const struct event *x = a, *y = b;
    (void)ctx;
    return (x->value > y->value) - (x->value < y->value);
}

static struct count_move *find_move(struct count_move *list, size_t *n,
                                    tabia_move mv)
{
    for (size_t i = 0; i < *n; i++)
        if (list[i].move == mv)
            return &list[i];
    if (*n == TABIA_MOVES_MAX)
        return NULL;
    list[*n] = (struct count_move){ .move = mv };
    return &list[(*n)++];
}

static void halve(struct count_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        list[i].games = (list[i].games + 1) / 2;
        list[i].points = (list[i].points + 1) / 2;
    }
}

static void add(struct count_move *list, size_t *n, const struct event *e)
{
    struct count_move *m = find_move(list, n, event_move(e));
    if (!m)
        return;
    const unsigned result = e->value & 3; // 0: White won
    const unsigned score = e->move & EVENT_BLACK ? result : 2 - result;
    m->white += result == 0;
    m->draws += result == 1;
    m->black += result == 2;
    m->games++;
    m->points += score;
    if (m->games >= FULL)
        halve(list, *n);
}

static int compare_moves(const void *a, const void *b, void *ctx)
{
    const struct count_move *x = a, *y = b;
    (void)ctx;
    return (x->move > y->move) - (x->move < y->move);
}

static void put_moves(struct count_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        list[i].worth[TABIA_BUILD_SCORE] = list[i].points;
        list[i].worth[TABIA_BUILD_GAMES] = list[i].games;
        list[i].worth[TABIA_BUILD_WINS] = 0;
    }
}

bool in_turn_moves(struct count *c, struct count_move list[TABIA_MOVES_MAX],
                   size_t *n, struct tabia_error *err)
{
    *n = 0;
    // Fewer events are never halved, whatever their order.
    if (c->nevents >= FULL &&
        !sort_merge(c->events, c->nevents, sizeof(*c->events), compare, NULL,
                    NULL, err))
        return false;
    for (size_t i = 0; i < c->nevents; i++)
        add(list, n, &c->events[i]);
    c->turn = c->nevents ? event_turn(&c->events[0]) : TABIA_WHITE;
    put_moves(list, *n);
    if (*n < 2)
        return true;
    return sort_merge(list, *n, sizeof(*list), compare_moves, NULL, NULL, err);
}
