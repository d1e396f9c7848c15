/*
 * where_parse.c - from an expression to tests
 *
 *     or    = and { "or" and }
 *     and   = not { "and" not }
 *     not   = "not" not | "(" or ")" | test
 *     test  = value relation value | value match string
 *           | "has" "(" tag ")"
 *           | "player" "(" string [ "," ( "white" | "black" ) ] ")"
 *     value = number | date | string | name
 *           | ( "abs" | "lower" ) "(" value ")" | "tag" "(" string ")"
 *
 * What stands between tests is a small tree while the expression is read. At
 * the end each test gets where to go on when it is true and when it is
 * not, so that nothing of the tree is left for the run.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/wording.h"
#include "where/where_def.h"
#include "base/banned.h"

enum { ARENA_LIMIT = 1 << 20, NODES_MAX = 2 * WHERE_TESTS_MAX };

enum node_kind { NODE_TEST, NODE_AND, NODE_OR };

struct where_node {
    enum node_kind kind;
    bool is_not;
    uint16_t left, right; // of a test: its number in 'left'
};

struct where_parser {
    struct where_lexer lexer;
    struct where_token token; // the next one
    struct where *w;
    unsigned depth;
    uint16_t nnodes;
    struct where_node nodes[NODES_MAX];
};

/* ---- tokens ---------------------------------------------------------- */

static bool parser_next_token(struct where_parser *p)
{
    return where_next_token(&p->lexer, &p->token);
}

/* Fails with "expected WHAT, found TOKEN". */
static bool where_parse_fail_expected(struct where_parser *p, const char *what)
{
    char buf[QUOTE_SIZE];
    if (p->token.kind == WHERE_TOKEN_END)
        return where_fail(&p->lexer, p->token.text, "expected %s at the end",
                          what);
    const bool is_string = p->token.kind == WHERE_TOKEN_STRING;
    return where_fail(&p->lexer, p->token.text, "expected %s, found %s%s%s",
                      what, is_string ? "" : "'",
                      quote(p->token.text, p->token.len, buf),
                      is_string ? "" : "'");
}

static bool parser_expect(struct where_parser *p, enum where_token_kind kind,
                          const char *what)
{
    return p->token.kind == kind ? parser_next_token(p)
                                 : where_parse_fail_expected(p, what);
}

static bool where_parse_is_name(const struct where_token *token,
                                const char *word)
{
    return token->kind == WHERE_TOKEN_NAME &&
           text_is(token->text, token->len, word);
}

static bool is_name_like(const struct where_token *token, const char *word)
{
    return token->kind == WHERE_TOKEN_NAME &&
           text_is_like(token->text, token->len, word);
}

static bool enter_parentheses(struct where_parser *p)
{
    if (++p->depth <= WHERE_DEPTH_MAX)
        return true;
    return where_fail(&p->lexer, p->token.text,
                      "parentheses are nested more than %d deep",
                      WHERE_DEPTH_MAX);
}

/* ---- tags ------------------------------------------------------------ */

/* The place of a tag among those that are asked for. */
static bool where_parse_find_slot(struct where_parser *p, const char *name,
                                  size_t len, uint8_t *slot)
{
    struct where *w = p->w;
    for (size_t i = 0; i < w->ntags; i++)
        if (w->tag_lens[i] == len && memcmp(w->tags[i], name, len) == 0) {
            *slot = (uint8_t)i;
            return true;
        }
    if (w->ntags == WHERE_TAGS_MAX)
        return where_fail(&p->lexer, p->token.text,
                          "more than %d different tags", WHERE_TAGS_MAX);
    const char *copy = arena_dup_text(&w->arena, name, len);
    if (!copy)
        return error_nomem(p->lexer.err);
    *slot = (uint8_t)w->ntags;
    w->tag_lens[w->ntags] = len;
    w->tags[w->ntags++] = copy;
    return true;
}

static bool find_slots(struct where_parser *p, const char *name,
                       const char *other, struct where_value *value)
{
    return where_parse_find_slot(p, name, strlen(name), &value->slot) &&
           where_parse_find_slot(p, other, strlen(other), &value->other);
}

