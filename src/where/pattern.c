/*
 * pattern.c - patterns of POSIX's kind, handed to PCRE2
 *
 * PCRE2 knows much more than the dialect, and spells some of it otherwise. So
 * a pattern is rewritten first: a backslash in brackets is a plain character,
 * a repeat of a repeat gets a group, and whatever POSIX leaves open or PCRE2
 * would read as something else is an error.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "where/pattern.h"

#include <assert.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"

#include "base/banned.h"

enum {
    // A byte becomes two at most, a second repeat four more.
    REWRITTEN_MAX = 6 * PATTERN_LENGTH_MAX,
    STEPS = 10000000,   // in all, wherever in the text the match begins
    STEPS_LEAST = 1000, // from one byte on
    SHORT_TEXT = 64,    // bytes; nearly all tags are shorter
    HEAP_KB = 16384,
    JIT_STACK_LEAST = 1 << 15,
    JIT_STACK = 1 << 20,
};

/* ---- rewriting ------------------------------------------------------- */

struct rewriter {
    const char *text, *p, *end;
    const char *fault; // where the error is
    struct tabia_error *err;
    size_t len;
    char out[REWRITTEN_MAX + 1];
    uint16_t from[REWRITTEN_MAX + 1]; // by byte of 'out': the one of 'text'
};

static bool pattern_fail(struct rewriter *r, const char *at, const char *words)
{
    r->fault = at;
    return error_set(r->err, TABIA_ERR_SYNTAX, "%s", words);
}

/* Appends bytes that stand for 'at'. */
static void rewriter_put(struct rewriter *r, const char *at, const char *bytes,
                         size_t n)
{
    assert(r->len + n <= REWRITTEN_MAX);
    for (size_t i = 0; i < n; i++) {
        r->from[r->len] = (uint16_t)(at - r->text);
        r->out[r->len++] = bytes[i];
    }
}

static bool is_next(const struct rewriter *r, const char *bytes)
{
    return r->p < r->end && *r->p && strchr(bytes, *r->p);
}

static bool is_letter_or_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* A byte in brackets, as itself. */
static bool put_bracket_byte(struct rewriter *r)
{
    if ((unsigned char)*r->p >= 0x80)
        return pattern_fail(
            r, r->p,
            "brackets hold ASCII characters only; use (a|b) for others");
    if (!is_letter_or_digit(*r->p))
        rewriter_put(r, r->p, "\\", 1);
    rewriter_put(r, r->p, r->p, 1);
    r->p++;
    return true;
}

/* "[abc]", "[^a-z]", "[[:alpha:]_]"; a "]" that comes first is a byte. */
static bool pattern_put_bracket(struct rewriter *r)
{
    const char *start = r->p++;
    rewriter_put(r, start, "[", 1);
    if (r->p < r->end && *r->p == '^')
        rewriter_put(r, start, r->p++, 1);
    for (const char *first = r->p; r->p < r->end;) {
        const size_t left = (size_t)(r->end - r->p);
        if (*r->p == ']' && r->p != first) {
            rewriter_put(r, r->p++, "]", 1);
            return true;
        }
        if (left >= 2 && r->p[0] == '[' && (r->p[1] == '.' || r->p[1] == '='))
            return pattern_fail(
                r, r->p, "only classes such as [:alpha:] are allowed here");
        if (left >= 2 && r->p[0] == '[' && r->p[1] == ':') {
            const char *name = r->p + 2, *end = name;
            while (end < r->end && *end >= 'a' && *end <= 'z')
                end++;
            if (r->end - end < 2 || end[0] != ':' || end[1] != ']')
                return pattern_fail(
                    r, r->p, "expected ':]' after the name of the class");
            rewriter_put(r, name, r->p, (size_t)(end + 2 - r->p));
            r->p = end + 2;
            continue;
        }
        const char *at = r->p;
        const unsigned char low = (unsigned char)*r->p;
        if (!put_bracket_byte(r))
            return false;
        if (r->end - r->p < 2 || r->p[0] != '-' || r->p[1] == ']')
            continue;
        r->p++;
        if (r->end - r->p >= 2 && r->p[0] == '[' && strchr(":.=", r->p[1]))
            return pattern_fail(r, r->p, "a range cannot end in a class");
        if ((unsigned char)*r->p < low)
            return pattern_fail(r, at, "the range ends before it begins");
        rewriter_put(r, r->p, "-", 1);
        if (!put_bracket_byte(r))
            return false;
    }
    return pattern_fail(r, start, "expected ']' to close this '['");
}

