/*
 * key_walk.c - from a file that knows positions by their keys to a book
 */
#include "format/key_walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "book/builder_def.h"
#include "format/built_in.h"
#include "format/format_io.h"
#include "format/formats.h"
#include "table/table.h"
#include "base/banned.h"

enum { NSTARTS = 960 };

static const struct key_rows no_rows;

/* ---- rows ------------------------------------------------------------ */

struct key_rows key_rows_find(const struct table_impl *t, uint64_t key,
                              uint64_t (*key_at)(const struct table_impl *t,
                                                 size_t row))
{
    struct key_rows rows = { 0, t->nrows };
    while (rows.first < rows.end) {
        const size_t mid = rows.first + (rows.end - rows.first) / 2;
        if (key_at(t, mid) < key)
            rows.first = mid + 1;
        else
            rows.end = mid;
    }
    while (rows.end < t->nrows && key_at(t, rows.end) == key)
        rows.end++;
    return rows;
}

static struct key_rows rows_of(const struct key_walk *w,
                               const struct tabia_pos *pos, uint32_t path_tag)
{
    const struct table_impl *t = &w->table;
    const struct key_walk_rule *rule = w->rule;
    return rule->find_rows ? rule->find_rows(t, pos, path_tag)
                           : key_rows_find(t, rule->key(t, pos), rule->key_at);
}

/* Marks a row as reached; true if it was not. */
static bool mark_row(struct key_walk *w, size_t row)
{
    if (key_walk_is_reached(w, row))
        return false;
    const size_t group = w->rule->group ? w->rule->group : 1;
    bool is_counted =
        !w->rule->check_row || w->rule->check_row(&w->table, row, NULL, NULL);
    for (size_t i = 0; i < group; i++)
        is_counted &= !key_walk_is_reached(w, row - row % group + i);
    bitset_add(w->reached, row);
    w->nreached += is_counted;
    return true;
}

/*
 * Whether the file has something for a position that was not reached; with
 * 'marks' it is reached now. 'rows' gets what is to be visited.
 */
static bool has_unreached(struct key_walk *w, const struct tabia_pos *pos,
                          uint32_t path_tag, bool marks, struct key_rows *rows)
{
    const struct table_impl *t = &w->table;
    *rows = no_rows;
    if (w->rule->find_rows || w->rule->key_at) {
        *rows = rows_of(w, pos, path_tag);
        if (rows->first == rows->end || key_walk_is_reached(w, rows->first))
            return false;
        for (size_t i = rows->first; marks && i < rows->end; i++)
            mark_row(w, i);
        return true;
    }
    if (!t->row_size && marks) { // a new node: its moves come later
        rows->end = 1;
        return true;
    }
    if (!t->row_size && builder_has_position(w->out, pos))
        return false;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = t->find(t, pos, list);
    bool is_unreached = !t->row_size && n;
    for (size_t i = 0; t->row_size && i < n; i++) {
        const size_t row = list[i].data.col / t->row_size;
        is_unreached |= marks ? mark_row(w, row) : !key_walk_is_reached(w, row);
    }
    rows->end = is_unreached;
    return is_unreached;
}

/* Whether one of a position's rows is a legal move. */
static bool has_legal_rows(const struct key_walk *w,
                           const struct tabia_pos *pos)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    return !w->rule->check_row || w->table.find(&w->table, pos, list);
}

/* Whether a move to the position is to join the book, or it to be a root. */
static bool is_worth_adding(struct key_walk *w, const struct tabia_pos *pos,
                            uint32_t path_tag)
{
    struct key_rows rows;
    if (!has_unreached(w, pos, path_tag, false, &rows))
        // Nodes of rows are linked by all bridges that there are.
        return w->nodes && w->range & KEY_WALK_JOIN && rows.first < rows.end;
    return has_legal_rows(w, pos);
}

static uint32_t path_tag_after(const struct key_walk *w, uint32_t path_tag,
                               const struct tabia_pos *pos, tabia_move mv)
{
    return w->rule->next_path_tag ? w->rule->next_path_tag(path_tag, pos, mv)
                                  : 0;
}

/* ---- nodes ----------------------------------------------------------- */

static bool key_walk_add_node(struct key_walk *w,
                              const struct tabia_builder_cursor *c,
                              uint32_t path_tag, struct key_rows rows)
{
    if (!FORMAT_RESERVE(w->job, w->list, w->room, w->n + 1, w->err))
        return false;
    if (w->nodes && rows.first < rows.end)
        w->nodes[rows.first] = c->node;
    w->list[w->n] = (struct key_walk_node){
        .node = c->node,
        .path_tag = path_tag,
        .rows = rows,
    };
    tabia_pos_pack(&c->pos, &w->list[w->n++].pos);
    return true;
}

