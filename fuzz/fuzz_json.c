/*
 * fuzz_json.c - any bytes as a book in the format "json"
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_format("json", data, size);
    return 0;
}