static bool put_escape(struct rewriter *r)
{
    const char *start = r->p++;
    if (r->p == r->end)
        return pattern_fail(r, start, "expected a character after '\\'");
    if (*r->p >= '1' && *r->p <= '9')
        return pattern_fail(r, start, "a pattern cannot refer back to a group");
    if (is_letter_or_digit(*r->p) && !is_next(r, "dsw"))
        return pattern_fail(r, start,
                            "unknown escape; expected \\d, \\s or \\w");
    rewriter_put(r, start, start, 2);
    r->p++;
    return true;
}

static bool pattern_read_count(struct rewriter *r, unsigned *count)
{
    const char *start = r->p;
    *count = 0;
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9' &&
           *count <= PATTERN_REPEAT_MAX)
        *count = *count * 10 + (unsigned)(*r->p++ - '0');
    if (r->p == start)
        return pattern_fail(r, start,
                            "expected a number, as in {2}, {2,} or {2,5}");
    return *count <= PATTERN_REPEAT_MAX ||
           pattern_fail(r, start, "a repeat count must be at most 255");
}

/* Repeats of what begins at byte 'atom' of the output. */
static bool put_repeats(struct rewriter *r, size_t atom)
{
    for (bool again = false; is_next(r, "*+?{"); again = true) {
        const char *start = r->p++;
        unsigned least, most;
        if (*start == '{') {
            if (!pattern_read_count(r, &least))
                return false;
            if (is_next(r, ",") && r->p++ && !is_next(r, "}")) {
                if (!pattern_read_count(r, &most))
                    return false;
                if (most < least)
                    return pattern_fail(r, start,
                                        "the repeat ends before it begins");
            }
            if (!is_next(r, "}"))
                return pattern_fail(r, start, "expected '}' to close this '{'");
            r->p++;
        }
        // PCRE2 reads a second sign as a kind of the first.
        if (again) {
            assert(r->len + 3 <= REWRITTEN_MAX);
            memmove(r->out + atom + 3, r->out + atom, r->len - atom);
            memmove(r->from + atom + 3, r->from + atom,
                    (r->len - atom) * sizeof(r->from[0]));
            memcpy(r->out + atom, "(?:", 3);
            r->len += 3;
            rewriter_put(r, start, ")", 1);
        }
        rewriter_put(r, start, start, (size_t)(r->p - start));
    }
    return true;
}

static bool rewrite_pattern(struct rewriter *r)
{
    struct {
        const char *at; // in the text
        size_t out;     // in the output
    } groups[PATTERN_DEPTH_MAX];
    size_t depth = 0;
    while (r->p < r->end) {
        const char *at = r->p;
        size_t atom = r->len;
        switch (*at) {
        case '*':
        case '+':
        case '?':
        case '{':
            return pattern_fail(r, at,
                                "nothing to repeat; write '\\' before a "
                                "character to match it literally");
        case '(':
            if (depth == PATTERN_DEPTH_MAX)
                return pattern_fail(r, at, "parentheses are nested too deep");
            groups[depth].at = at;
            groups[depth++].out = atom;
            rewriter_put(r, at, r->p++, 1);
            continue;
        case '|':
            rewriter_put(r, at, r->p++, 1);
            continue;
        case '^':
        case '$':
            rewriter_put(r, at, r->p++, 1);
            if (is_next(r, "*+?{"))
                return pattern_fail(r, r->p, "nothing to repeat");
            continue;
        case ')':
            if (depth == 0)
                return pattern_fail(r, at, "unmatched ')'");
            atom = groups[--depth].out;
            rewriter_put(r, at, r->p++, 1);
            break;
        case '[':
            if (!pattern_put_bracket(r))
                return false;
            break;
        case '\\':
            if (!put_escape(r))
                return false;
            break;
        default:
            rewriter_put(r, at, r->p++, 1);
            break;
        }
        if (!put_repeats(r, atom))
            return false;
    }
    return depth == 0 || pattern_fail(r, groups[depth - 1].at,
                                      "expected ')' to close this '('");
}

/* ---- compiling ------------------------------------------------------- */

struct pattern {
    pcre2_code *code;
    bool is_machine_code;
};

static bool compile_rewritten(struct rewriter *r, bool ignore_case,
                              struct pattern *p)
{
    const uint32_t options =
        PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE |
        PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | (ignore_case ? PCRE2_CASELESS : 0);
    char words[128] = "";
    int code;
    PCRE2_SIZE at;
    p->code =
        pcre2_compile((PCRE2_SPTR)r->out, r->len, options, &code, &at, NULL);
    if (p->code) {
        // Where it cannot become machine code, it is interpreted.
        const int made = pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
        p->is_machine_code = made == 0;
        return made != PCRE2_ERROR_NOMEMORY || error_nomem(r->err);
    }
    if (code == PCRE2_ERROR_HEAP_FAILED)
        return error_nomem(r->err);
    pcre2_get_error_message(code, (PCRE2_UCHAR *)words, sizeof(words));
    return pattern_fail(r, r->text + (at < r->len ? r->from[at] : 0), words);
}

