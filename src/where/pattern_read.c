/*
 * pattern_read.c - the text of a regular expression as a tree
 *
 * What POSIX leaves open or lets pass as a plain character is an error here:
 * a repeat of nothing, a brace without numbers, an escape that has no
 * meaning. References back to a group have no automaton and are refused.
 */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "where/pattern_def.h"
#include "base/banned.h"

struct reader {
    const char *p, *end;
    bool ignore_case;
    unsigned depth;
    struct pieces *pieces;
    const char *fault; // where the error is
    struct tabia_error *err;
};

static bool fail(struct reader *r, const char *at, const char *words)
{
    r->fault = at;
    return error_set(r->err, TABIA_SYNTAX, "%s", words);
}

static bool accept(struct reader *r, char c)
{
    if (r->p == r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

/* Is the next byte one of these? */
static bool is_next(const struct reader *r, const char *bytes)
{
    return r->p < r->end && *r->p && strchr(bytes, *r->p);
}

/* Does a class, or what POSIX has beside classes, begin here? */
static bool is_class(const struct reader *r)
{
    return r->end - r->p >= 2 && r->p[0] == '[' && r->p[1] &&
           strchr(":.=", r->p[1]);
}

static uint16_t add(struct reader *r, enum piece_kind kind, uint16_t left,
                    uint16_t right)
{
    assert(r->pieces->n < PIECES_MAX);
    const uint16_t id = r->pieces->n++;
    r->pieces->list[id] =
        (struct piece){ .kind = kind, .left = left, .right = right };
    return id;
}

/* ---- sets of bytes --------------------------------------------------- */

static void set_add(struct byte_set *set, unsigned c)
{
    set->bits[c / 64] |= UINT64_C(1) << c % 64;
}

static bool set_has(const struct byte_set *set, unsigned c)
{
    return set->bits[c / 64] >> c % 64 & 1;
}

static void set_fold(struct byte_set *set)
{
    for (unsigned c = 'a'; c <= 'z'; c++) {
        const unsigned upper = c - 'a' + 'A';
        if (set_has(set, c) || set_has(set, upper)) {
            set_add(set, c);
            set_add(set, upper);
        }
    }
}

static void set_invert(struct byte_set *set)
{
    for (size_t i = 0; i < COUNT_OF(set->bits); i++)
        set->bits[i] = ~set->bits[i];
}

/* The named classes, as pairs of first and last byte. */
static const struct {
    const char *name;
    const char *ranges;
} classes[] = {
    { "alnum", "09AZaz" }, { "alpha", "AZaz" },     { "blank", "\t\t  " },
    { "digit", "09" },     { "graph", "!~" },       { "lower", "az" },
    { "print", " ~" },     { "punct", "!/:@[`{~" }, { "space", "\t\r  " },
    { "upper", "AZ" },     { "xdigit", "09AFaf" },  { "word", "09AZ__az" },
};

static bool set_add_class(struct byte_set *set, const char *name, size_t len)
{
    for (size_t i = 0; i < COUNT_OF(classes); i++) {
        if (strlen(classes[i].name) != len ||
            memcmp(classes[i].name, name, len) != 0)
            continue;
        for (const char *r = classes[i].ranges; *r; r += 2)
            for (unsigned c = (unsigned char)r[0]; c <= (unsigned char)r[1];
                 c++)
                set_add(set, c);
        return true;
    }
    return false;
}

/* ---- brackets -------------------------------------------------------- */

/* "[:alpha:]" within brackets. */
static bool read_class(struct reader *r, struct byte_set *set)
{
    const char *start = r->p++;
    if (*r->p != ':')
        return fail(r, start, "only classes such as [:alpha:] may stand here");
    const char *name = ++r->p;
    while (r->p < r->end && *r->p != ':')
        r->p++;
    if (r->end - r->p < 2 || r->p[1] != ']')
        return fail(r, start, "expected ':]' after the name of the class");
    if (!set_add_class(set, name, (size_t)(r->p - name)))
        return fail(r, name, "unknown class of characters");
    r->p += 2;
    return true;
}

/* One end of a range, or a byte alone. */
static bool read_bracket_byte(struct reader *r, unsigned *c)
{
    *c = (unsigned char)*r->p++;
    if (*c < 0x80)
        return true;
    return fail(r, r->p - 1,
                "brackets hold ASCII characters only; use (a|b) for others");
}

static bool read_range(struct reader *r, struct byte_set *set)
{
    const char *start = r->p;
    unsigned first, last;
    if (!read_bracket_byte(r, &first))
        return false;
    last = first;
    if (r->end - r->p >= 2 && r->p[0] == '-' && r->p[1] != ']') {
        r->p++;
        if (is_class(r))
            return fail(r, r->p, "a range cannot end with a class");
        if (!read_bracket_byte(r, &last))
            return false;
    }
    if (last < first)
        return fail(r, start, "the range ends before it begins");
    for (unsigned c = first; c <= last; c++)
        set_add(set, c);
    return true;
}

/* 'p' stands behind the "[". A "]" that comes first is one of the bytes. */
static bool read_bracket(struct reader *r, struct byte_set *set)
{
    const char *start = r->p - 1;
    const bool is_inverse = accept(r, '^');
    const char *first = r->p;
    while (r->p < r->end && (*r->p != ']' || r->p == first)) {
        if (!(is_class(r) ? read_class(r, set) : read_range(r, set)))
            return false;
    }
    if (!accept(r, ']'))
        return fail(r, start, "expected ']' to close this '['");
    if (r->ignore_case)
        set_fold(set);
    if (is_inverse)
        set_invert(set);
    return true;
}

/* ---- atoms ----------------------------------------------------------- */

/* 'p' stands behind the backslash. */
static bool read_escape(struct reader *r, struct byte_set *set)
{
    const char *start = r->p - 1;
    if (r->p == r->end)
        return fail(r, start, "expected a character after '\\'");
    const char c = *r->p++;
    static const char *const shorts[][2] = { { "d", "digit" },
                                             { "s", "space" },
                                             { "w", "word" } };
    for (size_t i = 0; i < COUNT_OF(shorts); i++)
        if (c == shorts[i][0][0])
            return set_add_class(set, shorts[i][1], strlen(shorts[i][1]));
    if (c >= '1' && c <= '9')
        return fail(r, start, "a pattern cannot refer back to a group");
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '0')
        return fail(r, start, "unknown escape; there are \\d, \\s and \\w");
    set_add(set, (unsigned char)c);
    return true;
}

/* Reads what stands for one byte. */
static bool read_set(struct reader *r, struct byte_set *set)
{
    const char c = *r->p++;
    if (c == '[')
        return read_bracket(r, set);
    if (c == '\\')
        return read_escape(r, set);
    if (c == '.')
        set_invert(set);
    else
        set_add(set, (unsigned char)c);
    if (r->ignore_case)
        set_fold(set);
    return true;
}

static bool read_alternatives(struct reader *r, uint16_t *id);

static bool read_group(struct reader *r, uint16_t *id)
{
    const char *start = r->p - 1;
    if (++r->depth > PATTERN_DEPTH_MAX)
        return fail(r, start, "too many parentheses in one another");
    if (!read_alternatives(r, id))
        return false;
    if (!accept(r, ')'))
        return fail(r, start, "expected ')' to close this '('");
    r->depth--;
    return true;
}

static bool read_atom(struct reader *r, uint16_t *id)
{
    if (is_next(r, "*+?{"))
        return fail(r, r->p,
                    "there is nothing to repeat; use '\\' before a "
                    "character that is meant as such");
    if (accept(r, '('))
        return read_group(r, id);
    *id = add(r, PIECE_SET, 0, 0);
    struct piece *piece = &r->pieces->list[*id];
    if (accept(r, '^'))
        piece->kind = PIECE_START;
    else if (accept(r, '$'))
        piece->kind = PIECE_END;
    else
        return read_set(r, &piece->set);
    if (is_next(r, "*+?{"))
        return fail(r, r->p, "there is nothing to repeat");
    return true;
}

/* ---- repeats --------------------------------------------------------- */

static bool read_count(struct reader *r, uint16_t *count)
{
    const char *start = r->p;
    unsigned value = 0;
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9' &&
           value <= PATTERN_REPEAT_MAX)
        value = value * 10 + (unsigned)(*r->p++ - '0');
    if (r->p == start)
        return fail(r, start, "expected a number, as in {2}, {2,} or {2,5}");
    if (value > PATTERN_REPEAT_MAX)
        return fail(r, start, "repeats go up to 255");
    *count = (uint16_t)value;
    return true;
}

