/*
 * eval_report.c - where a book leaves its user with the worse position
 */
#include "cli/eval_report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/sort.h"
#include "book/edges.h"
#include "cli/cli.h"
#include "cli/move_view.h"
#include "cli/paths.h"

#include "base/banned.h"

struct finding {
    uint32_t position;
    int64_t rank; // the worse for the book's side, the smaller
};

static int compare_findings(const void *a, const void *b, void *ctx)
{
    const struct finding *x = a, *y = b;
    (void)ctx;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Centipawns, with mates beyond all of them. */
static int64_t rank_of(const struct tabia_eval *eval, enum tabia_color turn)
{
    const int64_t mate = 10000000;
    if (eval->kind == TABIA_EVAL_CP)
        return eval->value;
    if (!eval->value)
        return turn == TABIA_WHITE ? -mate : mate;
    return eval->value > 0 ? mate - eval->value : -mate - eval->value;
}

static size_t find_bad(const struct tabia_book *book, bool is_white,
                       int64_t limit, struct finding *list)
{
    size_t n = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        const struct tabia_node_data data = tabia_position_data(book, i);
        struct edges it = edges_of(book, i);
        struct tabia_entry entry;
        struct tabia_pos pos;
        if (!(data.has & TABIA_HAS_EVAL) || edges_next(&it, &entry))
            continue; // only where lines end
        tabia_book_position_at(book, i, &pos);
        const int64_t rank = rank_of(&data.eval, (enum tabia_color)pos.turn);
        list[n] = (struct finding){ i, is_white ? rank : -rank };
        n += list[n].rank < -limit;
    }
    return n;
}

/* As JSON, if 'js' is not NULL. */
static bool print_findings(const struct tabia_book *book,
                           const struct finding *list, size_t n,
                           struct json *js, struct tabia_error *err)
{
    struct path_index paths;
    struct buf line = { .limit = 1 << 20 };
    if (!path_index_init(&paths, book, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        tabia_book_position_at(book, list[i].position, &pos);
        const struct tabia_node_data data =
            tabia_position_data(book, list[i].position);
        buf_reset(&line);
        path_index_print(&paths, book, &pos, &line);
        if (js) {
            char fen[TABIA_FEN_SIZE];
            tabia_pos_to_fen(&pos, 0, fen);
            json_begin_object(js);
            json_pair_text(js, "line", buf_text(&line));
            json_pair_text(js, "fen", fen);
            move_view_json_position(js, &data);
            json_end(js);
            continue;
        }
        const long long value = data.eval.value;
        if (data.eval.kind == TABIA_EVAL_CP)
            printf("%+7.2f", (double)value / 100);
        else if (value)
            printf("%s#%-5lld", value < 0 ? "-" : "+",
                   value < 0 ? -value : value);
        else
            printf("%s#0    ", pos.turn == TABIA_WHITE ? "-" : "+");
        printf("  %s\n", buf_text(&line));
    }
    buf_clear(&line);
    path_index_clear(&paths);
    return true;
}

bool eval_report_print(const struct tabia_book *book, bool is_white,
                       int64_t limit, bool as_json, struct tabia_error *err)
{
    const size_t room = (size_t)tabia_book_position_count(book) + 1;
    struct finding *list = calloc(room, sizeof(*list));
    if (!list)
        return error_nomem(err);
    const size_t n = find_bad(book, is_white, limit, list);
    struct sink dst = cli_stdout(err);
    struct json js;
    bool is_done = !n || sort_merge(list, n, sizeof(*list), compare_findings,
                                    NULL, NULL, err);
    if (is_done && as_json) {
        json_init(&js, &dst, true);
        json_begin_array(&js);
    }
    is_done =
        is_done && print_findings(book, list, n, as_json ? &js : NULL, err);
    if (is_done && as_json)
        json_end(&js);
    free(list);
    return is_done;
}
