/*
 * fuzz_ctg.c - any bytes as the pages of a ChessBase book
 *
 * Fewer bytes than a header are a page of entries, of which the first byte is
 * the number, so that mutations are not spent on what fills the pages.
 * What is read, leniently or not, can be written and read again without a
 * problem, and is then the same for ever. Searching finds what the book has.
 */
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "format/ctg/ctg.h"
#include "format/report.h"
#include "format/table_io.h"
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NFILES = 3, SEARCHED = 50 };

/* The .ctg file alone: memory has no files beside it. */
static void write_pages(const struct tabia_book *book, struct buf *pages)
{
    struct buf files[NFILES];
    struct sink dst[NFILES];
    struct tabia_report report = { 0 };
    struct tabia_error err = { 0 };
    for (int i = 0; i < NFILES; i++) {
        files[i] = (struct buf){ .limit = 1 << 28 };
        dst[i] = sink_to_buf(&files[i], &err);
    }
    const struct tabia_write_options options = { 0 };
    require(ctg_write_set(book, &options, dst, &report, &err));
    buf_clear(&files[0]);
    buf_clear(&files[1]);
    *pages = files[2];
}

static void search(struct tabia_bytes bytes, const struct tabia_book *book)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("ctg", NULL),
    };
    struct table *t = format_open_table(bytes, &options, NULL);
    struct tabia_book_move list[TABIA_MOVES_MAX], want[TABIA_MOVES_MAX];
    require(t);
    for (uint32_t i = 0; i < tabia_book_position_count(book) && i < SEARCHED;
         i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   want, TABIA_MOVES_MAX);
        require(n == 0 || table_find(t, &pos, list) >= n);
    }
    table_close(t);
}

static void check(struct tabia_book *book)
{
    const struct tabia_format *ctg = tabia_format_find("ctg", NULL);
    struct buf once, twice;
    if (!book)
        return;
    write_pages(book, &once);
    struct tabia_book *back = read_bytes(ctg, buf_bytes(&once), false);
    require(back);
    search(buf_bytes(&once), back);
    write_pages(back, &twice);
    struct tabia_book *again = read_bytes(ctg, buf_bytes(&twice), false);
    require(again &&
            tabia_book_edge_count(again) == tabia_book_edge_count(back));
    require(once.size == twice.size);
    buf_clear(&once);
    buf_clear(&twice);
    tabia_book_free(again);
    tabia_book_free(back);
    tabia_book_free(book);
}

static void check_bytes(struct tabia_bytes bytes)
{
    const struct tabia_format *ctg = tabia_format_find("ctg", NULL);
    if (IS_READ_ONLY) {
        tabia_book_free(read_bytes(ctg, bytes, true));
        return;
    }
    ctg->detect(bytes);
    struct tabia_book *book = read_bytes(ctg, bytes, false);
    // What is whole is the same book when read leniently.
    check(book ? book : read_bytes(ctg, bytes, true));
}

static void check_page(const uint8_t *data, size_t size)
{
    static uint8_t pages[2 * CTG_PAGE_SIZE];
    uint8_t *page = pages + CTG_PAGE_SIZE;
    const size_t room = CTG_PAGE_SIZE - CTG_PAGE_HEAD_SIZE;
    const size_t used = size - 1 < room ? size - 1 : room;
    ctg_header_make(pages, 1, data[0], 0, NULL);
    memset(page, 0, CTG_PAGE_SIZE);
    put_be16(page, data[0]);
    put_be16(page + 2, (uint16_t)(CTG_PAGE_HEAD_SIZE + used));
    memcpy(page + CTG_PAGE_HEAD_SIZE, data + 1, used);
    check_bytes((struct tabia_bytes){ pages, sizeof(pages) });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= CTG_PAGE_SIZE)
        check_bytes((struct tabia_bytes){ data, size });
    else if (size > 0)
        check_page(data, size);
    return 0;
}
