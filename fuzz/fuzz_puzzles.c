/*
 * fuzz_puzzles.c - any bytes as a text of puzzles, and as JSON, EPD and PGN
 */
#include "puzzle_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes src = { data, size };
    check_set(src, PUZZLE_TI_TEXT);
    check_set(src, PUZZLE_JSON);
    check_set(src, PUZZLE_EPD);
    check_set(src, PUZZLE_PGN);
    check_set(src, PUZZLE_NONE);
    return 0;
}
