/*
 * amateur_ask.c - the Amateur's routine with legal moves and rules as text
 */
#include "format/amateur/amateur_ask.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/wording.h"
#include "format/amateur/amateur.h"
#include "format/shared/line_moves.h"
#include "base/banned.h"

enum {
    SWAPS_MAX = UINT16_MAX,
    LIST_MAX = 64,         // moves in a list of the options
    RULES_SIZE = 64 << 20, // bytes of all rules
};

struct amateur {
    struct tabia_amateur_book book;
    enum line_code_kind kind;
    struct tabia_amateur_state state;
    struct tabia_amateur_rules rules;
    struct tabia_amateur_swap *swaps; // owned
    size_t room;
    struct arena arena;
};

/* ---- transpositions -------------------------------------------------- */

/* Moves of one word, and the position that they lead to. */
struct amateur_word {
    struct tabia_pos pos;
    uint16_t codes[TABIA_AMATEUR_PLIES];
    size_t n;
};

static bool amateur_ask_read_word(struct text *t, enum line_code_kind kind,
                                  struct amateur_word *word)
{
    tabia_pos_set_start(&word->pos);
    word->n = 0;
    while (t->p < t->end && !text_is_blank(*t->p)) {
        tabia_move mv;
        if (word->n == TABIA_AMATEUR_PLIES)
            return text_fail(t, t->p, TABIA_ERR_LIMIT, "more than %d moves",
                             TABIA_AMATEUR_PLIES);
        if (!line_move_read(t, &word->pos, &mv))
            return false;
        word->codes[word->n++] = line_code_encode(kind, &word->pos, mv);
        tabia_pos_play(&word->pos, mv);
    }
    return true;
}

/* Each line has the same moves in two orders. */
static bool read_swaps(struct amateur *a, const struct amateur_options *options,
                       struct tabia_error *err)
{
    struct text t;
    struct amateur_word from, to;
    if (!text_init(&t, options->transpositions, options->transpositions_name,
                   err))
        return false;
    while (text_next_line(&t)) {
        if (!text_skip_blanks(&t) || *t.p == '#')
            continue;
        if (!amateur_ask_read_word(&t, a->kind, &from))
            return false;
        if (!text_skip_blanks(&t))
            return text_fail(&t, t.p, TABIA_ERR_SYNTAX,
                             "expected the moves in another order");
        const char *second = t.p;
        if (!amateur_ask_read_word(&t, a->kind, &to))
            return false;
        if (text_skip_blanks(&t) && *t.p != '#')
            return text_fail(&t, t.p, TABIA_ERR_SYNTAX,
                             "expected the end of the line");
        if (from.n != to.n)
            return text_fail(&t, second, TABIA_ERR_SYNTAX,
                             "expected %zu moves as before, found %zu", from.n,
                             to.n);
        from.pos = tabia_pos_identity(&from.pos);
        to.pos = tabia_pos_identity(&to.pos);
        if (!tabia_pos_is_same(&from.pos, &to.pos))
            return text_fail(&t, second, TABIA_ERR_ILLEGAL,
                             "the moves lead to a different position");
        const size_t size = from.n * sizeof(from.codes[0]);
        if (a->rules.nswaps == SWAPS_MAX)
            return error_set(err, TABIA_ERR_LIMIT,
                             "more than %d transpositions", SWAPS_MAX);
        if (!VEC_RESERVE(a->swaps, a->room, a->rules.nswaps + (size_t)1,
                         SWAPS_MAX, err))
            return false;
        struct tabia_amateur_swap *swap = &a->swaps[a->rules.nswaps];
        swap->from = arena_dup(&a->arena, from.codes, size);
        swap->to = arena_dup(&a->arena, to.codes, size);
        swap->nmoves = (uint8_t)from.n;
        if (!swap->from || !swap->to)
            return error_nomem(err);
        a->rules.nswaps++;
        a->rules.swaps = a->swaps;
    }
    return true;
}

/* ---- lists of moves -------------------------------------------------- */