/* Plays a move to the node of its row, or else to one of its own. */
static bool play_to_row(struct key_walk *w, struct tabia_builder_cursor *c,
                        tabia_move mv, uint32_t path_tag)
{
    struct tabia_pos next = c->pos;
    struct key_rows rows;
    tabia_pos_play(&next, mv);
    if (!has_unreached(w, &next, path_tag, true, &rows) &&
        rows.first < rows.end)
        return tabia_builder_link(w->out, c, mv, w->nodes[rows.first], w->err);
    return tabia_builder_play(w->out, c, mv, w->err) &&
           key_walk_add_node(w, c, path_tag, rows);
}

/* Plays a move from a node, and queues what it leads to. */
static bool key_walk_add_move(struct key_walk *w,
                              const struct tabia_builder_cursor *from,
                              uint32_t path_tag, tabia_move mv,
                              const struct tabia_move_data *data)
{
    const uint32_t nnodes = builder_node_count(w->out);
    struct tabia_builder_cursor c = *from;
    path_tag = path_tag_after(w, path_tag, &from->pos, mv);
    if (w->nodes)
        return play_to_row(w, &c, mv, path_tag) &&
               tabia_builder_set_move(w->out, c.edge, data, w->err);
    if (!tabia_builder_play_joined(w->out, &c, mv, w->err) ||
        !tabia_builder_set_move(w->out, c.edge, data, w->err))
        return false;
    const bool is_new = c.node >= nnodes;
    if (!is_new && !w->reached)
        return true;
    struct key_rows rows;
    const bool is_unreached = has_unreached(w, &c.pos, path_tag, true, &rows);
    if (!is_unreached && w->rule->nodes == KEY_WALK_BY_KEY)
        rows = no_rows;
    if (is_new || (is_unreached && w->rule->nodes == KEY_WALK_BY_KEY))
        return key_walk_add_node(w, &c, path_tag, rows);
    w->ntwins += is_unreached;
    return true;
}

/* ---- moves ----------------------------------------------------------- */

/* Names every row of a position that is no legal move in it. */
static bool report_illegal(struct key_walk *w, const struct tabia_pos *pos,
                           struct key_rows rows)
{
    for (size_t i = rows.first; i < rows.end; i++) {
        struct tabia_error problem = { 0 };
        struct key_fault fault = { .severity = TABIA_SEVERITY_ERROR };
        char fen[TABIA_FEN_SIZE];
        if (!w->rule->check_row(&w->table, i, pos, &fault) || !fault.what[0])
            continue;
        tabia_fen_print(pos, TABIA_FEN_NO_CLOCKS, fen);
        error_at_offset(&problem, TABIA_ERR_ILLEGAL, fault.offset,
                        "%s is not legal in %s", fault.what, fen);
        if (!format_problem(w->job, fault.severity, &problem, w->err))
            return false;
    }
    return true;
}

static bool key_walk_add_moves(struct key_walk *w, size_t i)
{
    const struct tabia_builder_cursor c = key_walk_at(w, i);
    const struct key_walk_node node = w->list[i];
    struct tabia_book_move list[TABIA_MOVES_MAX];
    size_t n = 0;
    if (w->rule->list_moves) {
        if (!w->rule->list_moves(w, &c, node.rows, list, &n))
            return false;
    } else {
        n = w->table.find(&w->table, &c.pos, list);
    }
    if (w->rule->check_row && !report_illegal(w, &c.pos, node.rows))
        return false;
    for (size_t k = 0; k < n; k++)
        if (!key_walk_add_move(w, &c, node.path_tag, list[k].move,
                               &list[k].data))
            return false;
    return true;
}

/*
 * Now and then; 'at' counts what is looked at: nodes for their moves, nodes for
 * what is near, and positions that may be in the file. How many there will be
 * shows when none is left: each may lead to more, and entries that no position
 * has, or that are dropped, are never reached. False with an error if the
 * caller wants no more.
 */
static bool show_progress(const struct key_walk *w, size_t at)
{
    enum { BETWEEN = 4096 };
    const struct tabia_read_options *user = w->job->user;
    if (at % BETWEEN)
        return true;
    if (user->on_progress)
        user->on_progress(user->ctx, w->next + w->near + w->ntried, 0);
    return !read_job_is_stopped(w->job) ||
           error_set(w->err, TABIA_ERR_STOPPED, "reading was stopped");
}

