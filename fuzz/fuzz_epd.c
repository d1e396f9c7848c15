/*
 * fuzz_epd.c - any bytes as a book in the format "epd"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("epd", data, size);
    return 0;
}
