/*
 * fuzz_ct800_c.c - any bytes as the C file of a compiled CT800 book
 */
#include "ct800_compiled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_compiled("ct800-c", data, size);
    return 0;
}
