/*
 * abk.c - Arena books: reading
 *
 *     offset   header                     offset   record
 *     0        03, "ABK" or "AB2"         0        from-square, a1 = 0
 *     4        25200, 28                  1        to-square
 *     12       length, comment (120)      2        promotion
 *     133      length, author (80)        3        priority, 0 to 9
 *     214      depth in plies             4        games, won, lost
 *     218      moves                      16       captured piece, deleted
 *     222      eight settings             20       first reply, or -1
 *     254      'x' or 'y'                 24       next alternative, or -1
 *
 * All numbers are of 32 bits, little-endian. Records have 28 bytes and are
 * numbered from the start of the file: the header takes 900 of them, number
 * 900 is the first move. Castling is the king's own move. Arena leaves records
 * behind that nothing leads to.
 *
 * Unknown: whether won and lost are White's or the mover's; whatever Arena
 * means, the setting "results" decides. See docs/formats/abk.md.
 */
#include "format/abk/abk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/wording.h"
#include "format/formats.h"
#include "format/shared/foreign_text.h"
#include "format/shared/position_index.h"
#include "base/banned.h"

/* What Arena's dialog calls them; the standard values are those of a book
 * that offers every move. */
const struct abk_number abk_numbers[ABK_NNUMBERS] = {
    { "abk-min-games", 222, 0 },     { "abk-min-wins", 226, 0 },
    { "abk-min-win-white", 230, 0 }, { "abk-min-win-black", 234, 0 },
    { "abk-max-ply", 250, 9999 },
};

/* ---- the header ------------------------------------------------------ */

/* A text of a length byte and at most 'max' bytes, as UTF-8. */
static bool abk_add_text(struct abk_reader *r, struct tabia_builder *out,
                         const char *key, unsigned at, size_t max)
{
    const char *text = (const char *)r->file.bytes.data + at + 1;
    const uint8_t len = r->file.bytes.data[at];
    const size_t size = strnlen(text, len < max ? len : max);
    if (len > max)
        format_warn_at(r->job, at, "the %s has %u bytes, the limit is %zu", key,
                       len, max);
    if (!size)
        return true;
    struct buf buf = { .limit = max * UTF8_MAX };
    foreign_text_add(&buf, text, size);
    const bool ok = buf.failed ? buf_error(&buf, r->err)
                               : tabia_builder_add_text(out, key, buf.data,
                                                        buf.size, r->err);
    buf_clear(&buf);
    return ok;
}

/* ---- reading --------------------------------------------------------- */

struct abk_load {
    const struct abk_reader *r;
    struct tabia_builder *out;
    uint32_t nwrong; // records with more results than games
};

static bool abk_load_move(void *ctx, struct tabia_builder_cursor *c,
                          tabia_move mv, uint32_t number,
                          const struct abk_record *rec, struct tabia_error *err)
{
    struct abk_load *load = ctx;
    struct tabia_move_data data =
        abk_record_data(&load->r->file, rec, &c->pos,
                        load->r->settings.view == ABK_MOVER);
    const uint64_t offset = abk_offset(number);
    if (rec->is_deleted && !load->r->settings.keep_deleted) {
        // What follows a deleted move is kept, as a line of its own.
        struct tabia_pos pos = c->pos;
        if (rec->child == 0 || rec->child == -1)
            return true;
        tabia_pos_play(&pos, mv);
        return tabia_builder_start(load->out, &pos, c, err);
    }
    load->nwrong += rec->games < (uint64_t)rec->won + rec->lost;
    if (offset <= UINT32_MAX) {
        data.has |= TABIA_HAS_LOCATION;
        data.col = (uint32_t)offset;
    }
    if (rec->is_deleted) {
        data.has |= TABIA_HAS_MARK;
        data.mark = TABIA_MARK_PASSIVE;
    }
    return tabia_builder_play(load->out, c, mv, err) &&
           tabia_builder_set_move(load->out, c->edge, &data, err);
}

