/*
 * fuzz_crafty.c - any bytes as the clusters of a Crafty book
 *
 * The index is 128 KiB, so it is made here: the clusters of the entries that
 * are there begin where the first two bytes say, the others are empty, which
 * is quick to read. The rest is what follows the index.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "format/crafty/crafty.h"
#include "format/table_io.h"
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INDEX_SHIFT = 49 }; // from a key to the number of its cluster

static void check(struct tabia_bytes bytes)
{
    const struct tabia_format *crafty = tabia_format_find("crafty", NULL);
    const struct tabia_read_options options = { .format = crafty };
    struct tabia_book *book = read_bytes(crafty, bytes, false);
    struct table *t = format_open_table(bytes, &options, NULL);
    require(!book == !t);
    if (!book)
        tabia_book_free(read_bytes(crafty, bytes, true));
    for (uint32_t i = 0; book && i < tabia_book_position_count(book); i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        const size_t n = table_find(t, &pos, list);
        for (size_t k = 0; k < n; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
    }
    table_close(t);
    tabia_book_free(book);
}

/* Cluster 0, and those in which the entries would be looked for. */
static void make_index(uint8_t *index, uint32_t start, const uint8_t *rest,
                       size_t size)
{
    const size_t first = start - CRAFTY_INDEX_SIZE + 4;
    memset(index, 0xFF, CRAFTY_INDEX_SIZE);
    put_le32(index, start);
    for (size_t at = first; at + CRAFTY_ENTRY_SIZE <= size;
         at += CRAFTY_ENTRY_SIZE)
        put_le32(index + 4 * (load_le64(rest + at) >> INDEX_SHIFT), start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const size_t rest = size - 2;
    uint8_t *bytes = malloc(CRAFTY_INDEX_SIZE + rest + 4);
    require(bytes);
    const uint32_t start = CRAFTY_INDEX_SIZE + load_le16(data);
    make_index(bytes, start, data + 2, rest);
    memcpy(bytes + CRAFTY_INDEX_SIZE, data + 2, rest);
    put_le32(bytes + CRAFTY_INDEX_SIZE + rest, 0x190000);
    check((struct tabia_bytes){ bytes, CRAFTY_INDEX_SIZE + rest + 4 });
    free(bytes);
    return 0;
}
