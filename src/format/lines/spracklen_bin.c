/*
 * spracklen_bin.c - a Spracklen-Thompson tree in bytes
 *
 * The tree of spracklen.c, two bytes per move with the brackets in the spare
 * bits, or one byte with the place in the legal list. A line may end with a
 * JUMP to where the same position has its moves already. The records are told
 * in spracklen_bytes.h, the rest in docs/formats/spracklen.md. There is no
 * header: which of the two codings it is shows in the moves being legal.
 */
#include "format/lines/spracklen_bin.h"

#include "format/book_table.h"
#include "format/formats.h"
#include "format/lines/spracklen_bytes.h"
#include "base/banned.h"

enum {
    LOOK_MOVES = 2000, // that detection plays
    LOOK_NESTING = 64, // open brackets that it follows
    LOOK_SURE = 8,     // legal moves that are hardly chance
    TEXT_SIZE = 64,    // bytes that are all printed only in a text
};

/* ---- detection ------------------------------------------------------- */

struct look {
    struct tabia_pos stack[LOOK_NESTING];
    struct tabia_pos pos;
    size_t depth, nmoves;
};

/* Plays one move; false if it makes no sense. */
static bool look_move(struct look *look, enum movecode_kind kind,
                      const struct spracklen_record *rec)
{
    tabia_move mv;
    if (!movecode_move(kind, &look->pos, rec->code, &mv))
        return false;
    if (rec->has_sibling)
        look->stack[look->depth++] = look->pos;
    tabia_pos_play(&look->pos, mv);
    look->nmoves++;
    return true;
}

size_t spracklen_bin_look(struct tabia_bytes src, enum movecode_kind kind)
{
    struct spracklen_record rec = { 0 };
    struct look look;
    look.depth = look.nmoves = 0;
    tabia_pos_start(&look.pos);
    while (look.nmoves < LOOK_MOVES && look.depth < LOOK_NESTING) {
        const unsigned size = spracklen_load(src, kind, &rec);
        if (!size || (rec.is_jump ? rec.has_sibling || !rec.ends
                                  : !look_move(&look, kind, &rec)))
            return 0;
        rec.offset += size;
        if (!rec.ends)
            continue;
        if (!look.depth)
            return rec.offset == src.size ? look.nmoves : 0;
        look.pos = look.stack[--look.depth];
    }
    return look.nmoves;
}

/* Blank lines can be read as moves, but no tree has only printed bytes. */
static enum format_match spracklen_detect(struct tabia_bytes src)
{
    if (src.size > TEXT_SIZE && format_is_plain_text(src))
        return FORMAT_NO;
    size_t nmoves = spracklen_bin_look(src, MOVECODE_FROM_TO);
    if (!nmoves)
        nmoves = spracklen_bin_look(src, MOVECODE_OFFSET);
    if (!nmoves)
        return FORMAT_NO;
    return nmoves >= LOOK_SURE ? FORMAT_LIKELY : FORMAT_MAYBE;
}

/* ---- the table ------------------------------------------------------- */

static bool spracklen_open(struct tabia_bytes src,
                           const struct tabia_read_options *options,
                           struct table_impl *table, struct tabia_error *err)
{
    return book_table_open(&format_spracklen_bin, src, options, table, err);
}

static const char *const suffixes[] = { ".spr", NULL };

const struct tabia_setting_info spracklen_bin_rows[] = {
    MOVECODE_SETTINGS(struct spracklen_bin_settings, offsets, from_offsets),
    SETTING_FLAG(struct spracklen_bin_settings, jumps, "jumps",
                 TABIA_WHEN_WRITING, "jump where moves would be repeated"),
    SETTING_END,
};

const struct tabia_format format_spracklen_bin = {
    .info = {
        .name = "spracklen-bin",
        .title = "Spracklen-Thompson opening tree in bytes",
        .suffixes = suffixes,
        .settings = spracklen_bin_rows,
        .can_skip = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .detect = spracklen_detect,
    .read = spracklen_bin_read,
    .write = spracklen_bin_write,
    .open = spracklen_open,
};
