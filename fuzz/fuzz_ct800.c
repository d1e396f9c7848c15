/*
 * fuzz_ct800.c - any bytes as CT800 text
 *
 * What is read must be written, the same book must come back from that, and
 * its compiled form must be read too.
 */
#include <stdlib.h>
#include <string.h>

#include "format/ct800/ct800_tool.h"
#include "require.h"
#include "tabia/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 64 << 20 };

static struct tabia_book *read_as(const char *format, const uint8_t *data,
                                  size_t size)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
        .memory_limit = MEMORY,
    };
    const struct tabia_bytes bytes = { data, size };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    require(!book == (err.status != TABIA_OK));
    return book;
}

static uint8_t *write_as(const char *format, const struct tabia_book *book,
                         size_t *size)
{
    uint8_t *data = NULL;
    require(tabia_book_encode(book, tabia_format_find(format, NULL), NULL,
                              &data, size, NULL, NULL));
    return data;
}

static void try_round_trip(const struct tabia_book *book)
{
    size_t size, again_size;
    uint8_t *text = write_as("ct800", book, &size);
    struct tabia_book *back = read_as("ct800", text, size);
    require(back);
    uint8_t *again = write_as("ct800", back, &again_size);
    require(again_size == size && memcmp(text, again, size) == 0);
    free(again);
    free(text);
    tabia_book_free(back);
}

static void try_compiled(const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    uint8_t *bytes = NULL;
    size_t size;
    if (!tabia_book_encode(book, tabia_format_find("ct800-bin", NULL), NULL,
                           &bytes, &size, NULL, &err)) {
        require(err.status == TABIA_ERR_LOSS); // no move can be stored
        return;
    }
    struct tabia_book *back = read_as("ct800-bin", bytes, size);
    require(back);
    tabia_book_free(back);
    free(bytes);
}

/* Leniently all is kept that the original tool would go on with. */
static void try_lenient(struct tabia_bytes bytes,
                        const struct tabia_book *scanned)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL),
        .memory_limit = MEMORY,
        .lenient = true,
    };
    struct tabia_book *book = tabia_book_decode(bytes, &options, NULL);
    require(!book ||
            tabia_book_edge_count(book) == tabia_book_edge_count(scanned));
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tabia_book *book = read_as("ct800", data, size);
    if (book) {
        try_round_trip(book);
        try_compiled(book);
    }
    tabia_book_free(book);

    const struct tabia_bytes bytes = { data, size };
    struct ct800_tool_stats stats = { 0 };
    struct tabia_book *scanned =
        ct800_tool_scan(bytes, NULL, NULL, &stats, NULL);
    require(scanned && (stats.errors == 0) == (book != NULL));
    try_lenient(bytes, scanned);
    tabia_book_free(scanned);
    return 0;
}
