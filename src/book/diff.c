/*
 * diff.c - what two books know, position by position
 *
 * Positions are compared by identity, and their moves as looking them up
 * shows them: folded. Games are compared with those that the other book has
 * from the same position, in their order.
 */
#include "tabia/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "book/attrs.h"
#include "book/game_tags.h"
#include "book/move_list.h"
#include "base/banned.h"

/* A position of one book, and the same in the other or TABIA_NUMBER_NONE. */
struct diff_side {
    const struct tabia_book *book;
    uint32_t position;
    size_t nmoves;
    struct tabia_book_move moves[TABIA_MOVES_MAX];
};

struct book_diff {
    struct diff_side a, b;
    unsigned attrs;
    bool (*on_item)(void *ctx, const struct tabia_diff_item *item);
    void *ctx;
    struct tabia_diff_result counts;
    struct tabia_pos pos;
    bool is_equal; // nothing was found at this position so far
};

static const struct tabia_book_move no_entry = {
    .edge = TABIA_NUMBER_NONE,
    .from_node = TABIA_NUMBER_NONE,
    .to_node = TABIA_NUMBER_NONE,
};

/* Hands a difference over; false to stop. */
static bool report_difference(struct book_diff *d, enum tabia_diff_kind kind,
                              unsigned attrs, const struct tabia_book_move *a,
                              const struct tabia_book_move *b)
{
    d->is_equal = false;
    if (!d->on_item)
        return true;
    const struct tabia_diff_item item = {
        .kind = kind,
        .pos = d->pos,
        .move = a   ? a->move
                : b ? b->move
                    : (tabia_move)TABIA_MOVE_NONE,
        .attrs = attrs,
        .a = a ? *a : no_entry,
        .b = b ? *b : no_entry,
    };
    return d->on_item(d->ctx, &item);
}

static void diff_side_fill(struct diff_side *side, uint32_t position)
{
    side->position = position;
    side->nmoves = 0;
    if (position != TABIA_NUMBER_NONE)
        side->nmoves =
            tabia_book_position_moves(side->book, position, TABIA_MERGE_DEFAULT,
                                      side->moves, TABIA_MOVES_MAX);
}

static struct tabia_node_data side_data(const struct diff_side *side)
{
    if (side->position == TABIA_NUMBER_NONE)
        return (struct tabia_node_data){ .has = 0 };
    return tabia_book_position_data(side->book, side->position);
}

static const struct tabia_book_move *diff_find_move(
    const struct diff_side *side, tabia_move mv)
{
    const size_t i = move_list_find(side->moves, side->nmoves, mv);
    return i < side->nmoves ? &side->moves[i] : NULL;
}

/* Compares a position in which at least one book has something. */
static bool compare_position(struct book_diff *d)
{
    struct tabia_diff_result *counts = &d->counts;
    d->is_equal = true;
    if (d->a.nmoves && !d->b.nmoves) {
        counts->positions_a++;
        counts->moves_a += (uint32_t)d->a.nmoves;
        return report_difference(d, TABIA_DIFF_POSITION_A, 0, NULL, NULL);
    }
    if (d->b.nmoves && !d->a.nmoves) {
        counts->positions_b++;
        counts->moves_b += (uint32_t)d->b.nmoves;
        return report_difference(d, TABIA_DIFF_POSITION_B, 0, NULL, NULL);
    }
    const bool has_moves = d->a.nmoves;
    counts->positions_both += has_moves;
    const uint32_t alone = counts->moves_a + counts->moves_b;
    const struct tabia_node_data a = side_data(&d->a), b = side_data(&d->b);
    const unsigned others = d->attrs & ~(unsigned)TABIA_HAS_TAGS; // see games
    const unsigned values = attrs_diff_nodes(&a, &b) & others;
    bool go_on = !values || report_difference(d, TABIA_DIFF_POSITION_DATA,
                                              values, NULL, NULL);
    for (size_t i = 0; go_on && i < d->a.nmoves; i++) { // in a's order
        const struct tabia_book_move *own = &d->a.moves[i];
        const struct tabia_book_move *other = diff_find_move(&d->b, own->move);
        if (!other) {
            counts->moves_a++;
            go_on = report_difference(d, TABIA_DIFF_MOVE_A, 0, own, NULL);
            continue;
        }
        counts->moves_both++;
        const unsigned differ =
            attrs_diff_moves(&own->data, &other->data) & d->attrs;
        if (differ) {
            counts->moves_changed++;
            go_on =
                report_difference(d, TABIA_DIFF_MOVE_DATA, differ, own, other);
        }
    }
    for (size_t i = 0; go_on && i < d->b.nmoves; i++) { // those of b alone
        if (diff_find_move(&d->a, d->b.moves[i].move))
            continue;
        counts->moves_b++;
        go_on =
            report_difference(d, TABIA_DIFF_MOVE_B, 0, NULL, &d->b.moves[i]);
    }
    counts->positions_equal += has_moves && d->is_equal;
    counts->positions_same_moves +=
        has_moves && go_on && counts->moves_a + counts->moves_b == alone;
    return go_on;
}

