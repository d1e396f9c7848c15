/*
 * api_practice_solved.c - which puzzles of a set are solved
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/api/practice.h"

#include "base/banned.h"

enum { SOLVED_MAX = 10000 };

static int compare_solved_keys(const void *a, const void *b)
{
    const tabia_key *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The keys of 'solved', a list of FENs, ascending. */
static bool read_solved_list(struct practice_request *r, tabia_key *keys,
                             size_t *n)
{
    const json_t *list = json_object_get(r->body, "solved");
    *n = json_array_size(list);
    if (*n > SOLVED_MAX)
        return practice_refuse(r, "solved: too many positions");
    for (size_t i = 0; i < *n; i++) {
        const json_t *fen = json_array_get(list, i);
        struct tabia_pos pos;
        if (!json_is_string(fen) ||
            !tabia_fen_parse(&pos, json_string_value(fen),
                             json_string_length(fen), TABIA_FEN_LENIENT, NULL))
            return practice_refuse(r, "solved: expected a list of FENs");
        keys[i] = card_key(&pos);
    }
    return sort_radix(keys, *n, sizeof(*keys), 0, NULL, &r->err) ||
           practice_fail(r, HTTP_FAILED);
}

/* Records those of the list that the set has. */
static bool record_solved(struct practice_request *r, struct buf *lines)
{
    const struct puzzles *set = r->book.volume->puzzles;
    tabia_key *listed = calloc(SOLVED_MAX, sizeof(*listed));
    tabia_key *solved = calloc(puzzles_count(set) + 1, sizeof(*solved));
    size_t nlisted, n = 0;
    bool ok = listed && solved;
    if (!ok) {
        error_nomem(&r->err);
        practice_fail(r, HTTP_FAILED);
    }
    ok = ok && read_solved_list(r, listed, &nlisted);
    for (size_t i = 0; ok && nlisted > 0 && i < puzzles_count(set); i++) {
        solved[n] = card_key(&puzzles_at(set, i)->pos);
        n += bsearch(&solved[n], listed, nlisted, sizeof(*listed),
                     compare_solved_keys) != NULL;
    }
    if (ok && n > 0) {
        cards_clear(&r->cards);
        ok = progress_record_solved(r->call->is_owner ? &r->file : NULL, solved,
                                    n, r->now, &r->text, &r->cards, lines,
                                    &r->err) ||
             practice_fail(r, HTTP_BAD_REQUEST);
    }
    free(listed);
    free(solved);
    return ok;
}

static void put_solved(struct practice_request *r, const struct buf *lines)
{
    const struct puzzles *set = r->book.volume->puzzles;
    struct json_writer *js = &r->js;
    reply_begin_json(r->reply, js);
    json_writer_begin_object(js);
    json_writer_pair_text(js, "book", r->book.volume->id);
    json_writer_pair_bool(js, "saved", r->call->is_owner);
    json_writer_pair_text(js, "file",
                          r->file.path ? path_name(r->file.path) : NULL);
    json_writer_pair_uint(js, "total", puzzles_count(set));
    json_writer_key(js, "solved");
    json_writer_begin_array(js);
    for (size_t i = 0; i < puzzles_count(set); i++)
        if (cards_find_solved(&r->cards, card_key(&puzzles_at(set, i)->pos)))
            json_writer_put_uint(js, i);
    json_writer_end(js);
    json_writer_pair_text(js, "lines", buf_text(lines));
    json_writer_end(js);
    reply_end(r->reply);
}

void api_practice_solved(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    if (!practice_begin(&r, srv, call, reply, PRACTICE_PUZZLES))
        return;
    if (practice_read_cards(&r) && record_solved(&r, &lines))
        put_solved(&r, &lines);
    buf_clear(&lines);
    practice_end(&r);
}