static bool abk_read(struct tabia_bytes bytes, struct read_job *job,
                     struct tabia_builder *out, struct tabia_error *err)
{
    struct abk_reader r = { .job = job, .err = err };
    struct abk_load load = { .r = &r, .out = out };
    struct tabia_builder_cursor root;
    format_settings_get(abk_settings_table, job->user, &r.settings);
    if (!abk_file_parse(&r, bytes))
        return false;
    r.file.has_results = abk_has_results(&r.file);
    char text[SHARE_TEXT_SIZE];
    const char *rule = share_print(&r.file.share, text);
    // Deleted moves are not counted, those that nothing leads to are.
    const uint32_t want = load_le32(bytes.data + ABK_COUNT_AT);
    uint32_t count = 0;
    for (uint32_t i = ABK_FIRST_RECORD; i < r.file.nrecords; i++)
        count += !abk_record_decode(&r.file, i).is_deleted;
    if (count != want)
        format_warn_at(r.job, ABK_COUNT_AT,
                       "the header states %u %s, the file has %u", want,
                       plural(want, "move", "moves"), count);

    if (!tabia_builder_add_text(out, SHARE_KEY, rule, strlen(rule), err) ||
        !abk_add_text(&r, out, ABK_KEY_COMMENT, ABK_COMMENT_AT,
                      ABK_COMMENT_MAX) ||
        !abk_add_text(&r, out, ABK_KEY_AUTHOR, ABK_AUTHOR_AT, ABK_AUTHOR_MAX))
        return false;
    for (size_t i = 0; i < ABK_NNUMBERS; i++) {
        char number[16];
        const uint32_t value = load_le32(bytes.data + abk_numbers[i].at);
        const int len = snprintf(number, sizeof(number), "%" PRIu32, value);
        // Only what a writer would not write anyway is worth a text.
        if (value != abk_numbers[i].standard &&
            !tabia_builder_add_text(out, abk_numbers[i].key, number,
                                    (size_t)len, err))
            return false;
    }
    if (r.file.is_new &&
        !tabia_builder_add_text(out, ABK_KEY_VERSION, "ab2", 3, err))
        return false;
    if (!tabia_builder_start(out, NULL, &root, err) ||
        !abk_walk(&r, &root, abk_load_move, &load))
        return false;
    if (load.nwrong)
        format_warn_at(r.job, ABK_HEADER_SIZE,
                       "%u %s more wins and losses than games", load.nwrong,
                       plural(load.nwrong, "record has", "records have"));
    return true;
}

/* ---- searching ------------------------------------------------------- */

struct abk_index {
    struct abk_file file;
    bool is_mover_view;
    struct position_row *rows; // at: the number of a record
    size_t nrows, room;
};

/* Adds the move of a record, if it is legal: two positions may share a key. */
static size_t abk_add_entry(const struct abk_index *x, const struct abk_file *f,
                            struct tabia_book_move *list, size_t n,
                            const struct tabia_pos *pos, uint32_t number)
{
    const struct abk_record rec = abk_record_decode(f, number);
    const tabia_move mv = abk_move_decode(pos, &rec);
    const struct tabia_move_data data =
        abk_record_data(f, &rec, pos, x->is_mover_view);
    return mv ? table_add_entry(list, n, mv, &data, TABIA_MERGE_DEFAULT) : n;
}

/*
 * The index while it is made. The lists of siblings are not met in the order
 * of the nodes that a book would have, but moves are to be found in that.
 */
struct abk_indexing {
    struct abk_index *index; // its rows have the number of a node as key
    tabia_key *keys;         // by node; NULL: only 'asked' is noted
    uint32_t nnodes;
    tabia_key asked;
};

static bool abk_add_row(void *ctx, struct tabia_builder_cursor *c,
                        tabia_move mv, uint32_t number,
                        const struct abk_record *rec, struct tabia_error *err)
{
    struct abk_indexing *g = ctx;
    struct abk_index *x = g->index;
    if (!rec->is_deleted &&
        (g->keys || position_rows_key(&c->pos) == g->asked)) {
        if (!VEC_RESERVE(x->rows, x->room, x->nrows + 1, UINT32_MAX, err))
            return false;
        x->rows[x->nrows++] = (struct position_row){ c->node, number };
    }
    tabia_pos_play(&c->pos, mv);
    c->node = g->nnodes++;
    if (g->keys)
        g->keys[c->node] = position_rows_key(&c->pos);
    return true;
}

