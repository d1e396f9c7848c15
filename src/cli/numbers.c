/*
 * numbers.c - values of options that are more than whole numbers
 */
#include "cli/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

/* Only digits and a point: no signs, exponents or words such as "nan". */
static bool read_decimal(const char *text, double *value, const char **end)
{
    const size_t len = strspn(text, "0123456789.");
    char *stop;
    if (len == 0 || len > 30)
        return false;
    *value = strtod(text, &stop);
    *end = text + len;
    return stop == *end;
}

bool numbers_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    const char *end;
    double value;
    if (!read_decimal(text, &value, &end))
        return false;
    const char letter = (char)(*end & ~0x20); // either case; 0 for a blank
    const char *unit = letter ? strchr(units, letter) : NULL;
    if (*end && (!unit || end[1]))
        return false;
    for (const char *u = units; unit && u <= unit; u++)
        value *= 1024;
    if (value < 1 || value >= 1e18)
        return false;
    *bytes = (uint64_t)value;
    return true;
}

bool numbers_real(const char *text, double least, double most, double *value)
{
    const char *end;
    return read_decimal(text, value, &end) && !*end && *value >= least &&
           *value <= most;
}

static bool read_whole(const char *text, size_t len, uint32_t *value)
{
    char digits[12] = { 0 };
    if (len == 0 || len > 9 || strspn(text, "0123456789") < len)
        return false;
    memcpy(digits, text, len);
    *value = (uint32_t)strtoul(digits, NULL, 10);
    return true;
}

bool numbers_share(const char *text, uint32_t most, uint32_t *i, uint32_t *n)
{
    const char *slash = strchr(text, '/');
    if (!slash || !read_whole(text, (size_t)(slash - text), i) ||
        !read_whole(slash + 1, strlen(slash + 1), n))
        return false;
    const bool ok = *i >= 1 && *i <= *n && *n <= most;
    *i -= ok;
    return ok;
}