/* Adds the moves of all positions reached, and what they lead to. */
static bool key_walk_drain_queue(struct key_walk *w)
{
    for (; w->next < w->n; w->next++) {
        const struct key_rows rows = w->list[w->next].rows;
        if (!show_progress(w, w->next))
            return false;
        if (rows.first < rows.end && !key_walk_add_moves(w, w->next))
            return false;
    }
    return true;
}

/* Adds a move that the file does not have, and what it leads to. */
static bool add_bridge(struct key_walk *w,
                       const struct tabia_builder_cursor *from,
                       uint32_t path_tag, tabia_move mv)
{
    static const struct tabia_move_data passive = {
        .has = TABIA_HAS_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    w->nbridges++;
    return key_walk_add_move(w, from, path_tag, mv, &passive) &&
           key_walk_drain_queue(w);
}

bool key_walk_add_root(struct key_walk *w, const struct tabia_pos *pos)
{
    struct tabia_builder_cursor c;
    struct key_rows rows;
    if (!tabia_builder_start(w->out, pos, &c, w->err))
        return false;
    const uint32_t path_tag = path_tag_after(w, 0, &c.pos, TABIA_MOVE_NONE);
    if (!has_unreached(w, &c.pos, path_tag, true, &rows) &&
        w->rule->nodes != KEY_WALK_BY_POSITION)
        rows = no_rows;
    return key_walk_add_node(w, &c, path_tag, rows);
}

bool key_walk_follow(struct key_walk *w, const struct tabia_pos *pos)
{
    return key_walk_add_root(w, pos) && key_walk_drain_queue(w);
}

bool key_walk_follow_row(struct key_walk *w, const struct tabia_pos *pos,
                         size_t row)
{
    struct tabia_builder_cursor c;
    mark_row(w, row);
    return tabia_builder_start(w->out, pos, &c, w->err) &&
           key_walk_add_node(w, &c,
                             path_tag_after(w, 0, &c.pos, TABIA_MOVE_NONE),
                             (struct key_rows){ row, row + 1 }) &&
           key_walk_drain_queue(w);
}

bool key_walk_try(struct key_walk *w, const struct tabia_pos *pos)
{
    const uint32_t path_tag = path_tag_after(w, 0, pos, TABIA_MOVE_NONE);
    struct key_rows rows;
    if (!show_progress(w, w->ntried++))
        return false;
    return !has_unreached(w, pos, path_tag, false, &rows) ||
           !has_legal_rows(w, pos) || key_walk_follow(w, pos);
}

/* ---- one move away --------------------------------------------------- */

/* The word of a key in the filter, and its three bits there. */
static uint64_t *filter_word(const struct key_walk *w, uint64_t key,
                             uint64_t *bits)
{
    const uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    *bits = UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63) |
            UINT64_C(1) << (hash >> 12 & 63);
    return &w->unreached_bits[hash >> (64 - w->unreached_bits_log2)];
}

/*
 * Most moves lead nowhere: three bits of one word for each key that was not
 * reached answer 99 of 100 times without a search. Without memory for them
 * there is no filter. It is rebuilt when half of its keys were reached since:
 * each of these is near many positions, and every time it would be searched for
 * in vain. So a filter gets ever smaller, and all of them together cost as many
 * passes as halvings.
 */
static void make_filter(struct key_walk *w)
{
    enum { SMALLEST = 10, LARGEST = 28, KEYS_A_WORD = 4, FEW = 1024 };
    uint64_t at = 0;
    uint32_t sub = 0;
    struct table_row row;
    const size_t unreached = w->nentries - w->nreached;
    const bool is_good =
        w->unreached_nkeys && (w->nodes || w->unreached_nkeys < FEW ||
                               unreached > w->unreached_nkeys / 2);
    if (!w->rule->key || is_good)
        return;
    free(w->unreached_bits);
    w->unreached_nkeys = unreached;
    w->unreached_bits_log2 = SMALLEST;
    while (w->unreached_bits_log2 < LARGEST &&
           (unreached / KEYS_A_WORD) >> w->unreached_bits_log2)
        w->unreached_bits_log2++;
    w->unreached_bits =
        calloc((size_t)1 << w->unreached_bits_log2, sizeof(*w->unreached_bits));
    if (!w->unreached_bits)
        return;
    for (size_t i = 0; w->table.next(&w->table, &at, &sub, &row); i++) {
        uint64_t bits, *word = filter_word(w, row.key, &bits);
        if (!key_walk_is_reached(w, i))
            *word |= bits;
    }
}

/* False: no row that was not reached has the key. */
static bool filter_passes(const struct key_walk *w, uint64_t key)
{
    uint64_t bits;
    const uint64_t *word = filter_word(w, key, &bits);
    return (*word & bits) == bits;
}

