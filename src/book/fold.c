/*
 * fold.c - books in which every position has one node, and several made one
 *
 * The positions of all books are grouped by identity; a group becomes a node.
 * Groups are numbered in the order in which their positions first occur, as
 * the positions of a book are. What a book says about a move is what looking
 * it up there would show; where several become one, the policy decides between
 * the books only.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "book/attrs.h"
#include "book/book_def.h"
#include "book/copy.h"
#include "book/edges.h"
#include "book/game_tags.h"
#include "book/move_list.h"
#include "tabia/transform.h"
#include "base/banned.h"

/* A position of one of the books. */
struct fold_member {
    uint32_t book, position;
    uint32_t group;
    uint32_t next; // of the group, or TABIA_NUMBER_NONE
};

struct fold_group {
    uint32_t first, last; // members
    uint32_t book, root; // where it is a root first; root: or TABIA_NUMBER_NONE
};

struct fold {
    const struct tabia_book *const *books;
    size_t nbooks;
    enum tabia_merge_policy within, across; // a book's occurrences; the books
    size_t *base;                           // the first member of each book
    struct fold_member *members;
    struct fold_group *groups;
    uint32_t nmembers, ngroups;
    struct hashmap index; // of groups
    struct arena joined;  // texts of the current group
    bool is_full;         // no memory for such a text
    struct tabia_transform_result result;
    struct tabia_book_move list[TABIA_MOVES_MAX]; // 'to_node' is a group
    struct tabia_book_move one[TABIA_MOVES_MAX];  // the same, of one book
};

/* ---- grouping -------------------------------------------------------- */

struct wanted_group {
    const struct fold *fold;
    const struct book_position *position;
};

static bool is_wanted_group(const void *ctx, uint32_t group)
{
    const struct wanted_group *w = ctx;
    const struct fold *f = w->fold;
    const struct fold_member *m = &f->members[f->groups[group].first];
    return memcmp(f->books[m->book]->positions[m->position].core,
                  w->position->core, TABIA_PACKED_CORE_SIZE) == 0;
}

/* Puts a new member into its group. */
static bool fold_add_member(struct fold *f, uint32_t book, uint32_t position,
                            struct tabia_error *err)
{
    const uint32_t number = f->nmembers++;
    f->members[number] = (struct fold_member){
        .book = book,
        .position = position,
        .next = TABIA_NUMBER_NONE,
    };
    uint64_t hash = 0;
    uint32_t found = HASHMAP_NONE;
    if (f->nbooks > 1) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(f->books[book], position, &pos);
        const struct wanted_group w = { f,
                                        &f->books[book]->positions[position] };
        hash = tabia_pos_key(&pos);
        found = hashmap_find(&f->index, hash, is_wanted_group, &w);
    }
    if (found == HASHMAP_NONE) {
        // The positions of one book all differ: a single book needs no index.
        if (f->nbooks > 1 && !hashmap_insert(&f->index, hash, f->ngroups, err))
            return false;
        f->members[number].group = f->ngroups;
        f->groups[f->ngroups++] = (struct fold_group){
            .first = number,
            .last = number,
            .root = TABIA_NUMBER_NONE,
        };
        return true;
    }

    struct fold_group *group = &f->groups[found];
    f->members[group->last].next = number;
    f->members[number].group = found;
    group->last = number;
    return true;
}

static uint32_t group_of(const struct fold *f, uint32_t book, uint32_t node)
{
    const uint32_t position = tabia_book_node_position(f->books[book], node);
    return f->members[f->base[book] + position].group;
}

