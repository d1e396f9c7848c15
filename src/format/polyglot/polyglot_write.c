/*
 * polyglot_write.c - writing PolyGlot books, from rows and from books
 *
 * Rows keep their order within a key, as PolyGlot's own merging does. What
 * comes from a book is in the order that PolyGlot's own compiler writes: by
 * key, then the heaviest first; of equal ones the smallest code.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/move_list.h"
#include "book/walk_internal.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "table/table.h"
#include "base/banned.h"

enum { MOVES_LIMIT = 1 << 26 }; // of one key

/* A move to be written; its weight may be any number yet. */
struct polyglot_item {
    uint64_t weight;
    uint32_t learn;
    uint16_t code;
};

/* The moves of one key. */
struct polyglot_group {
    uint64_t key;
    struct polyglot_item *items;
    size_t n, room;
};

struct polyglot_writer {
    struct sink *dst;
    struct polyglot_group group;
    uint64_t nscaled; // weights that a larger one made smaller
    uint64_t nabove;  // weights that are too large themselves
    struct tabia_error *err;
};

static bool polyglot_add_item(struct polyglot_writer *w,
                              const struct polyglot_item *item)
{
    struct polyglot_group *g = &w->group;
    if (!VEC_RESERVE(g->items, g->room, g->n + 1, MOVES_LIMIT, w->err))
        return false;
    g->items[g->n++] = *item;
    return true;
}

/* ---- weights of 16 bits ---------------------------------------------- */

static void scale_group(struct polyglot_writer *w)
{
    struct polyglot_group *g = &w->group;
    uint64_t largest = 0;
    for (size_t i = 0; i < g->n; i++)
        if (g->items[i].weight > largest)
            largest = g->items[i].weight;
    for (size_t i = 0; i < g->n; i++) {
        const uint64_t weight = g->items[i].weight;
        g->items[i].weight =
            move_list_scale_weight(weight, largest, POLYGLOT_WEIGHT_MAX);
        if (weight > POLYGLOT_WEIGHT_MAX)
            w->nabove++;
        else
            w->nscaled += g->items[i].weight != weight;
    }
}

/* ---- bytes ----------------------------------------------------------- */

static void put_group(struct polyglot_writer *w)
{
    const struct polyglot_group *g = &w->group;
    for (size_t i = 0; i < g->n; i++) {
        uint8_t bytes[POLYGLOT_ENTRY_SIZE];
        polyglot_put_row(g->key, g->items[i].code, (uint16_t)g->items[i].weight,
                         bytes);
        put_be32(bytes + POLYGLOT_LEARN_AT, g->items[i].learn);
        sink_write(w->dst, bytes, sizeof(bytes));
    }
}

/* The text goes into entries of key 0, with a NUL behind it at least. */
static void polyglot_put_header(struct sink *dst, const char *text)
{
    const size_t len = strlen(text);
    for (size_t at = 0; at <= len; at += POLYGLOT_TEXT_SIZE) {
        uint8_t bytes[POLYGLOT_ENTRY_SIZE] = { 0 };
        const size_t left = len - at;
        memcpy(bytes + POLYGLOT_MOVE_AT, text + at,
               left < POLYGLOT_TEXT_SIZE ? left : POLYGLOT_TEXT_SIZE);
        sink_write(dst, bytes, sizeof(bytes));
    }
}

/* Version, number of fields before the comment, number of variants. */
static const char *new_header(bool is_chess960)
{
    return is_chess960 ? "@PG@\n1.0\n2\n1\nfischerandom\nCreated by Tabia."
                       : "@PG@\n1.0\n2\n1\nnormal\nCreated by Tabia.";
}

/* ---- from rows ------------------------------------------------------- */

static bool flush_rows(struct polyglot_writer *w)
{
    scale_group(w);
    put_group(w);
    w->group.n = 0;
    return sink_ok(w->dst);
}

