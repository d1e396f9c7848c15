/*
 * openings_write.c - a book as Chess Openings text
 *
 * States come breadth-first: from the initial position, then from those that
 * no move leads to, then from what is left. Positions are written first, the
 * transitions after them, both in that order, so that reading a file and
 * writing it again gives the same bytes.
 *
 * A position line needs a place. Evaluations of positions without one are
 * lost, as is the side to practise in version 4.0; both are reported.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "format/openings.h"
#include "base/banned.h"

/* All occurrences of a state side by side. */
struct writer {
    const struct tabia_book *book;
    struct sink *dst;
    struct tabia_report *report;
    struct tabia_error *err;
    struct opening_graph states;
    uint32_t *state_of; // by node
    uint32_t *first_of; // by state: start in 'nodes_of'; one more
    uint32_t *nodes_of;
    uint32_t *order; // states
    uint32_t norder;
    bool *is_met;
    uint32_t *nincoming;
    uint64_t nlost_evals, nlost_remarks, nflat_remarks;
    uint64_t nother_evals, nlost_states, nmoves;
};

/* A move of a state, each once. */
struct reply {
    tabia_move mv;
    uint32_t edge, target; // target: a state
    const char *remark;
    uint32_t nother;      // other remarks, of other occurrences
    struct tabia_pos pos; // that it leaves, as the format has it
};

/* ---- states ---------------------------------------------------------- */

/* Castling rights that KQkq can name. */
static uint64_t usual_rights(const struct tabia_pos *pos)
{
    static const uint64_t corners[] = {
        [TABIA_WHITE] = UINT64_C(0x81),
        [TABIA_BLACK] = UINT64_C(0x81) << 56,
    };
    uint64_t usual = 0;
    for (int color = TABIA_WHITE; color <= TABIA_BLACK; color++)
        if (tabia_pos_king(pos, (enum tabia_color)color) % 8 == 4)
            usual |= corners[color];
    return pos->castling & usual;
}

/* The position of a node, without what the format cannot name. */
static void node_pos(const struct tabia_book *book, uint32_t node,
                     struct tabia_pos *pos)
{
    tabia_book_position(book, tabia_node_position(book, node), pos);
    pos->castling = usual_rights(pos);
    pos->halfmove = 0;
    pos->fullmove = 1;
}

static bool find_states(struct writer *w)
{
    const uint32_t n = tabia_book_nodes(w->book);
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        node_pos(w->book, i, &pos);
        w->state_of[i] = openings_node(&w->states, &pos, w->err);
        if (w->state_of[i] == TABIA_NONE)
            return false;
    }
    return true;
}

static void *array(size_t count, size_t size)
{
    return calloc(count + 2, size);
}

static bool reserve_states(struct writer *w)
{
    const size_t n = w->states.nnodes;
    w->first_of = array(n, sizeof(*w->first_of));
    w->nodes_of = array(tabia_book_nodes(w->book), sizeof(*w->nodes_of));
    w->order = array(n, sizeof(*w->order));
    w->is_met = array(n, sizeof(*w->is_met));
    w->nincoming = array(n, sizeof(*w->nincoming));
    return (w->first_of && w->nodes_of && w->order && w->is_met &&
            w->nincoming) ||
           error_nomem(w->err);
}

/* Sorts the nodes by their states. */
static void group_nodes(struct writer *w)
{
    const uint32_t n = tabia_book_nodes(w->book);
    for (uint32_t i = 0; i < n; i++)
        w->first_of[w->state_of[i] + 2]++;
    for (size_t i = 2; i < w->states.nnodes + 2; i++)
        w->first_of[i] += w->first_of[i - 1];
    for (uint32_t i = 0; i < n; i++)
        w->nodes_of[w->first_of[w->state_of[i] + 1]++] = i;
}

static void clear(struct writer *w)
{
    free(w->state_of);
    free(w->first_of);
    free(w->nodes_of);
    free(w->order);
    free(w->is_met);
    free(w->nincoming);
    openings_clear(&w->states);
}

/* ---- moves ----------------------------------------------------------- */

