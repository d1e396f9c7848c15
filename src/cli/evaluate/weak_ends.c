/*
 * weak_ends.c - where a book leaves its user with the worse position
 */
#include "cli/evaluate/weak_ends.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "book/edges.h"
#include "cli/view/line_index.h"
#include "cli/view/move_view.h"
#include "cli/view/verb_output.h"

#include "base/banned.h"

struct weak_end {
    uint32_t position;
    int64_t rank; // the worse for the book's side, the smaller
};

static int compare_weak_ends(const void *a, const void *b, void *ctx)
{
    const struct weak_end *x = a, *y = b;
    (void)ctx;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Centipawns, with mates beyond all of them. */
static int64_t eval_rank(const struct tabia_eval *eval, enum tabia_color turn)
{
    const int64_t mate = 10000000;
    if (eval->kind == TABIA_EVAL_CP)
        return eval->value;
    if (!eval->value)
        return turn == TABIA_WHITE ? -mate : mate;
    return eval->value > 0 ? mate - eval->value : -mate - eval->value;
}

static size_t find_weak_ends(const struct tabia_book *book, bool is_white,
                             int64_t limit, struct weak_end *list)
{
    size_t n = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        const struct tabia_node_data data = tabia_book_position_data(book, i);
        struct edges it = edges_of(book, i);
        struct tabia_book_move entry;
        struct tabia_pos pos;
        if (!(data.has & TABIA_HAS_EVAL) || edges_next(&it, &entry))
            continue; // only where lines end
        tabia_book_position_pos_at(book, i, &pos);
        const int64_t rank = eval_rank(&data.eval, (enum tabia_color)pos.turn);
        list[n] = (struct weak_end){ i, is_white ? rank : -rank };
        n += list[n].rank < -limit;
    }
    return n;
}

static bool put_weak_ends(struct verb_output *out,
                          const struct tabia_book *book,
                          const struct weak_end *list, size_t n,
                          struct tabia_error *err)
{
    struct line_index lines;
    struct buf line = { .limit = 1 << 20 };
    if (!line_index_init(&lines, book, err))
        return false;
    verb_output_array(out, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct tabia_node_data data =
            tabia_book_position_data(book, list[i].position);
        const long long value = data.eval.value;
        struct tabia_pos pos;
        char fen[TABIA_FEN_SIZE];
        tabia_book_position_pos_at(book, list[i].position, &pos);
        tabia_fen_print(&pos, 0, fen);
        buf_reset(&line);
        line_index_print(&lines, book, &pos, &line);
        verb_output_object(out, NULL);
        verb_output_add(out, "line", NULL, fact_text(buf_text(&line)));
        verb_output_add(out, "fen", NULL, fact_text(fen));
        if (out->js)
            move_view_put_json_position(out->js, &data);
        verb_output_end(out);
        if (data.eval.kind == TABIA_EVAL_CP)
            verb_output_line(out, "%+7.2f  %s", (double)value / 100,
                             buf_text(&line));
        else
            verb_output_line(
                out, "%s#%-5lld  %s",
                value < 0 || (!value && pos.turn == TABIA_WHITE) ? "-" : "+",
                value < 0 ? -value : value, buf_text(&line));
    }
    verb_output_end(out);
    buf_clear(&line);
    line_index_clear(&lines);
    return true;
}

enum cli_status weak_ends_print(const struct tabia_book *book, bool is_white,
                                int64_t limit, bool as_json)
{
    struct tabia_error err = { 0 };
    const size_t max = (size_t)tabia_book_position_count(book) + 1;
    struct weak_end *list = calloc(max, sizeof(*list));
    if (!list)
        return cli_fail(CLI_FAILED, "out of memory");
    const size_t n = find_weak_ends(book, is_white, limit, list);
    struct verb_output out;
    verb_output_open(&out, as_json);
    const bool ok = (!n || sort_stable(list, n, sizeof(*list),
                                       compare_weak_ends, NULL, NULL, &err)) &&
                    put_weak_ends(&out, book, list, n, &err);
    free(list);
    const enum cli_status status = verb_output_close(&out);
    return ok ? status : cli_print_error(&err);
}
