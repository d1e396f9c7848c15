/*
 * amateur_probe.c - the Amateur's book-opening routine, for small machines
 *
 * The article copies each string into a buffer and compares. It is enough to
 * know how many moves of that buffer agree with the game and which two moves
 * come next, so the buffer itself is not needed.
 *
 * Starting in the middle of the book is possible because of how the window is
 * made: its first string agrees with the last game, of g moves, and its
 * predecessor does not; the string therefore takes over at most g moves, and
 * these are the game's.
 */
#include "embed/amateur_probe.h"

enum {
    MARK = 0x80,      // FROM_TO: a token; the end of a string on a TO byte
    TOKEN = 0x40,     // OFFSETS: a token, not a move
    TOKEN_LOW = 0x3F, // OFFSETS: the low bits of its number
    ESCAPE = 0x3F,    // OFFSETS: the index is in the next byte
    REPLACE = 192,    // of 256: how often a later alternative is taken
    DEFAULT_SEED = 0x2545F491,
};

/* ---- reading the bytes one by one ------------------------------------ */

static enum tabia_amateur_item scan_string_head(struct tabia_amateur_scan *scan,
                                                unsigned nmoves)
{
    if (scan->in_string || !nmoves)
        return TABIA_AMATEUR_BAD;
    scan->at++;
    scan->value = (uint16_t)nmoves;
    scan->ends = false;
    scan->in_string = true;
    return TABIA_AMATEUR_TOKEN;
}

static enum tabia_amateur_item scan_move(struct tabia_amateur_scan *scan,
                                         unsigned nbytes, unsigned code,
                                         bool ends)
{
    scan->at += nbytes;
    scan->value = (uint16_t)code;
    scan->ends = ends;
    scan->in_string = !ends;
    return TABIA_AMATEUR_MOVE;
}

enum tabia_amateur_item tabia_amateur_next(
    const struct tabia_amateur_book *book, struct tabia_amateur_scan *scan)
{
    if (scan->at >= book->size)
        return scan->in_string ? TABIA_AMATEUR_CUT : TABIA_AMATEUR_END;
    const uint8_t *p = book->data + scan->at;
    const uint32_t left = book->size - scan->at;
    if (book->kind == TABIA_AMATEUR_FROM_TO) {
        if (p[0] & MARK)
            return scan_string_head(scan, p[0] & ~(unsigned)MARK);
        if (left < 2)
            return TABIA_AMATEUR_CUT;
        const unsigned to = p[1] & ~(unsigned)MARK;
        return scan_move(scan, 2, p[0] | to << 8, p[1] & MARK);
    }
    const unsigned low = p[0] & TOKEN_LOW;
    if (p[0] & TOKEN)
        return scan_string_head(scan, low | (p[0] & MARK) >> 1);
    if (low != ESCAPE)
        return scan_move(scan, 1, low, p[0] & MARK);
    if (left < 2)
        return TABIA_AMATEUR_CUT;
    return scan_move(scan, 2, p[1], p[0] & MARK);
}

/* ---- chance ---------------------------------------------------------- */

/* One step of xorshift; never 0. */
static uint32_t next_random(struct tabia_amateur_state *state)
{
    uint32_t x = state->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    state->random = x;
    return x;
}

/* A number below 'n', which fits in 16 bits. */
static uint32_t amateur_random_below(struct tabia_amateur_state *state,
                                     uint32_t n)
{
    return (next_random(state) >> 16) * n >> 16;
}

void tabia_amateur_init(struct tabia_amateur_state *state, uint32_t seed)
{
    state->nlast = 0;
    state->low = 0;
    state->high = UINT32_MAX;
    state->low_string = 0;
    state->random = seed * 0x9E3779B1u ^ DEFAULT_SEED;
    if (!state->random)
        state->random = DEFAULT_SEED;
    for (int i = 0; i < 4; i++) // seeds that differ in few bits drift apart
        next_random(state);
}

/* ---- the working copy of the game ------------------------------------ */

static bool is_same_line(const uint16_t *a, const uint16_t *b, uint32_t n)
{
    while (n && *a == *b) {
        a++;
        b++;
        n--;
    }
    return n == 0;
}

static void amateur_copy_moves(uint16_t *dst, const uint16_t *src, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        dst[i] = src[i];
}

