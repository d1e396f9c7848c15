/*
 * ct800_write.c - a book as CT800 text, with as few lines as it takes
 *
 * Positions are visited in depth, moves in the order of their text. A line
 * ends where the book ends or where a position has been visited before: what
 * follows there has been written already. A position with a name gets a line
 * that ends at it, because only there is room for a comment.
 */
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "chess/move_code.h"
#include "format/ct800/ct800_key.h"
#include "format/ct800/ct800_text.h"
#include "base/banned.h"

/* A move of a position, each once. */
struct reply {
    tabia_move mv;
    enum tabia_mark mark;
    uint32_t position; // that it leads to
    char text[4];
};

/* A position on the way, with the replies that are still to come. */
struct step {
    struct tabia_pos pos;
    size_t next, end; // in 'replies'
    size_t line_size; // of the text that leads here
};

struct writer {
    const struct tabia_book *book;
    struct sink *dst;
    struct tabia_report *report;
    struct tabia_error *err;
    uint8_t *seen; // a bit per position
    struct step *way;
    size_t way_room;
    struct reply *replies; // of all positions on the way, as a stack
    size_t replies_room;
    struct buf line;
};

/* ---- lines ----------------------------------------------------------- */

/* A comment is one line: other white space becomes a blank. */
static void put_name(struct sink *dst, const char *name)
{
    for (; *name; name++)
        sink_char(dst, (unsigned char)*name < ' ' ? ' ' : *name);
}

static bool is_held_eco(const char *eco)
{
    return strlen(eco) == 3 && ct800_is_eco(eco, 3);
}

/* What would not be read as it was written. */
static void report_data(struct writer *w, const struct tabia_node_data *data)
{
    if (data->eco && !is_held_eco(data->eco))
        format_loss(w->report, 1, "ECO code beyond A00 to E99 is dropped",
                    "ECO codes beyond A00 to E99 are dropped");
    if (!data->eco && data->name &&
        ct800_is_eco(data->name, strlen(data->name)))
        format_loss(w->report, 1,
                    "name is read as an ECO code because it begins so",
                    "names are read as ECO codes because they begin so");
    if (data->name && data->name[strcspn(data->name, "\r\n\t")])
        format_loss(w->report, 1, "line end in a name becomes a blank",
                    "line ends in names become blanks");
}

static void put_comment(struct writer *w, const struct tabia_node_data *data)
{
    const bool has_eco = data->eco && is_held_eco(data->eco);
    report_data(w, data);
    if (!has_eco && !data->name)
        return;
    sink_text(w->dst, " (");
    if (has_eco)
        sink_text(w->dst, data->eco);
    if (has_eco && data->name)
        sink_char(w->dst, ' ');
    if (data->name)
        put_name(w->dst, data->name);
    sink_char(w->dst, ')');
}

/* Writes the current line, with what is known of its last position. */
static bool put_line(struct writer *w, const struct tabia_node_data *data)
{
    sink_write(w->dst, w->line.data, w->line.size);
    if (data)
        put_comment(w, data);
    return sink_char(w->dst, '\n');
}

static void add_to_line(struct writer *w, const struct reply *reply)
{
    static const char marks[] = {
        [TABIA_MARK_AVOIDED] = 'x', [TABIA_MARK_PASSIVE] = '?'
    };
    if (w->line.size)
        buf_add_char(&w->line, ' ');
    buf_add(&w->line, reply->text, sizeof(reply->text));
    if (reply->mark != TABIA_MARK_NONE)
        buf_add_char(&w->line, marks[reply->mark]);
}

/* ---- the walk -------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    const struct reply *x = a, *y = b;
    return memcmp(x->text, y->text, sizeof(x->text));
}

static bool is_written(tabia_move mv)
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    return promotion == TABIA_EMPTY || promotion == TABIA_QUEEN;
}

/* Puts the replies of 'position' on the stack, from place 'at'. */
static bool add_replies(struct writer *w, const struct tabia_pos *pos,
                        uint32_t position, size_t at, size_t *end)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n =
        tabia_position_moves(w->book, position, TABIA_POLICY_DEFAULT, list);
    if (!VEC_RESERVE(w->replies, w->replies_room, at + n + 1, SIZE_MAX / 2,
                     w->err))
        return false;
    *end = at;
    for (size_t i = 0; i < n; i++) {
        if (!is_written(list[i].move))
            continue;
        struct reply *reply = &w->replies[(*end)++];
        reply->mv = list[i].move;
        reply->mark = list[i].data.mark;
        reply->position = tabia_node_position(w->book, list[i].to);
        square_print(move_target(pos, reply->mv),
                     square_print(tabia_move_from(reply->mv), reply->text));
    }
    // No two moves here have the same text, so the order is total.
    qsort(w->replies + at, *end - at, sizeof(*w->replies), by_text);
    return true;
}

