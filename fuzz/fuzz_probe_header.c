/*
 * fuzz_probe_header.c - the single header beside the library
 *
 * The bytes are a FEN up to the first line end, then a book. What the library
 * takes for a position the header takes too. The position gets entries of the
 * bytes, under its own key: both must find the same moves in them.
 */
#include <stdlib.h>
#include <string.h>

#include "format/ct800/ct800_key.h"
#include "format/table_io.h"
#include "round_trip.h"

#define TABIA_PROBE_STATIC
#define TABIA_PROBE_IMPLEMENTATION
#include "tabia_probe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENTRIES_MAX = 64, BOOK_SIZE = 16 * ENTRIES_MAX };

static void compare(const struct table *t, const struct tabia_pos *pos,
                    const struct tabia_probe_move *list, size_t n)
{
    struct tabia_book_move want[TABIA_MOVES_MAX];
    const size_t nwanted = t ? table_find(t, pos, want) : n;
    require(n == nwanted);
    for (size_t i = 0; t && i < n; i++) {
        const tabia_move mv = want[i].move;
        require(list[i].from == tabia_move_from(mv));
        require(list[i].to == tabia_move_to(mv));
        require(list[i].promotion == tabia_move_promotion(mv));
        require(list[i].weight == want[i].data.weight);
        require(list[i].learn == want[i].data.learn);
    }
}

static struct table *open_table(const char *format, const uint8_t *book,
                                size_t size)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
    };
    const struct tabia_bytes bytes = { book, size };
    return format_open_table(bytes, &options, NULL);
}

static void store_key(uint8_t *dst, uint64_t key, int size)
{
    for (int i = 0; i < size; i++)
        dst[i] = (uint8_t)(key >> 8 * (size - 1 - i));
}

static void try_polyglot(const struct tabia_pos *pos,
                         const struct tabia_probe_pos *probe,
                         const uint8_t *data, size_t size)
{
    uint8_t book[BOOK_SIZE];
    struct tabia_probe_move list[TABIA_PROBE_MOVES];
    size_t n = size / 8 < ENTRIES_MAX ? size / 8 : ENTRIES_MAX;
    for (size_t i = 0; i < n; i++) {
        store_key(book + 16 * i, tabia_pos_key(pos), 8);
        memcpy(book + 16 * i + 8, data + 8 * i, 8);
    }
    struct table *t = open_table("polyglot", book, 16 * n);
    const struct tabia_probe_book view = { book, 16 * n, NULL, NULL };
    const int nfound = tabia_probe_polyglot(&view, probe, list);
    if (tabia_pos_key(pos) != 0)
        compare(t, pos, list, (size_t)nfound);
    table_close(t);
}

/* One record of the position, with squares and flags of the bytes. */
static void try_ct800(const struct tabia_pos *pos,
                      const struct tabia_probe_pos *probe, const uint8_t *data,
                      size_t size)
{
    uint8_t book[5 + 30] = { 0 };
    struct ct800_keys keys;
    struct tabia_probe_move list[TABIA_PROBE_MOVES];
    unsigned variants[CT800_VARIANTS_MAX];
    if (size < 3)
        return;
    const size_t n = (size - 1) / 2 < 15 ? (size - 1) / 2 : 15;
    const size_t nvariants = ct800_flag_variants(pos, variants);
    ct800_keys_init(&keys);
    const uint64_t key = ct800_key(&keys, pos, variants[data[0] % nvariants]);
    for (size_t i = 0; i < 2 * n; i++)
        book[5 + i] = data[1 + i] & 63;
    store_key(book, key >> 8, 4);
    book[4] = (uint8_t)((key & 0xF0) | n);
    book[5] |= (uint8_t)(key << 4 & 0xC0);
    book[6] |= (uint8_t)(key << 6 & 0xC0);
    struct table *t = open_table("ct800-bin", book, 5 + 2 * n);
    const struct tabia_probe_book view = { book, 5 + 2 * n, NULL, NULL };
    const int nfound = tabia_probe_ct800(&view, probe, list);
    if (t)
        compare(t, pos, list, (size_t)nfound);
    table_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char fen[128];
    struct tabia_pos pos;
    struct tabia_probe_pos probe;
    const uint8_t *end = memchr(data, '\n', size);
    const size_t len = end ? (size_t)(end - data) : size;
    if (len >= sizeof(fen) || memchr(data, '\0', len))
        return 0;
    memcpy(fen, data, len);
    fen[len] = '\0';
    const bool is_taken = tabia_probe_fen(&probe, fen);
    if (!tabia_fen_parse(&pos, fen, len, 0, NULL))
        return 0;
    require(is_taken);
    require(tabia_probe_polyglot_key(&probe) == tabia_pos_key(&pos));
    if (end) {
        try_polyglot(&pos, &probe, end + 1, size - len - 1);
        try_ct800(&pos, &probe, end + 1, size - len - 1);
    }
    return 0;
}
