/*
 * ct800_write.c - a book as CT800 text, with as few lines as it takes
 *
 * Positions are visited in depth, moves in the order of their text. A line
 * ends where the book ends or where a position has been visited before: what
 * follows there has been written already. A position with a name gets a line
 * that ends at it, because only there is room for a comment.
 */
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "book/walk_internal.h"
#include "chess/move_code.h"
#include "format/ct800/ct800.h"
#include "format/ct800/ct800_key.h"
#include "base/banned.h"

struct ct800_writer {
    const struct tabia_book *book;
    struct sink *dst;
    struct tabia_report *report;
    struct buf line; // the moves that lead to the current position
    int ply;         // how many they are
};

/* ---- lines ----------------------------------------------------------- */

static bool is_held_eco(const char *eco)
{
    return strlen(eco) == 3 && ct800_is_eco(eco, 3);
}

static void ct800_put_comment(struct ct800_writer *w,
                              const struct tabia_node_data *data)
{
    const bool has_eco = data->eco && is_held_eco(data->eco);
    // What would not be read as it was written.
    if (data->eco && !is_held_eco(data->eco))
        report_add(w->report, 1, "ECO code outside A00 to E99 is dropped",
                   "ECO codes outside A00 to E99 are dropped");
    if (!data->eco && data->name &&
        ct800_is_eco(data->name, strlen(data->name)))
        report_add(
            w->report, 1,
            "name will be read back as an ECO code, because it begins like one",
            "names will be read back as ECO codes, because they begin like "
            "one");
    if (data->name && data->name[strcspn(data->name, "\r\n\t")])
        report_add(w->report, 1, "line end in a name becomes a blank",
                   "line ends in names become blanks");
    if (!has_eco && !data->name)
        return;
    sink_put_text(w->dst, " (");
    if (has_eco)
        sink_put_text(w->dst, data->eco);
    if (has_eco && data->name)
        sink_put_char(w->dst, ' ');
    for (const char *p = data->name; p && *p; p++) // other white space: a blank
        sink_put_char(w->dst, (unsigned char)*p < ' ' ? ' ' : *p);
    sink_put_char(w->dst, ')');
}

/* ---- the walk -------------------------------------------------------- */

/* Drops what the text cannot write, and sorts the rest. */
static size_t choose_text_moves(void *ctx, const struct tabia_walk_step *step,
                                struct tabia_book_move *list, size_t n)
{
    unsigned keys[TABIA_MOVES_MAX];
    size_t kept = 0;
    (void)ctx;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_book_move entry = list[i];
        const enum tabia_piece_type type = tabia_move_promotion(entry.move);
        if (type != TABIA_PIECE_NONE && type != TABIA_QUEEN)
            continue;
        // Moves in the order of their text; no two of a position have the
        // same.
        const unsigned from = tabia_move_from(entry.move),
                       to = move_target(&step->after, entry.move);
        const unsigned key =
            (from & 7) << 9 | (from >> 3) << 6 | (to & 7) << 3 | to >> 3;
        size_t at = kept++;
        for (; at && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            list[at] = list[at - 1];
        }
        keys[at] = key;
        list[at] = entry;
    }
    return kept;
}

/* Makes 'line' what leads to a step. */
static void add_to_line(struct ct800_writer *w,
                        const struct tabia_walk_step *step)
{
    static const char marks[] = {
        [TABIA_MARK_AVOIDED] = 'x', [TABIA_MARK_PASSIVE] = '?'
    };
    for (; w->ply >= (int)step->ply; w->ply--)
        while (w->line.size && w->line.data[--w->line.size] != ' ')
            ;
    if (w->line.size)
        buf_add_char(&w->line, ' ');
    const tabia_move mv = step->book_move.move;
    buf_add_text(&w->line, move_square_name(tabia_move_from(mv)).text);
    buf_add_text(&w->line,
                 move_square_name(move_target(&step->before, mv)).text);
    if (step->book_move.data.mark != TABIA_MARK_NONE)
        buf_add_char(&w->line, marks[step->book_move.data.mark]);
    w->ply = (int)step->ply;
}

/* Writes the line that ends at a step, if one does. */
static bool ct800_write_step(struct ct800_writer *w,
                             const struct tabia_walk_step *step)
{
    struct tabia_node_data data = { 0 };
    if (step->position != TABIA_NUMBER_NONE && !step->is_seen)
        data = tabia_book_position_data(w->book, step->position);
    if (step->ply == 0) {
        report_add(w->report, data.name || data.eco,
                   "name of the starting position is dropped",
                   "names of the starting position are dropped");
        return true;
    }
    add_to_line(w, step);
    if (step->is_seen || step->is_leaf || data.name || data.eco) {
        sink_write(w->dst, w->line.data, w->line.size);
        if (!step->is_seen)
            ct800_put_comment(w, &data);
        sink_put_char(w->dst, '\n');
    }
    return !w->line.failed && sink_ok(w->dst);
}

bool ct800_write(const struct tabia_book *book,
                 const struct tabia_write_options *options, struct sink *dst,
                 struct tabia_report *report, struct tabia_error *err)
{
    struct ct800_writer w = {
        .book = book,
        .dst = dst,
        .report = report,
        .line = { .limit = SIZE_MAX / 4 },
    };
    struct tabia_pos start;
    struct tabia_walk_step step;
    tabia_pos_set_start(&start);
    const struct walk_rule rules = { .choose = choose_text_moves };
    struct tabia_walk *walk =
        walk_new(book, &(struct tabia_walk_options){ .from = &start }, &rules,
                 err);
    (void)options;
    if (!walk)
        return false;
    // The text of the whole book as lines of comment.
    const char *text = tabia_book_find_text(book, "comment");
    while (text) {
        const char *end = strchr(text, '\n');
        const size_t len = end ? (size_t)(end - text) : strlen(text);
        sink_put_text(dst, len ? "# " : "#");
        for (size_t i = 0; i < len; i++)
            sink_put_char(dst, text[i] == '\r' ? ' ' : text[i]);
        sink_put_char(dst, '\n');
        text = end ? end + 1 : NULL;
    }
    while (tabia_walk_next(walk, &step, err) && ct800_write_step(&w, &step))
        ;
    const bool ok = walk_is_whole(walk, err) && sink_ok(dst) &&
                    (!w.line.failed || buf_error(&w.line, err));
    if (ok) {
        // Reports moves in positions that no line of the text reaches.
        struct tabia_book_move list[TABIA_MOVES_MAX];
        uint64_t n = 0;
        for (uint32_t i = 0; i < tabia_book_position_count(w.book); i++)
            if (!walk_has_reached(walk, i))
                n += tabia_book_position_moves(w.book, i, TABIA_MERGE_DEFAULT,
                                               list, TABIA_MOVES_MAX);
        report_add_lost_moves(
            w.report, n,
            "move that is unreachable from the starting position is dropped",
            "moves that are unreachable from the starting position are "
            "dropped");
    }
    tabia_walk_free(walk);
    buf_clear(&w.line);
    return ok;
}
