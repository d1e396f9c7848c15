/*
 * position_index.c - finding positions in files that have lines and no keys
 */
#include "format/shared/position_index.h"

#include "base/sort.h"
#include "format/format_io.h"
#include "base/banned.h"

/* ---- through a book -------------------------------------------------- */

static size_t position_index_find(const struct table_impl *t,
                                  const struct tabia_pos *pos,
                                  struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct tabia_book *book = t->state;
    return tabia_book_find(book, pos, TABIA_MERGE_DEFAULT, list,
                           TABIA_MOVES_MAX);
}

static void position_index_close(struct table_impl *t)
{
    tabia_book_free(t->state);
    t->state = NULL;
}

bool position_index_open_book(struct tabia_bytes bytes, struct read_job *job,
                              struct table_impl *table, struct tabia_error *err)
{
    struct tabia_book *book = format_decode(bytes, job, NULL, err);
    if (!book)
        return false;
    *table = (struct table_impl){
        .bytes = bytes,
        .state = book,
        .find = position_index_find,
        .close = position_index_close,
    };
    return true;
}

/* ---- through rows ---------------------------------------------------- */

tabia_key position_rows_key(const struct tabia_pos *pos)
{
    const struct tabia_pos same = tabia_pos_identity(pos);
    return tabia_pos_key(&same);
}

bool position_rows_sort(struct position_row *rows, size_t n,
                        struct tabia_error *err)
{
    return sort_radix(rows, n, sizeof(*rows), 0, NULL, err);
}

size_t position_rows_first(const struct position_row *rows, size_t n,
                           tabia_key key)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (rows[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}
