/*
 * decompress.c - the one list of compressions
 */
#include "io/decompress.h"

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/banned.h"

static const struct decompress_method *const methods[] = {
    &decompress_gz,
    &decompress_bz2,
    &decompress_xz,
    &decompress_zst,
};

const struct decompress_method *decompress_detect(struct tabia_bytes head)
{
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (methods[i]->detect(head))
            return methods[i];
    return NULL;
}

const char decompress_window_message[] =
    "compressed with a long-distance window above 128 MiB";

void decompress_describe(const struct decompress_method *method, uint64_t at,
                         const char *why, struct tabia_error *damage)
{
    if (why)
        error_at_offset(damage, TABIA_ERR_CORRUPT, at,
                        "cannot decompress the %s data: %s", method->name, why);
    else
        error_at_offset(damage, TABIA_ERR_CORRUPT, at,
                        "the %s data is truncated", method->name);
    if (why == decompress_window_message)
        error_hint(damage, TABIA_HINT_ZSTD_WINDOW);
}
