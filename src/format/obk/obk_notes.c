/*
 * obk_notes.c - reading the notes of a Chessmaster book
 *
 *     offset   size   what
 *     0        4      number of the move, LE32, from 1 (or from 0)
 *     4        1      bytes of text
 *     5        1      80h variation name, 81h move annotation, 82h ECO code
 *     6               the text, without an end mark
 *
 * A file has one code page: UTF-8 when all its notes are valid UTF-8, else
 * Windows-1252. Its notes are usually in the order of moves and types; any
 * other order is kept as a text of the book.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/cp1252.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "format/obk/obk.h"
#include "base/banned.h"

struct file_note {
    uint32_t number; // as the file has it, later from 0
    uint8_t type;
    uint8_t len;
    size_t at; // offset of the note
};

struct file_notes {
    struct obk_reader *r;
    struct file_note *list;
    size_t n, room;
    uint32_t base;
    bool is_utf8, is_ascii;
};

static const char *text_of(const struct file_notes *notes,
                           const struct file_note *note)
{
    return (const char *)notes->r->file.bytes.data + note->at +
           OBK_NOTE_HEADER_SIZE;
}

/* ---- finding the notes ----------------------------------------------- */

static bool find_notes(struct file_notes *notes)
{
    const struct obk_file *f = &notes->r->file;
    struct obk_reader *r = notes->r;
    size_t size;
    for (size_t at = f->notes_at; at < f->notes_end; at += size) {
        const size_t left = f->notes_end - at;
        const uint8_t *p = f->bytes.data + at;
        size = OBK_NOTE_HEADER_SIZE;
        if (left >= size)
            size += p[4];
        if (left < size)
            return obk_fail(r, TABIA_ERR_CORRUPT, at,
                            "a note is truncated: %zu of %zu bytes", left,
                            size);
        struct file_note note = { load_le32(p), p[5], p[4], at };
        const char *text = text_of(notes, &note);
        const char *nul = memchr(text, '\0', note.len);
        if (note.type < OBK_NOTE_NAME || note.type > OBK_NOTE_ECO) {
            if (!obk_fail(r, TABIA_ERR_CORRUPT, at + 5,
                          "expected a note of type 80, 81 or 82, found %02X",
                          (unsigned)note.type))
                return false;
            continue;
        }
        if (nul) {
            note.len = (uint8_t)(nul - text);
            if (!obk_fail(r, TABIA_ERR_CORRUPT,
                          at + OBK_NOTE_HEADER_SIZE + note.len,
                          "the text of a note has a zero byte"))
                return false;
        }
        if (!VEC_RESERVE(notes->list, notes->room, notes->n + 1, SIZE_MAX,
                         r->err))
            return false;
        notes->list[notes->n++] = note;
    }
    return true;
}

/* ---- numbers and code page ------------------------------------------- */

/* From 1, unless a note says 0 and none needs the last number. */
static void find_base(struct file_notes *notes,
                      const struct obk_settings *settings)
{
    const uint32_t nmoves = notes->r->file.nmoves;
    size_t first_zero = 0, nzeros = 0, nlast = 0;
    for (size_t i = notes->n; i-- > 0;) {
        if (notes->list[i].number == 0) {
            nzeros++;
            first_zero = notes->list[i].at;
        }
        nlast += notes->list[i].number == nmoves;
    }
    notes->base = settings->note_base != OBK_BASE_0;
    if (settings->note_base || !nzeros || nlast || !nmoves)
        return;
    notes->base = 0;
    format_warn_at(notes->r->job, first_zero,
                   "a note for move 0: the notes number moves from 0");
}

/* Makes the numbers start from 0, and drops the notes that have no move. */
static bool place_notes(struct file_notes *notes,
                        const struct obk_place *places)
{
    const uint32_t nmoves = notes->r->file.nmoves, base = notes->base;
    size_t n = 0;
    for (size_t i = 0; i < notes->n; i++) {
        struct file_note note = notes->list[i];
        const uint32_t index = note.number - base; // wraps for 0, if from 1
        if (index >= nmoves) {
            if (!(nmoves
                      ? obk_fail(notes->r, TABIA_ERR_CORRUPT, note.at,
                                 "a note for move %u, but moves are numbered "
                                 "from %u to %llu",
                                 note.number, base,
                                 (unsigned long long)nmoves + base - 1)
                      : obk_fail(notes->r, TABIA_ERR_CORRUPT, note.at,
                                 "a note for move %u, but there are no moves",
                                 note.number)))
                return false;
        } else if (places[index].node == TABIA_NUMBER_NONE) {
            format_warn_loss_at(notes->r->job, note.at,
                                "a note for move %u, which was dropped",
                                note.number);
        } else {
            note.number = index;
            notes->list[n++] = note;
        }
    }
    notes->n = n;
    return true;
}