static bool make_room(struct writer *w, size_t nsteps)
{
    return VEC_RESERVE(w->way, w->way_room, nsteps, UINT32_MAX, w->err);
}

/* Marks the position as visited; true if it was not. */
static bool visit(struct writer *w, uint32_t position)
{
    const uint8_t bit = (uint8_t)(1u << (position & 7));
    const bool is_new = !(w->seen[position >> 3] & bit);
    w->seen[position >> 3] |= bit;
    return is_new;
}

/* Writes what ends at this position; 'end' gets the end of its replies. */
static bool arrive(struct writer *w, const struct tabia_pos *pos,
                   uint32_t position, size_t at, size_t *end)
{
    *end = at;
    if (!visit(w, position))
        return put_line(w, NULL);
    if (!add_replies(w, pos, position, at, end))
        return false;
    const struct tabia_node_data data = tabia_position_data(w->book, position);
    if (data.name || data.eco || *end == at)
        return put_line(w, &data);
    return true;
}

/* Goes along the next reply of step 'depth'. */
static bool step_down(struct writer *w, size_t depth)
{
    if (!make_room(w, depth + 2))
        return false;
    struct step *from = &w->way[depth], *to = &w->way[depth + 1];
    const struct reply reply = w->replies[from->next++];
    w->line.size = from->line_size;
    add_to_line(w, &reply);
    if (w->line.failed)
        return buf_error(&w->line, w->err);
    to->pos = from->pos;
    tabia_pos_play(&to->pos, reply.mv);
    to->line_size = w->line.size;
    to->next = from->end;
    return arrive(w, &to->pos, reply.position, to->next, &to->end);
}

static bool walk(struct writer *w, uint32_t position)
{
    if (!make_room(w, 1))
        return false;
    struct step *start = &w->way[0];
    *start = (struct step){ 0 };
    tabia_pos_start(&start->pos);
    visit(w, position);
    if (!add_replies(w, &start->pos, position, 0, &start->end))
        return false;
    const struct tabia_node_data data = tabia_position_data(w->book, position);
    format_loss(w->report, data.name || data.eco,
                "name of the initial position is dropped",
                "names of the initial position are dropped");
    for (size_t depth = 0;;) {
        const struct step *step = &w->way[depth];
        if (step->next == step->end) {
            if (depth-- == 0)
                return sink_ok(w->dst);
        } else if (step_down(w, depth)) {
            depth++;
        } else {
            return false;
        }
    }
}

/* Tells of moves in positions that no line of the text comes to. */
static void report_unreached(const struct writer *w)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    uint64_t n = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(w->book); i++)
        if (!(w->seen[i >> 3] >> (i & 7) & 1))
            n += tabia_position_moves(w->book, i, TABIA_POLICY_DEFAULT, list);
    format_loss_of_moves(
        w->report, n, "move out of reach of the initial position is dropped",
        "moves out of reach of the initial position are dropped");
}

/* The text of the whole book as lines of comment. */
static void put_header(struct sink *dst, const char *text)
{
    while (text) {
        const char *end = strchr(text, '\n');
        const size_t len = end ? (size_t)(end - text) : strlen(text);
        sink_text(dst, len ? "# " : "#");
        for (size_t i = 0; i < len; i++)
            sink_char(dst, text[i] == '\r' ? ' ' : text[i]);
        sink_char(dst, '\n');
        text = end ? end + 1 : NULL;
    }
}

bool ct800_write(const struct tabia_book *book,
                 const struct tabia_write_options *options, struct sink *dst,
                 struct tabia_report *report, struct tabia_error *err)
{
    struct writer w = {
        .book = book,
        .dst = dst,
        .report = report,
        .err = err,
        .line = { .limit = SIZE_MAX / 4 },
    };
    struct tabia_pos start;
    tabia_pos_start(&start);
    const uint32_t position = tabia_book_position_find(book, &start);
    (void)options;
    put_header(dst, tabia_book_text_find(book, "comment"));
    w.seen = calloc((size_t)tabia_book_position_count(book) / 8 + 1, 1);
    if (!w.seen)
        return error_nomem(err);
    const bool is_done =
        position == TABIA_NONE ? sink_ok(dst) : walk(&w, position);
    if (is_done)
        report_unreached(&w);
    free(w.seen);
    free(w.way);
    free(w.replies);
    buf_clear(&w.line);
    return is_done;
}
