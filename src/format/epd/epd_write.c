/*
 * epd_write.c - a book as EPD records
 *
 * A record per position that has moves or anything said about it, as four
 * fields. One without operations whose clocks matter is written as a whole
 * FEN, as lists of positions for engine matches are.
 */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/sink.h"
#include "base/wording.h"
#include "book/copy.h"
#include "book/walk_internal.h"
#include "format/epd/epd.h"
#include "format/format_contract.h"
#include "format/shared/foreign_text.h"
#include "tabia/transform.h"
#include "base/banned.h"

enum {
    MATE_MAX = (EPD_MATE - EPD_MATE_MIN - 1) / 2, // moves
    COMMANDS_TRIED = 64,                          // of one comment
};

struct epd_writer {
    const struct tabia_book *book;
    struct sink *dst;
    uint64_t navoided, nmates, npassed;
    unsigned fen_flags;
    bool whole_fens, ends_only;
};

/* ---- operations ------------------------------------------------------ */

static void begin_op(struct epd_writer *w, enum epd_opcode opcode)
{
    sink_printf(w->dst, " %s", epd_opcode_name(opcode));
}

static void end_op(struct epd_writer *w)
{
    sink_put_char(w->dst, ';');
}

static void write_moves(struct epd_writer *w, uint32_t node,
                        const struct tabia_pos *pos, enum epd_opcode opcode)
{
    uint32_t first, count;
    bool is_open = false;
    tabia_book_node_edges(w->book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data data = tabia_book_edge_data(w->book, i);
        char san[TABIA_SAN_SIZE];
        if ((data.mark == TABIA_MARK_NONE) != (opcode == EPD_BM))
            continue;
        if (!is_open)
            begin_op(w, opcode);
        is_open = true;
        tabia_san_print(pos, tabia_book_edge_move(w->book, i), san);
        sink_printf(w->dst, " %s", san);
        w->navoided += data.mark == TABIA_MARK_AVOIDED;
    }
    if (is_open)
        end_op(w);
}

static void epd_write_text(struct epd_writer *w, enum epd_opcode opcode,
                           const char *text, size_t len)
{
    begin_op(w, opcode);
    sink_put_char(w->dst, ' ');
    if (opcode == EPD_ECO)
        sink_put_text(w->dst, text);
    else
        foreign_text_quote(w->dst, text, len);
    end_op(w);
}

/* From White's view to the mover's, and mates to plies. */
static void write_eval(struct epd_writer *w, const struct tabia_eval *eval,
                       enum tabia_color turn)
{
    const int64_t value =
        turn == TABIA_WHITE ? (int64_t)eval->value : -(int64_t)eval->value;
    int64_t size = value < 0 ? -value : value, ce;
    if (eval->kind == TABIA_EVAL_CP) {
        size = size > EPD_MATE_MIN ? EPD_MATE_MIN : size;
        ce = value < 0 ? -size : size;
    } else {
        w->nmates += size > MATE_MAX;
        size = size > MATE_MAX ? MATE_MAX : size;
        ce = value > 0 ? EPD_MATE - (2 * size - 1) : 2 * size - EPD_MATE;
    }
    begin_op(w, EPD_CE);
    sink_printf(w->dst, " %lld", (long long)ce);
    end_op(w);
    if (!eval->depth)
        return;
    begin_op(w, EPD_ACD);
    sink_printf(w->dst, " %u", eval->depth);
    end_op(w);
}

static void write_clock(struct epd_writer *w, enum epd_opcode opcode,
                        unsigned value, unsigned usual)
{
    if (value == usual)
        return;
    begin_op(w, opcode);
    sink_printf(w->dst, " %u", value);
    end_op(w);
}

/* ---- kept operations ------------------------------------------------- */

/* True for nothing but operations that the reader would keep again. */
static bool are_kept(const char *p, const char *end, bool has_eval)
{
    struct epd_op op;
    enum epd_scan scan;
    if (p == end || end[-1] != ';')
        return false;
    for (const char *q = p; q < end; q++)
        if (*q == '\n' || *q == '\r')
            return false;
    while ((scan = epd_next_op(&p, end, &op)) == EPD_FOUND)
        if (!epd_is_kept(&op, has_eval))
            return false;
    return scan == EPD_END;
}

