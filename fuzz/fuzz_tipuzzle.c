/*
 * fuzz_tipuzzle.c - any bytes as compiled puzzles
 */
#include "puzzle_checks.h"
#include "tisum.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!IS_READ_ONLY)
        check_set((struct tabia_bytes){ data, size }, PUZZLE_TI89);
    uint8_t *repaired = tisum_repair(data, size);
    if (repaired)
        check_set((struct tabia_bytes){ repaired, size }, PUZZLE_TI89);
    free(repaired);
    return 0;
}