/* Takes the double step away where the move does without. */
static bool make_plain(struct tabia_pos *pos, tabia_move mv)
{
    const uint8_t ep_file = pos->ep_file;
    pos->ep_file = TABIA_FILE_NONE;
    if (tabia_pos_is_legal(pos, mv))
        return true;
    pos->ep_file = ep_file;
    return tabia_pos_is_legal(pos, mv);
}

static struct reply *find_reply(struct reply *list, size_t n, tabia_move mv)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].mv == mv)
            return &list[i];
    return NULL;
}

/* Adds the moves of one occurrence to 'list', which has 'n' already. */
static size_t add_replies(const struct writer *w, uint32_t node,
                          struct reply list[TABIA_MOVES_MAX], size_t n)
{
    struct tabia_pos pos;
    uint32_t first, count;
    node_pos(w->book, node, &pos);
    tabia_node_edges(w->book, node, &first, &count);
    for (uint32_t edge = first; edge < first + count; edge++) {
        const tabia_move mv = tabia_edge_move(w->book, edge);
        const char *remark = tabia_edge_data(w->book, edge).remark;
        struct reply *known = find_reply(list, n, mv);
        if (known && !known->remark)
            known->remark = remark;
        else if (known && remark && strcmp(known->remark, remark) != 0)
            known->nother++;
        struct tabia_pos plain = pos;
        if (known || n == TABIA_MOVES_MAX || !make_plain(&plain, mv))
            continue;
        const uint32_t target = tabia_edge_target(w->book, edge);
        list[n++] = (struct reply){
            .mv = mv,
            .edge = edge,
            .target = w->state_of[target],
            .remark = remark,
            .pos = plain,
        };
    }
    return n;
}

static size_t get_replies(const struct writer *w, uint32_t state,
                          struct reply list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (uint32_t i = w->first_of[state]; i < w->first_of[state + 1]; i++)
        n = add_replies(w, w->nodes_of[i], list, n);
    return n;
}

/* ---- order ----------------------------------------------------------- */

/* Puts a state and all that it leads to at the end of the order. */
static void add_states(struct writer *w, uint32_t state, struct reply *list)
{
    uint32_t next = w->norder;
    w->is_met[state] = true;
    w->order[w->norder++] = state;
    for (; next < w->norder; next++) {
        const size_t n = get_replies(w, w->order[next], list);
        for (size_t i = 0; i < n; i++) {
            const uint32_t target = list[i].target;
            if (w->is_met[target])
                continue;
            w->is_met[target] = true;
            w->order[w->norder++] = target;
        }
    }
}

static void count_incoming(struct writer *w)
{
    for (uint32_t i = 0; i < tabia_book_edges(w->book); i++)
        w->nincoming[w->state_of[tabia_edge_target(w->book, i)]]++;
}

static uint32_t find_start(const struct writer *w)
{
    struct tabia_pos start, pos;
    tabia_pos_start(&start);
    for (uint32_t i = 0; i < w->states.nnodes; i++) {
        openings_node_pos(&w->states, i, &pos);
        if (tabia_pos_is_same(&pos, &start))
            return i;
    }
    return TABIA_NONE;
}

/* Which states a round of beginnings takes. */
enum round { NOT_LED_TO, WITH_MOVES, ALL };

static bool begins(const struct writer *w, uint32_t state, enum round round,
                   struct reply *list)
{
    if (w->is_met[state])
        return false;
    if (round == NOT_LED_TO && w->nincoming[state])
        return false;
    return round == ALL || get_replies(w, state, list) > 0;
}

static void find_order(struct writer *w, struct reply *list)
{
    const uint32_t start = find_start(w);
    count_incoming(w);
    if (start != TABIA_NONE && get_replies(w, start, list))
        add_states(w, start, list);
    for (int round = NOT_LED_TO; round <= ALL; round++)
        for (uint32_t i = 0; i < w->states.nnodes; i++)
            if (begins(w, i, (enum round)round, list))
                add_states(w, i, list);
}

/* ---- lines ----------------------------------------------------------- */

static void put_state(struct writer *w, const struct tabia_pos *pos)
{
    struct tabia_pos start;
    char fen[TABIA_FEN_SIZE];
    tabia_pos_start(&start);
    if (tabia_pos_is_same(pos, &start)) {
        sink_text(w->dst, "start");
        return;
    }
    tabia_pos_to_fen(pos, 0, fen);
    sink_text(w->dst, fen);
}

