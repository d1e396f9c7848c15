/*
 * review_games.c - games followed through the books
 *
 * A game is before the book, in it (at a node), at the end of it, or out of it
 * and perhaps coming back. As soon as nothing can change any more the rest of
 * the game is skipped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "chess/packed.h"
#include "pgn/pgn_internal.h"
#include "pgn/tags.h"
#include "study/review/review_internal.h"
#include "base/banned.h"

enum {
    GAMES_MAX = 1 << 28,
    MOVES_MAX = 1 << 30,
    BATCH_MAX = 1 << 30,
    STOP_GAMES = 64, // between two looks at whether to stop
};

enum review_stage {
    STAGE_BEFORE_BOOK,
    STAGE_IN_BOOK,
    STAGE_BOOK_ENDED,  // the book has
    STAGE_OUT_OF_BOOK, // may return
    STAGE_RETURNED,    // nothing is looked up any more
};

/* Why a game is not reviewed. */
enum review_skip { SKIP_NONE, SKIP_WHERE, SKIP_OTHERS, SKIP_SIDE };

enum { TAG_WHITE, TAG_BLACK, TAG_DATE, TAG_EVENT, TAG_RESULT, NTAGS };
enum { NTEXTS = TAG_RESULT };

struct review_reader {
    const struct review *review;
    struct review_worker *worker;
    struct review_nodes *nodes; // of the game's side
    const struct game_reader_piece *piece;
    struct game_reader *reader;
    struct tabia_pgn *pgn;
    struct tabia_error *err;
    uint32_t line; // of the beginning of the piece; 0: not asked yet
    bool failed;   // the system did

    struct where_values values;
    struct tabia_pgn_text tags[NTAGS];
    struct review_game game;
    enum tabia_result result;
    enum review_stage stage;
    bool is_chosen; // the game is reviewed
    enum review_skip skip;
    unsigned ply;    // moves so far
    uint32_t node;   // in the book: the current position
    uint32_t serial; // of games
    uint32_t visited[REVIEW_PLIES_MAX];
    unsigned nvisited;
    size_t begin; // of the game in the text

    /* Where comments go: behind the move that left, and where it returned. */
    size_t left_at, returned_at, ended_at;
};

struct review_reader *review_reader_new(const struct review *review,
                                        struct review_worker *worker,
                                        struct tabia_error *err)
{
    struct review_reader *w = calloc(1, sizeof(*w));
    if (!w) {
        error_nomem(err);
        return NULL;
    }
    w->review = review;
    w->worker = worker;
    return w;
}

void review_reader_free(struct review_reader *w)
{
    if (w)
        where_values_clear(&w->values);
    free(w);
}

/* The error is there, or there is no memory. */
static enum tabia_pgn_flow review_reader_fail(struct review_reader *w)
{
    w->failed = true;
    if (!w->err->status)
        error_nomem(w->err);
    return TABIA_PGN_STOP;
}

/* ---- which game, and whose ------------------------------------------- */

