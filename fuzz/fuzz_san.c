/*
 * fuzz_san.c - any bytes as SAN
 *
 * The first byte chooses the position, the second the forms to refuse, the
 * rest is the text. What is accepted must be legal, and its own SAN must name
 * the same move in the strictest mode.
 */
#include "positions.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_text(const struct tabia_pos *pos, const char *text, size_t len,
                     unsigned refuse)
{
    struct tabia_error err = { 0 };
    char san[TABIA_SAN_SIZE];
    tabia_move mv, back;
    const bool ok = tabia_san_parse(pos, text, len, refuse, &mv, &err);
    require(ok == (err.status == TABIA_OK));
    require(ok || (err.col >= 1 && err.col <= len + 1));
    if (!ok)
        return;
    require(tabia_pos_is_legal(pos, mv));
    const size_t n = tabia_san_print(pos, mv, san);
    require(tabia_san_parse(pos, san, n, TABIA_SAN_STRICT, &back, NULL));
    require(back == mv);
    if (refuse == TABIA_SAN_STRICT)
        require(n == len && memcmp(san, text, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct tabia_pos pos = fuzz_position(data[0]);
    const char *text = (const char *)data + 2;
    try_text(&pos, text, size - 2, 0);
    try_text(&pos, text, size - 2, 1u << data[1] % 11);
    try_text(&pos, text, size - 2, TABIA_SAN_STRICT);
    return 0;
}