/* 'p' stands behind the "{". */
static bool read_braces(struct reader *r, uint16_t *least, uint16_t *most)
{
    const char *start = r->p - 1;
    if (!read_count(r, least))
        return false;
    *most = *least;
    if (accept(r, ',')) {
        *most = PIECE_NO_END;
        if (r->p < r->end && *r->p != '}' && !read_count(r, most))
            return false;
    }
    if (!accept(r, '}'))
        return fail(r, start, "expected '}' to close this '{'");
    if (*most < *least)
        return fail(r, start, "the repeat ends before it begins");
    return true;
}

static bool read_repeats(struct reader *r, uint16_t *id)
{
    while (r->p < r->end) {
        uint16_t least = 0, most = PIECE_NO_END;
        if (accept(r, '+'))
            least = 1;
        else if (accept(r, '?'))
            most = 1;
        else if (accept(r, '{')) {
            if (!read_braces(r, &least, &most))
                return false;
        } else if (!accept(r, '*'))
            return true;
        *id = add(r, PIECE_REPEAT, *id, 0);
        r->pieces->list[*id].least = least;
        r->pieces->list[*id].most = most;
    }
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool read_branch(struct reader *r, uint16_t *id)
{
    bool is_first = true;
    while (r->p < r->end && *r->p != '|' && (*r->p != ')' || !r->depth)) {
        uint16_t next;
        if (*r->p == ')')
            return fail(r, r->p, "this ')' closes nothing");
        if (!read_atom(r, &next) || !read_repeats(r, &next))
            return false;
        *id = is_first ? next : add(r, PIECE_CAT, *id, next);
        is_first = false;
    }
    if (is_first)
        *id = add(r, PIECE_EMPTY, 0, 0);
    return true;
}

static bool read_alternatives(struct reader *r, uint16_t *id)
{
    if (!read_branch(r, id))
        return false;
    while (accept(r, '|')) {
        uint16_t other;
        if (!read_branch(r, &other))
            return false;
        *id = add(r, PIECE_ALT, *id, other);
    }
    return true;
}

bool pattern_read(const char *text, size_t len, bool ignore_case,
                  struct pieces *pieces, size_t *at, struct tabia_error *err)
{
    struct reader r = { .p = text,
                        .end = text + len,
                        .ignore_case = ignore_case,
                        .pieces = pieces,
                        .fault = text,
                        .err = err };
    *at = 0;
    if (len > PATTERN_LENGTH_MAX)
        return error_set(err, TABIA_LIMIT,
                         "the pattern has %zu bytes; at most %d are possible",
                         len, PATTERN_LENGTH_MAX);
    if (len >= 4 && memcmp(text, "(?i)", 4) == 0) {
        r.ignore_case = true;
        r.p += 4;
    }
    pieces->n = 0;
    const bool is_done = read_alternatives(&r, &pieces->root);
    *at = (size_t)(r.fault - text);
    return is_done;
}
