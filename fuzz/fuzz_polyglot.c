/*
 * fuzz_polyglot.c - any bytes as a PolyGlot book
 *
 * A table that can be copied is copied to the same bytes, unless a weight or
 * the header changes. What is read can be written; searching finds what the
 * book has.
 */
#include "round_trip.h"

#include "base/buf.h"
#include "base/sink.h"
#include "format/format_contract.h"
#include "format/table_io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The default book would take most of the time. */
static const struct tabia_setting settings[] = { { "walk", "start" },
                                                 { "repair", "" } };

static struct tabia_book *decode(struct tabia_bytes bytes, size_t nsettings,
                                 bool lenient)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
        .settings = settings,
        .nsettings = nsettings,
        .memory_limit = (size_t)1 << 28,
        .lenient = lenient,
        .on_problem = go_on,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    require(!book == (err.status != TABIA_OK));
    require(err.offset <= bytes.size);
    return book;
}

/* Every position of a sound book is found in the file as well. */
static void search(const struct table *t, const struct tabia_book *book)
{
    struct tabia_book_move list[TABIA_MOVES_MAX], want[TABIA_MOVES_MAX];
    for (uint32_t i = 0; i < tabia_book_position_count(book) && i < 20; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   want, TABIA_MOVES_MAX);
        const size_t nfound = table_find(t, &pos, list);
        for (size_t k = 0; n && nfound == n && k < n; k++)
            require(list[k].move == want[k].move &&
                    list[k].data.weight == want[k].data.weight);
        for (size_t k = 0; k < nfound; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
    }
}

struct rows {
    struct row_stream stream;
    struct table_rows it;
};

static bool next_row(struct row_stream *stream, struct table_row *row)
{
    struct rows *rows = stream->ctx;
    return table_rows_next(&rows->it, row);
}

static void copy(const struct table *t, struct tabia_bytes bytes)
{
    static const struct tabia_write_options options;
    struct tabia_report report = { .n = 0 };
    struct buf buf = { .limit = (size_t)1 << 28 };
    struct sink dst = sink_to_buf(&buf, NULL);
    struct rows rows = { .it = table_rows_begin(t) };
    rows.stream = (struct row_stream){ next_row, &rows };
    require(tabia_format_find("polyglot", NULL)
                ->write_rows(&rows.stream, &options, &dst, &report, NULL));
    require(buf.size == bytes.size && !report.n);
    require(!buf.size || memcmp(buf.data, bytes.data, buf.size) == 0);
    buf_clear(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_format *format = tabia_format_find("polyglot", NULL);
    const struct tabia_read_options options = { .format = format };
    const struct tabia_bytes bytes = { data, size };
    (void)!tabia_format_detect(bytes, NULL, NULL);
    struct tabia_book *book = decode(bytes, 1, false);
    struct table *t = format_open_table(bytes, &options, NULL);
    require(!t == (size % 16 != 0));
    if (t && book)
        search(t, book);
    if (t)
        copy(t, bytes);
    table_close(t);
    tabia_book_free(book);

    tabia_book_free(decode(bytes, 1, true));
    book = decode(bytes, 2, false);
    require(book);
    const struct tabia_bytes written = write_bytes(format, book);
    struct tabia_book *back = decode(written, 1, false);
    require(back);
    free((void *)written.data);
    tabia_book_free(back);
    tabia_book_free(book);
    return 0;
}