static bool set_tag(struct where_parser *p, const char *name, size_t len,
                    struct where_value *value)
{
    value->origin = WHERE_TAG;
    if (text_ends(name, len, "Elo"))
        value->tag_kind = WHERE_ELO_TAG;
    else if (text_ends(name, len, "Date"))
        value->tag_kind = WHERE_DATE_TAG;
    if (len == 4 && memcmp(name, "Date", 4) == 0)
        return find_slots(p, "Date", "UTCDate", value);
    if (!where_parse_find_slot(p, name, len, &value->slot))
        return false;
    value->other = value->slot;
    return true;
}

/* ---- values ---------------------------------------------------------- */

static const struct {
    const char *name;
    enum where_origin source;
    const char *tag, *other;
} derived[] = {
    { "EloDiff", WHERE_ELO_DIFF, "WhiteElo", "BlackElo" },
    { "MeanElo", WHERE_ELO_MEAN, "WhiteElo", "BlackElo" },
    { "MinElo", WHERE_ELO_MIN, "WhiteElo", "BlackElo" },
    { "MaxElo", WHERE_ELO_MAX, "WhiteElo", "BlackElo" },
    { "Year", WHERE_YEAR, "Date", "UTCDate" },
    { "Month", WHERE_MONTH, "Date", "UTCDate" },
    { "Speed", WHERE_SPEED, "TimeControl", "TimeControl" },
};

/* The usual tags: one of these in another case is a slip. */
static const char *const usual_tags[] = {
    "Event",       "Site",        "Date",      "Round",     "White",
    "Black",       "Result",      "WhiteElo",  "BlackElo",  "WhiteTitle",
    "BlackTitle",  "WhiteFideId", "ECO",       "Opening",   "Variation",
    "EventDate",   "UTCDate",     "UTCTime",   "Time",      "TimeControl",
    "Termination", "BlackFideId", "WhiteTeam", "BlackTeam", "Annotator",
    "PlyCount",    "Variant",     "FEN",       "SetUp",     "Mode",
    "EventType",   "Source",      "WhiteType", "BlackType", "EventRounds",
};

static bool check_spelling(struct where_parser *p, const char *word)
{
    if (!is_name_like(&p->token, word) || where_parse_is_name(&p->token, word))
        return true;
    char buf[QUOTE_SIZE];
    return where_fail(&p->lexer, p->token.text,
                      "unknown tag '%s'; did you mean '%s'?",
                      quote(p->token.text, p->token.len, buf), word);
}

static bool read_name(struct where_parser *p, struct where_value *value)
{
    for (size_t i = 0; i < COUNT_OF(derived); i++) {
        if (!check_spelling(p, derived[i].name))
            return false;
        if (!where_parse_is_name(&p->token, derived[i].name))
            continue;
        value->origin = derived[i].source;
        return find_slots(p, derived[i].tag, derived[i].other, value) &&
               parser_next_token(p);
    }
    for (size_t i = 0; i < COUNT_OF(usual_tags); i++)
        if (!check_spelling(p, usual_tags[i]))
            return false;
    if (is_name_like(&p->token, "Plies"))
        return where_fail(&p->lexer, p->token.text,
                          "the number of plies is not known from tags; some "
                          "games have the tag PlyCount");
    return set_tag(p, p->token.text, p->token.len, value) &&
           parser_next_token(p);
}

/* The string without quotes and escapes, and a NUL. */
static bool read_string(struct where_parser *p, char **text, size_t *len)
{
    if (p->token.kind != WHERE_TOKEN_STRING)
        return where_parse_fail_expected(p, "a string in quotes");
    *text = arena_alloc(&p->w->arena, p->token.len, 1);
    if (!*text)
        return error_nomem(p->lexer.err);
    *len = where_unquote(&p->token, *text);
    return parser_next_token(p);
}

/* Backslashes are doubled, so that the text reads like a tag's value. */
static bool read_where_text(struct where_parser *p, struct where_value *value)
{
    char *plain = NULL;
    size_t len = 0, n = 0;
    if (!read_string(p, &plain, &len))
        return false;
    char *text = arena_alloc(&p->w->arena, 2 * len + 1, 1);
    if (!text)
        return error_nomem(p->lexer.err);
    for (size_t i = 0; i < len; i++) {
        if (plain[i] == '\\')
            text[n++] = '\\';
        text[n++] = plain[i];
    }
    value->origin = WHERE_TEXT;
    value->text = (struct tabia_pgn_text){ text, n };
    return true;
}

