/*
 * probe_table.c - asks a compiled book without loading it
 *
 *     probe_table [FILE]
 *
 * Without a file a small book is compiled in memory first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tabia/table.h"

static const char text[] = "e2e4 e7e5\nd2d4 d7d5\nc2c4? e7e5\n";

/* The text above as the bytes of a CT800 book. */
static bool compile(struct tabia_bytes *table, struct tabia_error *err)
{
    const struct tabia_bytes src = { (const uint8_t *)text, strlen(text) };
    struct tabia_book *book = tabia_book_decode(src, NULL, err);
    uint8_t *data = NULL;
    const bool is_done =
        book && tabia_book_encode(book, tabia_format_find("ct800-bin"), NULL,
                                  &data, &table->size, NULL, err);
    table->data = data;
    tabia_book_free(book);
    return is_done;
}

int main(int argc, char **argv)
{
    struct tabia_error err = { 0 };
    struct tabia_bytes bytes = { NULL, 0 };
    struct tabia_table *t = NULL;
    if (argc > 1)
        t = tabia_table_open(argv[1], NULL, &err);
    else if (compile(&bytes, &err))
        t = tabia_table_open_bytes(bytes, NULL, &err);
    if (!t)
        fprintf(stderr, "probe_table: %s\n", err.msg);

    struct tabia_pos pos;
    struct tabia_entry list[TABIA_MOVES_MAX];
    tabia_pos_start(&pos);
    const size_t n = t ? tabia_table_find(t, &pos, list) : 0;
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, list[i].move, san);
        printf("%s: %s\n", tabia_table_key_space(t), san);
    }
    tabia_table_close(t);
    free((void *)bytes.data);
    return !t;
}