/* Of all positions, or only of 'asked': then it needs no memory. */
static bool make_index(struct abk_reader *r, struct abk_index *x,
                       const struct tabia_pos *asked)
{
    struct tabia_builder_cursor root = { .edge = TABIA_NUMBER_NONE };
    const size_t nrecords = r->file.nrecords;
    struct abk_indexing g = { .index = x, .nnodes = 1 };
    tabia_pos_set_start(&root.pos);
    if (asked) {
        g.asked = position_rows_key(asked);
    } else {
        g.keys = malloc((nrecords + 1) * sizeof(*g.keys));
        if (!g.keys)
            return error_nomem(r->err);
        g.keys[0] = position_rows_key(&root.pos);
    }
    bool ok = (asked ||
               VEC_RESERVE(x->rows, x->room, nrecords, UINT32_MAX, r->err)) &&
              abk_walk(r, &root, abk_add_row, &g) &&
              position_rows_sort(x->rows, x->nrows, r->err);
    for (size_t i = 0; ok && i < x->nrows; i++)
        x->rows[i].key = asked ? g.asked : g.keys[x->rows[i].key];
    ok = ok && position_rows_sort(x->rows, x->nrows, r->err);
    free(g.keys);
    return ok;
}

/*
 * Without an index: one pass over all lines, which skips what is damaged. It
 * finds nothing if memory runs out.
 */
static size_t abk_find_by_pass(const struct table_impl *t,
                               const struct tabia_pos *pos,
                               struct tabia_book_move list[TABIA_MOVES_MAX])
{
    static const struct tabia_read_options lenient = { .lenient = true };
    struct read_job job = { .format = &format_abk, .user = &lenient };
    const struct abk_index *x = t->state;
    struct abk_index asked = { .file = x->file };
    asked.file.has_results = abk_has_results(&x->file);
    struct tabia_error err = { 0 };
    struct abk_reader r = {
        .file = x->file,
        .job = &job,
        .err = &err,
    };
    size_t n = 0;
    if (make_index(&r, &asked, pos))
        for (size_t i = 0; i < asked.nrows; i++)
            n = abk_add_entry(x, &asked.file, list, n, pos,
                              (uint32_t)asked.rows[i].at);
    free(asked.rows);
    return n;
}

static size_t abk_table_find(const struct table_impl *t,
                             const struct tabia_pos *pos,
                             struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct abk_index *x = t->state;
    const tabia_key key = position_rows_key(pos);
    size_t n = 0;
    for (size_t i = position_rows_first(x->rows, x->nrows, key);
         i < x->nrows && x->rows[i].key == key; i++)
        n = abk_add_entry(x, &x->file, list, n, pos, (uint32_t)x->rows[i].at);
    return n;
}

/* ---- along a line ---------------------------------------------------- */

/* True if 'number' is one of the file's; false ends a list of siblings. */
static bool is_abk_record(const struct abk_file *f, int32_t number)
{
    return number >= ABK_FIRST_RECORD && (uint32_t)number < f->nrecords;
}

/* The first of the siblings from 'number' on that is this move; or -1. */
static int32_t find_sibling(const struct abk_file *f,
                            const struct tabia_pos *pos, int32_t number,
                            tabia_move mv)
{
    for (int i = 0; i < ABK_SIBLINGS_MAX && is_abk_record(f, number); i++) {
        const struct abk_record rec = abk_record_decode(f, (uint32_t)number);
        if (abk_move_decode(pos, &rec) == mv)
            return number;
        number = rec.next;
    }
    return -1;
}

/*
 * The file with 'has_results' set, for the siblings from 'number' on: only
 * games without wins and losses among them make it search the others.
 */
static struct abk_file with_results(const struct abk_file *f, int32_t number)
{
    struct abk_file known = *f;
    bool has_games = false;
    for (int i = 0; i < ABK_SIBLINGS_MAX && is_abk_record(f, number); i++) {
        const struct abk_record rec = abk_record_decode(f, (uint32_t)number);
        known.has_results |= rec.won || rec.lost;
        has_games |= rec.games > 0;
        number = rec.next;
    }
    if (has_games && !known.has_results)
        known.has_results = abk_has_results(f);
    return known;
}