/* True if a parenthesis follows the name that comes next. */
static bool is_call(const struct where_parser *p)
{
    const char *next = p->lexer.p + strspn(p->lexer.p, " \t\r\n");
    return p->token.kind == WHERE_TOKEN_NAME && *next == '(';
}

static bool read_call(struct where_parser *p, struct where_value *value);

static bool read_where_value(struct where_parser *p, struct where_value *value)
{
    *value = (struct where_value){ .number = p->token.number };
    switch (p->token.kind) {
    case WHERE_TOKEN_NUMBER:
        value->origin = WHERE_NUMBER;
        return parser_next_token(p);
    case WHERE_TOKEN_DATE:
        value->origin = WHERE_DATE;
        return parser_next_token(p);
    case WHERE_TOKEN_STRING:
        return read_where_text(p, value);
    case WHERE_TOKEN_NAME:
        return is_call(p) ? read_call(p, value) : read_name(p, value);
    default:
        return where_parse_fail_expected(p, "a tag, a number or a string");
    }
}

/* ---- functions ------------------------------------------------------- */

/* Each reads what is between the parentheses. */
static bool call_abs(struct where_parser *p, struct where_value *value)
{
    const char *at = p->token.text;
    if (!read_where_value(p, value))
        return false;
    value->is_abs = true;
    return where_can_be_number(value) ||
           where_fail(&p->lexer, at, "abs() takes a number");
}

static bool call_lower(struct where_parser *p, struct where_value *value)
{
    const char *at = p->token.text;
    if (!read_where_value(p, value))
        return false;
    value->is_lower = true;
    return where_can_be_text(value) ||
           where_fail(&p->lexer, at, "lower() takes a string");
}

static bool call_tag(struct where_parser *p, struct where_value *value)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *at = p->token.text;
    char *name = NULL;
    size_t len = 0;
    if (!read_string(p, &name, &len))
        return false;
    if (len == 0 || strspn(name, letters) != len)
        return where_fail(
            &p->lexer, at,
            "the name of a tag consists of letters, digits and '_'");
    return set_tag(p, name, len, value);
}

static bool call_has(struct where_parser *p, struct where_test *test)
{
    const char *at = p->token.text;
    test->kind = WHERE_HAS;
    if (!read_where_value(p, &test->left))
        return false;
    const struct where_value *value = &test->left;
    return (value->origin == WHERE_TAG && !value->is_abs && !value->is_lower) ||
           where_fail(&p->lexer, at, "has() takes the name of a tag");
}

static bool read_color(struct where_parser *p, const char *tags[2])
{
    if (is_name_like(&p->token, "white"))
        tags[1] = tags[0];
    else if (is_name_like(&p->token, "black"))
        tags[0] = tags[1];
    else
        return where_parse_fail_expected(p, "white or black");
    return parser_next_token(p);
}

static bool call_player(struct where_parser *p, struct where_test *test)
{
    const char *tags[2] = { "White", "Black" };
    char *name = NULL;
    size_t len = 0;
    if (!read_string(p, &name, &len))
        return false;
    if (p->token.kind == WHERE_TOKEN_COMMA &&
        (!parser_next_token(p) || !read_color(p, tags)))
        return false;
    test->kind = WHERE_PLAYER;
    test->right.text = (struct tabia_pgn_text){ name, len };
    return find_slots(p, tags[0], tags[1], &test->left);
}

/* A function is either a value or a test. */
static const struct {
    const char *name;
    bool (*value)(struct where_parser *p, struct where_value *value);
    bool (*test)(struct where_parser *p, struct where_test *test);
} functions[] = {
    { "abs", call_abs, NULL },     { "has", NULL, call_has },
    { "lower", call_lower, NULL }, { "player", NULL, call_player },
    { "tag", call_tag, NULL },
};

