/*
 * build_write.c - what was counted becomes the output: rows of a PolyGlot book,
 * a store, or a book in any other format
 */
#include "build/build_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "book/move_list.h"
#include "build/book_writer.h"
#include "build/game_details.h"
#include "build/work_folder.h"
#include "chess/move_code.h"
#include "format/format_io.h"
#include "store/store_unit.h"
#include "store/store_write.h"

#include "base/banned.h"

/* ---- rows of a PolyGlot book ------------------------------------------- */

/* A PolyGlot book, row by row; nothing of it stays in memory. */
struct row_writer {
    struct position_writer base;
    const struct tabia_format *format;
    struct keep_rule keep;
};

struct polyglot_row {
    uint16_t code, weight;
};

static bool put_position_rows(struct position_writer *base,
                              struct merger_worker *w, struct tabia_error *err)
{
    const struct row_writer *out = (const struct row_writer *)base;
    struct move_counter_move moves[TABIA_MOVES_MAX];
    struct kept_move kept[TABIA_MOVES_MAX];
    struct polyglot_row rows[TABIA_MOVES_MAX + 1];
    size_t n;
    const uint8_t turn = bin_event_turn(w->events);
    if (w->key.hi == 0) // is the header's
        return true;
    if (!move_counter_count(&w->counter, w->events, w->nevents, w->scratch,
                            moves, &n, err))
        return false;
    n = keep_rule_select(&out->keep, turn, moves, n, kept);
    for (size_t i = 0; i < n; i++) {
        const struct polyglot_row row = {
            .code = move_code_encode(kept[i].move),
            .weight = (uint16_t)move_list_scale_weight(
                kept[i].weight, kept[0].weight, UINT16_MAX),
        };
        size_t at = i; // the heaviest first, then the smallest code
        while (at > 0 && (rows[at - 1].weight < row.weight ||
                          (rows[at - 1].weight == row.weight &&
                           rows[at - 1].code >= row.code)))
            at--;
        memmove(&rows[at + 1], &rows[at], (i - at) * sizeof(*rows));
        rows[at] = row;
    }
    uint8_t bytes[FORMAT_ROW_SIZE];
    for (size_t i = 0; i < n; i++) {
        out->format->put_row(w->key.hi, rows[i].code, rows[i].weight, bytes);
        buf_add(&w->output.bytes, bytes, sizeof(bytes));
    }
    w->positions += n > 0;
    w->moves += n;
    return !w->output.bytes.failed || buf_error(&w->output.bytes, err);
}

/* ---- a store ----------------------------------------------------------- */

struct store_output {
    struct position_writer base;
    struct store_writer *store;
    const struct tally_rule *rule;
};

static bool begin_unit(struct position_writer *base, struct merger_worker *w,
                       unsigned bits, struct tabia_error *err)
{
    const struct store_output *out = (const struct store_output *)base;
    if (!w->output.unit)
        w->output.unit = store_unit_new(out->store, out->rule, err);
    if (!w->output.unit)
        return false;
    store_unit_begin(w->output.unit, bits);
    return true;
}

/* Threads and parts have each their games in order: few have to move. */
static bool sort_played(tally_played *played, size_t n, tally_played *scratch,
                        struct tabia_error *err)
{
    enum { FEW = 64 };
    size_t i = 1;
    while (i < n && played[i - 1] < played[i])
        i++;
    if (n > FEW && i < n)
        return sort_radix(played, n, sizeof(*played), 0, scratch, err);
    for (; i < n; i++) {
        const tally_played one = played[i];
        size_t at = i;
        for (; at > 0 && played[at - 1] > one; at--)
            played[at] = played[at - 1];
        played[at] = one;
    }
    return true;
}