static bool is_space(char c)
{
    return (unsigned char)c <= ' ' || c == '\x7F';
}

/* Writes a text as one line without blanks at its ends. */
static bool put_flat(struct sink *dst, const char *text)
{
    size_t len = strlen(text);
    const size_t whole = len;
    while (len && is_space(text[len - 1]))
        len--;
    bool is_flat = len == whole && !(len && is_space(*text));
    while (len && is_space(*text))
        text++, len--;
    for (size_t i = 0; i < len; i++) {
        const bool is_plain =
            !is_space(text[i]) || text[i] == ' ' || text[i] == '\t';
        is_flat &= is_plain;
        sink_char(dst, is_plain ? text[i] : ' ');
    }
    return is_flat;
}

static bool is_empty(const char *text)
{
    while (*text && is_space(*text))
        text++;
    return !*text;
}

static void put_number(struct writer *w, const char *text, double value)
{
    char buf[OPENINGS_NUMBER_SIZE];
    double same;
    const bool is_kept =
        text &&
        openings_number((struct span){ text, text + strlen(text) }, &same);
    if (!is_kept)
        openings_print_number(value, buf);
    sink_text(w->dst, is_kept ? text : buf);
}

static void put_eval(struct writer *w, const struct tabia_eval *eval,
                     enum tabia_color turn)
{
    char buf[OPENINGS_EVAL_SIZE];
    struct tabia_eval same;
    const char *text = eval->text;
    const bool is_kept =
        text &&
        openings_eval((struct span){ text, text + strlen(text) }, turn, &same);
    if (!is_kept)
        openings_print_eval(eval, turn, buf);
    sink_text(w->dst, ", ");
    sink_text(w->dst, is_kept ? text : buf);
}

static bool is_same_eval(const struct tabia_eval *a, const struct tabia_eval *b)
{
    return a->kind == b->kind && a->value == b->value;
}

/* What the occurrences of a state say about it, the first of each. */
static struct tabia_node_data state_data(struct writer *w, uint32_t state)
{
    struct tabia_node_data all = { .has = 0 };
    for (uint32_t i = w->first_of[state]; i < w->first_of[state + 1]; i++) {
        const struct tabia_node_data data =
            tabia_node_data(w->book, w->nodes_of[i]);
        const unsigned more = data.has & ~all.has;
        if (more & 1u << TABIA_ATTR_PLACE)
            all.place = data.place;
        if (more & 1u << TABIA_ATTR_EVAL)
            all.eval = data.eval;
        else if (data.has & 1u << TABIA_ATTR_EVAL)
            w->nother_evals += !is_same_eval(&all.eval, &data.eval);
        all.has |= more;
    }
    return all;
}

/* Only a position line tells of a state without moves from or to it. */
static bool is_alone(const struct writer *w, uint32_t state)
{
    uint32_t nmoves = w->nincoming[state];
    for (uint32_t i = w->first_of[state]; i < w->first_of[state + 1]; i++) {
        uint32_t first, count;
        tabia_node_edges(w->book, w->nodes_of[i], &first, &count);
        nmoves += count;
    }
    return nmoves == 0;
}

static void put_position(struct writer *w, uint32_t state)
{
    const struct tabia_node_data data = state_data(w, state);
    const bool has_eval = data.has & 1u << TABIA_ATTR_EVAL;
    if (!(data.has & 1u << TABIA_ATTR_PLACE)) {
        w->nlost_evals += has_eval;
        w->nlost_states += is_alone(w, state);
        return;
    }
    struct tabia_pos pos;
    openings_node_pos(&w->states, state, &pos);
    put_state(w, &pos);
    sink_text(w->dst, " : ");
    put_number(w, data.place.x_text, data.place.x);
    sink_text(w->dst, ", ");
    put_number(w, data.place.y_text, data.place.y);
    if (has_eval)
        put_eval(w, &data.eval, (enum tabia_color)pos.turn);
    sink_char(w->dst, '\n');
}