static bool fail_function(struct where_parser *p)
{
    char buf[QUOTE_SIZE];
    struct suggestion best;
    const char *name = quote(p->token.text, p->token.len, buf);
    suggestion_init(&best, p->token.text, p->token.len);
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        suggestion_offer(&best, functions[i].name);
    if (best.word)
        return where_fail(&p->lexer, p->token.text,
                          "unknown function '%s'; did you mean '%s'?", name,
                          best.word);
    return where_fail(
        &p->lexer, p->token.text,
        "unknown function '%s'; expected abs, has, lower, player or tag", name);
}

/* The number of the function whose name comes next. */
static bool find_function(struct where_parser *p, size_t *id)
{
    for (*id = 0; *id < COUNT_OF(functions); ++*id)
        if (is_name_like(&p->token, functions[*id].name))
            return true;
    return fail_function(p);
}

static bool read_call(struct where_parser *p, struct where_value *value)
{
    size_t id;
    if (!find_function(p, &id) || !enter_parentheses(p))
        return false;
    if (!functions[id].value)
        return where_fail(&p->lexer, p->token.text,
                          "%s() is true or false, not a value",
                          functions[id].name);
    if (!parser_next_token(p) || !parser_next_token(p) ||
        !functions[id].value(p, value))
        return false;
    p->depth--;
    return parser_expect(p, WHERE_TOKEN_CLOSE, "')'");
}

/* ---- tests ----------------------------------------------------------- */

static bool read_pattern(struct where_parser *p, const char *left_at,
                         struct where_test *test)
{
    const struct where_token match = p->token;
    char *text = NULL;
    size_t len = 0, at = 0;
    if (!where_check_match(&p->lexer, &match, left_at, &test->left) ||
        !parser_next_token(p))
        return false;
    const struct where_token string = p->token;
    if (!read_string(p, &text, &len))
        return false;
    struct tabia_error fault = { 0 };
    test->kind = WHERE_PATTERN;
    test->is_not = match.text[0] == '!';
    test->pattern =
        pattern_parse(text, len, match.text[match.len - 1] == '*', &at, &fault);
    if (test->pattern)
        return true;
    if (fault.status == TABIA_ERR_NOMEM)
        return error_nomem(p->lexer.err);
    return where_fail(&p->lexer, where_quoted_place(&string, at), "%s",
                      fault.msg);
}

static bool read_comparison(struct where_parser *p, struct where_test *test)
{
    struct where_places at = { .left = p->token.text };
    if (!read_where_value(p, &test->left))
        return false;
    if (p->token.kind == WHERE_TOKEN_MATCH)
        return read_pattern(p, at.left, test);
    if (p->token.kind != WHERE_TOKEN_RELATION)
        return where_parse_fail_expected(p, "a comparison such as '=' or '~'");
    test->kind = WHERE_COMPARE;
    test->relation = p->token.relation;
    if (!parser_next_token(p))
        return false;
    at.right = p->token.text;
    return read_where_value(p, &test->right) &&
           where_choose_type(&p->lexer, &at, test);
}

static bool read_test_call(struct where_parser *p, size_t id,
                           struct where_test *test)
{
    return parser_next_token(p) && parser_next_token(p) &&
           functions[id].test(p, test) &&
           parser_expect(p, WHERE_TOKEN_CLOSE, "')'");
}

static bool add_test(struct where_parser *p, uint16_t *id)
{
    struct where *w = p->w;
    if (w->ntests == WHERE_TESTS_MAX)
        return where_fail(&p->lexer, p->token.text, "more than %d comparisons",
                          WHERE_TESTS_MAX);
    if (!VEC_RESERVE(w->tests, w->room, w->ntests + 1, WHERE_TESTS_MAX,
                     p->lexer.err))
        return false;
    w->tests[w->ntests] = (struct where_test){ 0 };
    *id = (uint16_t)w->ntests++;
    return true;
}

static bool read_test(struct where_parser *p, uint16_t *test)
{
    size_t function = 0;
    if (!add_test(p, test))
        return false;
    struct where_test *t = &p->w->tests[*test];
    if (!is_call(p))
        return read_comparison(p, t);
    if (!find_function(p, &function))
        return false;
    return functions[function].test ? read_test_call(p, function, t)
                                    : read_comparison(p, t);
}

/* ---- what stands between tests --------------------------------------- */