/* Appends the text as UTF-8; returns its length. */
static size_t decode_text(const struct file_notes *notes,
                          const struct file_note *note, struct buf *text)
{
    const size_t before = text->size;
    const char *raw = text_of(notes, note);
    if (notes->is_utf8) {
        buf_add(text, raw, note->len);
        return text->size - before;
    }
    for (size_t i = 0; i < note->len; i++) {
        char out[UTF8_MAX];
        const size_t len = utf8_encode(cp1252_decode((uint8_t)raw[i]), out);
        buf_add(text, out, len);
    }
    return text->size - before;
}

/* ---- into the book --------------------------------------------------- */

static int compare_notes(const struct file_note *a, const struct file_note *b)
{
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->type > b->type) - (a->type < b->type);
}

static int compare_records(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return compare_notes(a, b);
}

/* Remembers the order in a text, by numbers from 1. */
static bool keep_order(const struct file_notes *notes,
                       struct tabia_builder *out)
{
    struct buf order = { .limit = UINT32_MAX / 2 };
    struct buf text = { .limit = 4 * OBK_NOTE_MAX };
    for (size_t i = 0; i < notes->n; i++) {
        const struct file_note *note = &notes->list[i];
        buf_reset(&text);
        const size_t len = decode_text(notes, note, &text);
        if (text.failed)
            break;
        buf_addf(&order, "%s%u:%02x:%zu", i ? " " : "", note->number + 1,
                 (unsigned)note->type, len);
    }
    struct tabia_error *err = notes->r->err;
    const bool ok =
        text.failed ? buf_error(&text, err)
        : order.failed
            ? buf_error(&order, err)
            : tabia_builder_add_text(out, OBK_KEY_NOTE_ORDER, buf_text(&order),
                                     order.size, err);
    buf_clear(&text);
    buf_clear(&order);
    return ok;
}

/* Several notes of one type for one move become the lines of one text. */
static bool set_all(const struct file_notes *notes,
                    const struct obk_place *places, struct tabia_builder *out)
{
    struct tabia_error *err = notes->r->err;
    struct buf text = { .limit = UINT32_MAX / 2 };
    bool ok = true;
    for (size_t i = 0; ok && i < notes->n; i++) {
        const struct file_note *note = &notes->list[i];
        decode_text(notes, note, &text);
        if (i + 1 < notes->n && compare_notes(note, note + 1) == 0) {
            buf_add_char(&text, '\n');
            continue;
        }
        const struct obk_place *place = &places[note->number];
        const struct tabia_move_data move = { .has = TABIA_HAS_MOVE_COMMENT,
                                              .comment = buf_text(&text) };
        const struct tabia_node_data node = {
            .has = note->type == OBK_NOTE_ECO ? TABIA_HAS_ECO : TABIA_HAS_NAME,
            .name = buf_text(&text),
            .eco = buf_text(&text),
        };
        if (text.failed)
            ok = buf_error(&text, err);
        else if (note->type == OBK_NOTE_REMARK)
            ok = tabia_builder_set_move(out, place->edge, &move, err);
        else
            ok = tabia_builder_set_node(out, place->node, &node, err);
        buf_reset(&text);
    }
    buf_clear(&text);
    return ok;
}

static bool load_notes(struct file_notes *notes,
                       const struct obk_settings *settings,
                       const struct obk_place *places,
                       struct tabia_builder *out)
{
    if (!find_notes(notes))
        return false;
    find_base(notes, settings);
    if (!place_notes(notes, places))
        return false;
    notes->is_utf8 = notes->is_ascii = true;
    for (size_t i = 0; i < notes->n; i++) {
        const char *text = text_of(notes, &notes->list[i]);
        const size_t len = notes->list[i].len;
        notes->is_utf8 = notes->is_utf8 && utf8_is_valid(text, len);
        for (size_t k = 0; k < len; k++)
            notes->is_ascii = notes->is_ascii && (uint8_t)text[k] < 0x80;
    }
    struct tabia_error *err = notes->r->err;
    if (notes->n && !notes->base &&
        !tabia_builder_add_text(out, OBK_KEY_NOTE_BASE, "0", 1, err))
        return false;
    if (notes->n && notes->is_utf8 && !notes->is_ascii &&
        !tabia_builder_add_text(out, OBK_KEY_NOTE_TEXT, "utf-8", 5, err))
        return false;
    bool is_in_order = true;
    for (size_t i = 1; i < notes->n; i++)
        is_in_order &= compare_notes(&notes->list[i - 1], &notes->list[i]) < 0;
    if (!is_in_order &&
        (!keep_order(notes, out) ||
         !sort_stable(notes->list, notes->n, sizeof(notes->list[0]),
                      compare_records, NULL, NULL, err)))
        return false;
    return set_all(notes, places, out);
}

bool obk_notes_read(struct obk_reader *r, const struct obk_settings *settings,
                    const struct obk_place *places, struct tabia_builder *out)
{
    struct file_notes notes = { .r = r };
    const bool ok = load_notes(&notes, settings, places, out);
    free(notes.list);
    return ok;
}