struct pattern *pattern_parse(const char *text, size_t len, bool ignore_case,
                              size_t *at, struct tabia_error *err)
{
    *at = 0;
    if (len > PATTERN_LENGTH_MAX) {
        error_set(err, TABIA_ERR_LIMIT,
                  "the pattern has %zu bytes, the limit is %d", len,
                  PATTERN_LENGTH_MAX);
        return NULL;
    }
    struct rewriter *r = calloc(1, sizeof(*r));
    struct pattern *p = calloc(1, sizeof(*p));
    bool ok = false;
    if (r && p) {
        const bool has_sign = len >= 4 && memcmp(text, "(?i)", 4) == 0;
        r->text = r->fault = text;
        r->p = has_sign ? text + 4 : text;
        r->end = text + len;
        r->err = err;
        ok = rewrite_pattern(r) &&
             compile_rewritten(r, ignore_case || has_sign, p);
        *at = (size_t)(r->fault - text);
    } else {
        error_nomem(err);
    }
    free(r);
    if (ok)
        return p;
    pattern_free(p);
    return NULL;
}

void pattern_free(struct pattern *pattern)
{
    if (pattern)
        pcre2_code_free(pattern->code);
    free(pattern);
}

/* ---- matching -------------------------------------------------------- */

struct pattern_tools {
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack; // NULL where no machine code is made
    char *text;             // room for a value without its escapes
    size_t room;
};

void pattern_tools_free(struct pattern_tools *tools)
{
    if (!tools)
        return;
    pcre2_match_data_free(tools->data);
    pcre2_match_context_free(tools->context);
    pcre2_jit_stack_free(tools->stack);
    free(tools->text);
    free(tools);
}

/* The limit is for a match that begins at one byte of the text. */
static void set_limit(struct pattern_tools *tools, size_t len)
{
    const size_t steps = STEPS / len;
    pcre2_set_match_limit(
        tools->context, (uint32_t)(steps > STEPS_LEAST ? steps : STEPS_LEAST));
}

static struct pattern_tools *new_tools(void)
{
    struct pattern_tools *tools = calloc(1, sizeof(*tools));
    if (!tools)
        return NULL;
    tools->data = pcre2_match_data_create(1, NULL);
    tools->context = pcre2_match_context_create(NULL);
    if (!tools->data || !tools->context) {
        pattern_tools_free(tools);
        return NULL;
    }
    tools->stack = pcre2_jit_stack_create(JIT_STACK_LEAST, JIT_STACK, NULL);
    pcre2_jit_stack_assign(tools->context, NULL, tools->stack);
    pcre2_set_heap_limit(tools->context, HEAP_KB);
    set_limit(tools, SHORT_TEXT);
    return tools;
}

/* The value without its escapes. NULL for want of memory. */
static const char *unescape_value(struct pattern_tools *tools,
                                  struct tabia_pgn_text value, size_t *len)
{
    if (tools->room <= value.len) {
        char *text = realloc(tools->text, 2 * value.len + 1);
        if (!text)
            return NULL;
        tools->text = text;
        tools->room = 2 * value.len + 1;
    }
    *len = tabia_pgn_unescape(value, tools->text, tools->room);
    return tools->text;
}

enum pattern_result pattern_find(const struct pattern *pattern,
                                 struct pattern_tools **tools,
                                 struct tabia_pgn_text value)
{
    const char *text = value.len ? value.text : "";
    size_t len = value.len;
    struct pattern_tools *t = *tools;
    if (UNLIKELY(!t) && !(t = *tools = new_tools()))
        return PATTERN_NOMEM;
    if (memchr(text, '\\', len) && !(text = unescape_value(t, value, &len)))
        return PATTERN_NOMEM;
    if (len > SHORT_TEXT)
        set_limit(t, len);
    const int rc = pattern->is_machine_code
                       ? pcre2_jit_match(pattern->code, (PCRE2_SPTR)text, len,
                                         0, 0, t->data, t->context)
                       : pcre2_match(pattern->code, (PCRE2_SPTR)text, len, 0, 0,
                                     t->data, t->context);
    if (len > SHORT_TEXT)
        set_limit(t, SHORT_TEXT);
    if (rc == PCRE2_ERROR_NOMATCH)
        return PATTERN_NO;
    if (rc == PCRE2_ERROR_NOMEMORY)
        return PATTERN_NOMEM;
    return rc < 0 ? PATTERN_GAVE_UP : PATTERN_YES;
}
