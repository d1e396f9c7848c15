/*
 * book_table.c - searching a file of lines through an index made once
 */
#include "format/book_table.h"

#include "base/banned.h"

static size_t find(const struct table_impl *t, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX])
{
    const struct tabia_book *book = t->state;
    return tabia_book_find(book, pos, TABIA_POLICY_DEFAULT, list);
}

static void close_book(struct table_impl *t)
{
    tabia_book_free(t->state);
    t->state = NULL;
}

bool book_table_open(const struct tabia_format *format, struct tabia_bytes src,
                     const struct tabia_read_options *options,
                     struct table_impl *table, struct tabia_error *err)
{
    struct tabia_read_options read = *options;
    read.format = format;
    struct tabia_book *book = tabia_book_decode(src, &read, err);
    if (!book)
        return false;
    *table = (struct table_impl){
        .src = src,
        .state = book,
        .find = find,
        .close = close_book,
    };
    return true;
}
