/*
 * uci_words.c - the words of a line of the UCI protocol
 */
#include "uci/uci_words.h"

#include <string.h>
#include <strings.h>

#include "base/compiler.h"
#include "base/text.h"
#include "base/banned.h"

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct uci_rest uci_rest_begin(const char *line, size_t len)
{
    return (struct uci_rest){ .p = line, .end = line + len };
}

bool uci_rest_next(struct uci_rest *rest, struct uci_word *word)
{
    const char *p = rest->p;
    while (p < rest->end && is_gap(*p))
        p++;
    const char *start = p;
    while (p < rest->end && !is_gap(*p))
        p++;
    rest->p = p;
    *word = (struct uci_word){ .text = start, .len = (size_t)(p - start) };
    return word->len > 0;
}

bool uci_word_is(struct uci_word word, const char *text)
{
    return text_is(word.text, word.len, text);
}

bool uci_word_is_name(struct uci_word name, const char *text)
{
    struct uci_rest got = uci_rest_begin(name.text, name.len);
    struct uci_rest want = uci_rest_begin(text, strlen(text));
    struct uci_word a, b;
    for (;;) {
        const bool has_a = uci_rest_next(&got, &a);
        const bool has_b = uci_rest_next(&want, &b);
        if (!has_a || !has_b)
            return has_a == has_b;
        if (a.len != b.len || strncasecmp(a.text, b.text, a.len) != 0)
            return false;
    }
}

bool uci_word_parse_number(struct uci_word word, int64_t *number)
{
    const bool is_negative = word.len > 0 && word.text[0] == '-';
    int64_t n = 0;
    if (word.len == (size_t)is_negative)
        return false;
    for (size_t i = is_negative; i < word.len; i++) {
        const char c = word.text[i];
        if (c < '0' || c > '9' || n > (INT64_MAX - 9) / 10)
            return false;
        n = n * 10 + (c - '0');
    }
    *number = is_negative ? -n : n;
    return true;
}

/* ---- setoption, option ----------------------------------------------- */

static struct uci_word uci_word_trim(const char *p, const char *end)
{
    while (p < end && is_gap(*p))
        p++;
    while (p < end && is_gap(end[-1]))
        end--;
    return (struct uci_word){ .text = p, .len = (size_t)(end - p) };
}

/*
 * What stands before the word 'stop', or before the end of the line; 'rest'
 * is then behind it. Returns whether the word was there.
 */
static bool take_until(struct uci_rest *rest, const char *stop,
                       struct uci_word *taken)
{
    const char *start = rest->p;
    struct uci_word word;
    while (uci_rest_next(rest, &word)) {
        if (uci_word_is(word, stop)) {
            *taken = uci_word_trim(start, word.text);
            return true;
        }
    }
    *taken = uci_word_trim(start, rest->end);
    return false;
}

bool uci_setoption_parse(struct uci_rest rest, struct uci_setoption *setoption)
{
    struct uci_word word;
    *setoption = (struct uci_setoption){ .has_value = false };
    if (!uci_rest_next(&rest, &word) || !uci_word_is(word, "name"))
        return false;
    setoption->has_value = take_until(&rest, "value", &setoption->name);
    setoption->value =
        uci_word_trim(rest.p, rest.end); // empty where there is none
    return setoption->name.len > 0;
}

bool uci_option_parse_name(struct uci_rest rest, struct uci_word *name)
{
    struct uci_word word;
    if (!uci_rest_next(&rest, &word) || !uci_word_is(word, "name"))
        return false;
    take_until(&rest, "type", name);
    return name->len > 0;
}

/* ---- go -------------------------------------------------------------- */

enum go_word {
    GO_PLAIN,
    GO_SEARCHMOVES,
    GO_PONDER,
    GO_WTIME,
    GO_BTIME,
    GO_LIMIT, // depth, nodes: ends by itself, at an unknown time
    GO_MATE,
    GO_MOVETIME,
    GO_INFINITE,
    GO_PERFT,
};

static const struct {
    const char *text;
    enum go_word kind;
} go_words[] = {
    { "searchmoves", GO_SEARCHMOVES },
    { "ponder", GO_PONDER },
    { "wtime", GO_WTIME },
    { "btime", GO_BTIME },
    { "winc", GO_PLAIN },
    { "binc", GO_PLAIN },
    { "movestogo", GO_PLAIN },
    { "depth", GO_LIMIT },
    { "nodes", GO_LIMIT },
    { "mate", GO_MATE },
    { "movetime", GO_MOVETIME },
    { "infinite", GO_INFINITE },
    { "perft", GO_PERFT },
};

/* False for a word that is no part of the command. */
static bool find_go_word(struct uci_word word, enum go_word *kind)
{
    for (size_t i = 0; i < COUNT_OF(go_words); i++) {
        if (!uci_word_is(word, go_words[i].text))
            continue;
        *kind = go_words[i].kind;
        return true;
    }
    return false;
}

/* The time that follows; a clock that has run out counts as 0. */
static int64_t take_time(struct uci_rest *rest)
{
    const int64_t most = INT64_C(1) << 40; // 34 years: sums stay in range
    struct uci_rest ahead = *rest;
    struct uci_word word;
    int64_t ms;
    if (!uci_rest_next(&ahead, &word) || !uci_word_parse_number(word, &ms))
        return -1;
    *rest = ahead;
    return ms < 0 ? 0 : ms > most ? most : ms;
}

static void take_go_word(struct uci_go *go, enum go_word kind,
                         struct uci_rest *rest)
{
    switch (kind) {
    case GO_SEARCHMOVES:
        go->has_searchmoves = true;
        go->searchmoves = *rest;
        break;
    case GO_PONDER:
        go->is_ponder = true;
        break;
    case GO_WTIME:
        go->clock_ms[TABIA_WHITE] = take_time(rest);
        break;
    case GO_BTIME:
        go->clock_ms[TABIA_BLACK] = take_time(rest);
        break;
    case GO_LIMIT:
        go->is_limited = true;
        break;
    case GO_MATE:
        go->is_mate = true;
        break;
    case GO_MOVETIME:
        go->movetime_ms = take_time(rest);
        break;
    case GO_INFINITE:
        go->is_infinite = true;
        break;
    case GO_PERFT:
        go->is_perft = true;
        break;
    case GO_PLAIN:
        break;
    }
}

struct uci_go uci_go_parse(struct uci_rest rest)
{
    struct uci_go go = { .movetime_ms = -1, .clock_ms = { -1, -1 } };
    struct uci_word word;
    enum go_word kind;
    while (uci_rest_next(&rest, &word))
        if (find_go_word(word, &kind))
            take_go_word(&go, kind, &rest);
    return go;
}

bool uci_go_allows(const struct uci_go *go, const struct tabia_pos *pos,
                   tabia_move mv)
{
    struct uci_rest rest = go->searchmoves;
    struct uci_word word;
    enum go_word kind;
    tabia_move listed;
    if (!go->has_searchmoves)
        return true;
    while (uci_rest_next(&rest, &word) && !find_go_word(word, &kind))
        if (tabia_uci_parse(pos, word.text, word.len, &listed, NULL) &&
            listed == mv)
            return true;
    return false;
}

int64_t uci_go_limit_ms(const struct uci_go *go, unsigned turn)
{
    if (go->is_infinite || go->is_mate || go->is_perft)
        return -1;
    return go->movetime_ms >= 0 ? go->movetime_ms : go->clock_ms[turn & 1];
}