/* One move in an option, up to ',' , ':' or the end. */
static bool read_listed(const char *option, const char **p,
                        const struct tabia_pos *pos, tabia_move *mv,
                        struct tabia_error *err)
{
    const size_t len = strcspn(*p, ",:");
    struct tabia_error why = { 0 };
    char buf[QUOTE_SIZE];
    if (!tabia_uci_parse(pos, *p, len, mv, &why))
        return error_set(err, TABIA_ERR_MISUSE, "%s: '%s' is not a legal move",
                         option, quote(*p, len, buf));
    *p += len;
    return true;
}

/* White's first moves "e2e4,d2d4" as codes. */
static bool read_first_moves(struct amateur *a, const char *option,
                             const char *p, const uint16_t **list, uint16_t *n,
                             struct tabia_error *err)
{
    struct tabia_pos start;
    uint16_t codes[LIST_MAX];
    *n = 0;
    tabia_pos_set_start(&start);
    for (;; p++) {
        tabia_move mv;
        if (!read_listed(option, &p, &start, &mv, err))
            return false;
        if (*n == LIST_MAX)
            return error_set(err, TABIA_ERR_MISUSE, "%s: more than %d moves",
                             option, LIST_MAX);
        codes[(*n)++] = line_code_encode(a->kind, &start, mv);
        if (*p != ',')
            break;
    }
    if (*p)
        return error_set(err, TABIA_ERR_MISUSE, "%s: expected ',', found '%c'",
                         option, *p);
    *list = arena_dup(&a->arena, codes, *n * sizeof(codes[0]));
    return *list || error_nomem(err);
}

/* "e7e5:d2d4,f2f4". The reply is read as one to a quiet first move. */
static bool read_universal(struct amateur *a, const char *p,
                           struct tabia_error *err)
{
    struct tabia_pos pos;
    tabia_move mv;
    tabia_pos_set_start(&pos);
    tabia_pos_play(&pos, tabia_move_make(8, 16, TABIA_PIECE_NONE)); // a2a3
    if (!read_listed("universal", &p, &pos, &mv, err))
        return false;
    a->rules.has_universal = true;
    a->rules.universal = line_code_encode(LINE_CODE_FROM_TO, &pos, mv);
    if (!*p)
        return true;
    if (*p != ':')
        return error_set(err, TABIA_ERR_MISUSE,
                         "universal: expected ':', found '%c'", *p);
    return read_first_moves(a, "universal", p + 1, &a->rules.except,
                            &a->rules.nexcept, err);
}

/* The universal reply is sound only if the book knows the other moves. */
static void check_universal(struct amateur *a,
                            const struct amateur_options *options)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    for (size_t i = 0; options->on_warning && i < a->rules.nexcept; i++) {
        struct tabia_amateur_answer answer;
        struct tabia_error warning = { 0 };
        char uci[TABIA_UCI_SIZE];
        tabia_move mv;
        tabia_amateur_init(&a->state, 0);
        if (tabia_amateur_find(&a->state, &a->book, NULL, &a->rules.except[i],
                               1, &answer) ||
            !line_code_decode(a->kind, &start, a->rules.except[i], &mv))
            continue;
        tabia_uci_print(&start, mv, false, uci);
        error_set(
            &warning, TABIA_ERR_MISUSE,
            "the book has no reply to %s, and the universal reply excludes it",
            uci);
        options->on_warning(options->ctx, &warning);
    }
}

/* ---- opening --------------------------------------------------------- */

struct amateur *amateur_new(struct tabia_bytes book,
                            const struct amateur_options *options,
                            struct tabia_error *err)
{
    static const struct amateur_options defaults;
    if (!options)
        options = &defaults;
    struct amateur *a = calloc(1, sizeof(*a));
    if (!a) {
        error_nomem(err);
        return NULL;
    }
    a->kind =
        options->has_offsets ? LINE_CODE_OFFSET : amateur_detect_kind(book);
    a->book = amateur_book(book, a->kind);
    a->arena.limit = RULES_SIZE;
    a->rules.collect = options->collects;
    a->rules.no_window = options->no_window;
    const char *const first = options->first, *const all = options->universal;
    if ((options->transpositions.size && !read_swaps(a, options, err)) ||
        (first && !read_first_moves(a, "first", first, &a->rules.first,
                                    &a->rules.nfirst, err)) ||
        (all && !read_universal(a, all, err))) {
        amateur_free(a);
        return NULL;
    }
    check_universal(a, options);
    tabia_amateur_init(&a->state, options->seed);
    return a;
}

