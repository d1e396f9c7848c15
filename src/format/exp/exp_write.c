/*
 * exp_write.c - experience files: writing
 *
 * Only moves about which something was learnt become records. Learn values
 * of other formats mean other things, so a book must have been read from an
 * experience file: its text says from which layout.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "format/exp/exp.h"
#include "table/table.h"
#include "base/banned.h"

enum { RECORD_SIZE = 24, PERFORMANCE = 100 };

struct exp_losses {
    uint64_t unlearnt, foreign, marks, seconds, counts;
};

/* ---- one record ------------------------------------------------------ */

static void exp_store_record(enum exp_layout layout,
                             const struct exp_record *record,
                             const struct format_learnt *v,
                             uint8_t p[RECORD_SIZE])
{
    memset(p, 0, RECORD_SIZE);
    put_le64(p, record->key);
    if (layout == EXP_BRAINLEARN) {
        // What comes from a layout without it has the usual performance.
        const int performance = v->count ? PERFORMANCE : v->second;
        put_le32(p + 8, v->depth);
        put_le32(p + 12, (uint32_t)v->score);
        put_le16(p + 16, record->code);
        put_le32(p + 20, (uint32_t)performance);
        return;
    }
    put_le16(p + 8, record->code);
    put_le32(p + 12, (uint32_t)v->score);
    put_le32(p + 16, v->depth);
    if (layout == EXP_SUGAR1)
        put_le32(p + 20, UINT32_C(0xFF00FF00));
    else
        put_le16(p + 20, v->count ? v->count : 1);
}

static void exp_write_record(enum exp_layout layout,
                             const struct exp_record *record, struct sink *dst,
                             struct exp_losses *losses)
{
    const struct format_learnt v = exp_unpack(record->learn);
    const bool was_brainlearn = v.count == 0;
    const int usual = was_brainlearn ? PERFORMANCE : 0;
    const bool keeps_second =
        was_brainlearn ? layout == EXP_BRAINLEARN : layout == EXP_REVOLUTION;
    const bool keeps_count =
        layout == EXP_SUGAR2 || layout == EXP_REVOLUTION || v.count <= 1;
    losses->seconds += !keeps_second && v.second != usual;
    losses->counts += !keeps_count;
    if (layout == EXP_REVOLUTION) {
        sink_printf(dst, "%llu %u %d %d %u %u\n",
                    (unsigned long long)record->key, record->code, v.score,
                    was_brainlearn ? 0 : v.second, v.depth,
                    v.count ? v.count : 1);
        return;
    }
    uint8_t bytes[RECORD_SIZE];
    exp_store_record(layout, record, &v, bytes);
    sink_write(dst, bytes, sizeof(bytes));
}

static void write_head(enum exp_layout layout, struct sink *dst)
{
    static const char *const heads[] = {
        [EXP_BRAINLEARN] = "",
        [EXP_SUGAR1] = "SugaR",
        [EXP_SUGAR2] = "SugaR Experience version 2",
        [EXP_REVOLUTION] = "# Revolution experience format v1\n",
    };
    sink_put_text(dst, heads[layout]);
}

static void exp_report_losses(const struct exp_losses *l,
                              struct tabia_report *report)
{
    report_add_lost_moves(report, l->unlearnt,
                          "move without experience is dropped",
                          "moves without experience are dropped");
    report_add(report, l->foreign, "learn value of another format is dropped",
               "learn values of another format are dropped");
    report_add(report, l->marks, "mark is dropped", "marks are dropped");
    report_add(report, l->seconds, "performance or evaluation is dropped",
               "performances or evaluations are dropped");
    report_add(report, l->counts, "count is dropped", "counts are dropped");
}

/* ---- a book ---------------------------------------------------------- */

struct exp_records {
    struct exp_record *list;
    size_t n, room;
};

static bool exp_add_record(struct exp_records *records,
                           const struct exp_record *record,
                           struct tabia_error *err)
{
    if (!VEC_RESERVE(records->list, records->room, records->n + 1, UINT32_MAX,
                     err))
        return false;
    records->list[records->n++] = *record;
    return true;
}

static bool exp_add_position(const struct tabia_book *book, uint32_t position,
                             const struct stockfish_keys *keys, bool is_own,
                             struct exp_records *records,
                             struct exp_losses *losses, struct tabia_error *err)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        tabia_book_position_moves(book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    tabia_book_position_pos_at(book, position, &pos);
    const uint64_t key = stockfish_key(keys, &pos);
    for (size_t i = 0; i < n; i++) {
        const struct tabia_move_data *data = &list[i].data;
        const bool has_learn = data->has & TABIA_HAS_LEARN;
        const bool is_marked = data->mark != TABIA_MARK_NONE;
        if (!has_learn || !is_own) {
            // A passive move of our own stands for one that has no record.
            losses->foreign += has_learn;
            losses->unlearnt += !(is_own && is_marked);
            continue;
        }
        losses->marks += is_marked;
        const struct exp_record record = {
            .key = key,
            .learn = data->learn,
            .code = stockfish_move_encode(&pos, list[i].move),
        };
        if (!exp_add_record(records, &record, err))
            return false;
    }
    return true;
}

bool exp_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    const enum exp_layout own = (enum exp_layout)format_word_find(
        EXP_LAYOUTS, tabia_book_find_text(book, EXP_KEY_LAYOUT));
    const bool is_own = own != EXP_NO_LAYOUT;
    struct exp_settings settings = { .layout = is_own ? own : EXP_BRAINLEARN };
    format_settings_get(exp_settings_table, options, &settings);
    const enum exp_layout layout = settings.layout;
    struct stockfish_keys keys;
    struct exp_records records = { 0 };
    struct exp_losses losses = { 0 };
    stockfish_keys_init(&keys);
    bool ok = true;
    for (uint32_t i = 0; i < tabia_book_position_count(book) && ok; i++)
        ok = exp_add_position(book, i, &keys, is_own, &records, &losses, err);
    ok = ok && sort_radix(records.list, records.n, sizeof(*records.list),
                          offsetof(struct exp_record, key), NULL, err);
    if (ok) {
        write_head(layout, dst);
        for (size_t i = 0; i < records.n; i++)
            exp_write_record(layout, &records.list[i], dst, &losses);
        exp_report_losses(&losses, report);
    }
    free(records.list);
    return ok && sink_ok(dst);
}

/* ---- rows ------------------------------------------------------------ */

bool exp_write_rows(struct row_stream *rows,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err)
{
    (void)err;
    struct exp_losses losses = { 0 };
    struct exp_settings settings = { 0 };
    struct table_row row;
    format_settings_get(exp_settings_table, options, &settings);
    enum exp_layout layout = settings.layout;
    bool is_first = true;
    for (; rows->next(rows, &row); is_first = false) {
        if (is_first && layout == EXP_NO_LAYOUT)
            layout =
                exp_unpack(row.data.learn).count ? EXP_SUGAR2 : EXP_BRAINLEARN;
        if (is_first)
            write_head(layout, dst);
        const struct exp_record record = {
            .key = row.key,
            .learn = row.data.learn,
            .code = row.code,
        };
        exp_write_record(layout, &record, dst, &losses);
    }
    if (is_first && layout != EXP_NO_LAYOUT)
        write_head(layout, dst);
    exp_report_losses(&losses, report);
    return sink_ok(dst);
}
