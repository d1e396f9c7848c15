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

#include "tabia/source.h"

static const char text[] = "e2e4 e7e5\nd2d4 d7d5\nc2c4? e7e5\n";

/* The text above as the bytes of a CT800 book. */
static bool compile(struct tabia_bytes *table, struct tabia_error *err)
{
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_book *book = tabia_book_decode(bytes, NULL, err);
    const struct tabia_format *to = tabia_format_find("ct800-bin", err);
    uint8_t *data = NULL;
    const bool is_done =
        book && to &&
        tabia_book_encode(book, to, NULL, &data, &table->size, NULL, err);
    table->data = data;
    tabia_book_free(book);
    return is_done;
}

int main(int argc, char **argv)
{
    const struct tabia_open_options search = { .mode = TABIA_OPEN_IN_PLACE };
    struct tabia_error err = { 0 };
    struct tabia_bytes bytes = { NULL, 0 };
    struct tabia_source *source = NULL;
    if (argc > 1)
        source = tabia_source_open(argv[1], &search, &err);
    else if (compile(&bytes, &err))
        source = tabia_source_open_bytes(bytes, &search, &err);

    struct tabia_pos pos;
    struct tabia_answer answer = { 0 };
    tabia_pos_set_start(&pos);
    if (!source || !tabia_source_find(source, &pos, NULL, &answer, &err))
        fprintf(stderr, "probe_table: %s\n", err.msg);
    for (size_t i = 0; i < answer.nmoves; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, answer.moves[i].move, san);
        printf(
            "%s: %s\n",
            tabia_format_get_info(tabia_source_get_info(source).format)->name,
            san);
    }
    tabia_answer_clear(&answer);
    tabia_source_close(source);
    free((void *)bytes.data);
    return err.status != TABIA_OK;
}