/*
 * The command at the end of a comment; NULL if there is none. Each try reads
 * on to the end, so a comment full of commands gets only some; what is not
 * found stays in the comment, and nothing is lost.
 */
static const char *find_command(const char *comment, bool has_eval)
{
    const char *end = comment + strlen(comment);
    if (end == comment || *--end != EPD_COMMAND_END)
        return NULL;
    const char *at = comment;
    for (int i = 0; i < COMMANDS_TRIED; i++) {
        at = strstr(at, EPD_COMMAND);
        if (!at)
            return NULL;
        const char *ops = at + strlen(EPD_COMMAND);
        if (ops < end && are_kept(ops, end, has_eval))
            return at;
        at = ops;
    }
    return NULL;
}

static void write_comment(struct epd_writer *w, const char *comment,
                          bool has_eval)
{
    const char *command = find_command(comment, has_eval);
    size_t len = command ? (size_t)(command - comment) : strlen(comment);
    if (command && len && command[-1] == ' ')
        len--;
    if (len)
        epd_write_text(w, EPD_C0, comment, len);
    if (!command)
        return;
    const char *ops = command + strlen(EPD_COMMAND);
    sink_put_char(w->dst, ' ');
    sink_write(w->dst, ops, strlen(ops) - 1);
}

/* ---- records --------------------------------------------------------- */

static bool node_has_moves(const struct tabia_book *book, uint32_t node)
{
    uint32_t first, count;
    tabia_book_node_edges(book, node, &first, &count);
    return count > 0;
}

/* True if a record of the position has more than the position itself. */
static bool has_operations(const struct tabia_book *book, uint32_t node)
{
    const unsigned held = TABIA_HAS_NAME | TABIA_HAS_ECO |
                          TABIA_HAS_POSITION_COMMENT | TABIA_HAS_EVAL;
    return node_has_moves(book, node) ||
           tabia_book_node_data(book, node).has & held;
}

static void epd_write_record(struct epd_writer *w, uint32_t node,
                             const struct tabia_pos *pos)
{
    const bool has_clocks = pos->halfmove || pos->fullmove != 1;
    const bool is_fen =
        w->whole_fens || (has_clocks && !has_operations(w->book, node));
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(
        pos, w->fen_flags | (is_fen ? 0 : (unsigned)TABIA_FEN_NO_CLOCKS), fen);
    sink_put_text(w->dst, fen);
    const struct tabia_node_data data = tabia_book_node_data(w->book, node);
    const bool has_eval = data.has & TABIA_HAS_EVAL;
    write_moves(w, node, pos, EPD_BM);
    write_moves(w, node, pos, EPD_AM);
    if (data.has & TABIA_HAS_NAME)
        epd_write_text(w, EPD_ID, data.name, strlen(data.name));
    if ((data.has & TABIA_HAS_ECO) && epd_is_eco(data.eco, strlen(data.eco)))
        epd_write_text(w, EPD_ECO, data.eco, strlen(data.eco));
    if (has_eval)
        write_eval(w, &data.eval, (enum tabia_color)pos->turn);
    if (data.has & TABIA_HAS_POSITION_COMMENT)
        write_comment(w, data.comment, has_eval);
    if (!is_fen && has_clocks) {
        write_clock(w, EPD_HMVC, pos->halfmove, 0);
        write_clock(w, EPD_FMVN, pos->fullmove, 1);
    }
    sink_put_char(w->dst, '\n');
}

/* True if only roots have moves or texts, as in a list of positions. */
static bool is_list(const struct tabia_book *book, const uint32_t *root_of)
{
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++)
        if (root_of[i] == TABIA_NUMBER_NONE && has_operations(book, i))
            return false;
    return true;
}

/* The clocks of a position, as the first line that leads to it has them. */
struct epd_clocks {
    uint16_t halfmove, fullmove;
};

/* By position; NULL with an error when there is no memory. */
static struct epd_clocks *find_clocks(const struct tabia_book *book,
                                      struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    struct epd_clocks *clocks = calloc((size_t)n + 1, sizeof(*clocks));
    struct tabia_walk *walk = tabia_walk_new(book, NULL, err);
    struct tabia_walk_step step;
    while (clocks && walk && tabia_walk_next(walk, &step, err))
        if (!step.is_seen && step.position < n)
            clocks[step.position] =
                (struct epd_clocks){ step.after.halfmove, step.after.fullmove };
    const bool ok = clocks && walk && walk_is_whole(walk, err);
    tabia_walk_free(walk);
    if (ok)
        return clocks;
    if (!clocks)
        error_nomem(err);
    free(clocks);
    return NULL;
}

