/*
 * obk_notes_write.c - writing the notes of a Chessmaster book
 *
 * They come in the order of moves, and for one move as name, annotation, ECO
 * code, unless the book remembers another order that still fits.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/cp1252.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/wording.h"
#include "format/format_contract.h"
#include "format/obk/obk.h"
#include "base/banned.h"

struct written_note {
    uint32_t move; // from 1
    uint8_t type;
    const char *text; // borrowed from the book, or in the arena
    size_t len;
    size_t used; // bytes that earlier pieces took
};

struct notes_writer {
    const struct tabia_book *book;
    struct arena arena;
    struct written_note *list;
    size_t n, room;
    uint32_t base;
    bool is_utf8;
    uint64_t nlong, nforeign;
    struct buf *dst;
    struct tabia_error *err;
};

/* ---- collecting ------------------------------------------------------ */

static bool add_note(struct notes_writer *w, size_t move,
                     enum obk_note_type type, const char *text)
{
    if (!text)
        return true;
    if (!VEC_RESERVE(w->list, w->room, w->n + 1, SIZE_MAX, w->err))
        return false;
    w->list[w->n++] = (struct written_note){
        .move = (uint32_t)move + 1,
        .type = (uint8_t)type,
        .text = text,
        .len = strlen(text),
    };
    return true;
}

static bool collect_notes(struct notes_writer *w, const struct obk_plan *plan)
{
    for (size_t i = 0; i < plan->nmoves; i++) {
        const struct tabia_node_data node =
            tabia_book_node_data(w->book, plan->moves[i].node);
        const struct tabia_move_data move =
            tabia_book_edge_data(w->book, plan->moves[i].edge);
        if (!node.has && !(move.has & TABIA_HAS_MOVE_COMMENT))
            continue;
        // There is one note for the comments of the move and of the position.
        const char *comment = move.comment ? move.comment : node.comment;
        if (move.comment && node.comment &&
            strcmp(move.comment, node.comment) != 0) {
            const size_t first = strlen(move.comment);
            const size_t second = strlen(node.comment);
            char *both = arena_alloc(&w->arena, first + second + 2, 1);
            if (!both)
                return error_nomem(w->err);
            memcpy(both, move.comment, first);
            both[first] = '\n';
            memcpy(both + first + 1, node.comment, second + 1);
            comment = both;
        }
        if (!add_note(w, i, OBK_NOTE_NAME, node.name) ||
            !add_note(w, i, OBK_NOTE_REMARK, comment) ||
            !add_note(w, i, OBK_NOTE_ECO, node.eco))
            return false;
    }
    return true;
}

/* ---- bytes ----------------------------------------------------------- */

/* As much of the text as fits; returns the bytes used in 'out'. */
static size_t encode_text(struct notes_writer *w, const char *text, size_t len,
                          uint8_t out[OBK_NOTE_MAX])
{
    if (w->is_utf8) {
        const size_t n = utf8_cut(text, len, OBK_NOTE_MAX);
        w->nlong += n < len;
        memcpy(out, text, n);
        return n;
    }
    size_t n = 0;
    for (size_t i = 0; i < len;) {
        uint32_t code = '?';
        const size_t step = utf8_decode(text + i, len - i, &code);
        i += step ? step : 1;
        if (n == OBK_NOTE_MAX) {
            w->nlong++;
            break;
        }
        if (!cp1252_encode(code, &out[n])) {
            out[n] = '?';
            w->nforeign++;
        }
        n++;
    }
    return n;
}

static bool write_note(struct notes_writer *w, const struct written_note *note,
                       const char *text, size_t len)
{
    uint8_t bytes[OBK_NOTE_HEADER_SIZE + OBK_NOTE_MAX];
    const size_t n = encode_text(w, text, len, bytes + OBK_NOTE_HEADER_SIZE);
    put_le32(bytes, note->move - 1 + w->base);
    bytes[4] = (uint8_t)n;
    bytes[5] = note->type;
    return buf_add(w->dst, bytes, OBK_NOTE_HEADER_SIZE + n) ||
           buf_error(w->dst, w->err);
}

/* ---- the order that the book remembers ------------------------------- */

static bool read_note_number(const char **p, unsigned base, char end,
                             uint32_t *n)
{
    uint64_t value = 0;
    const char *s = *p;
    for (;; s++) {
        const unsigned digit = text_hex_digit(*s);
        if (digit >= base)
            break;
        value = value * base + digit;
        if (value >= UINT32_MAX)
            return false;
    }
    if (s == *p || (*s != end && !(end == ' ' && *s == '\0')))
        return false;
    *p = s + (*s != '\0');
    *n = (uint32_t)value;
    return true;
}

static struct written_note *find_note(const struct notes_writer *w,
                                      uint32_t move, uint32_t type)
{
    size_t lo = 0, hi = w->n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        const struct written_note *note = &w->list[mid];
        if (note->move < move || (note->move == move && note->type < type))
            lo = mid + 1;
        else
            hi = mid;
    }
    const bool is_found =
        lo < w->n && w->list[lo].move == move && w->list[lo].type == type;
    return is_found ? &w->list[lo] : NULL;
}

/*
 * Goes along an order of "MOVE:TYPE:LENGTH", each the next piece of a note's
 * text; pieces are parted by a line end. Puts them, or else sees whether the
 * order names every text, whole.
 */
static bool follow_order(struct notes_writer *w, const char *p, bool is_put)
{
    for (size_t i = 0; i < w->n; i++)
        w->list[i].used = 0;
    while (*p) {
        uint32_t move, type, len;
        if (!read_note_number(&p, 10, ':', &move) ||
            !read_note_number(&p, 16, ':', &type) ||
            !read_note_number(&p, 10, ' ', &len))
            return false;
        struct written_note *note = find_note(w, move, type);
        if (!note)
            return false;
        const size_t at = note->used;
        if ((at && (at > note->len || note->text[at - 1] != '\n')) ||
            len > note->len - at ||
            utf8_cut(note->text + at, note->len - at, len) != len)
            return false;
        note->used = at + len + 1;
        if (is_put && !write_note(w, note, note->text + at, len))
            return false;
    }
    for (size_t i = 0; i < w->n; i++)
        if (w->list[i].used != w->list[i].len + 1)
            return false;
    return true;
}

/* ---- all of it ------------------------------------------------------- */

bool obk_notes_write(const struct tabia_book *book, const struct obk_plan *plan,
                     const struct obk_settings *settings, struct buf *notes,
                     struct tabia_report *report, struct tabia_error *err)
{
    struct notes_writer w = {
        .book = book,
        .arena = { .limit = SIZE_MAX / 2 },
        .base = settings->note_base == OBK_BASE_1,
        .is_utf8 = settings->note_utf8,
        .dst = notes,
        .err = err,
    };
    const char *order = tabia_book_find_text(book, OBK_KEY_NOTE_ORDER);
    bool ok = collect_notes(&w, plan);
    if (ok && order && follow_order(&w, order, false))
        ok = follow_order(&w, order, true);
    else
        for (size_t i = 0; ok && i < w.n; i++)
            ok = write_note(&w, &w.list[i], w.list[i].text, w.list[i].len);
    report_addf(report, w.nlong, "%s longer than %d bytes %s truncated",
                plural(w.nlong, "note", "notes"), OBK_NOTE_MAX,
                plural(w.nlong, "is", "are"));
    report_add(report, w.nforeign,
               "character that is not in Windows-1252 becomes '?'",
               "characters that are not in Windows-1252 become '?'");
    arena_clear(&w.arena);
    free(w.list);
    return ok;
}
