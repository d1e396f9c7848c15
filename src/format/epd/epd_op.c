/*
 * epd_op.c - the operations of EPD records
 */
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "format/epd/epd.h"
#include "base/banned.h"

static const char *const names[] = {
    [EPD_BM] = "bm",     [EPD_AM] = "am",     [EPD_ID] = "id",
    [EPD_ECO] = "eco",   [EPD_CE] = "ce",     [EPD_ACD] = "acd",
    [EPD_HMVC] = "hmvc", [EPD_FMVN] = "fmvn", [EPD_C0] = "c0",
};

const char *epd_opcode_name(enum epd_opcode opcode)
{
    return names[opcode];
}

bool epd_is_eco(const char *text, size_t len)
{
    enum { LEN_MIN = 3, LEN_MAX = 8 };
    if (len < LEN_MIN || len > LEN_MAX)
        return false;
    for (size_t i = LEN_MIN; i < len; i++)
        if (!text_is_letter(text[i]) && !text_is_digit(text[i]))
            return false;
    return text[0] >= 'A' && text[0] <= 'E' && text_is_digit(text[1]) &&
           text_is_digit(text[2]);
}

/* The semicolon that ends the operands, or the end; NULL: a string is open. */
static const char *find_semicolon(const char *p, const char *end,
                                  const char **string)
{
    bool is_open = false;
    for (; p < end; p++) {
        if (is_open && *p == '\\' && end - p > 1)
            p++;
        else if (*p == '"') {
            is_open = !is_open;
            *string = p;
        } else if (*p == ';' && !is_open) {
            return p;
        }
    }
    return is_open ? NULL : end;
}

enum epd_scan epd_next_op(const char **p, const char *end, struct epd_op *op)
{
    const char *at = *p;
    while (at < end && text_is_blank(*at))
        at++;
    *p = at;
    if (at == end)
        return EPD_END;
    if (!text_is_letter(*at))
        return EPD_NO_OPCODE;

    op->code = at;
    while (at < end &&
           (text_is_letter(*at) || text_is_digit(*at) || *at == '_'))
        at++;
    op->code_end = at;
    if (at < end && !text_is_blank(*at) && *at != ';')
        return EPD_NO_OPCODE;
    while (at < end && text_is_blank(*at))
        at++;
    size_t i = 0;
    while (i < COUNT_OF(names) &&
           !text_is(op->code, (size_t)(op->code_end - op->code), names[i]))
        i++;
    op->opcode = i < COUNT_OF(names) ? (enum epd_opcode)i : EPD_OTHER;
    op->args = at;

    const char *string = at;
    const char *semicolon = find_semicolon(at, end, &string);
    if (!semicolon) {
        *p = string;
        return EPD_OPEN_STRING;
    }
    *p = semicolon < end ? semicolon + 1 : end;
    op->args_end = semicolon;
    while (op->args_end > op->args && text_is_blank(op->args_end[-1]))
        op->args_end--;
    return EPD_FOUND;
}

bool epd_is_kept(const struct epd_op *op, bool has_eval)
{
    const size_t len = (size_t)(op->args_end - op->args);
    switch (op->opcode) {
    case EPD_OTHER:
        return true;
    case EPD_ACD:
        return !has_eval;
    case EPD_ECO:
        return !epd_is_eco(op->args, len);
    default:
        return false;
    }
}