static bool put_position_in_unit(struct position_writer *base,
                                 struct merger_worker *w,
                                 struct tabia_error *err)
{
    const uint64_t mask = ((UINT64_C(1) << 56) - 1) & ~(uint64_t)EVENT_BLACK;
    const size_t n = w->nevents;
    tally_played *played = (tally_played *)(void *)w->scratch;
    (void)base;
    for (size_t i = 0; i < n; i++)
        played[i] = w->events[i].rest & mask;
    return sort_played(played, n, played + n, err) &&
           store_unit_add(w->output.unit, w->key, bin_event_turn(w->events),
                          played, n, err);
}

static bool end_unit(struct position_writer *base, struct merger_worker *w,
                     struct tabia_error *err)
{
    (void)base;
    return store_unit_end(w->output.unit, err);
}

static bool append_unit(struct position_writer *base, struct merger_worker *w,
                        struct tabia_error *err)
{
    const struct store_output *out = (const struct store_output *)base;
    return store_writer_append(out->store, w->output.unit, err);
}

/* ---- merging --------------------------------------------------------- */

enum { PROVENANCE_MAX = 1 << 26 };

static bool show_merge_progress(void *ctx, size_t ndone, size_t total,
                                struct tabia_error *err)
{
    const struct build *b = ctx;
    build_show_progress(b, "merging", ndone, total, b->material.result->games,
                        b->material.result->disk_bytes);
    return build_goes_on(b, err);
}

static bool merge_into(struct build *b, struct position_writer *writer,
                       struct sink *dst, struct tabia_error *err)
{
    const struct merger m = build_merger(b);
    writer->on_progress = show_merge_progress;
    writer->ctx = b;
    // The end is reported also when it took no time.
    const bool ok =
        merger_merge(&m, b->pool, writer, dst, NULL, 0, BINS_COUNT, err) &&
        show_merge_progress(b, BINS_COUNT, BINS_COUNT, err);
    b->material.result->positions = writer->positions;
    b->material.result->moves = writer->moves;
    return ok;
}

/* Most likely not what was meant, and never worth a good file. */
static bool check_empty(const struct build *b, struct tabia_error *err)
{
    const struct tabia_build_result *r = b->material.result;
    if (r->moves || build_write_options(b->options)->allow_empty)
        return true;
    error_set(err, TABIA_ERR_EMPTY, "nothing to write: %s",
              r->counted || r->resumed ? "no move is left"
                                       : "no game was counted");
    return error_in_file(err, b->options->output);
}

/* ---- the output ------------------------------------------------------ */

/* The names of all games come first, then the games. */
enum filled { FILLED_NAMES, FILLED_GAMES };

static bool fill_store_with(enum filled what, const struct build *b,
                            struct store_writer *store, struct tabia_error *err)
{
    enum { GAMES_BETWEEN = 4096 };
    struct tabia_bytes details = b->material.details;
    for (uint64_t i = 0; i < b->count_rule.tally.games.count; i++) {
        const struct tally_game *row = &b->count_rule.tally.games.rows[i];
        struct store_game_detail detail;
        if (i % GAMES_BETWEEN == 0 && !build_goes_on(b, err))
            return false;
        const size_t used = game_details_read(details, &detail);
        if (used == 0)
            return error_set(err, TABIA_ERR_CORRUPT,
                             "the file of names is damaged");
        if (!(what == FILLED_NAMES
                  ? store_writer_add_names(store, &detail, err)
                  : store_writer_add_game(store, row, &detail, err)))
            return false;
        details.data += used;
        details.size -= used;
    }
    return true;
}

static bool fill_store(struct build *b, struct store_writer *store,
                       struct tabia_error *err)
{
    struct sink nowhere = sink_to_nothing();
    struct store_output writer = {
        .base = { .begin = begin_unit,
                  .add = put_position_in_unit,
                  .end = end_unit,
                  .append = append_unit,
                  .skip_below = b->options->min_games },
        .store = store,
        .rule = &b->count_rule.tally,
    };
    if (!fill_store_with(FILLED_NAMES, b, store, err) ||
        !fill_store_with(FILLED_GAMES, b, store, err) ||
        !merge_into(b, &writer.base, &nowhere, err) ||
        !store_writer_end(store, err))
        return false;
    b->material.result->positions = store_writer_position_count(store);
    b->material.result->moves = store_writer_move_count(store);
    return true;
}

