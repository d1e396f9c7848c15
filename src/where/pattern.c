/*
 * pattern.c - the automaton of a regular expression
 *
 * The tree is first turned into nodes: those that take a byte, and those that
 * take none (a fork, the start, the end, the match). Each node that takes a
 * byte is then a state, one bit of a set, and knows the set of states that
 * may take the next byte. So a step is: of the states that wait, those that
 * take this byte; the states that follow them wait then.
 */
#include "where/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "where/pattern_def.h"
#include "pgn/tags.h"
#include "base/banned.h"

enum {
    WORDS_MAX = PATTERN_STATES_MAX / 64 + 1,
    NODES_MAX = 4096,
    NO_NODE = UINT16_MAX,
};

struct pattern {
    size_t nwords;              // of every set below
    bool matches_empty;         // the empty text
    bool matches_any;           // every text
    bool matches_end;           // the end of every text
    uint64_t first[WORDS_MAX];  // the states that wait at the start
    uint64_t again[WORDS_MAX];  // that wait anew behind every byte
    uint64_t done[WORDS_MAX];   // with which the match is complete
    uint64_t at_end[WORDS_MAX]; // with which it is, if the text ends there
    uint64_t *takes;            // by byte: the states that take it
    uint64_t *follow;           // by state: those that wait behind it
};

/* ---- nodes ----------------------------------------------------------- */

enum node_kind { NODE_SET, NODE_FORK, NODE_START, NODE_END, NODE_MATCH };

struct node {
    enum node_kind kind;
    uint16_t next, other; // 'other' is the second way of a fork
    uint16_t piece;       // whose set a byte must be of
    uint16_t state;
};

struct maker {
    const struct pieces *pieces;
    uint16_t n, nstates;
    bool is_full;
    struct node nodes[NODES_MAX];
    uint16_t stack[NODES_MAX];
    uint16_t seen[NODES_MAX]; // the number of the search that saw it
    uint16_t search;
};

static uint16_t add_node(struct maker *m, enum node_kind kind, uint16_t next,
                         uint16_t other)
{
    if (m->n == NODES_MAX) {
        m->is_full = true;
        return 0;
    }
    m->nodes[m->n] =
        (struct node){ .kind = kind, .next = next, .other = other };
    return m->n++;
}

static uint16_t add_set(struct maker *m, uint16_t piece, uint16_t next)
{
    if (m->nstates == PATTERN_STATES_MAX) {
        m->is_full = true;
        return 0;
    }
    const uint16_t id = add_node(m, NODE_SET, next, NO_NODE);
    m->nodes[id].piece = piece;
    m->nodes[id].state = m->nstates++;
    return id;
}

/* Makes the nodes of a piece, from back to front. Returns the first. */
static uint16_t add_piece(struct maker *m, uint16_t id, uint16_t next);

static uint16_t add_repeat(struct maker *m, const struct piece *piece,
                           uint16_t next)
{
    unsigned left = piece->least;
    uint16_t first = next;
    if (piece->most == PIECE_NO_END) {
        const uint16_t fork = add_node(m, NODE_FORK, next, NO_NODE);
        first = add_piece(m, piece->left, fork);
        m->nodes[fork].other = first;
        if (left == 0)
            return fork;
        left--; // the loop is one of the times
    }
    for (unsigned i = piece->least;
         i < piece->most && !m->is_full && piece->most != PIECE_NO_END; i++)
        first = add_node(m, NODE_FORK, next, add_piece(m, piece->left, first));
    // What makes no node is empty: once is enough, however often it is asked.
    for (uint16_t n = 0; left > 0 && n != m->n && !m->is_full; left--) {
        n = m->n;
        first = add_piece(m, piece->left, first);
    }
    return first;
}

static uint16_t add_piece(struct maker *m, uint16_t id, uint16_t next)
{
    const struct piece *piece = &m->pieces->list[id];
    uint16_t right;
    if (m->is_full)
        return next;
    switch (piece->kind) {
    case PIECE_EMPTY:
        return next;
    case PIECE_SET:
        return add_set(m, id, next);
    case PIECE_START:
        return add_node(m, NODE_START, next, NO_NODE);
    case PIECE_END:
        return add_node(m, NODE_END, next, NO_NODE);
    case PIECE_CAT:
        right = add_piece(m, piece->right, next);
        return add_piece(m, piece->left, right);
    case PIECE_ALT:
        right = add_piece(m, piece->right, next);
        return add_node(m, NODE_FORK, add_piece(m, piece->left, next), right);
    case PIECE_REPEAT:
        return add_repeat(m, piece, next);
    }
    return next;
}

/* ---- states ---------------------------------------------------------- */

/* Where in the text a search without bytes takes place. */
enum place { WITHIN = 0, AT_START = 1, AT_END = 2 };

static void push(struct maker *m, size_t *top, uint16_t id)
{
    if (id == NO_NODE || m->seen[id] == m->search)
        return;
    m->seen[id] = m->search;
    m->stack[(*top)++] = id;
}

/*
 * Follows all nodes that take no byte. Adds the states met to 'set', which
 * may be NULL. Returns whether the match was among them.
 */
static bool search(struct maker *m, uint16_t from, unsigned place,
                   uint64_t *set)
{
    size_t top = 0;
    bool is_match = false;
    m->search++;
    push(m, &top, from);
    while (top > 0) {
        const struct node *node = &m->nodes[m->stack[--top]];
        if (node->kind == NODE_MATCH)
            is_match = true;
        else if (node->kind == NODE_SET) {
            if (set)
                set[node->state / 64] |= UINT64_C(1) << node->state % 64;
        } else if ((node->kind != NODE_START || place & AT_START) &&
                   (node->kind != NODE_END || place & AT_END)) {
            push(m, &top, node->next);
            push(m, &top, node->other);
        }
    }
    return is_match;
}