static enum tabia_pgn_flow review_on_begin_game(void *ctx)
{
    struct review_reader *w = ctx;
    const struct review_options *o = &w->review->options;
    if (++w->serial % STOP_GAMES == 0 && o->is_stopped &&
        o->is_stopped(o->ctx)) {
        error_set(w->err, TABIA_ERR_STOPPED, "stopped");
        return review_reader_fail(w);
    }
    where_values_reset(&w->values);
    memset(w->tags, 0, sizeof(w->tags));
    w->result = TABIA_RESULT_NONE;
    w->is_chosen = false;
    w->skip = SKIP_NONE;
    w->ply = w->nvisited = 0;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow review_on_tag(void *ctx, struct tabia_pgn_text name,
                                         struct tabia_pgn_text value)
{
    static const char *const names[NTAGS] = {
        [TAG_WHITE] = "White", [TAG_BLACK] = "Black",   [TAG_DATE] = "Date",
        [TAG_EVENT] = "Event", [TAG_RESULT] = "Result",
    };
    struct review_reader *w = ctx;
    const struct where *where = w->review->options.where;
    if (where)
        where_set_tag(where, &w->values, name, value);
    for (int i = 0; i < NTAGS; i++)
        if (strlen(names[i]) == name.len &&
            memcmp(names[i], name.text, name.len) == 0) {
            w->tags[i] = value;
            break;
        }
    return TABIA_PGN_GO;
}

static bool is_named_player(const struct review_options *o,
                            struct tabia_pgn_text value)
{
    for (size_t i = 0; i < o->nplayers; i++)
        if (tags_is_player(value, o->players[i], strlen(o->players[i])))
            return true;
    return false;
}

/* My side, and whether the game is to be reviewed. */
static enum review_skip choose_side(const struct review_reader *w,
                                    enum tabia_side *side)
{
    const struct review *r = w->review;
    const struct review_options *o = &r->options;
    *side = r->side;
    if (!o->nplayers)
        return SKIP_NONE;
    unsigned mine = 0;
    if (is_named_player(o, w->tags[TAG_WHITE]))
        mine |= 1u << TABIA_SIDE_WHITE;
    if (is_named_player(o, w->tags[TAG_BLACK]))
        mine |= 1u << TABIA_SIDE_BLACK;
    if (!mine)
        return SKIP_OTHERS;
    mine &= r->served;
    if (o->side != TABIA_SIDE_BOTH)
        mine &= 1u << o->side;
    *side = mine & 1u << TABIA_SIDE_WHITE ? TABIA_SIDE_WHITE : TABIA_SIDE_BLACK;
    return mine ? SKIP_NONE : SKIP_SIDE;
}

/* The place of an error that a whole game has. */
static void locate_game(const struct review_reader *w)
{
    const uint8_t *text = w->piece->bytes.data;
    uint32_t line = w->reader ? game_reader_line(w->reader, w->piece) : 1;
    for (size_t i = 0; i < w->begin; i++)
        line += text[i] == '\n';
    w->err->line = line;
    w->err->col = 1;
    w->err->offset = w->piece->offset + w->begin;
    error_set_file(w->err, w->piece->name);
}

/* ---- following the book ---------------------------------------------- */

static inline bool review_reader_is_own(const struct review_reader *w,
                                        unsigned turn)
{
    return w->game.side == TABIA_SIDE_BOTH ||
           (w->game.side == TABIA_SIDE_WHITE) == (turn == TABIA_WHITE);
}

/* True if the book has moves here for whose turn it is. */
static inline bool has_moves(const struct review_reader *w, uint32_t node,
                             bool is_mine)
{
    if (node == REVIEW_NODE_NONE)
        return false;
    const struct review_node *n = &w->nodes->list[node];
    return is_mine ? n->nwanted > 0 : n->nmoves > 0;
}

/*
 * The node of a position that the book leads to, or that begins the game, in
 * 'node'; REVIEW_NODE_NONE if the book has ended there.
 */
static bool review_reader_enter_node(struct review_reader *w, uint32_t found,
                                     unsigned turn, uint32_t *node)
{
    const bool is_mine = review_reader_is_own(w, turn);
    bool is_in = has_moves(w, found, is_mine);
    if (!is_in && !is_mine && found != REVIEW_NODE_NONE &&
        !review_nodes_answers(w->nodes, found, &is_in, w->err))
        return false;
    *node = is_in ? found : REVIEW_NODE_NONE;
    return true;
}

/* Looks for a position of the book, where nothing leads to it. */
static bool meet_node(struct review_reader *w, const struct tabia_pos *pos,
                      uint32_t *node)
{
    if (!review_nodes_open(w->nodes, pos, false, node, w->err))
        return false;
    if (!has_moves(w, *node, review_reader_is_own(w, pos->turn)))
        *node = REVIEW_NODE_NONE;
    return true;
}

static enum tabia_pgn_flow review_on_begin_moves(void *ctx,
                                                 const struct tabia_pos *start)
{
    struct review_reader *w = ctx;
    const struct review *r = w->review;
    struct review_batch *b = &w->worker->batch;
    enum tabia_side side;
    bool is_match = true;
    if (r->options.where &&
        !where_match(r->options.where, &w->values, &is_match, w->err)) {
        locate_game(w);
        return review_reader_fail(w);
    }
    w->skip = is_match ? choose_side(w, &side) : SKIP_WHERE;
    if (w->skip != SKIP_NONE)
        return TABIA_PGN_SKIP;
    if (!VEC_RESERVE(b->moves, b->moves_room, b->nmoves + REVIEW_PLIES_MAX,
                     MOVES_MAX, w->err))
        return review_reader_fail(w);
    w->is_chosen = true;
    w->nodes = &w->worker->nodes[side];
    w->game = (struct review_game){
        .moves = (uint32_t)b->nmoves,
        .node = REVIEW_NODE_NONE,
        .entered = REVIEW_PLY_NONE,
        .left = REVIEW_PLY_NONE,
        .returned = REVIEW_PLY_NONE,
        .side = (uint8_t)side,
        .outcome = REVIEW_NEVER,
        .is_start = tabia_pos_is_same(start, &r->usual),
    };
    w->left_at = w->returned_at = w->ended_at = 0;
    if (!w->game.is_start)
        tabia_pos_pack(start, &w->game.start);
    uint32_t found;
    if (!review_nodes_open(w->nodes, start, w->game.is_start, &found, w->err) ||
        (found == REVIEW_NODE_NONE && !review_reader_is_own(w, start->turn) &&
         !review_nodes_open(w->nodes, start, true, &found, w->err)) ||
        !review_reader_enter_node(w, found, start->turn, &w->node))
        return review_reader_fail(w);
    w->stage = w->node == REVIEW_NODE_NONE ? STAGE_BEFORE_BOOK : STAGE_IN_BOOK;
    return TABIA_PGN_GO;
}

/* The next node in the book, by a move that the book has. */
static bool follow_move(struct review_reader *w, tabia_move mv,
                        const struct tabia_pos *pos, uint32_t *node)
{
    uint32_t next = review_nodes_move(w->nodes, w->node, mv)->next;
    if (next == REVIEW_NODE_UNOPENED) {
        if (!review_nodes_open(w->nodes, pos, true, &next, w->err))
            return false;
        // Opening may have moved the list.
        review_nodes_move(w->nodes, w->node, mv)->next = next;
    }
    return review_reader_enter_node(w, next, pos->turn, node);
}

/* The game leaves the book, or has come to its end, with the current move. */
static void leave_book(struct review_reader *w, enum review_outcome outcome,
                       unsigned mover, size_t at)
{
    w->game.outcome = (uint8_t)outcome;
    w->game.left = (uint16_t)(w->ply + 1);
    w->game.mover = (uint8_t)mover;
    w->left_at = at;
    w->stage = STAGE_OUT_OF_BOOK;
}

/* A move in the book. */
static bool follow_in_book(struct review_reader *w,
                           const struct tabia_pgn_move *move, size_t at)
{
    const unsigned mover = move->pos->turn ^ 1u;
    const struct review_move *known =
        review_nodes_move(w->nodes, w->node, move->move);
    const uint32_t from = w->node;
    uint32_t next = REVIEW_NODE_NONE;
    w->visited[w->nvisited++] = from;
    if (w->game.entered == REVIEW_PLY_NONE) {
        w->game.entered = (uint16_t)w->ply;
        w->game.outcome = REVIEW_COMPLETED; // unless it leaves
    }
    const bool is_mine = review_reader_is_own(w, mover);
    const bool is_book = known && (known->is_wanted || !is_mine);
    if (is_book ? !follow_move(w, move->move, move->pos, &next)
                : !known && !meet_node(w, move->pos, &next))
        return false;
    if (next != REVIEW_NODE_NONE) {
        w->node = next; // also by a transposition
    } else if (is_book) {
        w->stage = STAGE_BOOK_ENDED;
        w->ended_at = at;
    } else {
        w->game.node = from;
        leave_book(w, is_mine ? REVIEW_DEVIATION : REVIEW_GAP, mover, at);
    }
    return true;
}

/* Before the book or behind it: does this position belong to it? */
static bool follow_outside(struct review_reader *w, const struct tabia_pos *pos,
                           size_t at)
{
    uint32_t node;
    if (!meet_node(w, pos, &node))
        return false;
    if (node == REVIEW_NODE_NONE)
        return true;
    if (w->stage == STAGE_BEFORE_BOOK) {
        w->node = node;
        w->stage = STAGE_IN_BOOK;
    } else {
        w->game.returned = (uint16_t)(w->ply + 1);
        w->returned_at = at;
        w->stage = STAGE_RETURNED;
    }
    return true;
}

static enum tabia_pgn_flow review_on_move(void *ctx,
                                          const struct tabia_pgn_move *move)
{
    struct review_reader *w = ctx;
    const struct review_books *books = &w->review->books;
    const struct tabia_pos *pos = move->pos;
    const size_t at = (size_t)(move->san.text + move->san.len -
                               (const char *)w->piece->bytes.data);
    if (move->move == TABIA_MOVE_NONE)
        return TABIA_PGN_SKIP;
    const bool is_out =
        w->stage != STAGE_IN_BOOK && w->stage != STAGE_BOOK_ENDED;
    if (w->game.left == REVIEW_PLY_NONE ||
        w->ply < w->game.left - 1u + REVIEW_WENT_ON_MAX) {
        struct review_batch *b = &w->worker->batch;
        b->moves[b->nmoves + w->game.nmoves++] = move->move;
    } else if (w->stage == STAGE_RETURNED) {
        return TABIA_PGN_SKIP;
    }
    bool ok = true;
    if (w->stage == STAGE_IN_BOOK)
        ok = follow_in_book(w, move, at);
    else if (w->stage == STAGE_BOOK_ENDED)
        leave_book(w, REVIEW_COMPLETED, pos->turn ^ 1u, at);
    if (ok &&
        (w->stage == STAGE_BEFORE_BOOK || w->stage == STAGE_OUT_OF_BOOK) &&
        review_books_may_have(books, pos))
        ok = follow_outside(w, pos, at);
    if (!ok)
        return review_reader_fail(w);
    w->ply++;
    const unsigned most = (unsigned)w->review->options.max_ply;
    if (w->ply >= most ||
        (is_out &&
         w->ply >= (w->game.left == REVIEW_PLY_NONE ? 0u : w->game.left) +
                       REVIEW_WENT_ON_MAX &&
         __builtin_popcountll(pos->by_color[0] | pos->by_color[1]) <
             books->min_pieces))
        return TABIA_PGN_SKIP;
    return TABIA_PGN_GO;
}

static void review_on_result(void *ctx, enum tabia_result result)
{
    struct review_reader *w = ctx;
    w->result = result;
}

/* ---- the text with comments ------------------------------------------ */

/* Behind the annotations of the move that ends at 'at'. */
static size_t behind_annotations(struct tabia_bytes text, size_t at, size_t end)
{
    const char *s = (const char *)text.data;
    while (at < end && strchr("+#!?", s[at]) && s[at])
        at++;
    for (size_t next = at;;) {
        while (next < end && (s[next] == ' ' || s[next] == '\n' ||
                              s[next] == '\r' || s[next] == '\t'))
            next++;
        if (next >= end || s[next] != '$')
            return at;
        next++;
        while (next < end && s[next] >= '0' && s[next] <= '9')
            next++;
        at = next;
    }
}

/* Copies the text up to behind the move at 'at' and appends a comment. */
static size_t copy_up_to(struct review_reader *w, size_t from, size_t at,
                         size_t end, const char *comment)
{
    struct buf *out = &w->worker->batch.annotated;
    const char *s = (const char *)w->piece->bytes.data;
    const size_t to = behind_annotations(w->piece->bytes, at, end);
    if (!at || to < from)
        return from;
    buf_add(out, s + from, to - from);
    buf_addf(out, " {%s}", comment);
    if (to < end && s[to] != ' ' && s[to] != '\n' && s[to] != '\r')
        buf_add_char(out, ' ');
    return to;
}

/* "Left the book: 7...c5, 7...Be7" */
static void describe_departure(const struct review_reader *w, char *text,
                               size_t size)
{
    const bool is_gap = w->game.outcome == REVIEW_GAP;
    if (w->game.outcome == REVIEW_COMPLETED) {
        snprintf(text, size, "End of the book");
        return;
    }
    const struct review_node *n = &w->nodes->list[w->game.node];
    const struct tabia_pos pos = review_nodes_pos(w->nodes, w->game.node);
    struct tabia_pos start = w->review->usual;
    if (!w->game.is_start)
        packed_unpack_unchecked(&start, &w->game.start);
    const unsigned plies = w->game.left - 1u + start.turn;
    size_t len = (size_t)snprintf(text, size,
                                  is_gap ? "Not in the book" : "Left the book");
    const char *between = is_gap ? ", which has " : ": ";
    for (unsigned i = 0; i < n->nmoves; i++) {
        const struct review_move *m = &w->nodes->moves[n->first + i];
        char san[TABIA_SAN_SIZE];
        if ((!is_gap && !m->is_wanted) || len + 32 > size)
            continue;
        tabia_san_print(&pos, m->move, san);
        len += (size_t)snprintf(text + len, size - len, "%s%u%s%s", between,
                                start.fullmove + plies / 2,
                                pos.turn == TABIA_WHITE ? "." : "...", san);
        between = ", ";
    }
}

static void annotate_game(struct review_reader *w)
{
    const struct tabia_bytes text = w->piece->bytes;
    struct buf *out = &w->worker->batch.annotated;
    char comment[512];
    size_t at = w->begin, end = pgn_offset(w->pgn);
    while (end > at && strchr(" \t\r\n", (char)text.data[end - 1]) &&
           text.data[end - 1])
        end--;
    if (w->game.left != REVIEW_PLY_NONE) {
        describe_departure(w, comment, sizeof(comment));
        at = copy_up_to(w, at, w->ended_at ? w->ended_at : w->left_at, end,
                        comment);
        // A move may leave one part of the book and lead into another.
        at = copy_up_to(w, at, w->returned_at, end, "Back in the book");
    }
    buf_add(out, text.data + at, end - at);
    buf_add_text(out, "\n\n");
}

/* ---- the end of a game ----------------------------------------------- */

static void keep_texts(struct review_reader *w)
{
    struct buf *texts = &w->worker->batch.texts;
    w->game.text = (uint32_t)texts->size;
    for (int i = 0; i < NTEXTS; i++) {
        char text[TAGS_TEXT_MAX + 1];
        const size_t len = tags_copy_text(w->tags[i], text);
        for (size_t k = 0; k < len; k++) // for terminals
            if ((unsigned char)text[k] < ' ' || text[k] == 127)
                text[k] = ' ';
        text[len] = '\0';
        buf_add(texts, text, len + 1);
    }
}

static enum tabia_pgn_flow review_on_end_game(void *ctx, bool is_whole)
{
    struct review_reader *w = ctx;
    struct review_batch *b = &w->worker->batch;
    b->read++;
    b->broken += !is_whole;
    b->filtered += is_whole && !w->is_chosen;
    if (is_whole && !w->is_chosen) {
        b->others += w->skip == SKIP_OTHERS;
        b->other_side += w->skip == SKIP_SIDE;
    }
    if (!is_whole || !w->is_chosen)
        return TABIA_PGN_GO;
    for (unsigned i = 0; i < w->nvisited; i++) {
        struct review_node *node = &w->nodes->list[w->visited[i]];
        node->reached += node->game != w->serial;
        node->game = w->serial;
    }
    if (w->result == TABIA_RESULT_NONE || w->result == TABIA_RESULT_OPEN)
        w->result = tags_parse_result(w->tags[TAG_RESULT]);
    w->game.result = (uint8_t)w->result;
    w->game.nplies = (uint16_t)w->ply;
    w->game.offset = w->piece->offset + w->begin;
    w->game.length = pgn_offset(w->pgn) - w->begin;
    keep_texts(w);
    if (w->review->options.annotated)
        annotate_game(w);
    if (!VEC_RESERVE(b->games, b->games_room, b->ngames + 1, GAMES_MAX,
                     w->err) ||
        !VEC_RESERVE(b->numbers, b->numbers_room, b->ngames + 1, GAMES_MAX,
                     w->err))
        return review_reader_fail(w);
    b->numbers[b->ngames] = b->read;
    b->games[b->ngames++] = w->game;
    b->nmoves += w->game.nmoves;
    return TABIA_PGN_GO;
}

static bool review_on_problem(void *ctx, enum tabia_severity severity,
                              const struct tabia_error *err)
{
    struct review_reader *w = ctx;
    struct review_batch *b = &w->worker->batch;
    if (err->status == TABIA_ERR_NOMEM) {
        review_reader_fail(w);
        return false;
    }
    if (severity != TABIA_SEVERITY_ERROR)
        return true;
    b->nproblems_all++;
    if (b->nproblems == REVIEW_PROBLEMS_MAX)
        return true;
    if (!w->line)
        w->line = w->reader ? game_reader_line(w->reader, w->piece) : 1;
    struct tabia_error *problem = &b->problems[b->nproblems++];
    *problem = *err;
    problem->line += w->line - 1;
    return true;
}

/* ---- a text ---------------------------------------------------------- */

static void empty_batch(struct review_batch *b)
{
    b->ngames = b->nmoves = b->nproblems = 0;
    b->is_numbered = false;
    b->read = b->broken = b->filtered = b->nproblems_all = 0;
    b->others = b->other_side = 0;
    buf_reset(&b->texts);
    buf_reset(&b->annotated);
    b->texts.limit = b->annotated.limit = BATCH_MAX;
}

bool review_reader_read(struct review_reader *w,
                        const struct game_reader_piece *piece,
                        struct game_reader *reader, struct tabia_error *err)
{
    const struct tabia_pgn_visitor visitor = {
        .on_begin_game = review_on_begin_game,
        .on_tag = review_on_tag,
        .tags = w->review->tags,
        .on_begin_moves = review_on_begin_moves,
        .on_move = review_on_move,
        .on_result = review_on_result,
        .on_end_game = review_on_end_game,
        .on_problem = review_on_problem,
    };
    const struct tabia_pgn_options options = {
        .name = piece->name,
        .offset = piece->offset,
    };
    struct tabia_error failure = { 0 };
    struct review_batch *b = &w->worker->batch;
    empty_batch(b);
    w->piece = piece;
    w->reader = reader;
    w->err = &failure;
    w->line = 0;
    w->failed = false;
    w->pgn = tabia_pgn_open_bytes(piece->bytes, &options, &failure);
    if (!w->pgn && failure.status != TABIA_ERR_NOMEM) {
        // One that cannot be read at all, such as UTF-16, is one problem.
        review_on_problem(w, TABIA_SEVERITY_ERROR, &failure);
        return true;
    }
    while (w->pgn) {
        size_t at = pgn_offset(w->pgn); // or behind blanks
        while (at < piece->bytes.size &&
               strchr(" \t\r\n", (char)piece->bytes.data[at]) &&
               piece->bytes.data[at])
            at++;
        w->begin = at;
        if (!tabia_pgn_next(w->pgn, &visitor, w, NULL))
            break;
    }
    if (w->pgn && !w->failed && b->texts.failed)
        buf_error(&b->texts, &failure);
    else if (w->pgn && !w->failed && b->annotated.failed)
        buf_error(&b->annotated, &failure);
    tabia_pgn_close(w->pgn);
    w->pgn = NULL;
    return !failure.status || error_pass(err, &failure);
}