static bool key_walk_is_near(struct key_walk *w, const struct tabia_pos *pos,
                             tabia_move mv, const struct tabia_pos *next,
                             uint32_t path_tag)
{
    if (w->unreached_bits && !w->rule->key_after &&
        !filter_passes(w, w->rule->key(&w->table, next)))
        return false;
    return (!w->rule->is_near ||
            w->rule->is_near(w, pos, mv, next, path_tag)) &&
           is_worth_adding(w, next, path_tag);
}

bool key_walk_look_around(struct key_walk *w, size_t i)
{
    const struct tabia_builder_cursor c = key_walk_at(w, i);
    const uint32_t path_tag = w->list[i].path_tag;
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(&c.pos, moves);
    for (size_t k = 0; k < n; k++) {
        if (w->unreached_bits && w->rule->key_after &&
            !filter_passes(w, w->rule->key_after(&c.pos, moves[k])))
            continue;
        struct tabia_pos next = c.pos;
        tabia_pos_play(&next, moves[k]);
        if (!key_walk_is_near(w, &c.pos, moves[k], &next,
                              path_tag_after(w, path_tag, &c.pos, moves[k])))
            continue;
        if (w->range & KEY_WALK_JOIN ? !add_bridge(w, &c, path_tag, moves[k])
                                     : !key_walk_follow(w, &next))
            return false;
    }
    return true;
}

/*
 * Books for one side lack moves of the other one, and books made by merging
 * have lost some: one move off the book often leads back into it.
 */
bool key_walk_near(struct key_walk *w)
{
    // Rows that were all met may still be linked.
    while (w->near < w->n && (w->nodes || w->nreached < w->nentries)) {
        make_filter(w);
        if (!show_progress(w, w->near) || !key_walk_look_around(w, w->near++))
            return false;
    }
    return true;
}

/* ---- the whole walk -------------------------------------------------- */

static bool try_known(struct key_walk *w)
{
    struct tabia_pos pos;
    for (int i = 0; i < NSTARTS; i++) {
        tabia_pos_set_start960(&pos, i);
        if (!key_walk_try(w, &pos))
            return false;
    }
    if (w->nreached == w->nentries)
        return true;
    const struct tabia_book *book = &built_in_book;
    bool ok = true;
    for (uint32_t i = 0; ok && i < tabia_book_position_count(book); i++) {
        tabia_book_position_pos_at(book, i, &pos);
        ok = key_walk_try(w, &pos);
    }
    return ok;
}

/* Each step only while there is something left to find. */
static bool key_walk_all(struct key_walk *w, const char *positions)
{
    const struct key_walk_rule *rule = w->rule;
    if (!(rule->add_roots ? rule->add_roots(w) : key_walk_add_root(w, NULL)) ||
        !key_walk_drain_queue(w) ||
        (positions && !key_walk_positions(w, positions)))
        return false;
    const struct {
        unsigned range;
        bool (*look)(struct key_walk *w);
    } steps[] = {
        { KEY_WALK_JOIN, key_walk_near }, // first: the others stand alone
        { KEY_WALK_KNOWN, try_known },
        { KEY_WALK_NEAR, key_walk_near },
        { KEY_WALK_REST, rule->find_rest },
    };
    for (size_t i = 0; i < COUNT_OF(steps) && w->nreached < w->nentries; i++)
        if (w->range & steps[i].range && steps[i].look && !steps[i].look(w))
            return false;
    return !rule->finish || rule->finish(w);
}

/* Between rows with positions of their own bridges are not worth a word. */
static bool key_walk_report(struct key_walk *w)
{
    struct tabia_error problem = { 0 };
    const size_t rest = w->nentries - w->nreached;
    if (w->nbridges && !w->nodes) {
        error_set(&problem,
                  w->rule->drops_passive ? TABIA_ERR_AMBIGUOUS : TABIA_ERR_LOSS,
                  "passive %s added to join lines (not in the file)",
                  plural(w->nbridges, "move is", "moves are"));
        format_warn_count(w->job, w->nbridges, &problem, w->err);
    }
    // After an error nobody knows what would have been reached.
    if (w->nreached >= w->nentries || w->job->first.status)
        return true;
    problem = (struct tabia_error){ 0 };
    error_set(&problem, TABIA_ERR_LOSS,
              "of %zu %s %s unreachable from known positions", w->nentries,
              w->rule->counts_positions
                  ? plural(w->nentries, "position", "positions")
                  : plural(w->nentries, "entry", "entries"),
              plural(rest, "is", "are"));
    return format_warn_count(w->job, rest, &problem, w->err);
}