bool build_write_store(struct build *b, struct sink *dst,
                       struct tabia_error *err)
{
    struct buf provenance = { .limit = PROVENANCE_MAX };
    const char **files = calloc(b->material.ninputs + 1, sizeof(*files));
    struct tabia_pos *roots = calloc(b->material.roots->n + 1, sizeof(*roots));
    struct store_writer *store = NULL;
    const uint32_t last_ply = build_options_last_ply(b->options);
    bool ok = (files && roots) || error_nomem(err);
    for (size_t i = 0; ok && i < b->material.ninputs; i++)
        files[i] = b->material.inputs[i].name;
    for (size_t i = 0; ok && i < b->material.roots->n; i++)
        ok = tabia_pos_unpack(&roots[i], &b->material.roots->list[i], err);
    if (ok && b->material.provenance)
        ok = buf_add_text(&provenance, b->material.provenance) ||
             buf_error(&provenance, err);
    else if (ok)
        ok = provenance_print(&provenance, b->options, b->material.inputs,
                              b->material.ninputs, b->material.result, err);
    const struct store_config config = {
        .rule = {
            .dimensions = b->options->dimensions,
            .min_ply = b->options->min_ply,
            .max_ply = last_ply < TABIA_BUILD_PLIES_MAX ? last_ply : 0,
            .side = b->options->side,
            .min_games = b->options->min_games,
        },
        .player = b->options->player,
        .provenance = buf_text(&provenance),
        .files = files,
        .nfiles = b->material.ninputs,
        .roots = roots,
        .nroots = b->material.roots->n,
        .evaluations = b->material.evaluations,
    };
    if (ok)
        store = store_writer_new(dst, &config, err);
    ok = store && fill_store(b, store, err);
    store_writer_free(store);
    buf_clear(&provenance);
    free(files);
    free(roots);
    return ok;
}

static bool write_book(struct build *b, struct tabia_error *err)
{
    struct tabia_report own = { .n = 0 };
    struct tabia_report *losses =
        b->options->report ? b->options->report : &own;
    const struct keep_rule keep = keep_rule_of(b->options);
    const struct tabia_builder_options how = {
        .is_stopped = b->options->is_stopped,
        .ctx = b->options->ctx,
    };
    struct book_writer writer;
    struct sink nowhere = sink_to_nothing();
    struct tabia_book *book = NULL;
    book_writer_init(&writer, &keep);
    if (merge_into(b, &writer.base, &nowhere, err) && check_empty(b, err))
        book = book_writer_make(&writer, b->material.roots->list,
                                b->material.roots->n, &how, losses, err);
    b->material.result->positions =
        writer.base.positions; // those that are reached
    b->material.result->moves = writer.base.moves;
    book_writer_clear(&writer);
    const bool ok =
        book && tabia_book_save(book, b->options->output, b->options->format,
                                b->options->write_options, losses, err);
    tabia_book_free(book);
    return ok;
}

bool build_write(struct build *b, struct tabia_error *err)
{
    struct output_options options =
        format_output_options(build_write_options(b->options));
    const bool is_store = build_is_store(b->options);
    struct output out;
    if (!is_store && !build_writes_rows(b->options))
        return write_book(b, err);
    options.is_stopped = NULL; // any thread writes; the build asks its own
    if (!output_open(&out, b->options->output, &options, err))
        return false;
    struct sink dst = output_sink(&out, err);
    struct row_writer rows = { .base.add = put_position_rows,
                               .format = b->options->format,
                               .keep = keep_rule_of(b->options) };
    rows.base.skip_below = rows.keep.min_games;
    rows.keep.drops_zero = true;
    if ((is_store ? build_write_store(b, &dst, err)
                  : merge_into(b, &rows.base, &dst, err)) &&
        check_empty(b, err) && work_folder_note_output(b, &out, err))
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}