/* All positions of a, then those of b that a does not know. */
static bool compare_positions(struct book_diff *d)
{
    for (uint32_t i = 0; i < tabia_book_position_count(d->a.book); i++) {
        tabia_book_position_pos_at(d->a.book, i, &d->pos);
        diff_side_fill(&d->a, i);
        diff_side_fill(&d->b, tabia_book_find_position(d->b.book, &d->pos));
        if (!compare_position(d))
            return false;
    }
    diff_side_fill(&d->a, TABIA_NUMBER_NONE);
    for (uint32_t i = 0; i < tabia_book_position_count(d->b.book); i++) {
        tabia_book_position_pos_at(d->b.book, i, &d->pos);
        if (tabia_book_find_position(d->a.book, &d->pos) != TABIA_NUMBER_NONE)
            continue;
        diff_side_fill(&d->b, i);
        if (!compare_position(d))
            return false;
    }
    return true;
}

/* ---- pairs of texts -------------------------------------------------- */

/* Hands a text over that is not the same, or in one book only. */
static bool report_text(struct book_diff *d, enum tabia_diff_kind kind,
                        uint32_t root, const char *key, const char *a,
                        const char *b)
{
    if (a == b || (a && b && strcmp(a, b) == 0))
        return true;
    d->counts.texts += kind == TABIA_DIFF_TEXT;
    d->counts.tags += kind == TABIA_DIFF_TAG;
    if (!d->on_item)
        return true;
    const struct tabia_diff_item item = {
        .kind = kind,
        .pos = d->pos,
        .move = (tabia_move)TABIA_MOVE_NONE,
        .a = no_entry,
        .b = no_entry,
        .key = key,
        .text_a = a,
        .text_b = b,
        .root = root,
    };
    return d->on_item(d->ctx, &item);
}

/* A text of one book. */
struct diff_text {
    const char *key, *value;
};

static int diff_compare_keys(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return strcmp(((const struct diff_text *)a)->key,
                  ((const struct diff_text *)b)->key);
}

/* The texts in the order of their keys; NULL without memory. */
static struct diff_text *sort_texts(const struct tabia_book *book, size_t *n,
                                    struct tabia_error *err)
{
    struct diff_text *list =
        calloc(tabia_book_text_count(book) + 1, sizeof(*list));
    *n = 0;
    for (uint32_t i = 0; list && i < tabia_book_text_count(book); i++) {
        tabia_book_text_at(book, i, &list[*n].key, &list[*n].value);
        *n += strcmp(list[*n].key, "format") != 0;
    }
    if (list && sort_stable(list, *n, sizeof(*list), diff_compare_keys, NULL,
                            NULL, err))
        return list;
    if (!list)
        error_nomem(err);
    free(list);
    return NULL;
}

/* Texts of one key are compared in their order. False only without memory. */
static bool diff_compare_texts(struct book_diff *d, bool *go_on,
                               struct tabia_error *err)
{
    size_t na = 0, nb = 0, i = 0, k = 0;
    *go_on = true;
    if (!(d->attrs & TABIA_DIFF_TEXTS))
        return true;
    struct diff_text *a = sort_texts(d->a.book, &na, err);
    struct diff_text *b = a ? sort_texts(d->b.book, &nb, err) : NULL;
    while (b && *go_on && (i < na || k < nb)) {
        const int order = i == na   ? 1
                          : k == nb ? -1
                                    : strcmp(a[i].key, b[k].key);
        *go_on =
            report_text(d, TABIA_DIFF_TEXT, 0, order <= 0 ? a[i].key : b[k].key,
                        order <= 0 ? a[i].value : NULL,
                        order >= 0 ? b[k].value : NULL);
        i += order <= 0;
        k += order >= 0;
    }
    free(a);
    free(b);
    return b;
}

/* ---- games ----------------------------------------------------------- */

/* A root: where it stands among all positions of both books. */
struct diff_game {
    uint64_t position; // of a; those that only b has follow
    uint32_t root;
};

