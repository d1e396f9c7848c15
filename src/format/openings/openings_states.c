/*
 * openings_states.c - the states of a book, in the order of writing
 */
#include "format/openings/openings_states.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "chess/pos.h"
#include "base/banned.h"

/* ---- states ---------------------------------------------------------- */

/* The position of a node, without what the format cannot name. */
static void openings_states_node_pos(const struct tabia_book *book,
                                     uint32_t node, struct tabia_pos *pos)
{
    tabia_book_position_pos_at(book, tabia_book_node_position(book, node), pos);
    pos->castling = pos_usual_rights(pos);
    pos->halfmove = 0;
    pos->fullmove = 1;
}

static bool find_states(struct openings_states *s, struct tabia_error *err)
{
    const uint32_t n = tabia_book_node_count(s->book);
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        openings_states_node_pos(s->book, i, &pos);
        s->state_of[i] = openings_add_state(&s->graph, &pos, err);
        if (s->state_of[i] == TABIA_NUMBER_NONE)
            return false;
    }
    return true;
}

static void *alloc_state_array(size_t count, size_t size)
{
    return calloc(count + 2, size);
}

static bool reserve_states(struct openings_states *s, struct tabia_error *err)
{
    const size_t n = s->graph.nstates;
    s->first_of = alloc_state_array(n, sizeof(*s->first_of));
    s->nodes_of =
        alloc_state_array(tabia_book_node_count(s->book), sizeof(*s->nodes_of));
    s->order = alloc_state_array(n, sizeof(*s->order));
    s->is_met = alloc_state_array(n, sizeof(*s->is_met));
    s->nincoming = alloc_state_array(n, sizeof(*s->nincoming));
    return (s->first_of && s->nodes_of && s->order && s->is_met &&
            s->nincoming) ||
           error_nomem(err);
}

/* ---- moves ----------------------------------------------------------- */

/* Takes the double step away where the move does without. */
static bool make_plain(struct tabia_pos *pos, tabia_move mv)
{
    const uint8_t ep_file = pos->ep_file;
    pos->ep_file = TABIA_FILE_NONE;
    if (tabia_pos_is_legal(pos, mv))
        return true;
    pos->ep_file = ep_file;
    return tabia_pos_is_legal(pos, mv);
}

/* Adds the moves of one occurrence to 'list', which has 'n' already. */
static size_t openings_states_add_replies(
    const struct openings_states *s, uint32_t node,
    struct openings_state_move list[TABIA_MOVES_MAX], size_t n)
{
    struct tabia_pos pos;
    uint32_t first, count;
    openings_states_node_pos(s->book, node, &pos);
    tabia_book_node_edges(s->book, node, &first, &count);
    for (uint32_t edge = first; edge < first + count; edge++) {
        const tabia_move mv = tabia_book_edge_move(s->book, edge);
        const char *remark = tabia_book_edge_data(s->book, edge).comment;
        struct openings_state_move *known = list;
        while (known < list + n && known->move != mv)
            known++;
        if (known == list + n)
            known = NULL;
        if (known && !known->remark)
            known->remark = remark;
        else if (known && remark && strcmp(known->remark, remark) != 0)
            known->nother++;
        struct tabia_pos plain = pos;
        if (known || n == TABIA_MOVES_MAX || !make_plain(&plain, mv))
            continue;
        const uint32_t target = tabia_book_edge_target(s->book, edge);
        list[n++] = (struct openings_state_move){
            .move = mv,
            .edge = edge,
            .target = s->state_of[target],
            .remark = remark,
            .pos = plain,
        };
    }
    return n;
}

size_t openings_list_moves(const struct openings_states *s, uint32_t state,
                           struct openings_state_move list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (uint32_t i = s->first_of[state]; i < s->first_of[state + 1]; i++)
        n = openings_states_add_replies(s, s->nodes_of[i], list, n);
    return n;
}

/* ---- order ----------------------------------------------------------- */

/* Puts a state and all that it leads to at the end of the order. */
static void add_states(struct openings_states *s, uint32_t state,
                       struct openings_state_move *list)
{
    uint32_t next = s->norder;
    s->is_met[state] = true;
    s->order[s->norder++] = state;
    for (; next < s->norder; next++) {
        const size_t n = openings_list_moves(s, s->order[next], list);
        for (size_t i = 0; i < n; i++) {
            const uint32_t target = list[i].target;
            if (s->is_met[target])
                continue;
            s->is_met[target] = true;
            s->order[s->norder++] = target;
        }
    }
}

static uint32_t find_start(const struct openings_states *s)
{
    struct tabia_pos start, pos;
    tabia_pos_set_start(&start);
    for (uint32_t i = 0; i < s->graph.nstates; i++) {
        openings_state_pos(&s->graph, i, &pos);
        if (tabia_pos_is_same(&pos, &start))
            return i;
    }
    return TABIA_NUMBER_NONE;
}

/* Which states a round of beginnings takes. */
enum state_round { NOT_LED_TO, WITH_MOVES, ALL };

static bool begins_in_round(const struct openings_states *s, uint32_t state,
                            enum state_round round,
                            struct openings_state_move *list)
{
    if (s->is_met[state])
        return false;
    if (round == NOT_LED_TO && s->nincoming[state])
        return false;
    return round == ALL || openings_list_moves(s, state, list) > 0;
}

/* ---- the whole ------------------------------------------------------- */

bool openings_states_init(struct openings_states *s,
                          const struct tabia_book *book,
                          struct tabia_error *err)
{
    *s = (struct openings_states){
        .book = book,
        .graph = { .index = { .limit = UINT32_MAX / 2 } },
        .state_of = alloc_state_array(tabia_book_node_count(book),
                                      sizeof(*s->state_of)),
    };
    struct openings_state_move *list =
        alloc_state_array(TABIA_MOVES_MAX, sizeof(*list));
    bool ok = (list && s->state_of) || error_nomem(err);
    ok = ok && find_states(s, err) && reserve_states(s, err);
    if (ok) {
        // Sorts the nodes by their states.
        const uint32_t n = tabia_book_node_count(s->book);
        for (uint32_t i = 0; i < n; i++)
            s->first_of[s->state_of[i] + 2]++;
        for (size_t i = 2; i < s->graph.nstates + 2; i++)
            s->first_of[i] += s->first_of[i - 1];
        for (uint32_t i = 0; i < n; i++)
            s->nodes_of[s->first_of[s->state_of[i] + 1]++] = i;
        const uint32_t start = find_start(s);
        for (uint32_t i = 0; i < tabia_book_edge_count(s->book); i++)
            s->nincoming[s->state_of[tabia_book_edge_target(s->book, i)]]++;
        if (start != TABIA_NUMBER_NONE && openings_list_moves(s, start, list))
            add_states(s, start, list);
        for (int round = NOT_LED_TO; round <= ALL; round++)
            for (uint32_t i = 0; i < s->graph.nstates; i++)
                if (begins_in_round(s, i, (enum state_round)round, list))
                    add_states(s, i, list);
    }
    free(list);
    return ok;
}

void openings_states_clear(struct openings_states *s)
{
    free(s->state_of);
    free(s->first_of);
    free(s->nodes_of);
    free(s->order);
    free(s->is_met);
    free(s->nincoming);
    openings_clear(&s->graph);
}
