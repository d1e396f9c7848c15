/*
 * fuzz_eco.c - any bytes as a book in the format "eco"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("eco", data, size);
    return 0;
}
