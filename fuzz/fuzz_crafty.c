/*
 * fuzz_crafty.c - any bytes as the clusters of a Crafty book
 *
 * The index is 128 KiB, so it is made here: every cluster begins where the
 * first two bytes say, and the rest is what follows the index.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "format/crafty.h"
#include "round_trip.h"
#include "tabia/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(struct tabia_bytes src)
{
    const struct tabia_format *crafty = tabia_format_find("crafty");
    const struct tabia_read_options options = { .format = crafty };
    tabia_book_free(read_bytes(crafty, src, true));
    struct tabia_book *book = read_bytes(crafty, src, false);
    struct tabia_table *t = tabia_table_open_bytes(src, &options, NULL);
    require(!book == !t);
    for (uint32_t i = 0; book && i < tabia_book_positions(book); i++) {
        struct tabia_entry list[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        tabia_book_position(book, i, &pos);
        const size_t n = tabia_table_find(t, &pos, list);
        for (size_t k = 0; k < n; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
    }
    tabia_table_close(t);
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const size_t rest = size - 2;
    uint8_t *bytes = malloc(CRAFTY_INDEX_SIZE + rest + 4);
    require(bytes);
    const uint32_t start = CRAFTY_INDEX_SIZE + load_le16(data);
    for (size_t i = 0; i < CRAFTY_NCLUSTERS; i++)
        store_le32(bytes + 4 * i, start);
    memcpy(bytes + CRAFTY_INDEX_SIZE, data + 2, rest);
    store_le32(bytes + CRAFTY_INDEX_SIZE + rest, 0x190000);
    check((struct tabia_bytes){ bytes, CRAFTY_INDEX_SIZE + rest + 4 });
    free(bytes);
    return 0;
}
