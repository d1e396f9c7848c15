/*
 * fuzz_pgn_book.c - any bytes as a book in the format "pgn"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("pgn", data, size);
    return 0;
}
