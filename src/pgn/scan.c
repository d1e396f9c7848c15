/*
 * scan.c - PGN cut into tokens: all that is not plain
 *
 * Where the standard and the field differ, the field is read too:
 *
 *     {a {b} c}    nests when the braces balance within NEST_MAX bytes and
 *                  are less than NEST_DEPTH deep
 *     1e4 1 e4     move numbers without a point
 *     exd6 e.p.    the words behind an en passant capture
 *     e8(Q)        a promotion in parentheses, not a variation
 *     "a "b" c"    a tag's value ends at the quote before the bracket
 *     +/- += N     signs for which the standard has numbers, and their
 *                  symbols beyond ASCII
 */
#include "pgn/scan.h"

#include <string.h>

#include "chess/san.h"
#include "tabia/pgn.h"
#include "base/banned.h"

enum {
    NEST_MAX = 4096, // bytes in which nested comments must be closed
    NEST_DEPTH = 16, // so that no byte is looked at more often
    NUMBER_MAX = 16, // more than a result, a null move or a number needs
    NAG_LIMIT = 255,
};

#define BLANK  SCAN_CLASS_BLANK
#define LETTER SCAN_CLASS_LETTER
#define DIGIT  SCAN_CLASS_DIGIT

/* clang-format off */
const uint8_t scan_class[256] = {
    ['\t'] = BLANK, ['\n'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK,
    ['\r'] = BLANK, [' '] = BLANK,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER,
    ['E'] = LETTER, ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER,
    ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER,
    ['M'] = LETTER, ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER,
    ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER,
    ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER,
    ['Y'] = LETTER, ['Z'] = LETTER,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER,
    ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER,
    ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER,
    ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER, ['p'] = LETTER,
    ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER,
    ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER,
};
/* clang-format on */

void scan_init(struct scan *s, const char *text, size_t size)
{
    *s = (struct scan){ .p = text, .end = text + size, .start = text };
    s->plain_end = size > BYTE_MASK_BLOCK ? s->end - BYTE_MASK_BLOCK : text;
    s->masked = s->end; // nothing seen yet
}

/* ---- helpers --------------------------------------------------------- */

static unsigned class_of(char c)
{
    return scan_class[(uint8_t)c];
}

static bool scan_has_text(const struct scan *s, const char *p, const char *text)
{
    const size_t len = strlen(text);
    return (size_t)(s->end - p) >= len && memcmp(p, text, len) == 0;
}

static bool is_token_text(const struct scan_token *t, const char *text)
{
    return t->len == strlen(text) && memcmp(t->text, text, t->len) == 0;
}

static const char *skip_line(const struct scan *s, const char *p)
{
    return byte_mask_find(p, s->end, '\n', '\r');
}

static const char *scan_skip_blanks(const char *p, const char *end)
{
    while (p < end && class_of(*p) == SCAN_CLASS_BLANK)
        p++;
    return p;
}

static const char *scan_skip_digits(const char *p, const char *end)
{
    while (p < end && class_of(*p) == SCAN_CLASS_DIGIT)
        p++;
    return p;
}

static const char *skip_word(const char *p, const char *end)
{
    while (p < end && byte_mask_is_word(*p))
        p++;
    return p;
}

/* Makes the token from its text; the scanner goes on at 'next'. */
static enum scan_kind make_token(struct scan *s, struct scan_token *t,
                                 enum scan_kind kind, const char *next)
{
    t->kind = kind;
    s->p = next;
    return kind;
}

static enum scan_kind make_bad_token(struct scan *s, struct scan_token *t,
                                     const char *next, const char *why)
{
    t->why = why;
    t->len = (size_t)(next - t->text);
    return make_token(s, t, SCAN_BAD, next);
}

/* ---- comments -------------------------------------------------------- */

/* The brace that balances the one before 'p', or NULL. */
static const char *find_balance(const char *p, const char *end)
{
    int depth = 1;
    if (end - p > NEST_MAX)
        end = p + NEST_MAX;
    for (; (p = byte_mask_find(p, end, '{', '}')) < end; p++) {
        depth += *p == '{' ? 1 : -1;
        if (!depth)
            return p;
        if (depth == NEST_DEPTH)
            return NULL;
    }
    return NULL;
}

static bool begins_game(const char *p, const char *end)
{
    static const char event[] = "[Event \"";
    const size_t len = sizeof(event) - 1;
    return (size_t)(end - p) > len && memcmp(p, event, len) == 0;
}

/*
 * The closing brace before 'end', or the line that begins the next game if
 * that comes first; 'end' if there is neither.
 */
static const char *find_close(const char *p, const char *end)
{
    for (; (p = byte_mask_find(p, end, '}', '\n')) < end; p++) {
        if (*p == '}')
            return p;
        if (begins_game(p + 1, end))
            return p + 1;
    }
    return end;
}

static bool has_game(const char *p, const char *end)
{
    for (; (p = byte_mask_find(p, end, '\n', '\n')) < end; p++)
        if (begins_game(p + 1, end))
            return true;
    return false;
}

/*
 * A comment with another brace in it, or without its end: either it nests, or
 * has a stray brace, or was cut off where the next game begins.
 */
static enum scan_kind take_odd_comment(struct scan *s, struct scan_token *t)
{
    const char *first = find_close(t->text, s->end);
    const char *close = find_balance(t->text, s->end);
    if (first == s->end || *first != '}') {
        t->len = 0;
        t->why = "the comment is not closed";
        return make_token(s, t, SCAN_BAD, first);
    }
    if (!close || has_game(first, close))
        close = first;
    t->len = (size_t)(close - t->text);
    return make_token(s, t, SCAN_COMMENT, close + 1);
}

static enum scan_kind take_comment(struct scan *s, struct scan_token *t)
{
    t->text = s->p + 1;
    const char *close = byte_mask_find(t->text, s->end, '}', '{');
    if (UNLIKELY(close == s->end || *close == '{'))
        return take_odd_comment(s, t);
    t->len = (size_t)(close - t->text);
    return make_token(s, t, SCAN_COMMENT, close + 1);
}

static enum scan_kind take_line_comment(struct scan *s, struct scan_token *t)
{
    const char *end = skip_line(s, s->p);
    t->text = s->p + 1;
    t->len = (size_t)(end - t->text);
    return make_token(s, t, SCAN_COMMENT, end);
}

/* ---- tags ------------------------------------------------------------ */

static bool scan_is_name_byte(char c)
{
    return byte_mask_is_word(c) || c == '_';
}

/*
 * The quote that ends a value: one that a bracket follows. Quotes before that
 * are taken as part of it, since the field forgets to escape them.
 */
static const char *find_value_end(const char *p, const char *end)
{
    for (; p < end && *p != '\n' && *p != '\r'; p++) {
        if (*p == '\\' && end - p > 1 && (p[1] == '"' || p[1] == '\\')) {
            p++;
            continue;
        }
        if (*p != '"')
            continue;
        const char *next = p + 1;
        while (next < end && (*next == ' ' || *next == '\t'))
            next++;
        if (next < end && *next == ']')
            return p;
    }
    return NULL;
}

static enum scan_kind make_bad_tag(struct scan *s, struct scan_token *t,
                                   const char *why)
{
    t->why = why;
    return make_token(s, t, SCAN_BAD_TAG, skip_line(s, t->at));
}

/* At a '['. Something like [%clk outside a comment is no tag at all. */
static enum scan_kind take_tag(struct scan *s, struct scan_token *t)
{
    const char *p = scan_skip_blanks(s->p + 1, s->end);
    if (p == s->end || class_of(*p) != SCAN_CLASS_LETTER)
        return make_bad_token(s, t, s->p + 1, "expected a move, found '['");
    t->text = p;
    while (p < s->end && scan_is_name_byte(*p))
        p++;
    t->len = (size_t)(p - t->text);
    p = scan_skip_blanks(p, s->end);
    if (p == s->end || *p != '"')
        return make_bad_tag(s, t, "expected '\"' after the name of the tag");
    t->value = p + 1;
    const char *close = find_value_end(t->value, s->end);
    if (!close)
        return make_bad_tag(s, t, "the tag is not closed on its line");
    t->value_len = (size_t)(close - t->value);
    return make_token(s, t, SCAN_TAG, scan_skip_blanks(close + 1, s->end) + 1);
}

/* ---- words ----------------------------------------------------------- */

static const struct {
    const char *text;
    enum tabia_result result;
} results[] = {
    { "1-0", TABIA_RESULT_WHITE },
    { "0-1", TABIA_RESULT_BLACK },
    { "1/2-1/2", TABIA_RESULT_DRAW },
    { "1/2", TABIA_RESULT_DRAW },
};

static const struct {
    const char *text;
    unsigned nag;
} signs[] = {
    { "=", 10 },   { "+=", 14 },  { "+/=", 14 }, { "=+", 15 },  { "=/+", 15 },
    { "+/-", 16 }, { "-/+", 17 }, { "+-", 18 },  { "+--", 20 }, { "-+", 19 },
    { "--+", 21 }, { "N", 146 },  { "TN", 146 }, { "D", 220 },
};

/* Signs beyond ASCII, each a character. */
static const struct {
    const char *text;
    unsigned nag;
} symbols[] = {
    { "\xE2\x96\xA1", 7 },  // a white square
    { "\xE2\x88\x9E", 13 }, // infinity
    { "\xE2\xA9\xB2", 14 }, // plus above equals
    { "\xE2\xA9\xB1", 15 }, // equals above plus
    { "\xC2\xB1", 16 },     // plus-minus
    { "\xE2\x88\x93", 17 }, // minus-plus
};

bool scan_is_null_move(const char *text, size_t len)
{
    static const char *const ways[] = {
        "--", "Z0", "z0", "0000", "null", "pass"
    };
    const struct scan_token t = { .text = text, .len = len };
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (is_token_text(&t, ways[i]))
            return true;
    return false;
}

unsigned scan_find_nag(const char *text, size_t len)
{
    const struct scan_token t = { .text = text, .len = len };
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (is_token_text(&t, signs[i].text))
            return signs[i].nag;
    return 0;
}

static bool scan_find_result(struct scan_token *t)
{
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        if (!is_token_text(t, results[i].text))
            continue;
        t->number = results[i].result;
        return true;
    }
    return false;
}

