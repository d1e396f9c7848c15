/*
 * polyglot_read.c - from a PolyGlot book to positions: see key_walk.h
 */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "chess/move_code.h"
#include "format/key_walk.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

/* ---- entries --------------------------------------------------------- */

static uint64_t polyglot_key_of(const struct table_impl *t,
                                const struct tabia_pos *pos)
{
    (void)t;
    return tabia_pos_key(pos);
}

static struct key_rows polyglot_find_rows(const struct table_impl *t,
                                          const struct tabia_pos *pos,
                                          uint32_t path_tag)
{
    const struct polyglot_range range =
        polyglot_find(t->state, tabia_pos_key(pos));
    (void)path_tag;
    return (struct key_rows){ range.first, range.end };
}

/* Code 0 stands for no move: such entries end some books. */
static bool polyglot_check_row(const struct table_impl *t, size_t row,
                               const struct tabia_pos *pos,
                               struct key_fault *fault)
{
    const struct polyglot_entries *e = t->state;
    const uint16_t code =
        load_be16(polyglot_entry_at(e, row) + POLYGLOT_MOVE_AT);
    char squares[TABIA_UCI_SIZE];
    if (row < e->nheader || !code)
        return false;
    if (!pos || !move_code_is_possible(code) || move_code_decode(pos, code))
        return true;
    if (e->is_repaired)
        fault->severity = TABIA_SEVERITY_WARNING;
    fault->offset = polyglot_entry_offset(e, row);
    snprintf(fault->what, sizeof(fault->what), "entry %llu: %s",
             (unsigned long long)fault->offset / POLYGLOT_ENTRY_SIZE + 1,
             move_code_print(code, squares));
    return true;
}

/* With their places in the file, which a search does not show. */
static bool polyglot_find_moves(struct key_walk *w,
                                const struct tabia_builder_cursor *at,
                                struct key_rows rows,
                                struct tabia_book_move *list, size_t *n)
{
    const struct polyglot_range range = { rows.first, rows.end };
    *n = polyglot_list_moves(w->table.state, range, &at->pos, list);
    return true;
}

/* ---- the header ------------------------------------------------------ */

/* The header's text, up to its NUL. */
static bool polyglot_add_header(struct key_walk *w)
{
    const struct polyglot_entries *e = w->table.state;
    struct buf text = { .limit = e->nheader * POLYGLOT_TEXT_SIZE };
    for (size_t i = 0; i < e->nheader; i++)
        buf_add(&text, polyglot_entry_at(e, i) + POLYGLOT_MOVE_AT,
                POLYGLOT_TEXT_SIZE);
    bool ok = !text.failed || buf_error(&text, w->err);
    if (ok && text.size) {
        const size_t len = strlen(text.data);
        size_t nbad = 0; // bytes that are not UTF-8
        for (size_t at = 0;; nbad++) {
            at += utf8_valid_prefix(text.data + at, len - at);
            if (at == len)
                break;
            text.data[at++] = '?';
        }
        if (nbad)
            format_warn_loss_at(w->job, 0,
                                "the header has %zu %s: each becomes '?'", nbad,
                                plural(nbad, "byte that is not UTF-8",
                                       "bytes that are not UTF-8"));
        ok = tabia_builder_add_text(w->out, POLYGLOT_KEY_HEADER, text.data, len,
                                    w->err);
    }
    buf_clear(&text);
    return ok;
}

static bool polyglot_add_roots(struct key_walk *w)
{
    return polyglot_add_header(w) && key_walk_add_root(w, NULL);
}

const struct key_walk_rule polyglot_walk = {
    .default_range = KEY_WALK_KNOWN | KEY_WALK_NEAR,
    .range_for_lines = KEY_WALK_BRIDGE,
    .find_rows = polyglot_find_rows,
    .key = polyglot_key_of,
    .key_after = pos_key_after,
    .check_row = polyglot_check_row,
    .list_moves = polyglot_find_moves,
    .add_roots = polyglot_add_roots,
    .add_texts = polyglot_add_header,
};