/* Applies the table of transpositions; returns how many were made. */
static uint16_t transpose_game(uint16_t *game, uint32_t n,
                               const struct tabia_amateur_rules *rules)
{
    uint16_t ndone = 0;
    for (uint32_t i = 0; i < rules->nswaps; i++) {
        const struct tabia_amateur_swap *swap = &rules->swaps[i];
        if (swap->nmoves > n || !is_same_line(game, swap->from, swap->nmoves))
            continue;
        amateur_copy_moves(game, swap->to, swap->nmoves);
        ndone++;
    }
    return ndone;
}

/* Opens the window again unless the game continues the last one. */
static bool reset_window(struct tabia_amateur_state *state, uint32_t n,
                         bool no_window)
{
    const bool goes_on = !no_window && state->nlast && state->nlast <= n &&
                         is_same_line(state->game, state->last, state->nlast);
    if (goes_on)
        return false;
    state->nlast = 0;
    state->low = 0;
    state->high = UINT32_MAX;
    state->low_string = 0;
    return true;
}

/* ---- the search ------------------------------------------------------ */

/* The string being read: how far it agrees, and what comes behind. */
struct probe_string {
    uint32_t start, number;
    uint32_t length;      // moves so far
    uint32_t agree;       // of them, that are the game's
    uint16_t reply, hint; // at the game's length and behind it
};

struct string_search {
    struct tabia_amateur_state *state;
    struct tabia_amateur_answer *answer;
    uint32_t n;         // moves of the game
    uint32_t low, high; // of the strings that match
    uint32_t low_string;
    uint16_t alternative; // the last one met
    uint16_t nchoices;
    bool collect;
};

static void accept_reply(struct string_search *s,
                         const struct probe_string *string)
{
    s->answer->source = TABIA_AMATEUR_FROM_BOOK;
    s->answer->move = string->reply;
    s->answer->hint = string->hint;
    s->answer->string = string->number;
    s->answer->offset = string->start;
}

/*
 * The first alternative is accepted, each later one replaces it with high
 * probability: the better lines come later.
 */
static void consider_reply(struct string_search *s,
                           const struct probe_string *string)
{
    const bool is_first = !s->answer->source;
    const bool is_new = is_first || string->reply != s->alternative;
    s->alternative = string->reply;
    if (string->reply == s->answer->move &&
        s->answer->hint == TABIA_AMATEUR_NONE)
        s->answer->hint = string->hint;
    if (!is_new)
        return;
    s->answer->nothers = (uint16_t)(s->answer->nothers + !is_first);
    if (is_first || amateur_random_below(s->state, 256) < REPLACE)
        accept_reply(s, string);
}

/* Keeps every alternative once; the first string of each is remembered. */
static void collect_replies(struct string_search *s,
                            const struct probe_string *string)
{
    struct tabia_amateur_state *state = s->state;
    uint32_t i = 0;
    while (i < s->nchoices && state->choices[i] != string->reply)
        i++;
    if (i < s->nchoices) {
        if (state->hints[i] == TABIA_AMATEUR_NONE)
            state->hints[i] = string->hint;
        return;
    }
    if (i == TABIA_AMATEUR_CHOICES)
        return;
    state->choices[i] = string->reply;
    state->hints[i] = string->hint;
    s->nchoices++;
    // Each of k alternatives stays with the chance of 1 in k.
    if (!amateur_random_below(state, s->nchoices))
        accept_reply(s, string);
}

static void match_string(struct string_search *s,
                         const struct probe_string *string, uint32_t end)
{
    if (string->agree < s->n)
        return;
    if (!s->answer->nmatches++) {
        s->low = string->start;
        s->low_string = string->number;
    }
    s->high = end;
    // It ends with the game, or a token claims moves that there were not.
    if (string->reply == TABIA_AMATEUR_NONE)
        return;
    if (s->collect)
        collect_replies(s, string);
    else
        consider_reply(s, string);
}

