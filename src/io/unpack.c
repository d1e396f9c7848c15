/*
 * unpack.c - the one list of compressions
 */
#include "io/unpack.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/banned.h"

static const struct unpack_method *const methods[] = {
    &unpack_gz,
    &unpack_bz2,
    &unpack_xz,
    &unpack_zst,
};

const struct unpack_method *unpack_detect(struct tabia_bytes head)
{
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (methods[i]->detect(head))
            return methods[i];
    return NULL;
}

const char unpack_large[] =
    "compressed with a long-distance window above 128 MiB";

void unpack_describe(const struct unpack_method *method, uint64_t at,
                     const char *why, struct tabia_error *damage)
{
    if (why)
        error_offset(damage, TABIA_ERR_CORRUPT, at,
                     "cannot decompress the %s data: %s", method->name, why);
    else
        error_offset(damage, TABIA_ERR_CORRUPT, at, "the %s data is truncated",
                     method->name);
    if (why == unpack_large)
        error_hint(damage, TABIA_HINT_ZSTD_WINDOW);
}
