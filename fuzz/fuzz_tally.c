/*
 * fuzz_tally.c - any bytes as coded tallies, one after the other
 *
 * The first byte says what games are grouped by. What can be read and is
 * combined must be written in a form that reads as the same again.
 */
#include <string.h>

#include "round_trip.h"
#include "store/tally.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NROWS = 512, BUF_MAX = 1 << 24 };

static void make_rows(struct tally_game *rows)
{
    memset(rows, 0, NROWS * sizeof(*rows));
    for (uint32_t i = 0; i < NROWS; i++) {
        rows[i].date = (2000 + i % 20) * 10000 + i % 13 * 100 + i % 29;
        rows[i].rating[0] = (uint16_t)(i % 7 ? 800 + 4 * i : 0);
        rows[i].rating[1] = (uint16_t)(i % 5 ? 2600 - 3 * i : 0);
        rows[i].result = (uint8_t)(i % 3);
        rows[i].speed = (uint8_t)(i % TABIA_NSPEEDS);
    }
}

/* Written and read again, it is the same. */
static void check_again(const struct tally *t, const struct tally_rule *rule)
{
    static const struct tally_key key = { 1, 1 };
    struct buf once = { .limit = BUF_MAX }, twice = { .limit = BUF_MAX };
    struct tally again;
    tally_init(&again);
    tally_start(&again, key, 0);
    tally_encode(t, &once);
    require(tally_add_coded(&again, rule, buf_bytes(&once), 0, NULL) ==
            once.size);
    tally_encode(&again, &twice);
    require(once.size == twice.size &&
            memcmp(once.data, twice.data, once.size) == 0);
    tally_free(&again);
    buf_clear(&once);
    buf_clear(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct tally_key key = { 1, 1 };
    struct tally_game rows[NROWS];
    struct tally t;
    if (size == 0)
        return 0;
    make_rows(rows);
    const struct tally_rule rule = { data[0] & 7, { rows, NROWS } };
    tally_init(&t);
    tally_start(&t, key, 0);
    for (size_t at = 1; at < size;) {
        struct tabia_error err = { 0 };
        const struct tabia_bytes src = { data + at, size - at };
        const size_t used = tally_add_coded(&t, &rule, src, at % 3, &err);
        require(used || err.status);
        if (!used)
            break;
        require(used <= src.size);
        at += used;
    }
    tally_free(&t);

    // The first one alone: a game that comes twice is not for tallies.
    tally_start(&t, key, 0);
    const struct tabia_bytes src = { data + 1, size - 1 };
    if (tally_add_coded(&t, &rule, src, 0, NULL))
        check_again(&t, &rule);
    tally_free(&t);
    return 0;
}
