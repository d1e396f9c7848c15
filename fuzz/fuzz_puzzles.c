/*
 * fuzz_puzzles.c - any bytes as a text of puzzles, and as JSON, EPD and PGN
 */
#include "puzzle_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    check_set(bytes, PUZZLE_TI_TEXT);
    check_set(bytes, PUZZLE_JSON);
    check_set(bytes, PUZZLE_EPD);
    check_set(bytes, PUZZLE_PGN);
    check_set(bytes, PUZZLE_NONE);
    return 0;
}
