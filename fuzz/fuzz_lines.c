/*
 * fuzz_lines.c - any bytes as a book in the format "lines"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("lines", data, size);
    return 0;
}