static bool group_positions(struct fold *f, struct tabia_error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < f->nbooks; i++)
        total += tabia_book_position_count(f->books[i]);
    if (total >= TABIA_NUMBER_NONE || f->nbooks >= TABIA_NUMBER_NONE)
        return error_set(err, TABIA_ERR_LIMIT, "the books are too large");
    f->base = calloc(f->nbooks + 1, sizeof(*f->base));
    f->members = calloc(total + 1, sizeof(*f->members));
    f->groups = calloc(total + 1, sizeof(*f->groups));
    if (!f->base || !f->members || !f->groups)
        return error_nomem(err);
    for (uint32_t i = 0; i < f->nbooks; i++) {
        const struct tabia_book *book = f->books[i];
        f->base[i] = f->nmembers;
        for (uint32_t k = 0; k < tabia_book_position_count(book); k++)
            if (!fold_add_member(f, i, k, err))
                return false;
        for (uint32_t k = 0; k < tabia_book_root_count(book); k++) {
            const uint32_t node = tabia_book_root_at(book, k);
            struct fold_group *group = &f->groups[group_of(f, i, node)];
            if (group->root != TABIA_NUMBER_NONE)
                continue;
            group->book = i;
            group->root = k;
        }
    }
    return true;
}

/* ---- folding --------------------------------------------------------- */

static const char between_texts[] = " | ";

/* The length of the first part of a text that may be joined from several. */
static size_t part_length(const char *text)
{
    const char *end = strstr(text, between_texts);
    return end ? (size_t)(end - text) : strlen(text);
}

/* The part behind the one at 'part'; NULL: it was the last. */
static const char *next_part(const char *part)
{
    const char *end = strstr(part, between_texts);
    return end ? end + strlen(between_texts) : NULL;
}

static bool has_part(const char *text, const char *part, size_t len)
{
    for (; text; text = next_part(text))
        if (part_length(text) == len && memcmp(text, part, len) == 0)
            return true;
    return len == 0;
}

/*
 * The parts of 'more' that 'text' does not have, each behind a mark, into
 * 'out' if that is not NULL. Returns their length.
 */
static size_t copy_missing(const char *text, const char *more, char *out)
{
    const size_t gap = strlen(between_texts);
    size_t size = 0;
    for (; more; more = next_part(more)) {
        const size_t len = part_length(more);
        if (has_part(text, more, len))
            continue;
        if (out) {
            memcpy(out + size, between_texts, gap);
            memcpy(out + size + gap, more, len);
        }
        size += gap + len;
    }
    return size;
}

/* Both texts, but no part twice. */
static const char *join_texts(struct fold *f, const char *a, const char *b)
{
    const size_t na = strlen(a), nmore = copy_missing(a, b, NULL);
    if (nmore == 0)
        return a;
    char *text = arena_alloc(&f->joined, na + nmore + 1, 1);
    if (!text) {
        f->is_full = true;
        return a;
    }
    memcpy(text, a, na);
    copy_missing(a, b, text + na);
    return text;
}

static bool has_tag(const struct tabia_node_data *data,
                    const struct tabia_tag *tag)
{
    for (size_t i = 0; i < data->ntags; i++)
        if (strcmp(data->tags[i].name, tag->name) == 0 &&
            strcmp(data->tags[i].value, tag->value) == 0)
            return true;
    return false;
}

/* The tags of 'from' that say something and are not among those of 'data'. */
static uint32_t count_dropped_tags(const struct tabia_node_data *data,
                                   const struct tabia_node_data *from)
{
    uint32_t count = 0;
    for (size_t i = 0; i < from->ntags; i++)
        count += !game_tags_is_unknown(from->tags[i].value) &&
                 !has_tag(data, &from->tags[i]);
    return count;
}

/*
 * What is said about two games is true of a tree that joins them only as far
 * as they agree. 'own' are the tags before those of 'more' came.
 */
static void join_tags(struct fold *f, struct tabia_node_data *data,
                      struct tabia_node_data own,
                      const struct tabia_node_data *more,
                      enum tabia_merge_policy policy)
{
    if (policy != TABIA_MERGE_FIRST && policy != TABIA_MERGE_LAST) {
        struct tabia_tag *tags =
            arena_alloc(&f->joined, own.ntags + 1, sizeof(*tags));
        if (!tags) {
            f->is_full = true;
            return;
        }
        data->tags = tags;
        data->ntags = 0;
        for (size_t i = 0; i < own.ntags; i++)
            if (has_tag(more, &own.tags[i]))
                tags[data->ntags++] = own.tags[i];
    }
    f->result.dropped_tags += count_dropped_tags(data, &own);
    f->result.dropped_tags += count_dropped_tags(data, more);
}

