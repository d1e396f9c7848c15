/*
 * tibook_read.c - from a compiled TI-Chess book to a book: see key_walk.h
 *
 * Every record becomes a root with its moves. A file has one side's moves
 * only, so nothing leads from one record to the next; with "link", which is
 * the walk by bridges, the other side's moves that do are found by trying all
 * legal ones. They are marked passive, since the file does not have them: the
 * lines become whole, and are never played.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "chess/chess_words.h"
#include "format/ti/tibook.h"
#include "base/banned.h"

/* ---- records --------------------------------------------------------- */

bool tibook_read_all(struct tibook *b, struct read_job *job, size_t *ngood,
                     struct tabia_error *err)
{
    b->records = calloc(b->n + 1, sizeof(*b->records));
    if (!b->records)
        return error_nomem(err);
    for (size_t i = 0; i < b->n; i++) {
        struct tabia_error problem = { 0 };
        struct tibook_entry *record = &b->records[i];
        const char *flaw = NULL;
        record->is_good =
            tibook_check_position(b, i, &record->pos, &flaw, &problem);
        *ngood += record->is_good;
        if (!record->is_good &&
            !format_problem(job, TABIA_SEVERITY_ERROR, &problem, err))
            return false;
        if (record->is_good && flaw)
            format_warn_loss_at(job,
                                TI_CONTAINER_HEAD_SIZE + tibook_record_at(b, i),
                                "%s", flaw);
    }
    return true;
}

/* The record of exactly this position. */
static struct key_rows tibook_find_rows(const struct table_impl *t,
                                        const struct tabia_pos *pos,
                                        uint32_t path_tag)
{
    const struct tibook *b = t->state;
    const uint64_t key = ti_hash_of(&b->hash, pos->board);
    uint8_t packed[TI_POS_SIZE], own[TI_POS_SIZE];
    (void)path_tag;
    if (!ti_pos_encode(pos, packed))
        return (struct key_rows){ 0 };
    for (size_t i = tibook_find(b, key); i < b->n && tibook_key_at(b, i) == key;
         i++)
        if (b->records[i].is_good && ti_pos_encode(&b->records[i].pos, own) &&
            memcmp(own, packed, TI_POS_SIZE) == 0)
            return (struct key_rows){ i, i + 1 };
    return (struct key_rows){ 0 };
}

static bool tibook_find_moves(struct key_walk *w,
                              const struct tabia_builder_cursor *at,
                              struct key_rows rows,
                              struct tabia_book_move *list, size_t *n)
{
    const struct tibook *b = w->table.state;
    const size_t record = tibook_record_at(b, rows.first);
    uint16_t code;
    *n = 0;
    do {
        const size_t offset = record + TI_POS_SIZE + 2 * *n;
        code = tibook_code_at(b, record, *n);
        list[(*n)++] = (struct tabia_book_move){
            .move = ti_move_decode(&at->pos, code),
            .data = { .has = TABIA_HAS_LOCATION,
                      .col = (uint32_t)(TI_CONTAINER_HEAD_SIZE + offset) },
        };
    } while (code & TI_MOVE_MORE);
    return true;
}

/* ---- the book -------------------------------------------------------- */

/* Whether the position is in the file, or a move leads to one that is. */
static bool leads_to_record(const struct key_walk *w,
                            const struct tabia_pos *pos)
{
    tabia_move list[TABIA_MOVES_MAX];
    struct key_rows rows = tibook_find_rows(&w->table, pos, 0);
    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n && rows.first == rows.end; i++) {
        struct tabia_pos next = *pos;
        tabia_pos_play(&next, list[i]);
        rows = tibook_find_rows(&w->table, &next, 0);
    }
    return rows.first < rows.end;
}

/*
 * What the starting position leads to comes first when lines are joined. A book
 * for Black has answers to first moves, not the position before them.
 */
static bool tibook_add_roots(struct key_walk *w)
{
    const struct tibook *b = w->table.state;
    const char *const texts[][2] = {
        { "side", chess_words_color(b->color) },
        { "ti-device", b->file.device == TI_CONTAINER_TI89 ? "ti89" : "ti92p" },
        { "ti-folder", b->file.folder },
        { "ti-name", b->file.name },
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (!tabia_builder_add_text(w->out, texts[i][0], texts[i][1],
                                    strlen(texts[i][1]), w->err))
            return false;
    struct tibook_settings settings = { 0 };
    format_settings_get(tibook_settings_table, w->job->user, &settings);
    if (settings.links_positions)
        w->range = KEY_WALK_BRIDGE | KEY_WALK_REST;
    w->range &= ~(unsigned)KEY_WALK_KNOWN; // the file knows them itself
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    return w->range == KEY_WALK_REST || !leads_to_record(w, &pos) ||
           key_walk_add_root(w, &pos);
}

/* Adds the other records as roots, each with all that it leads to. */
static bool start_rest(struct key_walk *w)
{
    const struct tibook *b = w->table.state;
    for (size_t i = 0; i < b->n; i++) {
        if (!b->records[i].is_good || key_walk_is_reached(w, i))
            continue;
        if (!key_walk_follow_row(w, &b->records[i].pos, i) ||
            (w->range & KEY_WALK_JOIN && !key_walk_near(w)))
            return false;
    }
    return true;
}

const struct key_walk_rule tibook_walk = {
    .default_range = KEY_WALK_REST,
    .range_for_lines = KEY_WALK_BRIDGE | KEY_WALK_REST,
    .nodes = KEY_WALK_BY_ROW,
    .counts_positions = true,
    .find_rows = tibook_find_rows,
    .list_moves = tibook_find_moves,
    .add_roots = tibook_add_roots,
    .find_rest = start_rest,
};