size_t scan_result_len(const char *text, size_t len)
{
    size_t longest = 0;
    if (len < 3 || (text[len - 2] != '-' && text[len - 2] != '/'))
        return 0; // nearly all
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        const size_t size = strlen(results[i].text);
        if (size > longest && size < len &&
            memcmp(text + len - size, results[i].text, size) == 0)
            longest = size;
    }
    return longest;
}

/* The end of a word whose letters end at 'p', with what belongs to it. */
static const char *word_tail(const struct scan *s, const char *start,
                             const char *p)
{
    unsigned type;
    const bool has_more = s->end - p >= 3 && p > start;
    if (has_more && p[-1] == '=') { // e8= and a chess symbol
        const size_t size = san_figurine(p, (size_t)(s->end - p), &type);
        return skip_word(p + size, s->end);
    }
    if (has_more && p[-1] == 'e' && memcmp(p, ".p.", 3) == 0)
        return p + 3;
    if (has_more && (p[-1] == '8' || p[-1] == '1') && p[0] == '(' &&
        memchr("QRBNqrbn", p[1], 8) && p[2] == ')')
        return p + 3;
    return p;
}

/* False: it was e.p. behind a capture, which says nothing new. Scan on. */
static bool take_word(struct scan *s, struct scan_token *t)
{
    const char *p = word_tail(s, s->p, skip_word(s->p, s->end));
    t->text = s->p;
    t->len = (size_t)(p - s->p);
    s->p = p;
    if (is_token_text(t, "e.p."))
        return false;
    t->kind = SCAN_WORD;
    return true;
}

