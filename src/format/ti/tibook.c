/*
 * tibook.c - the compiled opening book of TI-Chess
 *
 * The container is described in ti_container.c, the payload in ti_records.c,
 * positions and moves in ti_pos.c. A file has the positions of one side to
 * move only.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/formats.h"
#include "format/ti/tibook.h"
#include "table/table.h"
#include "base/banned.h"

enum { COLLECT_MAX = 100 }; // moves that the calculator collects

/* ---- searching ------------------------------------------------------- */

/*
 * The calculator asks for the same double step, and for no castling right
 * that the game has lost. At a game's first move, which may begin from a
 * position set up by hand, it asks for neither.
 */
static bool tibook_is_asked_position(const struct ti_pos *packed,
                                     const struct tabia_pos *pos)
{
    const uint8_t flags = ti_pos_flags(pos) | ti_pos_stale(packed);
    if (memcmp(packed->board, pos->board, sizeof(packed->board)) != 0 ||
        (packed->flags ^ flags) & TI_POS_BLACK)
        return false;
    const bool is_first = pos->turn == TABIA_WHITE && pos->fullmove == 1;
    return is_first || (packed->ep_file == pos->ep_file &&
                        !(packed->flags & ~flags & TI_POS_RIGHTS));
}

static size_t tibook_table_find(const struct table_impl *t,
                                const struct tabia_pos *pos,
                                struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct tibook *b = t->state;
    const uint64_t key = ti_hash_of(&b->hash, pos->board);
    size_t n = 0;
    if (pos->turn != b->color)
        return 0;
    for (size_t i = tibook_find(b, key); i < b->n && tibook_key_at(b, i) == key;
         i++) {
        struct ti_pos packed;
        const size_t at = tibook_record_at(b, i);
        if (!ti_pos_decode(b->data + at, &packed) ||
            !tibook_is_asked_position(&packed, pos))
            continue;
        uint16_t code = TI_MOVE_MORE;
        for (size_t k = 0; n < COLLECT_MAX && code & TI_MOVE_MORE; k++) {
            code = tibook_code_at(b, at, k);
            const tabia_move mv = ti_move_decode(pos, code);
            if (mv)
                list[n++] = table_entry(mv);
        }
    }
    return n;
}

static bool tibook_table_next(const struct table_impl *t, uint64_t *at,
                              uint32_t *sub, struct table_row *row)
{
    const struct tibook *b = t->state;
    if (*at >= b->n)
        return false;
    const size_t i = (size_t)*at;
    const uint16_t code = tibook_code_at(b, tibook_record_at(b, i), *sub);
    *row = (struct table_row){
        .key = tibook_key_at(b, i),
        .code = (uint16_t)(code & ~TI_MOVE_MORE),
    };
    ++*sub;
    if (!(code & TI_MOVE_MORE)) {
        ++*at;
        *sub = 0;
    }
    return true;
}

static void tibook_table_close(struct table_impl *t)
{
    struct tibook *b = t->state;
    free(b->records);
    free(b);
}

static bool tibook_table_open(struct tabia_bytes bytes, struct read_job *job,
                              struct table_impl *table, struct tabia_error *err)
{
    struct tibook *b = calloc(1, sizeof(*b));
    size_t ngood = 0;
    if (!b)
        return error_nomem(err);
    if (!tibook_open(bytes, b, err) ||
        (table->is_whole && !tibook_read_all(b, job, &ngood, err))) {
        free(b->records);
        free(b);
        return false;
    }
    *table = (struct table_impl){
        .key_space = "tichess",
        .bytes = bytes,
        .state = b,
        .find = tibook_table_find,
        .next = tibook_table_next,
        .close = tibook_table_close,
        .nrows = b->n,
        .nentries = ngood,
    };
    return true;
}

/* ---- the table ------------------------------------------------------- */

static enum format_match tibook_detect(struct tabia_bytes bytes)
{
    return ti_container_holds(bytes, "BKW0") ||
                   ti_container_holds(bytes, "BKB0")
               ? FORMAT_SURE
               : FORMAT_NO;
}

const struct setting_row tibook_settings_table[] = {
    SETTING_WORD(struct tibook_settings, side, "side", TABIA_WHEN_WRITING,
                 TIBOOK_SIDES, NULL, "positions with that side to move"),
    SETTING_WORD(struct tibook_settings, device, "device", TABIA_WHEN_WRITING,
                 TIBOOK_DEVICES, NULL, "the calculator (as read, else ti89)"),
    SETTING_TEXT(struct tibook_settings, folder, "folder", TABIA_WHEN_WRITING,
                 "NAME", "folder on the calculator (as read, else tict)"),
    SETTING_TEXT(struct tibook_settings, name, "name", TABIA_WHEN_WRITING,
                 "NAME",
                 "variable on the calculator (as read, else ticbook0); with "
                 "several files, a number is appended"),
    SETTING_FLAG(struct tibook_settings, keeps_stale_rights, "compat",
                 TABIA_WHEN_WRITING,
                 "keep the castling right of a rook captured by a rook, like "
                 "the original"),
    KEY_WALK_SETTINGS("every position on its own"),
    SETTING_FLAG(struct tibook_settings, links_positions, "link",
                 TABIA_WHEN_READING,
                 "join positions by the other side's moves, marked passive"),
    SETTING_NUMBER(struct tibook_settings, part, "part", TABIA_WHEN_WRITING, 0,
                   UINT32_MAX, NULL,
                   "only file N (from 0) of a book that needs several"),
    SETTING_END,
};

const struct tabia_format format_tibook = {
    .info = {
        .name = "tibook",
        .title = "TI-Chess compiled book",
        .suffixes = (const char *const[]){ ".89y", ".9xy", NULL },
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_EN_PASSANT,
        .text_keys = (const char *const[]){ "side", "ti-device", "ti-folder",
                                            "ti-name", NULL },
    },
    .settings = tibook_settings_table,
    .is_collected = true,
    .detect = tibook_detect,
    .walk = &tibook_walk,
    .write = tibook_write,
    .count_files = tibook_count_files,
    .open = tibook_table_open,
};