/* The roots by position, in their order; NULL without memory. */
static struct diff_game *sort_games(const struct book_diff *d,
                                    const struct tabia_book *book,
                                    struct tabia_error *err)
{
    const uint32_t n = tabia_book_root_count(book);
    struct diff_game *list = calloc((size_t)n + 1, sizeof(*list));
    for (uint32_t i = 0; list && i < n; i++) {
        struct tabia_pos pos;
        const uint32_t own =
            tabia_book_node_position(book, tabia_book_root_at(book, i));
        tabia_book_position_pos_at(book, own, &pos);
        const uint32_t position = tabia_book_find_position(d->a.book, &pos);
        list[i].root = i;
        list[i].position = position == TABIA_NUMBER_NONE
                               ? (uint64_t)TABIA_NUMBER_NONE + own
                               : position;
    }
    if (list && sort_radix(list, n, sizeof(*list), 0, NULL, err))
        return list;
    if (!list)
        error_nomem(err);
    free(list);
    return NULL;
}

/* The tags of a root, or none for NULL. */
static struct tabia_node_data game_data(const struct tabia_book *book,
                                        const struct diff_game *game)
{
    if (!game)
        return (struct tabia_node_data){ .has = 0 };
    return tabia_book_node_data(book, tabia_book_root_at(book, game->root));
}

/* The value of the tag like the i-th, or NULL where there is none. */
static const char *find_tag(const struct tabia_book *book,
                            const struct tabia_node_data *data,
                            const struct tabia_tag *like, size_t nth)
{
    for (size_t i = 0; i < data->ntags; i++)
        if (strcmp(data->tags[i].name, like->name) == 0 &&
            game_tags_is_own(book, data, i) && nth-- == 0)
            return data->tags[i].value;
    return NULL;
}

/* How many tags before the i-th have its name. */
static size_t nth_of_name(const struct tabia_book *book,
                          const struct tabia_node_data *data, size_t i)
{
    size_t n = 0;
    for (size_t k = 0; k < i; k++)
        n += strcmp(data->tags[k].name, data->tags[i].name) == 0 &&
             game_tags_is_own(book, data, k);
    return n;
}

/* Either game may be missing. */
static bool compare_game(struct book_diff *d, const struct diff_game *game_a,
                         const struct diff_game *game_b)
{
    const struct tabia_book *book_a = d->a.book, *book_b = d->b.book;
    const struct tabia_node_data a = game_data(book_a, game_a);
    const struct tabia_node_data b = game_data(book_b, game_b);
    const uint32_t root = game_a ? game_a->root : game_b->root;
    tabia_book_root_pos_at(game_a ? book_a : book_b, root, &d->pos);
    for (size_t i = 0; i < a.ntags; i++) {
        if (!game_tags_is_own(book_a, &a, i))
            continue;
        const char *other =
            find_tag(book_b, &b, &a.tags[i], nth_of_name(book_a, &a, i));
        if (!report_text(d, TABIA_DIFF_TAG, root, a.tags[i].name,
                         a.tags[i].value, other))
            return false;
    }
    for (size_t i = 0; i < b.ntags; i++) {
        if (!game_tags_is_own(book_b, &b, i) ||
            find_tag(book_a, &a, &b.tags[i], nth_of_name(book_b, &b, i)))
            continue;
        if (!report_text(d, TABIA_DIFF_TAG, root, b.tags[i].name, NULL,
                         b.tags[i].value))
            return false;
    }
    return true;
}

static bool diff_compare_games(struct book_diff *d, struct tabia_error *err)
{
    const unsigned used =
        tabia_book_attrs(d->a.book) | tabia_book_attrs(d->b.book);
    if (!(d->attrs & used & TABIA_HAS_TAGS))
        return true;
    struct diff_game *a = sort_games(d, d->a.book, err);
    struct diff_game *b = a ? sort_games(d, d->b.book, err) : NULL;
    const size_t na = tabia_book_root_count(d->a.book);
    const size_t nb = tabia_book_root_count(d->b.book);
    size_t i = 0, k = 0;
    while (b && (i < na || k < nb)) {
        const bool has_a =
            i < na && (k == nb || a[i].position <= b[k].position);
        const bool has_b =
            k < nb && (i == na || b[k].position <= a[i].position);
        if (!compare_game(d, has_a ? &a[i] : NULL, has_b ? &b[k] : NULL))
            break;
        i += has_a;
        k += has_b;
    }
    free(a);
    free(b);
    return b;
}

bool tabia_book_diff(const struct tabia_book *a, const struct tabia_book *b,
                     const struct tabia_diff_options *options,
                     struct tabia_diff_result *counts, struct tabia_error *err)
{
    static const struct tabia_diff_options defaults;
    if (!options)
        options = &defaults;
    struct book_diff d = {
        .a.book = a,
        .b.book = b,
        .attrs = ~options->ignored,
        .on_item = options->on_item,
        .ctx = options->ctx,
    };
    bool go_on;
    bool ok = diff_compare_texts(&d, &go_on, err);
    if (ok && go_on && compare_positions(&d))
        ok = diff_compare_games(&d, err);
    if (counts)
        *counts = d.counts;
    return ok;
}