/*
 * A word that begins with a digit: a number, a result, 0-0, or a number and
 * a move together. The first question is the one that scan_next asks. Only
 * the digits may be taken of it, so no more than its start is looked at.
 */
static bool take_number(struct scan *s, struct scan_token *t)
{
    const bool is_near = s->end - s->p <= NUMBER_MAX;
    const char *p = skip_word(s->p, is_near ? s->end : s->p + NUMBER_MAX);
    t->text = s->p;
    t->len = (size_t)(p - s->p);
    if (p < s->end && *p == '.' && t->len <= 3 && s->p[1] != '-') {
        s->p = p + 1;
        return false;
    }
    if (scan_find_result(t)) {
        make_token(s, t, SCAN_RESULT, p);
        return true;
    }
    if (scan_is_null_move(t->text, t->len)) {
        make_token(s, t, SCAN_NULL_MOVE, p);
        return true;
    }
    if (scan_has_text(s, s->p, "0-0"))
        return take_word(s, t);
    s->p = scan_skip_digits(s->p, s->end);
    return false;
}

/* A word that begins with + - = or #. A check apart from its move is noise. */
static bool take_sign(struct scan *s, struct scan_token *t)
{
    const char *p = skip_word(s->p, s->end);
    t->text = s->p;
    t->len = (size_t)(p - s->p);
    if (is_token_text(t, "+") || is_token_text(t, "++") ||
        is_token_text(t, "#")) {
        s->p = p;
        return false;
    }
    t->number = scan_find_nag(t->text, t->len);
    if (t->number)
        make_token(s, t, SCAN_NAG, p);
    else if (scan_is_null_move(t->text, t->len))
        make_token(s, t, SCAN_NULL_MOVE, p);
    else
        make_bad_token(s, t, p, NULL);
    return true;
}

/* ---- glyphs ---------------------------------------------------------- */

