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

#include "base/error.h"
#include "format/formats.h"
#include "format/key_walk.h"
#include "base/banned.h"

/* ---- reading --------------------------------------------------------- */

struct walker {
    const struct tabia_read_options *options;
    struct exp_file file;
    uint8_t *is_met; // by record
    size_t nmet;
    struct tabia_builder *out;
    struct tabia_error *err;
};

static bool tell_illegal(struct walker *w, const struct tabia_pos *pos)
{
    size_t first, end;
    exp_file_find(&w->file, stockfish_key(&w->file.keys, pos), &first, &end);
    for (size_t i = first; i < end; i++) {
        const struct exp_record *record = &w->file.list[i];
        if (stockfish_move_decode(pos, record->code))
            continue;
        struct tabia_error why = { 0 };
        char fen[TABIA_FEN_SIZE];
        tabia_pos_to_fen(pos, TABIA_FEN_NO_CLOCKS, fen);
        error_offset(&why, TABIA_ILLEGAL, record->offset,
                     "move 0x%04X is not legal in %s", record->code, fen);
        if (!format_problem(w->options, TABIA_PROBLEM_ERROR, &why, w->err))
            return false;
    }
    return true;
}

static enum key_walk_look look(void *ctx, const struct tabia_pos *pos)
{
    const struct walker *w = ctx;
    struct tabia_entry list[TABIA_MOVES_MAX];
    size_t first, end;
    exp_file_find(&w->file, stockfish_key(&w->file.keys, pos), &first, &end);
    if (first == end)
        return KEY_WALK_NOTHING;
    if (w->is_met[first])
        return KEY_WALK_MET;
    return exp_moves(&w->file, pos, list, NULL) ? KEY_WALK_UNMET
                                                : KEY_WALK_ILLEGAL;
}

static bool visit(void *ctx, const struct tabia_pos *pos,
                  struct tabia_entry list[TABIA_MOVES_MAX], size_t *n)
{
    struct walker *w = ctx;
    size_t first, end, nillegal;
    exp_file_find(&w->file, stockfish_key(&w->file.keys, pos), &first, &end);
    for (size_t i = first; i < end; i++)
        w->is_met[i] = 1;
    w->nmet += end - first;
    *n = exp_moves(&w->file, pos, list, &nillegal);
    return !nillegal || tell_illegal(w, pos);
}

static void count(void *ctx, size_t *nall, size_t *nvisited)
{
    const struct walker *w = ctx;
    *nall = w->file.n;
    *nvisited = w->nmet;
}

static size_t count_keys(const struct exp_file *file)
{
    size_t n = 0;
    for (size_t i = 0; i < file->n; i++)
        n += i == 0 || file->list[i].key != file->list[i - 1].key;
    return n;
}

static bool add_texts(struct walker *w)
{
    char text[64];
    size_t len;
    const char *layout = format_word_at(EXP_LAYOUTS, w->file.layout, &len);
    snprintf(text, sizeof(text), "%zu of %zu positions", w->file.n,
             count_keys(&w->file));
    return tabia_builder_add_text(w->out, EXP_KEY_LAYOUT, layout, len,
                                  w->err) &&
           (w->file.layout == EXP_BRAINLEARN ||
            tabia_builder_add_text(w->out, SHARE_KEY, SHARE_EXPERIENCE_TEXT,
                                   strlen(SHARE_EXPERIENCE_TEXT), w->err)) &&
           tabia_builder_add_text(w->out, EXP_KEY_RECORDS, text, strlen(text),
                                  w->err);
}

bool exp_read(struct tabia_bytes src, const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err)
{
    struct exp_settings settings = { 0 };
    format_settings_get(exp_rows, options, &settings);
    struct walker *w = calloc(1, sizeof(*w));
    if (!w)
        return error_nomem(err);
    const struct key_walk_file file = { look, visit, count, w };
    w->options = options;
    w->out = out;
    w->err = err;
    bool is_done = exp_file_read(&w->file, src, options, err);
    if (is_done) {
        w->is_met = calloc(w->file.n + 1, 1);
        is_done = w->is_met
                      ? key_walk(&file, &settings.walk, options, out, err) &&
                            add_texts(w)
                      : error_nomem(err);
    }
    exp_file_clear(&w->file);
    free(w->is_met);
    free(w);
    return is_done;
}

/* ---- searching ------------------------------------------------------- */

static size_t table_find(const struct table_impl *t,
                         const struct tabia_pos *pos,
                         struct tabia_entry list[TABIA_MOVES_MAX])
{
    return exp_moves(t->state, pos, list, NULL);
}

static bool table_next(const struct table_impl *t, uint64_t *at, uint32_t *sub,
                       struct tabia_row *row)
{
    const struct exp_file *file = t->state;
    (void)sub;
    if (*at >= file->n)
        return false;
    const struct exp_record *record = &file->list[(*at)++];
    *row = (struct tabia_row){
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

static void table_close(struct table_impl *t)
{
    exp_file_clear(t->state);
    free(t->state);
}

static bool exp_open(struct tabia_bytes src,
                     const struct tabia_read_options *options,
                     struct table_impl *table, struct tabia_error *err)
{
    struct exp_file *file = calloc(1, sizeof(*file));
    if (!file)
        return error_nomem(err);
    if (!exp_file_read(file, src, options, err)) {
        free(file);
        return false;
    }
    const bool has_counts = file->layout != EXP_BRAINLEARN;
    *table = (struct table_impl){
        .key_space = "stockfish",
        .share = { has_counts ? SHARE_EXPERIENCE : SHARE_BY_WEIGHT, 0, 0, 0 },
        .src = src,
        .state = file,
        .find = table_find,
        .next = table_next,
        .merge = merge_learn,
        .close = table_close,
    };
    return true;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".exp", NULL };

static const char *const text_keys[] = { EXP_KEY_LAYOUT, EXP_KEY_RECORDS,
                                         SHARE_KEY, NULL };

const struct tabia_setting_info exp_rows[] = {
    KEY_WALK_SETTINGS("bridge"),
    SETTING_WORD(struct exp_settings, layout, EXP_KEY_LAYOUT,
                 TABIA_WHEN_WRITING, EXP_LAYOUTS, NULL,
                 "records to write (as read)"),
    SETTING_END,
};

const struct tabia_format format_exp = {
    .info = {
        .name = "exp",
        .title = "experience file (BrainLearn, SugaR)",
        .suffixes = suffixes,
        .settings = exp_rows,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .is_keyed = true,
        .can_merge = true,
        .is_experience = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_CHESS960 | TABIA_HOLDS_EN_PASSANT |
                 TABIA_HOLDS_LEAF_DATA,
        .carries = {
            [TABIA_ATTR_MARK] = { true, 0, "moves without a record" },
            [TABIA_ATTR_LEARN] = { true, 0, NULL },
        },
        .text_keys = text_keys,
    },
    .choice = SHARE_EXPERIENCE,
    .detect = exp_detect,
    .read = exp_read,
    .write = exp_write,
    .open = exp_open,
    .write_rows = exp_write_rows,
};