static void put_transition(struct writer *w, const struct reply *reply)
{
    char san[TABIA_SAN_SIZE];
    if (reply->remark && !is_empty(reply->remark)) {
        sink_text(w->dst, "# ");
        w->nflat_remarks += !put_flat(w->dst, reply->remark);
        sink_char(w->dst, '\n');
    }
    w->nlost_remarks += reply->nother;
    w->nmoves++;
    tabia_san_print(&reply->pos, reply->mv, san);
    put_state(w, &reply->pos);
    sink_printf(w->dst, " -> %s\n", san);
}

/* ---- the head -------------------------------------------------------- */

/* Unless one is asked for, a book that knows its side keeps it. */
static bool get_version(const struct tabia_book *book,
                        const struct tabia_write_options *options, int *version,
                        struct tabia_error *err)
{
    const char *text = format_setting(options->settings, options->nsettings,
                                      "openings-version");
    *version = text || !tabia_book_text_find(book, "side") ? 4 : 5;
    if (!text || strcmp(text, "4") == 0 || strcmp(text, "4.0") == 0)
        return true;
    *version = 5;
    if (strcmp(text, "5") == 0 || strcmp(text, "5.0") == 0)
        return true;
    return error_set(err, TABIA_MISUSE,
                     "openings-version is 4 or 5, not '%.30s'", text);
}

static void put_head(struct writer *w, int version)
{
    const char *title = tabia_book_text_find(w->book, "title");
    const char *side = tabia_book_text_find(w->book, "side");
    sink_printf(w->dst, "v%d.0\n= ", version);
    const bool is_flat = put_flat(w->dst, title ? title : "Untitled");
    tabia_report_add(w->report, !is_flat, "title becomes one line");
    sink_char(w->dst, '\n');
    const bool is_black = side && strcmp(side, "black") == 0;
    if (version >= 5)
        sink_printf(w->dst, "%s\n", is_black ? "black" : "white");
    else
        tabia_report_add(w->report, side != NULL,
                         "side to practise is dropped (version 5 holds it)");
}

static void tell_losses(struct writer *w)
{
    format_loss(w->report, w->nlost_evals,
                "evaluation of a position without a place is dropped "
                "('tabia evaluate' gives it a place)",
                "evaluations of positions without a place are dropped "
                "('tabia evaluate' gives them places)");
    format_loss(w->report, w->nother_evals,
                "evaluation of a position that has another is dropped",
                "evaluations of a position that has another are dropped");
    format_loss(w->report, w->nlost_states,
                "position without moves and without a place is dropped",
                "positions without moves and without a place are dropped");
    format_loss(w->report, w->nlost_remarks,
                "comment on a move that has another is dropped",
                "comments on a move that has another are dropped");
    format_loss(w->report, w->nflat_remarks, "comment becomes one line",
                "comments become one line each");
    tabia_report_add(w->report, w->nmoves == 0,
                     "file without a transition, which readers refuse");
}

static void put_all(struct writer *w, struct reply *list)
{
    for (uint32_t i = 0; i < w->norder && sink_ok(w->dst); i++)
        put_position(w, w->order[i]);
    for (uint32_t i = 0; i < w->norder && sink_ok(w->dst); i++) {
        const size_t n = get_replies(w, w->order[i], list);
        for (size_t k = 0; k < n; k++)
            put_transition(w, &list[k]);
    }
    tell_losses(w);
}

bool openings_write(const struct tabia_book *book,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err)
{
    struct writer w = {
        .book = book,
        .dst = dst,
        .report = report,
        .err = err,
        .states = { .index = { .limit = UINT32_MAX / 2 } },
    };
    int version;
    if (!get_version(book, options, &version, err))
        return false;
    struct reply *list = array(TABIA_MOVES_MAX, sizeof(*list));
    w.state_of = array(tabia_book_nodes(book), sizeof(*w.state_of));
    bool is_done = list && w.state_of ? true : error_nomem(err);
    is_done = is_done && find_states(&w) && reserve_states(&w);
    if (is_done) {
        group_nodes(&w);
        find_order(&w, list);
        put_head(&w, version);
        put_all(&w, list);
    }
    free(list);
    clear(&w);
    return is_done && sink_ok(dst);
}
