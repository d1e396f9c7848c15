/*
 * api_practice_import.c - progress from a text, also of an older page
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/api/practice.h"

#include "base/banned.h"

enum { BOXED_MAX = 10000 };

/* Reads a line of an older page; 'moves' has room for PARAM_PLIES_MAX. */
static bool read_boxed(const json_t *from, struct boxed_line *line,
                       tabia_move *moves)
{
    const json_t *fen = json_object_get(from, "fen");
    const json_t *play = json_object_get(from, "play");
    const size_t n = json_array_size(play);
    *line = (struct boxed_line){
        .moves = moves,
        .box = (int)json_integer_value(json_object_get(from, "box")),
        .due =
            (int64_t)(json_number_value(json_object_get(from, "due")) / 1000),
        .seen = (uint32_t)json_integer_value(json_object_get(from, "seen")),
        .lapses = (uint32_t)json_integer_value(json_object_get(from, "lapses")),
    };
    if (!json_is_string(fen) || n > PARAM_PLIES_MAX || line->due < 0 ||
        line->due > (int64_t)1 << 36 ||
        !tabia_fen_parse(&line->start, json_string_value(fen),
                         json_string_length(fen), TABIA_FEN_LENIENT, NULL))
        return false;
    struct tabia_pos pos = line->start;
    for (; line->n < n; line->n++) {
        const json_t *uci = json_array_get(play, line->n);
        tabia_move *mv = &moves[line->n];
        if (!json_is_string(uci) ||
            !tabia_uci_parse(&pos, json_string_value(uci),
                             json_string_length(uci), mv, NULL))
            return false;
        tabia_pos_play(&pos, *mv);
    }
    return true;
}

/* The cards of an older page as a progress file, in 'other'. */
static bool convert_boxes(struct practice_request *r, const json_t *list,
                          struct buf *other, struct cards_import_result *result)
{
    const size_t n = json_array_size(list);
    size_t nboxed = 0, damaged = 0;
    if (n > BOXED_MAX)
        return practice_refuse(r, "lines: too many");
    struct boxed_line *boxed = calloc(n + 1, sizeof(*boxed));
    tabia_move *moves = calloc((n + 1) * PARAM_PLIES_MAX, sizeof(*moves));
    bool ok = boxed && moves && buf_add_text(other, CARDS_MAGIC "\n");
    if (!ok)
        error_nomem(&r->err);
    for (size_t i = 0; ok && i < n; i++) {
        if (read_boxed(json_array_get(list, i), &boxed[nboxed],
                       &moves[nboxed * PARAM_PLIES_MAX]))
            nboxed++;
        else
            damaged++;
    }
    ok = ok && training_convert(other, &r->decisions, &r->cards, boxed, nboxed,
                                result, &r->err);
    result->damaged = damaged;
    free(boxed);
    free(moves);
    return ok || practice_fail(r, HTTP_FAILED);
}

static void put_import(struct practice_request *r,
                       const struct cards_import_result *result,
                       const struct buf *lines)
{
    struct json_writer *js = &r->js;
    reply_begin_json(r->reply, js);
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "imported", result->imported);
    json_writer_pair_uint(js, "skipped", result->skipped);
    json_writer_pair_uint(js, "damaged", result->damaged);
    json_writer_pair_bool(js, "saved", r->call->is_owner);
    // The owner's are in the file.
    json_writer_pair_text(js, "lines",
                          r->call->is_owner ? "" : buf_text(lines));
    json_writer_end(js);
    reply_end(r->reply);
}

void api_practice_import(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    struct cards_import_result result, boxes = { .imported = 0 };
    struct buf lines = { .limit = CARDS_TEXT_MAX }, other = lines;
    if (!practice_begin(&r, srv, call, reply, PRACTICE_ANY))
        return;
    const json_t *boxed = json_object_get(r.body, "lines");
    const json_t *text = json_object_get(r.body, "progress");
    bool ok = true;
    if (boxed && r.book.edition) {
        ok = practice_find_decisions(&r) && practice_read_cards(&r) &&
             convert_boxes(&r, boxed, &other, &boxes);
    } else if (json_is_string(text)) {
        // A visitor's text is what to import: nothing else is known here.
        ok = (!call->is_owner || practice_read_progress(&r)) &&
             buf_add(&other, json_string_value(text), json_string_length(text));
        if (other.failed) {
            buf_error(&other, &r.err);
            practice_fail(&r, HTTP_BAD_REQUEST);
        }
    } else {
        ok = practice_refuse(&r, "expected 'progress' or 'lines'");
    }
    if (ok && !progress_import_lines(call->is_owner ? &r.file : NULL,
                                     buf_bytes(&other), &r.text, &result,
                                     &lines, &r.err))
        ok = practice_fail(&r, HTTP_BAD_REQUEST);
    if (ok) {
        result.skipped += boxes.skipped;
        result.damaged += boxes.damaged;
        put_import(&r, &result, &lines);
    }
    buf_clear(&lines);
    buf_clear(&other);
    practice_end(&r);
}
