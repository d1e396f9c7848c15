/*
 * utf8.c - UTF-8: checked, cut, counted, and folded for a search
 */
#include "base/utf8.h"

#include <string.h>

#include "base/banned.h"

/* Characters by length: the first byte's fixed bits, and the least code. */
static const struct {
    uint8_t mask, lead;
    uint32_t least;
} shapes[UTF8_MAX] = {
    { 0x80, 0x00, 0 },
    { 0xE0, 0xC0, 0x80 },
    { 0xF0, 0xE0, 0x800 },
    { 0xF8, 0xF0, 0x10000 },
};

static bool is_code(uint32_t code)
{
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

size_t utf8_decode(const char *text, size_t size, uint32_t *code)
{
    if (!size)
        return 0;
    const uint8_t first = (uint8_t)text[0];
    size_t len = 0;
    while (len < UTF8_MAX && (first & shapes[len].mask) != shapes[len].lead)
        len++;
    if (len == UTF8_MAX || ++len > size)
        return 0;

    uint32_t value = (uint32_t)(first & ~shapes[len - 1].mask & 0xFF);
    for (size_t i = 1; i < len; i++) {
        if (((uint8_t)text[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | ((uint8_t)text[i] & 0x3F);
    }
    if (value < shapes[len - 1].least || !is_code(value))
        return 0;
    *code = value;
    return len;
}

size_t utf8_encode(uint32_t code, char out[UTF8_MAX])
{
    if (!is_code(code))
        return 0;
    size_t len = UTF8_MAX;
    while (code < shapes[len - 1].least)
        len--;
    for (size_t i = len; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(shapes[len - 1].lead | code);
    return len;
}

size_t utf8_valid_prefix(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        if ((uint8_t)text[i] < 0x80) {
            i++;
            continue;
        }
        uint32_t code;
        const size_t len = utf8_decode(text + i, size - i, &code);
        if (!len)
            break;
        i += len;
    }
    return i;
}

bool utf8_is_valid(const char *text, size_t size)
{
    return utf8_valid_prefix(text, size) == size;
}

size_t utf8_count(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += ((uint8_t)text[i] & 0xC0) != 0x80;
    return count;
}

size_t utf8_cut(const char *text, size_t size, size_t max)
{
    if (size <= max)
        return size;
    // A character that crosses 'max' starts at most three bytes before it.
    for (size_t back = 1; back < UTF8_MAX && back <= max; back++) {
        uint32_t code;
        const size_t start = max - back;
        const size_t len = utf8_decode(text + start, size - start, &code);
        if (len > back)
            return start;
        if (len)
            break;
    }
    return max;
}

/* U+00C0 to U+017F without their accents. */
static const char plain_letters[] =
    "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
    "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* What the letter is spelled with where it has no accents; "" for most. */
static const char *second_letter(uint32_t code)
{
    switch (code) {
    case 0xC4: // ä
    case 0xE4:
    case 0xC6: // æ
    case 0xE6:
    case 0xD6: // ö
    case 0xF6:
    case 0xD8: // ø
    case 0xF8:
    case 0xDC: // ü
    case 0xFC:
        return "e";
    case 0xC5: // å
    case 0xE5:
        return "a";
    case 0xDF: // ß
        return "s";
    default:
        return "";
    }
}

void utf8_fold(const char *text, bool spell_out, char *out, size_t room)
{
    size_t left = strlen(text), n = 0;
    while (left) {
        uint32_t code = 0;
        size_t len = utf8_decode(text, left, &code);
        char letters[UTF8_MAX + 1] = { 0 };
        if (len == 2 && code >= 0xC0 && code <= 0x17F) {
            letters[0] = plain_letters[code - 0xC0];
            letters[1] = spell_out ? *second_letter(code) : '\0';
        } else {
            len = len ? len : 1;
            memcpy(letters, text, len);
            if (letters[0] >= 'A' && letters[0] <= 'Z')
                letters[0] = (char)(letters[0] + 'a' - 'A');
        }
        const size_t nletters = strlen(letters);
        if (n + nletters >= room)
            break;
        memcpy(&out[n], letters, nletters);
        n += nletters;
        text += len;
        left -= len;
    }
    out[n] = '\0';
}
