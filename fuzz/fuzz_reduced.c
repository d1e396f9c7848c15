/*
 * fuzz_reduced.c - any bytes as a book in the format "reduced"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("reduced", data, size);
    return 0;
}