void amateur_free(struct amateur *a)
{
    if (!a)
        return;
    arena_clear(&a->arena);
    free(a->swaps);
    free(a);
}

/* ---- asking ---------------------------------------------------------- */

static bool ask_amateur(const struct amateur *a,
                        struct tabia_amateur_state *state,
                        const tabia_move *game, size_t n,
                        struct amateur_choice *choice)
{
    uint16_t codes[TABIA_AMATEUR_PLIES];
    struct tabia_pos pos;
    *choice = (struct amateur_choice){ 0 };
    if (n > TABIA_AMATEUR_PLIES)
        return false;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n; i++) {
        if (!tabia_pos_is_legal(&pos, game[i]))
            return false;
        codes[i] = line_code_encode(a->kind, &pos, game[i]);
        tabia_pos_play(&pos, game[i]);
    }
    if (!tabia_amateur_find(state, &a->book, &a->rules, codes, (uint32_t)n,
                            &choice->answer))
        return false;

    const enum line_code_kind kind =
        choice->answer.source == TABIA_AMATEUR_FROM_UNIVERSAL
            ? LINE_CODE_FROM_TO
            : a->kind;
    if (!line_code_decode(kind, &pos, choice->answer.move, &choice->move)) {
        choice->move = TABIA_MOVE_NONE;
        return false;
    }
    tabia_pos_play(&pos, choice->move);
    if (choice->answer.hint == TABIA_AMATEUR_NONE ||
        !line_code_decode(kind, &pos, choice->answer.hint,
                          &choice->expected_reply))
        choice->expected_reply = TABIA_MOVE_NONE;
    return true;
}

bool amateur_ask(struct amateur *a, const tabia_move *game, size_t n,
                 struct amateur_choice *choice)
{
    return ask_amateur(a, &a->state, game, n, choice);
}

bool amateur_play(const struct amateur *a, const tabia_move *game, size_t n,
                  uint32_t seed, struct amateur_choice *choice)
{
    struct tabia_amateur_state state;
    bool is_found = false;
    *choice = (struct amateur_choice){ 0 };
    if (n > TABIA_AMATEUR_PLIES)
        return false;
    tabia_amateur_init(&state, seed);
    for (size_t i = n % 2; i <= n; i += 2)
        is_found = ask_amateur(a, &state, game, i, choice);
    return is_found;
}

/* ---- the strings themselves ------------------------------------------ */

size_t amateur_get_string(const struct amateur *a, uint32_t number,
                          tabia_move list[TABIA_AMATEUR_PLIES])
{
    struct tabia_amateur_scan scan = { 0 };
    uint16_t codes[TABIA_AMATEUR_PLIES];
    size_t n = 0;
    bool is_new = true;
    for (uint32_t i = 0; i <= number;) {
        const enum tabia_amateur_item item =
            tabia_amateur_next(&a->book, &scan);
        if (item != TABIA_AMATEUR_TOKEN && item != TABIA_AMATEUR_MOVE)
            return 0;
        if (item == TABIA_AMATEUR_TOKEN)
            n = scan.value < n ? scan.value : n;
        else if (is_new)
            n = 0;
        if (item == TABIA_AMATEUR_MOVE && n < TABIA_AMATEUR_PLIES)
            codes[n++] = scan.value;
        is_new = scan.ends;
        i += is_new;
    }
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n; i++) { // as far as they are legal
        if (!line_code_decode(a->kind, &pos, codes[i], &list[i]))
            return i;
        tabia_pos_play(&pos, list[i]);
    }
    return n;
}