static bool key_walk_init(struct key_walk *w)
{
    const size_t nrows = w->table.nrows;
    w->nentries = w->table.nentries;
    w->reached = nrows ? calloc(nrows / 8 + 1, 1) : NULL;
    if (nrows && !w->reached)
        return error_nomem(w->err);
    for (size_t i = 0; w->rule->check_row && i < nrows; i++)
        w->nentries += w->rule->check_row(&w->table, i, NULL, NULL);
    if (w->rule->nodes != KEY_WALK_BY_ROW)
        return true;
    w->nodes = malloc((nrows + 1) * sizeof(*w->nodes));
    if (!w->nodes)
        return error_nomem(w->err);
    memset(w->nodes, 0xFF,
           (nrows + 1) * sizeof(*w->nodes)); // TABIA_NUMBER_NONE
    return true;
}

static const struct setting_row rows[] = { KEY_WALK_SETTINGS(""), SETTING_END };

bool key_walk_is_setting(const char *name)
{
    return format_setting_find(rows, name) != NULL;
}

/* What the settings say; 'usual' where they do not. */
static unsigned read_settings(const struct read_job *job, unsigned usual,
                              const char **positions)
{
    const unsigned range[] = {
        usual,
        0,
        KEY_WALK_KNOWN | KEY_WALK_REST,
        KEY_WALK_KNOWN | KEY_WALK_NEAR | KEY_WALK_REST,
        KEY_WALK_BRIDGE | KEY_WALK_REST,
    };
    struct key_walk_settings settings = { 0 };
    format_settings_get(rows, job->user, &settings);
    *positions = settings.positions;
    return range[settings.word];
}

bool key_walk_table(const struct key_walk_rule *rule,
                    const struct table_impl *table, struct read_job *job,
                    struct tabia_builder *out, struct tabia_error *err)
{
    struct key_walk w = {
        .rule = rule,
        .table = *table,
        .job = job,
        .out = out,
        .err = err,
    };
    const bool is_lines = job->user->wants_lines && rule->range_for_lines;
    const char *positions;
    w.range =
        read_settings(job,
                      is_lines ? rule->range_for_lines : rule->default_range,
                      &positions);
    const bool ok =
        key_walk_init(&w) && key_walk_all(&w, positions) && key_walk_report(&w);
    free(w.list);
    free(w.reached);
    free(w.nodes);
    free(w.unreached_bits);
    return ok;
}

bool key_walk_read(const struct tabia_format *format, struct tabia_bytes bytes,
                   struct read_job *job, struct tabia_builder *out,
                   struct tabia_error *err)
{
    struct table_impl table = { .is_whole = true };
    if (!format->open(bytes, job, &table, err))
        return false;
    const bool ok = key_walk_table(format->walk, &table, job, out, err);
    table_impl_close(&table);
    return ok;
}

/* ---- counting -------------------------------------------------------- */

bool key_walk_can_count(const struct tabia_format *format)
{
    return format->walk && (format->write_rows || format->walk->count);
}

static void count_rows(const struct key_walk_rule *rule,
                       const struct table_impl *t,
                       struct key_walk_counts *counts)
{
    struct table_row row = { 0 };
    uint64_t at = 0, last = 0;
    uint32_t sub = 0;
    counts->has_positions = true;
    for (size_t i = 0; t->next(t, &at, &sub, &row); i++) {
        if (rule->check_row && !rule->check_row(t, i, NULL, NULL))
            continue;
        counts->positions += !counts->moves++ || row.key != last;
        counts->weight += row.data.has & TABIA_HAS_WEIGHT ? row.data.weight : 0;
        if (!row.data.learn)
            row.data.has &= ~(unsigned)TABIA_HAS_LEARN;
        for (unsigned left = row.data.has; left; left &= left - 1)
            counts->attrs[__builtin_ctz(left)]++;
        last = row.key;
    }
}

bool key_walk_count(const struct tabia_format *format, struct tabia_bytes bytes,
                    struct read_job *job, struct key_walk_counts *counts,
                    struct tabia_builder *out, struct tabia_error *err)
{
    const struct key_walk_rule *rule = format->walk;
    struct key_walk w = {
        .rule = rule,
        .table = { .is_whole = true },
        .job = job,
        .out = out,
        .err = err,
    };
    *counts = (struct key_walk_counts){ 0 };
    if (!format->open(bytes, job, &w.table, err))
        return false;
    if (rule->count)
        rule->count(&w.table, counts);
    else
        count_rows(rule, &w.table, counts);
    const bool ok = !rule->add_texts || rule->add_texts(&w);
    table_impl_close(&w.table);
    return ok;
}
