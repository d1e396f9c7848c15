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

bool variant_is_chess(const char *name, size_t len)
{
    static const char *const names[] = {
        "",
        "standard",
        "normal",
        "chess",
        "orthodox",
        "fromposition",
        "chess960",
        "fischerandom",
        "fischerrandom",
        "960",
        "frc",
        "fischerandomchess",
        "fischerrandomchess",
        "freestyle",
        "freestylechess",
        "chess9lx",
        "dfrc",
        "doublefischerrandom",
    };
    char text[NAME_MAX_LEN];
    const size_t n = squeeze(name, len, text);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (n == strlen(names[i]) && memcmp(text, names[i], n) == 0)
            return n > 0 || len < NAME_MAX_LEN;
    return false;
}
