/*
 * conflicts.c - where a book contradicts itself, or cannot be reached
 *
 * A way into a position is the position before and the move from there. The
 * answers that the book gives after each way are listed, sorted, and ways
 * into the same position compared.
 */
#include "cli/verbs/conflicts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "book/edges.h"
#include "book/reach.h"
#include "cli/view/line_index.h"

#include "base/banned.h"

/* One answer after one way into a position. */
struct conflict_answer {
    uint32_t position;
    uint32_t before; // the position that the way comes from
    uint32_t edge;   // of the answer
    tabia_move way;
    tabia_move move;
};

struct conflict_search {
    const struct tabia_book *book;
    enum tabia_side side;
    struct line_index lines;
    struct conflict_answer *answers; // owned
    size_t nanswers;
    conflicts_fn *on_finding;
    void *ctx;
};

static bool counts_for(const struct conflict_search *s,
                       const struct tabia_pos *pos)
{
    return !s->side || pos->turn == (s->side == TABIA_SIDE_BLACK ? TABIA_BLACK
                                                                 : TABIA_WHITE);
}

/* ---- reporting ------------------------------------------------------- */

static void put_conflict(const struct conflict_search *s, uint32_t edge,
                         const char *text)
{
    struct tabia_error finding = { 0 };
    error_set(&finding, TABIA_ERR_AMBIGUOUS, "%s", text);
    if (edge != TABIA_NUMBER_NONE) {
        struct tabia_move_data data = tabia_book_edge_data(s->book, edge);
        if (data.has & TABIA_HAS_LOCATION) {
            finding.line = data.line;
            finding.col = data.col;
        }
    }
    s->on_finding(s->ctx, &finding);
}

/* Adds the names of moves at a position, "Nf3, Bc4". */
static void add_move_name(struct buf *text, const struct tabia_pos *pos,
                          tabia_move mv, bool is_first)
{
    char san[TABIA_SAN_SIZE];
    tabia_san_print(pos, mv, san);
    buf_addf(text, "%s%s", is_first ? "" : ", ", san);
}

/* ---- several answers of the side to practise ------------------------- */

static void check_position(const struct conflict_search *s, uint32_t position,
                           struct buf *text)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_book_position_pos_at(s->book, position, &pos);
    if (!counts_for(s, &pos))
        return;
    size_t n = tabia_book_position_moves(s->book, position, TABIA_MERGE_DEFAULT,
                                         list, TABIA_MOVES_MAX);
    size_t nanswers = 0;
    uint32_t last = TABIA_NUMBER_NONE;
    for (size_t i = 0; i < n; i++) {
        if (list[i].data.mark != TABIA_MARK_NONE)
            continue;
        last = list[i].edge;
        nanswers++;
    }
    if (nanswers < 2)
        return;

    buf_reset(text);
    buf_addf(text, "%zu answers to ", nanswers);
    line_index_print(&s->lines, s->book, &pos, text);
    buf_add_text(text, ": ");
    bool is_first = true;
    for (size_t i = 0; i < n; i++) {
        if (list[i].data.mark != TABIA_MARK_NONE)
            continue;
        add_move_name(text, &pos, list[i].move, is_first);
        is_first = false;
    }
    put_conflict(s, last, buf_text(text));
}

/* ---- transpositions -------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By position, way and move; the edge makes the order total. */
static int conflicts_by_line(const void *a, const void *b)
{
    const struct conflict_answer *x = a, *y = b;
    int order = compare_numbers(x->position, y->position);
    if (!order)
        order = compare_numbers(x->before, y->before);
    if (!order)
        order = compare_numbers(x->way, y->way);
    if (!order)
        order = compare_numbers(x->move, y->move);
    return order ? order : compare_numbers(x->edge, y->edge);
}

static bool is_same_way(const struct conflict_answer *a,
                        const struct conflict_answer *b)
{
    return a->position == b->position && a->before == b->before &&
           a->way == b->way;
}

/* Lists the answers behind each edge; only counts while there is no room. */
static void list_answers(struct conflict_search *s)
{
    s->nanswers = 0;
    for (uint32_t node = 0; node < tabia_book_node_count(s->book); node++) {
        uint32_t edge, nedges;
        tabia_book_node_edges(s->book, node, &edge, &nedges);
        for (; nedges > 0; nedges--, edge++) {
            const uint32_t target = tabia_book_edge_target(s->book, edge);
            uint32_t reply, nreplies;
            tabia_book_node_edges(s->book, target, &reply, &nreplies);
            for (; nreplies > 0; nreplies--, reply++) {
                if (tabia_book_edge_data(s->book, reply).mark !=
                    TABIA_MARK_NONE)
                    continue;
                if (s->answers)
                    s->answers[s->nanswers] = (struct conflict_answer){
                        .position = tabia_book_node_position(s->book, target),
                        .before = tabia_book_node_position(s->book, node),
                        .way = tabia_book_edge_move(s->book, edge),
                        .move = tabia_book_edge_move(s->book, reply),
                        .edge = reply,
                    };
                s->nanswers++;
            }
        }
    }
}

