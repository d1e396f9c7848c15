/*
 * fuzz_edit.c - any bytes as the text of 'tabia edit'
 */
#include "format/formats.h"
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_format *format = &format_edit;
    const struct tabia_bytes bytes = { data, size };
    check_book(format, read_bytes(format, bytes, false));
    check_book(format, read_bytes(format, bytes, true));
    return 0;
}
