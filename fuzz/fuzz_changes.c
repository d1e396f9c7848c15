/*
 * fuzz_changes.c - any bytes as changes to a small book
 *
 * The book that comes out can be written as text and read again as the same
 * number of positions and moves, and nothing in it lost its way: a position
 * that a root led to before is either gone or still led to.
 */
#include <stdlib.h>
#include <string.h>

#include "format/formats.h"
#include "require.h"
#include "serve/edit/draft.h"
#include "serve/shelf/line_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Lines that meet, and one that comes back to itself. */
static struct tabia_book *make_book(void)
{
    static const char lines[] = "e2e4 e7e6 d2d4 d7d5 b1c3\n"
                                "d2d4 e7e6 e2e4 d7d5\n"
                                "g1f3 g8f6 f3g1 f6g8 e2e4\n";
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL)
    };
    const struct tabia_bytes bytes = { (const uint8_t *)lines,
                                       sizeof(lines) - 1 };
    return tabia_book_decode(bytes, &options, NULL);
}

static void check_ways(const struct tabia_book *book)
{
    struct line_map map;
    require(line_map_init(&map, book, NULL, NULL));
    require(map.reach.n == map.npositions);
    uint32_t *nlines = line_map_count_lines(&map, book, NULL);
    require(nlines);
    free(nlines);
    line_map_clear(&map);
}

static void check_text(const struct tabia_book *book)
{
    const struct tabia_read_options options = { .format = &format_edit };
    uint8_t *data;
    size_t size;
    require(
        tabia_book_encode(book, &format_edit, NULL, &data, &size, NULL, NULL));
    struct tabia_book *back =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, NULL);
    require(back);
    require(tabia_book_position_count(back) == tabia_book_position_count(book));
    require(tabia_book_edge_count(back) == tabia_book_edge_count(book));
    tabia_book_free(back);
    free(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tabia_error err = { 0 };
    struct draft_result result;
    struct changes changes;
    json_t *root =
        json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (!changes_read(&changes, root, &err)) {
        require(err.msg[0]);
        json_decref(root);
        return 0;
    }
    struct tabia_book *book = make_book();
    require(book);
    struct tabia_book *next = draft_apply(book, &changes, &result, &err);
    if (next) {
        check_ways(next);
        check_text(next);
    } else {
        require(err.status != TABIA_OK && err.msg[0]);
    }
    tabia_book_free(next);
    tabia_book_free(book);
    changes_clear(&changes);
    json_decref(root);
    return 0;
}
