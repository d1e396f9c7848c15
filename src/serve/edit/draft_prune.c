/*
 * draft_prune.c - removing a branch, but nothing that other lines need
 *
 * Positions, not nodes, decide what is needed: in a book of lines another line
 * may reach a position and rely on the moves at an occurrence in the removed
 * line. Such moves are transferred to an occurrence that stays.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "serve/edit/draft_def.h"

#include "base/banned.h"

struct pruning {
    struct draft *d;
    bool *is_behind;  // positions after the removed move
    bool *is_kept;    // positions that are still reachable
    bool *is_reached; // nodes that are still reachable
    uint32_t *hosts;  // by position: the first of these, or TABIA_NUMBER_NONE
    uint32_t *queue;  // of positions or nodes
    uint32_t n;
};

static void prune_mark(struct pruning *p, bool *marks, uint32_t number)
{
    if (marks[number])
        return;
    marks[number] = true;
    p->queue[p->n++] = number;
}

/* Marks all positions reachable from those in the queue. */
static void prune_spread_positions(struct pruning *p, bool *marks)
{
    for (uint32_t at = 0; at < p->n; at++) {
        uint32_t node, k = 0;
        while ((node = draft_node_next(p->d, p->queue[at], &k)) !=
               TABIA_NUMBER_NONE) {
            uint32_t next = 0, edge;
            while ((edge = draft_edge_next(p->d, node, &next)) !=
                   TABIA_NUMBER_NONE)
                prune_mark(p, marks,
                           p->d->nodes[p->d->edges[edge].to].position);
        }
    }
    p->n = 0;
}

static void prune_mark_node(struct pruning *p, uint32_t node)
{
    uint32_t *host = &p->hosts[p->d->nodes[node].position];
    if (!p->d->nodes[node].is_gone && node < *host)
        *host = node; // TABIA_NUMBER_NONE is the largest number
    prune_mark(p, p->is_reached, node);
}

static void prune_spread_nodes(struct pruning *p)
{
    for (uint32_t at = 0; at < p->n; at++) {
        uint32_t next = 0, edge;
        while ((edge = draft_edge_next(p->d, p->queue[at], &next)) !=
               TABIA_NUMBER_NONE)
            prune_mark_node(p, p->d->edges[edge].to);
    }
    p->n = 0;
}

/* The number of distinct moves at the occurrences of a position. */
static uint32_t count_distinct_moves(const struct draft *d, uint32_t position)
{
    tabia_move met[TABIA_MOVES_MAX];
    uint32_t node, at = 0, n = 0;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE) {
        uint32_t next = 0, edge, i;
        while ((edge = draft_edge_next(d, node, &next)) != TABIA_NUMBER_NONE) {
            const tabia_move mv = d->edges[edge].move;
            for (i = 0; i < n && met[i] != mv; i++)
                continue;
            if (i == n && n < TABIA_MOVES_MAX)
                met[n++] = mv;
        }
    }
    return n;
}

/* Removes what follows 'position' unless it is reachable otherwise. */
static void prune_branch(struct pruning *p, uint32_t position)
{
    struct draft *d = p->d;
    prune_mark(p, p->is_behind, position);
    prune_spread_positions(p, p->is_behind);

    // What does not follow the move stays, with all that it leads to.
    for (uint32_t i = 0; i < draft_position_count(d); i++)
        if (!p->is_behind[i])
            prune_mark(p, p->is_kept, i);
    for (uint32_t i = 0; i < d->nnodes; i++)
        if (d->nodes[i].is_root && !d->nodes[i].is_gone)
            prune_mark(p, p->is_kept, d->nodes[i].position);
    prune_spread_positions(p, p->is_kept);

    for (uint32_t i = 0; i < d->nnodes; i++) {
        struct draft_node *node = &d->nodes[i];
        uint32_t at = 0, edge;
        if (node->is_gone || !p->is_behind[node->position] ||
            p->is_kept[node->position])
            continue;
        while ((edge = draft_edge_next(d, i, &at)) != TABIA_NUMBER_NONE) {
            d->edges[edge].is_gone = true;
            d->result.removed++;
        }
        node->is_gone = true;
    }
    for (uint32_t i = 0; i < draft_position_count(d); i++)
        if (p->is_behind[i] && p->is_kept[i])
            d->result.kept += count_distinct_moves(d, i);
}

/* Transfers the moves and values of 'node' to 'host'. */
static bool prune_move_to_host(struct pruning *p, uint32_t node, uint32_t host,
                               struct tabia_error *err)
{
    struct draft *d = p->d;
    struct tabia_node_data data = draft_node_values(d, host);
    uint32_t at = 0, edge;
    while ((edge = draft_edge_next(d, node, &at)) != TABIA_NUMBER_NONE) {
        struct draft_edge moved = d->edges[edge];
        d->edges[edge].is_gone = true;
        if (draft_find_edge(d, host, moved.move) != TABIA_NUMBER_NONE)
            continue;
        moved.from = host;
        if (!draft_add_edge(d, &moved, err))
            return false;
    }
    const struct tabia_node_data own = draft_node_values(d, node);
    d->nodes[node].is_gone = true;
    d->nodes[node].heir = host;
    if (data.has || !own.has)
        return true;
    return draft_set_node_values(d, host, &own, err);
}

/* Transfers the moves of unreachable occurrences of needed positions. */
static bool prune_adopt_orphans(struct pruning *p, struct tabia_error *err)
{
    struct draft *d = p->d;
    bool is_going_on = true;
    for (uint32_t i = 0; i < d->nnodes; i++)
        if (!d->nodes[i].is_gone &&
            (d->nodes[i].is_root || !p->is_behind[d->nodes[i].position]))
            prune_mark_node(p, i);
    prune_spread_nodes(p);
    while (is_going_on) {
        is_going_on = false;
        for (uint32_t i = 0; i < d->nnodes; i++) {
            if (d->nodes[i].is_gone || p->is_reached[i])
                continue;
            const uint32_t host = p->hosts[d->nodes[i].position];
            if (host == TABIA_NUMBER_NONE)
                continue;
            if (!prune_move_to_host(p, i, host, err))
                return false;
            p->queue[p->n++] = host;
            prune_spread_nodes(p);
            is_going_on = true;
        }
    }
    return true;
}

bool draft_prune(struct draft *d, uint32_t position, struct tabia_error *err)
{
    const size_t n = (size_t)draft_position_count(d) + 1, m = d->nnodes + 1;
    struct pruning p = {
        .d = d,
        .is_behind = calloc(n, sizeof(*p.is_behind)),
        .is_kept = calloc(n, sizeof(*p.is_kept)),
        .is_reached = calloc(m, sizeof(*p.is_reached)),
        .hosts = malloc(n * sizeof(*p.hosts)),
        .queue = calloc(n > m ? n : m, sizeof(*p.queue)),
    };
    bool is_ok = false;
    if (p.is_behind && p.is_kept && p.is_reached && p.hosts && p.queue) {
        memset(p.hosts, 0xff, n * sizeof(*p.hosts));
        prune_branch(&p, position);
        is_ok = prune_adopt_orphans(&p, err);
    } else {
        error_nomem(err);
    }
    free(p.is_behind);
    free(p.is_kept);
    free(p.is_reached);
    free(p.hosts);
    free(p.queue);
    return is_ok;
}
