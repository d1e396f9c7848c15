/*
 * variant.c - what the tag Variant may say
 */
#include "pgn/variant.h"

#include <string.h>

#include "base/attr.h"
#include "base/banned.h"

enum { NAME_MAX_LEN = 24 };

/* Letters in lower case and digits only; 0 when they are too many. */
static size_t squeeze(const char *name, size_t len, char out[NAME_MAX_LEN])
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!counts)
            continue;
        if (n == NAME_MAX_LEN)
            return 0;
        out[n++] = c;
    }
    return n;
}

static const struct {
    const char *name;
    bool is_960;
} variants[] = {
    { "standard", false },
    { "normal", false },
    { "chess", false },
    { "orthodox", false },
    { "fromposition", false },
    { "chess960", true },
    { "fischerandom", true },
    { "fischerrandom", true },
    { "960", true },
    { "frc", true },
    { "fischerandomchess", true },
    { "fischerrandomchess", true },
    { "freestyle", true },
    { "freestylechess", true },
    { "chess9lx", true },
    { "dfrc", true },
    { "doublefischerrandom", true },
};

/* The place of a name in the list, or its length. */
static size_t find(const char *name, size_t len)
{
    char text[NAME_MAX_LEN];
    const size_t n = squeeze(name, len, text);
    size_t i = 0;
    while (i < COUNT_OF(variants) && (n != strlen(variants[i].name) ||
                                      memcmp(text, variants[i].name, n) != 0))
        i++;
    return i;
}

/* Does the name say nothing: is it short, without letters and digits? */
static bool is_blank(const char *name, size_t len)
{
    char text[NAME_MAX_LEN];
    return len < NAME_MAX_LEN && squeeze(name, len, text) == 0;
}

bool variant_is_chess(const char *name, size_t len)
{
    return is_blank(name, len) || find(name, len) < COUNT_OF(variants);
}

bool variant_is_chess960(const char *name, size_t len)
{
    const size_t i = find(name, len);
    return i < COUNT_OF(variants) && variants[i].is_960;
}
