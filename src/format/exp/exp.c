/*
 * exp.c - experience files: the format, reading and searching
 *
 * The records know positions only by Stockfish's keys: see key_walk.h. Engines
 * note their own positions and not what was played against them.
 */
#include "format/exp/exp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/formats.h"
#include "format/key_walk.h"
#include "table/table.h"
#include "base/banned.h"

/* ---- the file as a table --------------------------------------------- */

static uint64_t exp_key_of(const struct table_impl *t,
                           const struct tabia_pos *pos)
{
    const struct exp_file *file = t->state;
    return stockfish_key(&file->keys, pos);
}

static uint64_t exp_key_at(const struct table_impl *t, size_t row)
{
    const struct exp_file *file = t->state;
    return file->list[row].key;
}

static size_t exp_table_find(const struct table_impl *t,
                             const struct tabia_pos *pos,
                             struct tabia_book_move list[TABIA_MOVES_MAX])
{
    return exp_list_moves(
        t->state, key_rows_find(t, exp_key_of(t, pos), exp_key_at), pos, list);
}

static bool exp_table_next(const struct table_impl *t, uint64_t *at,
                           uint32_t *sub, struct table_row *row)
{
    const struct exp_file *file = t->state;
    (void)sub;
    if (*at >= file->n)
        return false;
    const struct exp_record *record = &file->list[(*at)++];
    *row = (struct table_row){
        .key = record->key,
        .code = record->code,
        .data = { .has = TABIA_HAS_LEARN, .learn = record->learn },
    };
    return true;
}

static void merge_learn(const struct table_impl *t,
                        struct tabia_move_data *data,
                        const struct tabia_move_data *more)
{
    const struct exp_file *file = t->state;
    data->learn = exp_merge(file->layout, data->learn, more->learn);
}

static void exp_table_close(struct table_impl *t)
{
    exp_file_clear(t->state);
    free(t->state);
}

static bool exp_open(struct tabia_bytes bytes, struct read_job *job,
                     struct table_impl *table, struct tabia_error *err)
{
    struct exp_file *file = calloc(1, sizeof(*file));
    if (!file)
        return error_nomem(err);
    if (!exp_file_read(file, bytes, table->lookup.pos, job, err)) {
        free(file);
        return false;
    }
    const bool has_counts = file->layout != EXP_BRAINLEARN;
    *table = (struct table_impl){
        .key_space = "stockfish",
        .share = { has_counts ? SHARE_EXPERIENCE : SHARE_BY_WEIGHT, 0, 0, 0 },
        .bytes = bytes,
        .state = file,
        .find = exp_table_find,
        .next = exp_table_next,
        .merge = merge_learn,
        .close = exp_table_close,
        .nrows = file->n,
    };
    return true;
}

/* ---- reading --------------------------------------------------------- */

static bool exp_check_row(const struct table_impl *t, size_t row,
                          const struct tabia_pos *pos, struct key_fault *fault)
{
    const struct exp_file *file = t->state;
    const struct exp_record *record = &file->list[row];
    if (pos && !stockfish_move_decode(pos, record->code)) {
        fault->offset = record->offset;
        snprintf(fault->what, sizeof(fault->what), "move 0x%04X", record->code);
    }
    return true;
}

static bool exp_walk_finish(struct key_walk *w)
{
    const struct exp_file *file = w->table.state;
    size_t len;
    const char *layout = format_word_at(EXP_LAYOUTS, file->layout, &len);
    char text[64];
    size_t nkeys = 0;
    for (size_t i = 0; i < file->n; i++)
        nkeys += i == 0 || file->list[i].key != file->list[i - 1].key;
    snprintf(text, sizeof(text), "%zu of %zu positions", file->n, nkeys);
    return tabia_builder_add_text(w->out, EXP_KEY_LAYOUT, layout, len,
                                  w->err) &&
           (file->layout == EXP_BRAINLEARN ||
            tabia_builder_add_text(w->out, SHARE_KEY, SHARE_EXPERIENCE_TEXT,
                                   strlen(SHARE_EXPERIENCE_TEXT), w->err)) &&
           tabia_builder_add_text(w->out, EXP_KEY_RECORDS, text, strlen(text),
                                  w->err);
}

static const struct key_walk_rule exp_walk = {
    .default_range = KEY_WALK_BRIDGE,
    .key = exp_key_of,
    .key_at = exp_key_at,
    .check_row = exp_check_row,
    .finish = exp_walk_finish,
    .add_texts = exp_walk_finish,
};

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".exp", NULL };

static const char *const text_keys[] = { EXP_KEY_LAYOUT, EXP_KEY_RECORDS,
                                         SHARE_KEY, NULL };

const struct setting_row exp_settings_table[] = {
    KEY_WALK_SETTINGS("bridge"),
    SETTING_WORD(struct exp_settings, layout, "layout", TABIA_WHEN_WRITING,
                 EXP_LAYOUTS, NULL, "layout of the records (as read)"),
    SETTING_END,
};

const struct tabia_format format_exp = {
    .info = {
        .name = "exp",
        .title = "experience file (BrainLearn, SugaR)",
        .suffixes = suffixes,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .can_merge = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_MARK | TABIA_HAS_LEARN,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_MARK] = { 0, "moves without a record" },
    },
    .settings = exp_settings_table,
    .unpack_learn = exp_unpack,
    .share_rule = SHARE_EXPERIENCE,
    .detect = exp_detect,
    .walk = &exp_walk,
    .write = exp_write,
    .open = exp_open,
    .write_rows = exp_write_rows,
};