static uint16_t parser_add_node(struct where_parser *p, enum node_kind kind,
                                uint16_t left, uint16_t right)
{
    // There is one node less between tests than there are tests.
    p->nodes[p->nnodes] =
        (struct where_node){ .kind = kind, .left = left, .right = right };
    return p->nnodes++;
}

static bool read_or(struct where_parser *p, uint16_t *id);

static bool read_group(struct where_parser *p, uint16_t *id)
{
    const char *open = p->token.text;
    if (!parser_next_token(p) || !read_or(p, id))
        return false;
    if (p->token.kind == WHERE_TOKEN_END)
        return where_fail(&p->lexer, open, "unmatched '('");
    return parser_expect(p, WHERE_TOKEN_CLOSE, "'and', 'or' or ')'");
}

static bool read_not(struct where_parser *p, uint16_t *id)
{
    bool is_not = false;
    uint16_t test = 0;
    for (; p->token.kind == WHERE_TOKEN_NOT; is_not = !is_not)
        if (!parser_next_token(p))
            return false;
    if (p->token.kind == WHERE_TOKEN_OPEN) {
        if (!enter_parentheses(p) || !read_group(p, id))
            return false;
        p->depth--;
    } else {
        if (!read_test(p, &test))
            return false;
        *id = parser_add_node(p, NODE_TEST, test, 0);
    }
    p->nodes[*id].is_not ^= is_not;
    return true;
}

static bool read_and(struct where_parser *p, uint16_t *id)
{
    if (!read_not(p, id))
        return false;
    while (p->token.kind == WHERE_TOKEN_AND) {
        uint16_t right;
        if (!parser_next_token(p) || !read_not(p, &right))
            return false;
        *id = parser_add_node(p, NODE_AND, *id, right);
    }
    return true;
}

static bool read_or(struct where_parser *p, uint16_t *id)
{
    if (!read_and(p, id))
        return false;
    while (p->token.kind == WHERE_TOKEN_OR) {
        uint16_t right;
        if (!parser_next_token(p) || !read_and(p, &right))
            return false;
        *id = parser_add_node(p, NODE_OR, *id, right);
    }
    return true;
}

/* Sets where the tests of a node continue. Returns the first of them. */
static uint16_t link_node(struct where_parser *p, uint16_t id, uint16_t yes,
                          uint16_t no)
{
    const struct where_node *node = &p->nodes[id];
    const uint16_t if_true = node->is_not ? no : yes;
    const uint16_t if_false = node->is_not ? yes : no;
    if (node->kind == NODE_TEST) {
        p->w->tests[node->left].if_true = if_true;
        p->w->tests[node->left].if_false = if_false;
        return node->left;
    }
    const uint16_t right = link_node(p, node->right, if_true, if_false);
    return node->kind == NODE_AND ? link_node(p, node->left, right, if_false)
                                  : link_node(p, node->left, if_true, right);
}

static bool parse_expression(struct where_parser *p)
{
    uint16_t root;
    if (strlen(p->lexer.text) > WHERE_LENGTH_MAX)
        return where_fail(&p->lexer, p->lexer.text + WHERE_LENGTH_MAX,
                          "the expression has more than %d bytes",
                          WHERE_LENGTH_MAX);
    if (!parser_next_token(p) || !read_or(p, &root))
        return false;
    if (p->token.kind == WHERE_TOKEN_CLOSE)
        return where_fail(&p->lexer, p->token.text, "unmatched ')'");
    if (p->token.kind != WHERE_TOKEN_END)
        return where_parse_fail_expected(p, "'and', 'or' or the end");
    p->w->first = link_node(p, root, WHERE_YES, WHERE_NO);
    return true;
}

struct where *where_parse(const char *text, struct tabia_error *err)
{
    struct where *w = calloc(1, sizeof(*w));
    struct where_parser *p = calloc(1, sizeof(*p));
    bool ok = false;
    if (w && p) {
        w->arena.limit = ARENA_LIMIT;
        p->lexer = (struct where_lexer){ .text = text, .p = text, .err = err };
        p->w = w;
        ok = parse_expression(p);
    } else {
        error_nomem(err);
    }
    free(p);
    if (ok)
        return w;
    where_free(w);
    return NULL;
}