static bool put_rows(struct polyglot_writer *w, struct row_stream *rows,
                     bool header)
{
    struct table_row row;
    bool needs_header = true; // of the tables, still to be written
    while (rows->next(rows, &row)) {
        const bool is_header = row.key == 0 &&
                               row.code & POLYGLOT_HEADER_CODE &&
                               !(row.data.has & TABIA_HAS_WEIGHT);
        if (header && !is_header) // there was none
            polyglot_put_header(w->dst, new_header(false));
        header = false;
        if (is_header) {
            uint8_t bytes[POLYGLOT_ENTRY_SIZE] = { 0 };
            put_be64(bytes + POLYGLOT_MOVE_AT, row.data.learn);
            if (needs_header)
                sink_write(w->dst, bytes, sizeof(bytes));
            if (memchr(bytes + POLYGLOT_MOVE_AT, '\0', POLYGLOT_TEXT_SIZE))
                needs_header = false; // its text ends here
            continue;
        }
        if (w->group.n && row.key != w->group.key && !flush_rows(w))
            return false;
        w->group.key = row.key;
        const bool has_weight = row.data.has & TABIA_HAS_WEIGHT;
        const struct polyglot_item item = {
            .weight = has_weight ? row.data.weight : 1,
            .learn = (uint32_t)row.data.learn, // rows come from such files
            .code = row.code,
        };
        if (!polyglot_add_item(w, &item))
            return false;
    }
    if (header)
        polyglot_put_header(w->dst, new_header(false));
    return flush_rows(w);
}

bool polyglot_write_rows(struct row_stream *rows,
                         const struct tabia_write_options *options,
                         struct sink *dst, struct tabia_report *report,
                         struct tabia_error *err)
{
    struct polyglot_writer w = { .dst = dst, .err = err };
    struct polyglot_settings settings = { 0 };
    format_settings_get(polyglot_settings_table, options, &settings);
    const bool ok = put_rows(&w, rows, settings.has_header);
    free(w.group.items);
    report_add(report, w.nabove + w.nscaled, "weight is scaled to 16 bits",
               "weights are scaled to 16 bits");
    return ok;
}

/* ---- from a book: weights -------------------------------------------- */

/* What weights are taken from. */
enum polyglot_basis { BY_ONE, BY_WEIGHT, BY_GAMES, BY_SCORE };

static uint64_t polyglot_value(const struct tabia_book_move *entry,
                               enum polyglot_basis basis, unsigned turn)
{
    const struct tabia_move_data *data = &entry->data;
    if (basis == BY_ONE)
        return 1;
    if (basis == BY_WEIGHT)
        return data->has & TABIA_HAS_WEIGHT ? data->weight : 0;
    if (!(data->has & TABIA_HAS_RESULTS))
        return 0;
    return basis == BY_GAMES ? tabia_move_data_games(data)
                             : move_list_score(data, turn);
}

/* What the moves of a position are worth, by what any of them carries. */
static enum polyglot_basis choose_basis(const struct tabia_book_move *list,
                                        size_t n, enum polyglot_rule rule)
{
    unsigned attrs = 0;
    for (size_t i = 0; i < n; i++)
        attrs |= list[i].data.has;
    const bool has_weights = attrs & TABIA_HAS_WEIGHT;
    const bool has_results = attrs & TABIA_HAS_RESULTS;
    if (rule == POLYGLOT_RULE_UNIFORM || !(has_weights || has_results))
        return BY_ONE;
    if (has_weights && (rule == POLYGLOT_RULE_AUTO || !has_results))
        return BY_WEIGHT;
    return rule == POLYGLOT_RULE_GAMES ? BY_GAMES : BY_SCORE;
}

/* ---- from a book: keys ----------------------------------------------- */

struct keyed_position {
    uint64_t key;
    uint32_t position;
    uint32_t turn;
};

/*
 * The key of every position. It may depend on a double step that cannot be
 * answered legally, which only the way to a position shows, so those on the
 * way from a root come from there.
 */
static bool find_keys(const struct tabia_book *book,
                      struct keyed_position *places, struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        places[i] = (struct keyed_position){ tabia_pos_key(&pos), i, pos.turn };
    }
    struct tabia_walk *walk = tabia_walk_new(book, NULL, err);
    if (!walk)
        return false;
    struct tabia_walk_step step;
    while (tabia_walk_next(walk, &step, err))
        if (step.position != TABIA_NUMBER_NONE && !step.is_seen)
            places[step.position].key = tabia_pos_key(&step.after);
    const bool ok = walk_is_whole(walk, err);
    tabia_walk_free(walk);
    return ok;
}

/* ---- from a book: moves ---------------------------------------------- */

struct polyglot_counts {
    uint64_t nmarked; // moves that are not to be played
    uint64_t njoined; // moves of positions that share a key
};

static bool is_played(const struct tabia_book_move *entry,
                      const struct polyglot_settings *settings)
{
    return settings->plays_mistakes || !move_list_is_mistake(&entry->data);
}

