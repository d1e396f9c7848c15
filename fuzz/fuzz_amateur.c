/*
 * fuzz_amateur.c - any bytes as an amateur book, read and searched
 *
 * The small prober must survive what the reader refuses, and find the same
 * with its window as without.
 */
#include "embed/amateur_probe.h"
#include "settled.h"

enum { GAME_MAX = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The codes of the first string are the game. */
static uint32_t first_string(const struct tabia_amateur_book *book,
                             uint16_t game[GAME_MAX])
{
    struct tabia_amateur_scan scan = { 0 };
    uint32_t n = 0;
    while (n < GAME_MAX &&
           tabia_amateur_next(book, &scan) == TABIA_AMATEUR_MOVE && !scan.ends)
        game[n++] = scan.value;
    return n;
}

static void check_probe(const uint8_t *data, size_t size, uint8_t kind)
{
    const struct tabia_amateur_book book = { data, (uint32_t)size, kind };
    const struct tabia_amateur_rules whole = { .no_window = true };
    struct tabia_amateur_state a, b;
    uint16_t game[GAME_MAX];
    const uint32_t n = first_string(&book, game);
    tabia_amateur_init(&a, 1);
    tabia_amateur_init(&b, 1);
    for (uint32_t i = 0; i <= n; i++) {
        struct tabia_amateur_answer x, y;
        const bool found = tabia_amateur_find(&a, &book, NULL, game, i, &x);
        tabia_amateur_find(&b, &book, &whole, game, i, &y);
        require(found == (x.move != TABIA_AMATEUR_NONE));
        require(x.nread <= y.nread && x.nread <= size);
        require(x.low <= x.high && x.high <= size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("amateur", data, size);
    check_settled("amateur", (struct tabia_bytes){ data, size }, "offsets");
    check_probe(data, size, TABIA_AMATEUR_FROM_TO);
    check_probe(data, size, TABIA_AMATEUR_OFFSETS);
    return 0;
}