static void fill_state(struct pattern *p, struct maker *m,
                       const struct node *node)
{
    const size_t word = node->state / 64;
    const uint64_t bit = UINT64_C(1) << node->state % 64;
    const struct byte_set *set = &m->pieces->list[node->piece].set;
    for (unsigned c = 0; c < 256; c++)
        if (set->bits[c / 64] >> c % 64 & 1)
            p->takes[c * p->nwords + word] |= bit;
    if (search(m, node->next, WITHIN, p->follow + node->state * p->nwords))
        p->done[word] |= bit;
    if (search(m, node->next, AT_END, NULL))
        p->at_end[word] |= bit;
}

static void fill(struct pattern *p, struct maker *m, uint16_t first)
{
    p->matches_any = search(m, first, AT_START, p->first);
    p->matches_empty = search(m, first, AT_START | AT_END, NULL);
    p->matches_end = search(m, first, AT_END, NULL);
    search(m, first, WITHIN, p->again);
    for (uint16_t i = 0; i < m->n; i++)
        if (m->nodes[i].kind == NODE_SET)
            fill_state(p, m, &m->nodes[i]);
}

/* ---- life ------------------------------------------------------------ */

void pattern_free(struct pattern *pattern)
{
    if (!pattern)
        return;
    free(pattern->takes);
    free(pattern->follow);
    free(pattern);
}

static struct pattern *new_pattern(size_t nstates, struct tabia_error *err)
{
    struct pattern *p = calloc(1, sizeof(*p));
    if (p) {
        p->nwords = nstates / 64 + 1;
        p->takes = calloc(256 * p->nwords, sizeof(*p->takes));
        p->follow = calloc((nstates + 1) * p->nwords, sizeof(*p->follow));
    }
    if (p && p->takes && p->follow)
        return p;
    error_nomem(err);
    pattern_free(p);
    return NULL;
}

static struct pattern *make(struct maker *m, struct tabia_error *err)
{
    const uint16_t match = add_node(m, NODE_MATCH, NO_NODE, NO_NODE);
    const uint16_t first = add_piece(m, m->pieces->root, match);
    if (m->is_full) {
        error_set(err, TABIA_LIMIT,
                  "the pattern is too large: with its repeats written out it "
                  "may stand for %d bytes",
                  PATTERN_STATES_MAX);
        return NULL;
    }
    struct pattern *p = new_pattern(m->nstates, err);
    if (p)
        fill(p, m, first);
    return p;
}

struct pattern *pattern_parse(const char *text, size_t len, bool ignore_case,
                              size_t *at, struct tabia_error *err)
{
    *at = 0;
    struct pieces *pieces = calloc(1, sizeof(*pieces));
    struct maker *maker = calloc(1, sizeof(*maker));
    struct pattern *p = NULL;
    if (!pieces || !maker)
        error_nomem(err);
    else if (pattern_read(text, len, ignore_case, pieces, at, err)) {
        maker->pieces = pieces;
        p = make(maker, err);
    }
    free(maker);
    free(pieces);
    return p;
}

/* ---- matching -------------------------------------------------------- */

/* What came of a byte; 0: none. */
struct step {
    uint64_t done, at_end; // states that took the byte and complete a match
    uint64_t wait;         // states that wait for the next
};

/* One byte: 'waiting' states become those that follow. */
static ALWAYS_INLINE struct step take_byte(const struct pattern *p,
                                           size_t nwords, unsigned char c,
                                           uint64_t *waiting)
{
    struct step s = { 0 };
    uint64_t next[WORDS_MAX];
    for (size_t i = 0; i < nwords; i++)
        next[i] = p->again[i];
    for (size_t i = 0; i < nwords; i++) {
        uint64_t taken = waiting[i] & p->takes[c * nwords + i];
        s.done |= taken & p->done[i];
        s.at_end |= taken & p->at_end[i];
        for (; taken; taken &= taken - 1) {
            const size_t state = 64 * i + (size_t)__builtin_ctzll(taken);
            for (size_t k = 0; k < nwords; k++)
                next[k] |= p->follow[state * nwords + k];
        }
    }
    for (size_t i = 0; i < nwords; i++) {
        waiting[i] = next[i];
        s.wait |= next[i];
    }
    return s;
}

static ALWAYS_INLINE bool run(const struct pattern *p, size_t nwords,
                              struct tabia_pgn_text value)
{
    uint64_t waiting[WORDS_MAX];
    struct step s = { 0 };
    memcpy(waiting, p->first, sizeof(waiting));
    for (size_t i = 0; i < value.len; i++) {
        const char c = tags_byte(value, &i);
        s = take_byte(p, nwords, (unsigned char)c, waiting);
        if (s.done)
            return true;
        if (!s.wait && i + 1 < value.len)
            return p->matches_end;
    }
    return s.at_end || p->matches_end;
}

bool pattern_match(const struct pattern *pattern, struct tabia_pgn_text value)
{
    if (pattern->matches_any)
        return true;
    if (value.len == 0)
        return pattern->matches_empty;
    // Nearly every pattern has less than 64 states.
    if (pattern->nwords == 1)
        return run(pattern, 1, value);
    return run(pattern, pattern->nwords, value);
}
