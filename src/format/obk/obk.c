/*
 * obk.c - Chessmaster opening books: reading
 *
 *     offset   old header      new header
 *     0        "UGWS"          "BOO!"
 *     4        moves, LE32     moves, LE32
 *     8        the moves       bytes of notes, LE32
 *     12                       the moves, then the notes
 *
 * A move is two bytes: V 80h, L 40h, from-square; weight C0h, to-square. The
 * squares count from a1 = 0, b1 = 1. V ends a line, L says that no sibling
 * follows. A move without L leaves a branch open, and the line after a V goes
 * on from the branch that was opened last: a move is put on the stack before
 * V takes from it, since a leaf may have siblings. There are no bits for a
 * promotion: it is to a queen. Castling is the king's own move.
 *
 * Unknown: whether notes count moves from 1, as the only description has it,
 * or from 0, and their code page. See docs/formats/obk.md.
 */
#include "format/obk/obk.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "format/formats.h"
#include "base/banned.h"

/* ---- reading --------------------------------------------------------- */

struct obk_load {
    const struct obk_file *file;
    struct tabia_builder *out;
    struct obk_place *places; // NULL where there are no notes
};

static bool obk_load_move(void *ctx, struct tabia_builder_cursor *c,
                          tabia_move mv, uint32_t index,
                          struct tabia_error *err)
{
    const struct obk_load *load = ctx;
    const size_t offset = obk_move_offset(load->file, index);
    const uint8_t step = load->file->bytes.data[offset + 1] >> OBK_WEIGHT_SHIFT;
    const struct tabia_move_data data = {
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_LOCATION,
        .weight = obk_steps[step],
        .col = (uint32_t)offset,
    };
    if (!tabia_builder_play(load->out, c, mv, err) ||
        !tabia_builder_set_move(load->out, c->edge, &data, err))
        return false;
    if (load->places)
        load->places[index] = (struct obk_place){ c->node, c->edge };
    return true;
}

static bool obk_read(struct tabia_bytes bytes, struct read_job *job,
                     struct tabia_builder *out, struct tabia_error *err)
{
    struct obk_reader r = { .job = job, .err = err };
    struct obk_load load = { .file = &r.file, .out = out };
    struct obk_settings settings = { 0 };
    struct tabia_builder_cursor root;
    format_settings_get(obk_settings_table, job->user, &settings);
    if (!obk_file_parse(&r, bytes) ||
        !tabia_builder_start(out, NULL, &root, err))
        return false;
    if (r.file.is_old &&
        !tabia_builder_add_text(out, OBK_KEY_VERSION, "old", 3, err))
        return false;
    if (r.file.notes_at == r.file.notes_end)
        return obk_walk(&r, &root, obk_load_move, &load);

    const size_t n = r.file.nmoves;
    load.places = malloc((n + 1) * sizeof(*load.places));
    if (!load.places)
        return error_nomem(err);
    memset(load.places, 0xFF, n * sizeof(*load.places)); // TABIA_NUMBER_NONE
    const bool ok = obk_walk(&r, &root, obk_load_move, &load) &&
                    obk_notes_read(&r, &settings, load.places, out);
    free(load.places);
    return ok;
}

static enum format_match obk_detect(struct tabia_bytes bytes)
{
    const bool is_old = obk_has_magic(bytes, obk_old_magic);
    if (!is_old && !obk_has_magic(bytes, obk_new_magic))
        return FORMAT_NO;
    const size_t header = is_old ? OBK_OLD_HEADER_SIZE : OBK_NEW_HEADER_SIZE;
    const bool fits =
        bytes.size >= header && load_le32(bytes.data + OBK_COUNT_AT) <=
                                    (bytes.size - header) / OBK_MOVE_SIZE;
    return fits ? FORMAT_SURE : FORMAT_LIKELY;
}

/* True if the file has no notes. */
static bool obk_is_bare(struct tabia_bytes bytes)
{
    return bytes.size < OBK_NEW_HEADER_SIZE ||
           !obk_has_magic(bytes, obk_new_magic) ||
           load_le32(bytes.data + OBK_NOTES_SIZE_AT) == 0;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".obk", NULL };

static const char *const text_keys[] = {
    OBK_KEY_VERSION,
    OBK_KEY_NOTE_BASE,
    OBK_KEY_NOTE_TEXT,
    OBK_KEY_NOTE_ORDER,
    NULL,
};

const struct setting_row obk_settings_table[] = {
    SETTING_WORD(struct obk_settings, version, "version", TABIA_WHEN_WRITING,
                 "new|old", NULL, "new, or old without notes (as read)"),
    SETTING_WORD(struct obk_settings, note_base, "note-base",
                 TABIA_WHEN_READING | TABIA_WHEN_WRITING, "0|1", NULL,
                 "number of the first move in notes (as read, else 1)"),
    SETTING_FLAG(struct obk_settings, note_utf8, "note-utf8",
                 TABIA_WHEN_WRITING, "notes in UTF-8 instead of Windows-1252"),
    SETTING_WORD(struct obk_settings, rule, "weights", TABIA_WHEN_WRITING,
                 "share|rank", NULL,
                 "how weights become 0, 25, 50 or 100 (share)"),
    SETTING_MAX_NODES(struct obk_settings, max_nodes),
    SETTING_MISTAKES(struct obk_settings, plays_mistakes),
    SETTING_END,
};

const struct tabia_format format_obk = {
    .info = {
        .name = "obk",
        .title = "Chessmaster opening book",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_EN_PASSANT | TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_MOVE_COMMENT | TABIA_HAS_NAME |
                 TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { 0, "4 steps" },
        [TABIA_ATTR_MOVE_COMMENT] = { 0, "255 bytes" },
        [TABIA_ATTR_NAME] = { 0, "255 bytes" },
        [TABIA_ATTR_ECO] = { 0, "255 bytes" },
        [TABIA_ATTR_POSITION_COMMENT] = { 0, "255 bytes" },
    },
    .settings = obk_settings_table,
    .detect = obk_detect,
    .read = obk_read,
    .write = obk_write,
    .is_bare = obk_is_bare,
    .open = obk_open,
};
