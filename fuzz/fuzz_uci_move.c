/*
 * fuzz_uci_move.c - any bytes as a UCI move
 *
 * The first byte chooses the position, the rest is the text. What is accepted
 * must be legal, and both printed forms must read back as the same move.
 */
#include "positions.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const struct tabia_pos pos = fuzz_position(data[0]);
    struct tabia_error err = { 0 };
    tabia_move mv, back;
    const bool ok =
        tabia_uci_parse(&pos, (const char *)data + 1, size - 1, &mv, &err);
    require(ok == (err.status == TABIA_OK));
    require(ok || (err.col >= 1 && err.col <= size));
    if (!ok)
        return 0;

    require(tabia_pos_is_legal(&pos, mv));
    for (int chess960 = 0; chess960 < 2; chess960++) {
        char uci[TABIA_UCI_SIZE];
        const size_t len = tabia_uci_print(&pos, mv, chess960, uci);
        require(tabia_uci_parse(&pos, uci, len, &back, NULL));
        require(back == mv);
    }
    return 0;
}