static enum scan_kind take_nag(struct scan *s, struct scan_token *t)
{
    const char *p = scan_skip_digits(s->p + 1, s->end);
    if (p == s->p + 1)
        return make_bad_token(s, t, p, "expected a number after '$'");
    unsigned number = 0;
    for (const char *digit = s->p + 1; digit < p; digit++)
        number = number > NAG_LIMIT ? number
                                    : number * 10 + (unsigned)(*digit - '0');
    t->number = number;
    return make_token(s, t, SCAN_NAG, p);
}

/* !, ?, !!, ??, !?, ?!; of longer ones the first two count. */
static enum scan_kind take_marks(struct scan *s, struct scan_token *t)
{
    const char *p = s->p;
    const char first = *p++;
    const char second = p < s->end && (*p == '!' || *p == '?') ? *p : 0;
    while (p < s->end && (*p == '!' || *p == '?'))
        p++;
    if (!second)
        t->number = first == '!' ? 1 : 2;
    else if (first == second)
        t->number = first == '!' ? 3 : 4;
    else
        t->number = first == '!' ? 5 : 6;
    return make_token(s, t, SCAN_NAG, p);
}

/* ---- everything ------------------------------------------------------ */

/* Bytes beyond ASCII that mean no more than a blank. */
static size_t blank_mark_size(const struct scan *s)
{
    static const char *const marks[] = {
        "\xEF\xBB\xBF", // byte order mark, also between joined files
        "\xE2\x80\xA6", // an ellipsis after a move number
        "\xC2\xA0",     // a blank that does not break
    };
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (scan_has_text(s, s->p, marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* A move that begins with a chess symbol, a sign, a draw. False: none. */
static bool take_symbol(struct scan *s, struct scan_token *t)
{
    static const char halves[] = "\xC2\xBD-\xC2\xBD";
    const char *p = s->p;
    unsigned type;
    const size_t size = san_figurine(p, (size_t)(s->end - p), &type);
    if (size) {
        p = skip_word(p + size, s->end);
        t->len = (size_t)(p - s->p);
        return make_token(s, t, SCAN_WORD, p);
    }
    for (size_t i = 0; i < COUNT_OF(symbols); i++) {
        if (!scan_has_text(s, p, symbols[i].text))
            continue;
        t->number = symbols[i].nag;
        return make_token(s, t, SCAN_NAG, p + strlen(symbols[i].text));
    }
    if (!scan_has_text(s, p, halves))
        return false;
    t->number = TABIA_RESULT_DRAW;
    return make_token(s, t, SCAN_RESULT, p + strlen(halves));
}

static bool at_line_start(const struct scan *s)
{
    return s->p == s->start || s->p[-1] == '\n' || s->p[-1] == '\r';
}

/* Bytes that begin neither a word nor a blank. False: scan on. */
static bool take_other(struct scan *s, struct scan_token *t)
{
    switch (*s->p) {
    case '{':
        return take_comment(s, t), true;
    case ';':
        return take_line_comment(s, t), true;
    case '(':
        return make_token(s, t, SCAN_OPEN, s->p + 1), true;
    case ')':
        return make_token(s, t, SCAN_CLOSE, s->p + 1), true;
    case '[':
        return take_tag(s, t), true;
    case '$':
        return take_nag(s, t), true;
    case '!':
    case '?':
        return take_marks(s, t), true;
    case '*':
        t->number = TABIA_RESULT_OPEN;
        return make_token(s, t, SCAN_RESULT, s->p + 1), true;
    case '+':
    case '-':
    case '=':
    case '#':
        return take_sign(s, t);
    case '.':
        s->p++;
        return false;
    case '%':
        if (!at_line_start(s))
            break;
        s->p = skip_line(s, s->p);
        return false;
    case '}':
        return make_bad_token(s, t, s->p + 1, "no comment is open here"), true;
    default:
        break;
    }
    const size_t mark = blank_mark_size(s);
    if (mark) {
        s->p += mark;
        return false;
    }
    if (take_symbol(s, t))
        return true;
    make_bad_token(s, t, s->p + 1, NULL);
    return true;
}

enum scan_kind scan_next_slow(struct scan *s, struct scan_token *t)
{
    while (s->p < s->end) {
        t->at = t->text = s->p;
        t->len = 1;
        bool is_token = false;
        switch (class_of(*s->p)) {
        case SCAN_CLASS_BLANK:
            s->p++;
            break;
        case SCAN_CLASS_LETTER:
            is_token = take_word(s, t);
            break;
        case SCAN_CLASS_DIGIT:
            is_token = take_number(s, t);
            break;
        default:
            is_token = take_other(s, t);
            break;
        }
        if (is_token)
            return t->kind;
    }
    t->at = t->text = s->end;
    t->len = 0;
    t->kind = SCAN_END;
    return SCAN_END;
}