/* Half of a value would be a wrong one, and so would the largest. */
static uint32_t held_learn(uint64_t learn)
{
    return learn > UINT32_MAX ? 0 : (uint32_t)learn;
}

static bool polyglot_add_position(struct polyglot_writer *w,
                                  const struct tabia_book *book,
                                  const struct keyed_position *place,
                                  const struct polyglot_settings *settings,
                                  struct polyglot_counts *counts)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    size_t n =
        tabia_book_position_moves(book, place->position, TABIA_MERGE_DEFAULT,
                                  list, TABIA_MOVES_MAX);
    const size_t nall = n;
    size_t nkept = 0; // without the moves that must not be played
    for (size_t i = 0; i < n; i++)
        if (!(list[i].data.has & TABIA_HAS_MARK) ||
            list[i].data.mark == TABIA_MARK_NONE)
            list[nkept++] = list[i];
    n = nkept;
    counts->nmarked += nall - n;

    enum polyglot_basis basis = choose_basis(list, n, settings->rule);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        if (is_played(&list[i], settings))
            sum += polyglot_value(&list[i], basis, place->turn);
    if (!sum && basis != BY_WEIGHT) // all games were lost
        basis = BY_ONE;
    for (size_t i = 0; i < n; i++) {
        const struct polyglot_item item = {
            .weight = is_played(&list[i], settings)
                          ? polyglot_value(&list[i], basis, place->turn)
                          : 0,
            .learn = held_learn(list[i].data.learn),
            .code = move_code_encode(list[i].move),
        };
        size_t k = 0;
        while (k < w->group.n && w->group.items[k].code != item.code)
            k++;
        if (k < w->group.n)
            counts->njoined++;
        else if (!polyglot_add_item(w, &item))
            return false;
    }
    return true;
}

static int compare_items(const void *a, const void *b, void *ctx)
{
    const struct polyglot_item *x = a, *y = b;
    (void)ctx;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

static bool flush_sorted(struct polyglot_writer *w)
{
    struct polyglot_group *g = &w->group;
    scale_group(w);
    if (!sort_stable(g->items, g->n, sizeof(g->items[0]), compare_items, NULL,
                     NULL, w->err))
        return false;
    put_group(w);
    g->n = 0;
    return sink_ok(w->dst);
}

static bool polyglot_write_put_positions(
    struct polyglot_writer *w, const struct tabia_book *book,
    const struct keyed_position *places,
    const struct polyglot_settings *settings, struct polyglot_counts *counts)
{
    const uint32_t n = tabia_book_position_count(book);
    for (uint32_t i = 0; i < n; i++) {
        if (places[i].key == 0) // is the header's
            continue;
        if (w->group.n && places[i].key != w->group.key && !flush_sorted(w))
            return false;
        w->group.key = places[i].key;
        if (!polyglot_add_position(w, book, &places[i], settings, counts))
            return false;
    }
    return flush_sorted(w);
}

/* ---- the whole book -------------------------------------------------- */

/* True if a root shows that this is Chess960. */
static bool is_chess960(const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos_at(book, i, &pos);
        if (pos_usual_rights(&pos) != pos.castling)
            return true;
    }
    return false;
}

bool polyglot_write(const struct tabia_book *book,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err)
{
    struct polyglot_writer w = { .dst = dst, .err = err };
    struct polyglot_counts counts = { 0 };
    struct polyglot_settings settings = { 0 };
    format_settings_get(polyglot_settings_table, options, &settings);
    const size_t n = tabia_book_position_count(book);
    struct keyed_position *places = calloc(n + 1, sizeof(*places));
    if (!places)
        return error_nomem(err);
    const char *header = tabia_book_find_text(book, POLYGLOT_KEY_HEADER);
    if (!header || strncmp(header, "@PG@", 4) != 0)
        header = settings.has_header ? new_header(is_chess960(book)) : NULL;
    bool ok = find_keys(book, places, err) &&
              sort_radix(places, n, sizeof(*places), 0, NULL, err);
    if (ok && header)
        polyglot_put_header(dst, header);
    ok = ok &&
         polyglot_write_put_positions(&w, book, places, &settings, &counts);
    free(places);
    free(w.group.items);
    report_add_lost_moves(report, counts.nmarked, "move with a mark is dropped",
                          "moves with a mark are dropped");
    report_add(report, counts.njoined,
               "move of positions with the same key is merged",
               "moves of positions with the same key are merged");
    report_add(report, w.nscaled, "weight is scaled down with a larger one",
               "weights are scaled down with a larger one");
    return ok;
}