/*
 * Settles what two contradict each other in: where books are added up, texts
 * of a rule to that end are joined; all else counts as a conflict. Not within
 * a book: it may have any number of comments for one move.
 */
static void settle_contradictions(struct fold *f, enum attr_owner owner,
                                  void *data, const void *more, unsigned differ,
                                  enum tabia_merge_policy policy)
{
    const bool joins_texts = policy == TABIA_MERGE_SUM && f->nbooks > 1;
    const struct attr *a;
    while ((a = attr_next(&differ, owner))) {
        if (joins_texts && a->merging == ATTR_MERGE_JOINED) {
            const char **text = attr_get_mutable(a, data);
            *text =
                join_texts(f, *text, *(const char *const *)attr_get(a, more));
        } else {
            f->result.conflicts++;
            f->result.conflicts_by_attr[a - attr_table]++;
        }
    }
}

static void merge_nodes(struct fold *f, struct tabia_node_data *data,
                        const struct tabia_node_data *more,
                        enum tabia_merge_policy policy)
{
    const unsigned tags = TABIA_HAS_TAGS;
    const struct tabia_node_data own = *data;
    const unsigned differ = attrs_merge_nodes(data, more, policy);
    if (differ & tags)
        join_tags(f, data, own, more, policy);
    settle_contradictions(f, ATTR_OF_NODE, data, more, differ & ~tags, policy);
}

/* Adds a move to a list in which every move stands once. */
static void fold_add_move(struct fold *f, struct tabia_book_move *list,
                          size_t *n, const struct tabia_book_move *entry,
                          enum tabia_merge_policy policy)
{
    const size_t i = move_list_find(list, *n, entry->move);
    if (i < *n) {
        const unsigned differ =
            attrs_merge_moves(&list[i].data, &entry->data, policy);
        settle_contradictions(f, ATTR_OF_MOVE, &list[i].data, &entry->data,
                              differ, policy);
    } else if (i < TABIA_MOVES_MAX)
        list[(*n)++] = *entry;
}

/* Counts the moves of later books that the 'n' of the first displace. */
static void count_dropped(struct fold *f, const struct fold_member *first,
                          size_t n)
{
    size_t all = n;
    for (uint32_t i = first->next; i != TABIA_NUMBER_NONE;
         i = f->members[i].next) {
        const struct fold_member *m = &f->members[i];
        struct edges it = edges_of(f->books[m->book], m->position);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            if (all < TABIA_MOVES_MAX &&
                !move_list_has(f->list, all, entry.move))
                f->list[all++] = entry;
    }
    f->result.dropped += (uint32_t)(all - n);
}

/* The moves of all books in 'list'. */
static size_t fold_group_moves(struct fold *f, const struct fold_group *group)
{
    size_t n = 0;
    for (uint32_t i = group->first; i != TABIA_NUMBER_NONE;
         i = f->members[i].next) {
        const struct fold_member *m = &f->members[i];
        struct edges it = edges_of(f->books[m->book], m->position);
        struct tabia_book_move entry;
        size_t more = 0;
        while (edges_next(&it, &entry)) {
            entry.to_node = group_of(f, m->book, entry.to_node);
            fold_add_move(f, f->one, &more, &entry, f->within);
        }
        for (size_t k = 0; k < more; k++)
            fold_add_move(f, f->list, &n, &f->one[k], f->across);
        if (n && f->across == TABIA_MERGE_FIRST) {
            count_dropped(f, m, n);
            break;
        }
    }
    return n;
}