/* Reads the strings of the window; returns where it stopped. */
static uint32_t search_window(struct string_search *s,
                              const struct tabia_amateur_book *book)
{
    struct tabia_amateur_scan scan = { s->state->low, 0, false, false };
    struct probe_string string = { 0,
                                   s->state->low_string,
                                   0,
                                   s->state->nlast,
                                   TABIA_AMATEUR_NONE,
                                   TABIA_AMATEUR_NONE };
    string.start = scan.at;
    bool is_new = true;
    while (is_new ? scan.at < s->state->high : true) {
        const enum tabia_amateur_item item = tabia_amateur_next(book, &scan);
        if (item != TABIA_AMATEUR_TOKEN && item != TABIA_AMATEUR_MOVE)
            break;
        if (is_new) {
            string.length = item == TABIA_AMATEUR_TOKEN ? scan.value : 0;
            if (string.agree > string.length)
                string.agree = string.length;
            if (string.length <= s->n)
                string.reply = TABIA_AMATEUR_NONE;
            if (string.length <= s->n + 1)
                string.hint = TABIA_AMATEUR_NONE;
        }
        if (item == TABIA_AMATEUR_MOVE) {
            const uint32_t i = string.length++;
            if (i == s->n)
                string.reply = scan.value;
            else if (i == s->n + 1)
                string.hint = scan.value;
            else if (i < s->n && string.agree == i &&
                     scan.value == s->state->game[i])
                string.agree++;
        }
        is_new = scan.ends;
        if (!is_new)
            continue;
        match_string(s, &string, scan.at);
        string.start = scan.at;
        string.number++;
    }
    return scan.at;
}

static void search_book(struct tabia_amateur_state *state,
                        const struct tabia_amateur_book *book,
                        const struct tabia_amateur_rules *rules, uint32_t n,
                        struct tabia_amateur_answer *answer)
{
    struct string_search s;
    s.state = state;
    s.answer = answer;
    s.n = n;
    s.low = s.high = state->low;
    s.low_string = state->low_string;
    s.alternative = TABIA_AMATEUR_NONE;
    s.nchoices = 0;
    s.collect = rules->collect;
    const uint32_t end = search_window(&s, book);

    answer->from = state->low;
    answer->to = state->high < book->size ? state->high : book->size;
    answer->nread = end - state->low;
    if (s.collect && s.nchoices) {
        uint32_t i = 0;
        while (state->choices[i] != answer->move)
            i++;
        answer->hint = state->hints[i];
        answer->nothers = (uint16_t)(s.nchoices - 1);
    }
    answer->low = state->low = s.low;
    answer->high = state->high = s.high;
    state->low_string = s.low_string;
    amateur_copy_moves(state->last, state->game, n);
    state->nlast = (uint16_t)n;
}

/* ---- asking ---------------------------------------------------------- */

static void clear_answer(struct tabia_amateur_answer *answer)
{
    answer->source = TABIA_AMATEUR_FROM_NOWHERE;
    answer->move = answer->hint = TABIA_AMATEUR_NONE;
    answer->nswaps = answer->nothers = 0;
    answer->string = answer->offset = 0;
    answer->nmatches = answer->nread = 0;
    answer->from = answer->to = answer->low = answer->high = 0;
    answer->is_reset = false;
}

bool tabia_amateur_find(struct tabia_amateur_state *state,
                        const struct tabia_amateur_book *book,
                        const struct tabia_amateur_rules *rules,
                        const uint16_t *game, uint32_t n,
                        struct tabia_amateur_answer *answer)
{
    static const struct tabia_amateur_rules none;
    if (!rules)
        rules = &none;
    clear_answer(answer);
    if (n > TABIA_AMATEUR_PLIES)
        return false;
    if (!n && rules->nfirst) {
        answer->source = TABIA_AMATEUR_FROM_FIRST;
        answer->move = rules->first[amateur_random_below(state, rules->nfirst)];
        answer->nothers = (uint16_t)(rules->nfirst - 1);
        return true;
    }
    amateur_copy_moves(state->game, game, n);
    answer->nswaps = transpose_game(state->game, n, rules);
    answer->is_reset = reset_window(state, n, rules->no_window);
    search_book(state, book, rules, n, answer);
    if (n == 1 && !answer->source && rules->has_universal) {
        uint32_t i = 0;
        while (i < rules->nexcept && rules->except[i] != game[0])
            i++;
        if (i == rules->nexcept) {
            answer->source = TABIA_AMATEUR_FROM_UNIVERSAL;
            answer->move = rules->universal;
        }
    }
    return answer->source != TABIA_AMATEUR_FROM_NOWHERE;
}
