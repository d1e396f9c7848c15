/*
 * fuzz_tibook.c - any bytes as a compiled TI-Chess book
 *
 * What is read can be written, and what was written reads as the same book;
 * searching never fails, and finds only legal moves.
 */
#include "format/formats.h"
#include "format/table_io.h"
#include "require.h"
#include "tisum.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct tabia_read_options as_tibook = { .format = &format_tibook };

static void check_find(struct tabia_bytes bytes, const struct tabia_book *book)
{
    struct table *t = format_open_table(bytes, &as_tibook, NULL);
    if (!t) {
        require(book == NULL);
        return;
    }
    struct table_rows rows = table_rows_begin(t);
    struct table_row row;
    uint64_t last = 0;
    while (table_rows_next(&rows, &row)) {
        require(row.key >= last);
        last = row.key;
    }
    for (uint32_t i = 0; book && i < tabia_book_root_count(book); i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        tabia_book_root_pos_at(book, i, &pos);
        const size_t n = table_find(t, &pos, list);
        require(n > 0);
        for (size_t k = 0; k < n; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
    }
    table_close(t);
}

static void check_write(const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    uint8_t *data, *again;
    size_t size, again_size;
    if (!tabia_book_encode(book, &format_tibook, NULL, &data, &size, NULL,
                           &err)) {
        require(err.status == TABIA_ERR_LIMIT);
        return;
    }
    const struct tabia_bytes bytes = { data, size };
    struct tabia_book *back = tabia_book_decode(bytes, &as_tibook, NULL);
    require(back != NULL);
    require(tabia_book_encode(back, &format_tibook, NULL, &again, &again_size,
                              NULL, NULL));
    require(size == again_size && memcmp(data, again, size) == 0);
    tabia_book_free(back);
    free(again);
    free(data);
}

/* Joined by the other side's moves it is still the same file. */
static void check_link(struct tabia_bytes bytes)
{
    const struct tabia_setting link = { "link", "" };
    const struct tabia_read_options options = {
        .format = &format_tibook,
        .settings = &link,
        .nsettings = 1,
    };
    struct tabia_book *book = tabia_book_decode(bytes, &options, NULL);
    if (book)
        check_write(book);
    tabia_book_free(book);
}

static void check_bytes(struct tabia_bytes bytes)
{
    check_link(bytes);
    struct tabia_book *book = tabia_book_decode(bytes, &as_tibook, NULL);
    check_find(bytes, book);
    if (book)
        check_write(book);
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_bytes((struct tabia_bytes){ data, size });
    uint8_t *repaired = tisum_repair(data, size);
    if (repaired)
        check_bytes((struct tabia_bytes){ repaired, size });
    free(repaired);
    return 0;
}