/* What the books say about the position, each first by its occurrences. */
static struct tabia_node_data fold_data(struct fold *f,
                                        const struct fold_group *group)
{
    struct tabia_node_data data = { .has = 0 };
    for (uint32_t i = group->first; i != TABIA_NUMBER_NONE;
         i = f->members[i].next) {
        const struct fold_member *m = &f->members[i];
        const struct tabia_book *book = f->books[m->book];
        struct tabia_node_data own = { .has = 0 };
        uint32_t node, nth = 0;
        while ((node = tabia_book_position_node_at(book, m->position, nth++)) !=
               TABIA_NUMBER_NONE) {
            const struct tabia_node_data more =
                tabia_book_node_data(book, node);
            merge_nodes(f, &own, &more, f->within);
        }
        merge_nodes(f, &data, &own, f->across);
    }
    return data;
}

/* ---- texts of the whole book ----------------------------------------- */

struct fold_text {
    const char *key, *value;
    size_t book;
    size_t at; // in the order of the books
};

static int fold_compare_keys(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return strcmp(((const struct fold_text *)a)->key,
                  ((const struct fold_text *)b)->key);
}

/* Texts of one key: books for different sides? Then the whole is for none. */
static bool are_sides(const struct fold_text *list, size_t n)
{
    if (strcmp(list->key, "side") != 0)
        return false;
    size_t i = 1;
    while (i < n && strcmp(list[i].value, list->value) == 0)
        i++;
    return i < n;
}

/*
 * Adds the texts of the books in their order, those of one key from one book
 * alone: the first that has it, or the last. Books may have any number of
 * texts, so those of one key are brought together by sorting.
 */
static bool fold_texts(const struct fold *f, struct tabia_builder *b,
                       struct tabia_error *err)
{
    const bool is_last = f->across == TABIA_MERGE_LAST;
    size_t n = 0, at = 0;
    for (size_t i = 0; i < f->nbooks; i++)
        n += tabia_book_text_count(f->books[i]);
    struct fold_text *list = calloc(n + 1, sizeof(*list));
    struct fold_text *kept = calloc(n + 1, sizeof(*kept)); // the others: no key
    bool ok = (list && kept) || error_nomem(err);
    for (size_t i = 0; ok && i < f->nbooks; i++)
        for (uint32_t k = 0; k < tabia_book_text_count(f->books[i]); k++) {
            list[at] = (struct fold_text){ .book = i, .at = at };
            tabia_book_text_at(f->books[i], k, &list[at].key, &list[at].value);
            at++;
        }
    ok = ok && sort_stable(list, n, sizeof(*list), fold_compare_keys, NULL,
                           NULL, err);
    for (size_t first = 0, end; ok && first < n; first = end) {
        end = first + 1;
        while (end < n && strcmp(list[end].key, list[first].key) == 0)
            end++;
        if (are_sides(list + first, end - first))
            continue;
        const size_t owner = list[is_last ? end - 1 : first].book;
        for (size_t i = first; i < end; i++)
            if (list[i].book == owner)
                kept[list[i].at] = list[i];
    }
    for (size_t i = 0; ok && i < n; i++)
        if (kept[i].key)
            ok = tabia_builder_add_text(b, kept[i].key, kept[i].value,
                                        strlen(kept[i].value), err);
    free(list);
    free(kept);
    return ok;
}

/* ---- the new book ---------------------------------------------------- */

/* Forgets the texts of a group, which the builder has copied. */
static bool end_group(struct fold *f, struct tabia_error *err)
{
    arena_clear(&f->joined);
    return !f->is_full || error_nomem(err);
}

static void group_pos(const struct fold *f, const struct fold_group *group,
                      struct tabia_pos *pos)
{
    const struct fold_member *m = &f->members[group->first];
    tabia_book_position_pos_at(f->books[m->book], m->position, pos);
}

