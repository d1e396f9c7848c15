/*
 * fuzz_ct800_bin.c - any bytes as a compiled CT800 book
 */
#include "ct800_compiled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_compiled("ct800-bin", data, size);
    return 0;
}