static size_t abk_table_find_line(const struct table_impl *t,
                                  const struct tabia_pos *start,
                                  const tabia_move *moves, size_t nmoves,
                                  struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct abk_index *x = t->state;
    const struct abk_file *f = &x->file;
    struct tabia_pos pos;
    int32_t at = ABK_FIRST_RECORD;
    tabia_pos_set_start(&pos);
    if (position_rows_key(start) != position_rows_key(&pos))
        return 0; // the tree has no line from there
    for (size_t i = 0; i < nmoves && is_abk_record(f, at); i++) {
        at = find_sibling(f, &pos, at, moves[i]);
        if (is_abk_record(f, at))
            at = abk_record_decode(f, (uint32_t)at).child;
        tabia_pos_play(&pos, moves[i]);
    }
    const struct abk_file known = with_results(f, at);
    size_t n = 0;
    for (int i = 0; i < ABK_SIBLINGS_MAX && is_abk_record(f, at); i++) {
        const struct abk_record rec = abk_record_decode(f, (uint32_t)at);
        if (!rec.is_deleted)
            n = abk_add_entry(x, &known, list, n, &pos, (uint32_t)at);
        at = rec.next;
    }
    return n;
}

/* ---- opening --------------------------------------------------------- */

static void abk_index_free(struct abk_index *x)
{
    free(x->rows);
    free(x);
}

static void abk_table_close(struct table_impl *t)
{
    abk_index_free(t->state);
    t->state = NULL;
}

bool abk_open(struct tabia_bytes bytes, struct read_job *job,
              struct table_impl *table, struct tabia_error *err)
{
    struct abk_reader r = { .job = job, .err = err };
    const bool is_line = table->lookup.use == TABLE_USE_LINE;
    format_settings_get(abk_settings_table, job->user, &r.settings);
    if (!abk_file_parse(&r, bytes))
        return false;
    struct abk_index *x = malloc(sizeof(*x));
    if (!x)
        return error_nomem(err);
    if (!is_line)
        r.file.has_results = abk_has_results(&r.file);
    *x = (struct abk_index){
        .file = r.file,
        .is_mover_view = r.settings.view == ABK_MOVER,
    };
    if (!is_line && !make_index(&r, x, table->lookup.pos)) {
        abk_index_free(x);
        return false;
    }
    *table = (struct table_impl){
        .share = x->file.share,
        .bytes = bytes,
        .state = x,
        .find = is_line ? abk_find_by_pass : abk_table_find,
        .find_line = is_line ? abk_table_find_line : NULL,
        .close = abk_table_close,
    };
    return true;
}

/* Its comment and author are about the whole book. */
static bool abk_is_bare(struct tabia_bytes bytes)
{
    (void)bytes;
    return true;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".abk", NULL };

static const char *const text_keys[] = {
    ABK_KEY_COMMENT,     ABK_KEY_AUTHOR,
    ABK_KEY_VERSION,     "abk-min-games",
    "abk-min-wins",      "abk-min-win-white",
    "abk-min-win-black", "abk-max-ply",
    SHARE_KEY,           NULL,
};

const struct setting_row abk_settings_table[] = {
    SETTING_WORD(struct abk_settings, version, "version", TABIA_WHEN_WRITING,
                 "abk|ab2", NULL, "for older or newer programs (as read)"),
    SETTING_WORD(struct abk_settings, view, "results",
                 TABIA_WHEN_READING | TABIA_WHEN_WRITING, "white|mover",
                 "white", "side whose wins are counted"),
    SETTING_FLAG(struct abk_settings, keep_deleted, "deleted",
                 TABIA_WHEN_READING, "keep deleted moves, marked passive"),
    SETTING_MAX_NODES(struct abk_settings, max_nodes),
    SETTING_MISTAKES(struct abk_settings, plays_mistakes),
    SETTING_END,
};

const struct tabia_format format_abk = {
    .info = {
        .name = "abk",
        .title = "Arena book",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        // Of the roots, those one move away from the tree: see abk_write.
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_EN_PASSANT | TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { ABK_PRIORITY_MAX, "within their position" },
    },
    .settings = abk_settings_table,
    .share_rule = SHARE_ARENA,
    .detect = abk_detect,
    .read = abk_read,
    .write = abk_write,
    .is_bare = abk_is_bare,
    .follows_lines = true,
    .open = abk_open,
};
