/*
 * exp.c - experience files: the format, reading and searching
 *
 * The records know positions only by Stockfish's keys, so they are met on the
 * board, from the initial position on. Engines note their own positions and
 * not what was played against them; so a legal move to a position that is in
 * the file is followed even if no record has it, and counts as passive: known,
 * not to be played.
 */
#include "format/exp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "book/values.h"
#include "format/formats.h"
#include "format/place_list.h"
#include "base/banned.h"

/* ---- reading --------------------------------------------------------- */

struct walker {
    const struct tabia_read_options *options;
    struct exp_file file;
    uint8_t *is_met; // by record
    size_t nmet;
    struct place_list places;
    struct tabia_builder *out;
    struct tabia_error *err;
};

/* Marks the records of a position. False: it has none. */
static bool meet(struct walker *w, const struct tabia_pos *pos)
{
    size_t first, end;
    exp_file_find(&w->file, stockfish_key(&w->file.keys, pos), &first, &end);
    for (size_t i = first; i < end; i++) {
        w->nmet += !w->is_met[i];
        w->is_met[i] = 1;
    }
    return first < end;
}

static bool add_move(struct walker *w, const struct tabia_cursor *from,
                     tabia_move mv, const struct tabia_move_data *data)
{
    return place_list_join(&w->places, w->out, from, mv, data, w->err);
}

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

/* Follows moves that no record has to positions that have records. */
static bool add_bridges(struct walker *w, const struct tabia_cursor *c,
                        const struct tabia_entry *list, size_t nlist)
{
    static const struct tabia_move_data passive = {
        .has = 1u << TABIA_ATTR_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal(&c->pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = c->pos;
        size_t first, end;
        if (values_has_move(list, nlist, moves[i]))
            continue;
        tabia_pos_play(&next, moves[i]);
        exp_file_find(&w->file, stockfish_key(&w->file.keys, &next), &first,
                      &end);
        if (first < end && !add_move(w, c, moves[i], &passive))
            return false;
    }
    return true;
}

static bool visit(struct walker *w, size_t i)
{
    const struct tabia_cursor c = place_list_at(&w->places, i);
    struct tabia_entry list[TABIA_MOVES_MAX];
    size_t nillegal;
    meet(w, &c.pos);
    const size_t n = exp_moves(&w->file, &c.pos, list, &nillegal);
    if (nillegal && !tell_illegal(w, &c.pos))
        return false;
    for (size_t k = 0; k < n; k++)
        if (!add_move(w, &c, list[k].move, &list[k].data))
            return false;
    return add_bridges(w, &c, list, n);
}

static size_t count_keys(const struct exp_file *file, const uint8_t *is_met)
{
    size_t n = 0;
    for (size_t i = 0; i < file->n; i++)
        n += (i == 0 || file->list[i].key != file->list[i - 1].key) &&
             (!is_met || is_met[i]);
    return n;
}

static bool add_texts(struct walker *w)
{
    char text[64];
    const char *layout = exp_layout_names[w->file.layout];
    snprintf(text, sizeof(text), "%zu of %zu positions", w->file.n,
             count_keys(&w->file, NULL));
    return tabia_builder_add_text(w->out, EXP_KEY_LAYOUT, layout,
                                  strlen(layout), w->err) &&
           (w->file.layout == EXP_BRAINLEARN ||
            tabia_builder_add_text(w->out, SHARE_KEY, SHARE_EXPERIENCE_TEXT,
                                   strlen(SHARE_EXPERIENCE_TEXT), w->err)) &&
           tabia_builder_add_text(w->out, EXP_KEY_RECORDS, text, strlen(text),
                                  w->err);
}

static bool warn(struct walker *w)
{
    const size_t nkeys = count_keys(&w->file, NULL);
    const size_t nmet = count_keys(&w->file, w->is_met);
    if (nmet == nkeys)
        return true;
    struct tabia_error why = { 0 };
    error_set(&why, TABIA_LOSS,
              "positions that cannot be reached from the initial one: %zu of "
              "%zu, with %zu of %zu records",
              nkeys - nmet, nkeys, w->file.n - w->nmet, w->file.n);
    return format_problem(w->options, TABIA_PROBLEM_WARNING, &why, w->err);
}

static bool walk(struct walker *w)
{
    struct tabia_cursor start;
    if (!tabia_builder_start(w->out, NULL, &start, w->err) ||
        !place_list_add(&w->places, &start, w->err))
        return false;
    for (size_t i = 0; i < w->places.n; i++)
        if (!visit(w, i))
            return false;
    return add_texts(w) && warn(w);
}

bool exp_read(struct tabia_bytes src, const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err)
{
    struct walker *w = calloc(1, sizeof(*w));
    if (!w)
        return error_nomem(err);
    w->options = options;
    w->places.options = options;
    w->out = out;
    w->err = err;
    bool is_done = exp_file_read(&w->file, src, options, err);
    if (is_done) {
        w->is_met = calloc(w->file.n + 1, 1);
        is_done = w->is_met ? walk(w) : error_nomem(err);
    }
    exp_file_clear(&w->file);
    free(w->is_met);
    place_list_clear(&w->places);
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
        .data = { .has = 1u << TABIA_ATTR_LEARN, .learn = record->learn },
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

static const struct tabia_format_option options[] = {
    { EXP_KEY_LAYOUT, "NAME",
      "records to write: brainlearn, sugar1, sugar2 or revolution (as read)" },
    { NULL, NULL, NULL },
};

const struct tabia_format format_exp = {
    .info = {
        .name = "exp",
        .title = "experience file (BrainLearn, SugaR)",
        .suffixes = suffixes,
        .options = options,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .can_merge = true,
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
