/*
 * fold_texts.c - the texts of several books, each key from one of them
 *
 * Books may have any number of texts, so those of one key are brought together
 * by sorting instead of being looked for.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "book/fold.h"
#include "tabia/builder.h"
#include "base/banned.h"

struct text {
    const char *key, *value;
    size_t book;
    size_t at; // in the order of the books
};

static int compare_keys(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return strcmp(((const struct text *)a)->key, ((const struct text *)b)->key);
}

static size_t count_texts(const struct tabia_book *const *books, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += tabia_book_text_count(books[i]);
    return count;
}

static void list_texts(const struct tabia_book *const *books, size_t n,
                       struct text *list)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < tabia_book_text_count(books[i]); k++, at++) {
            list[at] = (struct text){ .book = i, .at = at };
            tabia_book_text_at(books[i], k, &list[at].key, &list[at].value);
        }
    }
}

/* Texts of one key: books for different sides? Then the whole is for none. */
static bool are_sides(const struct text *list, size_t n)
{
    if (strcmp(list->key, "side") != 0)
        return false;
    size_t i = 1;
    while (i < n && strcmp(list[i].value, list->value) == 0)
        i++;
    return i < n;
}

/* Puts those that stay at their places in 'kept'; the others have no key. */
static void choose(const struct text *sorted, size_t n, bool is_last,
                   struct text *kept)
{
    for (size_t first = 0, end; first < n; first = end) {
        end = first + 1;
        while (end < n && strcmp(sorted[end].key, sorted[first].key) == 0)
            end++;
        if (are_sides(sorted + first, end - first))
            continue;
        const size_t owner = sorted[is_last ? end - 1 : first].book;
        for (size_t i = first; i < end; i++)
            if (sorted[i].book == owner)
                kept[sorted[i].at] = sorted[i];
    }
}

bool fold_texts(struct tabia_builder *b, const struct tabia_book *const *books,
                size_t n, bool is_last, struct tabia_error *err)
{
    const size_t count = count_texts(books, n);
    struct text *list = calloc(count + 1, sizeof(*list));
    struct text *kept = calloc(count + 1, sizeof(*kept));
    bool is_done = (list && kept) || error_nomem(err);
    if (is_done) {
        list_texts(books, n, list);
        is_done = sort_merge(list, count, sizeof(*list), compare_keys, NULL,
                             NULL, err);
    }
    if (is_done)
        choose(list, count, is_last, kept);
    for (size_t i = 0; is_done && i < count; i++)
        if (kept[i].key)
            is_done = tabia_builder_add_text(b, kept[i].key, kept[i].value,
                                             strlen(kept[i].value), err);
    free(list);
    free(kept);
    return is_done;
}
