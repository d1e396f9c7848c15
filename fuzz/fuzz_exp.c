/*
 * fuzz_exp.c - any bytes as an experience file
 */
#include "format/table_io.h"
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Rows come in the order of keys, and searching does not fail. */
static void check_table(struct tabia_bytes bytes)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("exp", NULL),
        .lenient = true,
    };
    struct table *t = format_open_table(bytes, &options, NULL);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct table_row row;
    struct tabia_pos pos;
    uint64_t last = 0;
    if (!t)
        return;
    struct table_rows it = table_rows_begin(t);
    for (; table_rows_next(&it, &row); last = row.key)
        require(row.key >= last);
    tabia_pos_set_start(&pos);
    const size_t n = table_find(t, &pos, list);
    for (size_t i = 0; i < n; i++)
        require(tabia_pos_is_legal(&pos, list[i].move));
    table_close(t);
}

/* What was bridged may be bridged otherwise: records count, not moves. */
static void check_records(struct tabia_book *book)
{
    const struct tabia_format *exp = tabia_format_find("exp", NULL);
    if (!book)
        return;
    const struct tabia_bytes once = write_bytes(exp, book);
    struct tabia_book *back = read_bytes(exp, once, false);
    require(back && tabia_book_attr_count(back, TABIA_ATTR_LEARN) ==
                        tabia_book_attr_count(book, TABIA_ATTR_LEARN));
    free((void *)once.data);
    tabia_book_free(back);
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_format *exp = tabia_format_find("exp", NULL);
    const struct tabia_bytes bytes = { data, size };
    (void)!tabia_format_detect(bytes, NULL, NULL);
    check_table(bytes);
    check_records(read_bytes(exp, bytes, false));
    check_records(read_bytes(exp, bytes, true));
    return 0;
}