/* Occurrences of a position become one, since a record has no way to it. */
static bool write_folded(struct epd_writer *w, struct tabia_report *report,
                         struct tabia_error *err)
{
    struct tabia_transform_result folded = { 0 };
    struct tabia_book *book =
        tabia_book_fold(w->book, TABIA_MERGE_DEFAULT, &folded, err);
    if (!book)
        return false;
    uint32_t *root_of = copy_root_numbers(book, err);
    struct epd_clocks *clocks =
        root_of && w->whole_fens ? find_clocks(book, err) : NULL;
    const bool ok = root_of && (clocks || !w->whole_fens);
    const struct tabia_book *whole = w->book;
    w->book = book;
    for (uint32_t i = 0; ok && i < tabia_book_node_count(book); i++) {
        const uint32_t position = tabia_book_node_position(book, i);
        const bool is_root = root_of[i] != TABIA_NUMBER_NONE;
        const bool is_passed = w->ends_only && node_has_moves(book, i);
        struct tabia_pos pos;
        w->npassed += is_passed;
        if (is_passed || !(w->ends_only || is_root || has_operations(book, i)))
            continue;
        tabia_book_position_pos_at(book, position, &pos);
        if (is_root) {
            tabia_book_root_pos_at(book, root_of[i], &pos);
        } else if (clocks) { // else those of a new game
            pos.halfmove = clocks[position].halfmove;
            pos.fullmove = clocks[position].fullmove;
        }
        epd_write_record(w, i, &pos);
    }
    w->book = whole;
    free(clocks);
    free(root_of);
    tabia_book_free(book);
    for (unsigned a = 0; a < TABIA_ATTR_COUNT; a++)
        if (format_epd.info.attrs >> a & 1)
            report_addf(report, folded.conflicts_by_attr[a],
                        "%s: conflicting values are joined",
                        tabia_attr_name((enum tabia_attr)a));
    return ok;
}

bool epd_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    struct epd_settings settings = { 0 };
    format_settings_get(epd_settings_table, options, &settings);
    struct epd_writer w = {
        .book = book,
        .dst = dst,
        .whole_fens = settings.has_whole_fens,
        .ends_only = settings.only_ends,
        .fen_flags = (settings.normalises ? TABIA_FEN_EP_LEGAL : 0u) |
                     (settings.is_shredder ? TABIA_FEN_SHREDDER : 0u),
    };
    uint32_t *root_of = copy_root_numbers(book, err);
    bool ok = root_of != NULL;
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        while (strcmp(key, "comment") == 0 && value) { // line by line
            const size_t len = strcspn(value, "\r\n");
            sink_put_text(dst, len ? "# " : "#");
            sink_write(dst, value, len);
            sink_put_char(dst, '\n');
            value = value[len] ? value + len + 1 : NULL;
        }
    }
    if (ok && !w.ends_only && is_list(book, root_of)) {
        for (uint32_t i = 0; i < tabia_book_root_count(w.book); i++) {
            struct tabia_pos pos;
            tabia_book_root_pos_at(w.book, i, &pos);
            epd_write_record(&w, tabia_book_root_at(w.book, i), &pos);
        }
    } else if (ok) {
        ok = write_folded(&w, report, err);
    }
    free(root_of);
    uint64_t ncodes = 0;
    for (uint32_t i = 0; i < tabia_book_node_count(w.book); i++) {
        const struct tabia_node_data data = tabia_book_node_data(w.book, i);
        ncodes += (data.has & TABIA_HAS_ECO) &&
                  !epd_is_eco(data.eco, strlen(data.eco));
    }
    report_add(report, ncodes, "text that is not an ECO code is dropped",
               "texts that are not ECO codes are dropped");
    report_add(report, w.npassed, "position that has moves is dropped",
               "positions that have moves are dropped");
    report_add(report, w.navoided, "avoided mark becomes a passive mark",
               "avoided marks become passive marks");
    report_addf(report, w.nmates, "%s in more than %d moves %s capped",
                plural(w.nmates, "mate", "mates"), MATE_MAX,
                plural(w.nmates, "is", "are"));
    return ok && sink_ok(dst);
}
