/*
 * fuzz_spracklen.c - any bytes as a tree in brackets
 */
#include "settled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    (void)!tabia_format_detect(bytes, NULL, NULL);
    check_settled("spracklen", bytes, NULL);
    return 0;
}
