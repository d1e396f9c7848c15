/*
 * fuzz_abk.c - any bytes as the records of an Arena book
 *
 * The header is given, so that the bytes are spent on the tree; only its first
 * numbers come from the input. What is read can be written and is then the
 * same for ever; searching the file finds what the book has.
 */
#include "found.h"
#include "round_trip.h"

#include "base/buf.h"
#include "base/bytes.h"
#include "format/abk/abk.h"
#include "format/format_contract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool add_header(struct buf *buf, uint8_t flags)
{
    static uint8_t header[ABK_HEADER_SIZE];
    memcpy(header, flags & 1 ? "\3AB2" : "\3ABK", 4);
    put_le32(header + ABK_START_AT, ABK_HEADER_SIZE);
    put_le32(header + ABK_RECORD_SIZE_AT, ABK_RECORD_SIZE);
    memset(header + ABK_COMMENT_AT, flags, ABK_FILLER_AT - ABK_COMMENT_AT);
    return buf_add(buf, header, sizeof(header));
}

/* Deleted moves come back as such, or not at all: they are not counted. */
static void check_written(const struct tabia_format *format,
                          const struct tabia_book *book)
{
    const struct tabia_bytes once = write_bytes(format, book);
    struct tabia_book *back = read_bytes(format, once, false);
    require(back && tabia_book_edge_count(back) <= tabia_book_edge_count(book));
    const struct tabia_bytes twice = write_bytes(format, back);
    require(once.size == twice.size &&
            memcmp(once.data, twice.data, once.size) == 0);
    free((void *)once.data);
    free((void *)twice.data);
    tabia_book_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_format *format = tabia_format_find("abk", NULL);
    struct buf buf = { .limit = (size_t)1 << 26 };
    if (!size || !add_header(&buf, data[0]) ||
        !buf_add(&buf, data + 1, size - 1))
        return 0;
    const struct tabia_bytes bytes = buf_bytes(&buf);
    format->detect(bytes); // other formats would only read the same header
    for (int lenient = 0; lenient < 2; lenient++) {
        struct tabia_book *book = read_bytes(format, bytes, lenient);
        if (!book)
            continue;
        if (!lenient)
            check_found("abk", bytes, book);
        check_written(format, book);
        tabia_book_free(book);
    }
    buf_clear(&buf);
    return 0;
}