static bool build_folded(struct fold *f, struct tabia_builder *b,
                         struct tabia_error *err)
{
    for (uint32_t i = 0; i < f->ngroups; i++) {
        const struct fold_group *group = &f->groups[i];
        const struct tabia_node_data data = fold_data(f, group);
        const bool is_root = group->root != TABIA_NUMBER_NONE;
        struct tabia_pos pos;
        if (is_root)
            tabia_book_root_pos_at(f->books[group->book], group->root, &pos);
        else
            group_pos(f, group, &pos);
        if (!copy_node(b, &pos, is_root, &data, err) || !end_group(f, err))
            return false;
    }
    for (uint32_t i = 0; i < f->ngroups; i++) {
        struct tabia_pos pos;
        group_pos(f, &f->groups[i], &pos);
        const size_t n = fold_group_moves(f, &f->groups[i]);
        for (size_t k = 0; k < n; k++)
            if (!copy_edge(b, &pos, i, f->list[k].to_node, f->list[k].move,
                           &f->list[k].data, err))
                return false;
        if (!end_group(f, err))
            return false;
    }
    return true;
}

/*
 * Folds 'n' books into one: the occurrences of a book by 'within', then the
 * books by 'across'. With TABIA_MERGE_FIRST across, the moves of a position
 * are those of the first book that has any.
 */
static struct tabia_book *fold_books(const struct tabia_book *const *books,
                                     size_t n, enum tabia_merge_policy within,
                                     enum tabia_merge_policy across,
                                     struct tabia_transform_result *result,
                                     struct tabia_error *err)
{
    struct fold f = {
        .books = books,
        .nbooks = n,
        .within = within,
        .across = across,
        .index.limit = TABIA_NUMBER_NONE - 1,
        .joined.limit = SIZE_MAX,
    };
    struct tabia_book *book = NULL;
    if (within > TABIA_MERGE_LAST || across > TABIA_MERGE_LAST) {
        error_set(err, TABIA_ERR_MISUSE, "no such way to merge");
        return NULL;
    }
    if (group_positions(&f, err)) {
        unsigned attrs = 0;
        uint64_t nnodes = 0;
        for (size_t i = 0; i < n; i++) {
            attrs |= tabia_book_attrs(books[i]);
            nnodes += tabia_book_node_count(books[i]);
        }
        nnodes -= f.ngroups;
        f.result.folded = nnodes < UINT32_MAX ? (uint32_t)nnodes : UINT32_MAX;
        struct tabia_builder *b = copy_begin(attrs, err);
        if (b)
            book =
                copy_end(b, fold_texts(&f, b, err) && build_folded(&f, b, err),
                         err);
    }
    if (book && result)
        *result = f.result;
    arena_clear(&f.joined);
    hashmap_clear(&f.index);
    free(f.base);
    free(f.members);
    free(f.groups);
    return book;
}

struct tabia_book *tabia_book_fold(const struct tabia_book *book,
                                   enum tabia_merge_policy policy,
                                   struct tabia_transform_result *result,
                                   struct tabia_error *err)
{
    return fold_books(&book, 1, policy, TABIA_MERGE_DEFAULT, result, err);
}

/* Weights of different rules mean nothing beside each other: shares do. */
struct tabia_book *tabia_book_merge(const struct tabia_book *const *books,
                                    size_t n, enum tabia_merge_policy policy,
                                    struct tabia_transform_result *result,
                                    struct tabia_error *err)
{
    bool is_same_rule = true;
    for (size_t i = 1; i < n; i++)
        is_same_rule &= share_is_same(&books[i]->share, &books[0]->share);
    if (is_same_rule)
        return fold_books(books, n, TABIA_MERGE_DEFAULT, policy, result, err);

    const struct tabia_book **parts = calloc(n, sizeof(*parts));
    struct tabia_book **copies = calloc(n, sizeof(*copies));
    struct tabia_book *whole = NULL;
    bool ok = (parts && copies) || error_nomem(err);
    for (size_t i = 0; ok && i < n; i++) {
        parts[i] = books[i];
        if (books[i]->share.rule == SHARE_BY_WEIGHT)
            continue;
        parts[i] = copies[i] = share_weigh(books[i], err);
        ok = copies[i] != NULL;
    }
    if (ok)
        whole = fold_books(parts, n, TABIA_MERGE_DEFAULT, policy, result, err);
    for (size_t i = 0; copies && i < n; i++)
        tabia_book_free(copies[i]);
    free(copies);
    free(parts);
    return whole;
}