static void add_answers(struct buf *text, const struct tabia_pos *pos,
                        const struct conflict_answer *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_move_name(text, pos, list[i].move, i == 0);
}

static void compare_ways(const struct conflict_search *s,
                         const struct conflict_answer *a, size_t na,
                         const struct conflict_answer *b, size_t nb,
                         struct buf *text)
{
    struct tabia_pos pos, before;
    tabia_book_position_pos_at(s->book, a->position, &pos);
    tabia_book_position_pos_at(s->book, a->before, &before);
    bool is_equal = na == nb;
    for (size_t i = 0; is_equal && i < na; i++)
        is_equal = a[i].move == b[i].move;
    if (!counts_for(s, &pos) || is_equal)
        return;
    buf_reset(text);
    buf_add_text(text, "transposition answered by ");
    add_answers(text, &pos, b, nb);
    buf_add_text(text, " here, by ");
    add_answers(text, &pos, a, na);
    buf_add_text(text, " after ");
    line_index_print_move(&s->lines, s->book, &before, a->way, text);
    put_conflict(s, b->edge, buf_text(text));
}

/* Compares each way into a position with the first one. */
static bool check_transpositions(struct conflict_search *s, struct buf *text,
                                 struct tabia_error *err)
{
    list_answers(s);
    s->answers = calloc(s->nanswers + 1, sizeof(*s->answers));
    if (!s->answers)
        return error_nomem(err);
    list_answers(s);
    qsort(s->answers, s->nanswers, sizeof(*s->answers), conflicts_by_line);

    // Answers that differ from the one before only in their edge go.
    size_t nkept = 0;
    for (size_t i = 0; i < s->nanswers; i++)
        if (!nkept || !is_same_way(&s->answers[nkept - 1], &s->answers[i]) ||
            s->answers[nkept - 1].move != s->answers[i].move)
            s->answers[nkept++] = s->answers[i];
    s->nanswers = nkept;

    size_t first = 0, nfirst = 0;
    for (size_t at = 0, n; at < s->nanswers; at += n) {
        size_t end = at + 1;
        while (end < s->nanswers &&
               is_same_way(&s->answers[at], &s->answers[end]))
            end++;
        n = end - at;
        if (at > 0 && s->answers[first].position == s->answers[at].position) {
            compare_ways(s, &s->answers[first], nfirst, &s->answers[at], n,
                         text);
        } else {
            first = at;
            nfirst = n;
        }
    }
    free(s->answers);
    return true;
}

bool conflicts_find(const struct tabia_book *book, enum tabia_side side,
                    conflicts_fn *on_finding, void *ctx,
                    struct tabia_error *err)
{
    struct conflict_search s = {
        .book = book, .side = side, .on_finding = on_finding, .ctx = ctx
    };
    struct buf text = { .limit = 1 << 16 };
    if (!line_index_init(&s.lines, book, err))
        return false;
    for (uint32_t i = 0; side && i < tabia_book_position_count(book); i++)
        check_position(&s, i, &text);
    bool ok = check_transpositions(&s, &text, err);
    line_index_clear(&s.lines);
    buf_clear(&text);
    return ok;
}

/* ---- what cannot be reached ------------------------------------------ */

bool conflicts_find_unreachable(const struct tabia_book *book,
                                conflicts_fn *on_finding, void *ctx,
                                struct tabia_error *err)
{
    const struct conflict_search s = { .book = book,
                                       .on_finding = on_finding,
                                       .ctx = ctx };
    struct reach ways;
    if (!reach_init(&ways, tabia_book_position_count(book), err))
        return false;
    reach_add_initial(&ways, book);
    reach_follow(&ways, book, NULL, 0);
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        if (ways.ply[i] != TABIA_NUMBER_NONE)
            continue;
        struct tabia_pos pos;
        char fen[TABIA_FEN_SIZE], text[TABIA_ERROR_MSG_SIZE];
        tabia_book_position_pos_at(book, i, &pos);
        tabia_fen_print(&pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
        snprintf(text, sizeof(text), "cannot be reached: %s", fen);
        // The first move there says where the position stands.
        struct edges it = edges_of(book, i);
        struct tabia_book_move entry;
        put_conflict(
            &s, edges_next(&it, &entry) ? entry.edge : TABIA_NUMBER_NONE, text);
    }
    reach_clear(&ways);
    return true;
}
