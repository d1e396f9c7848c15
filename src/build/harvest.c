/*
 * harvest.c - the games of one chunk, read into events
 *
 * A position that comes again in a game counts once, with its last move. It
 * can only come again while no pawn moves and nothing is taken, so it is
 * looked for among as many plies back as the clock of those says.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "build/harvest_def.h"
#include "pgn/tags.h"

#include "base/banned.h"

enum { EVENTS_MAX = 1 << 30, DETAILS_MAX = 1 << 30 };

#define NO_EVENT UINT32_MAX

static enum tabia_pgn_answer on_tag(void *ctx, struct tabia_pgn_text name,
                                    struct tabia_pgn_text value)
{
    struct harvest_now *now = ctx;
    const struct harvest_rule *rule = now->h->rule;
    if (rule->where)
        where_set(rule->where, &now->values, name, value);
    harvest_set_tag(now, name, value);
    return TABIA_PGN_GO;
}

/* ---- the game -------------------------------------------------------- */

static enum tabia_pgn_answer fail(struct harvest_now *now)
{
    now->failed = true;
    error_nomem(now->err);
    return TABIA_PGN_STOP;
}

/* The error is there, and gets the line in which the game begins. */
static enum tabia_pgn_answer fail_at_game(struct harvest_now *now)
{
    const uint8_t *text = now->chunk->bytes.data;
    uint32_t line = feed_line(now->feed, now->chunk);
    for (size_t i = 0; i < now->begin; i++)
        line += text[i] == '\n';
    now->failed = true;
    if (now->err) {
        now->err->line = line;
        now->err->col = 1;
        now->err->offset = now->chunk->offset + now->begin;
        error_in_file(now->err, now->chunk->name);
    }
    return TABIA_PGN_STOP;
}

static enum tabia_pgn_answer on_begin_game(void *ctx)
{
    struct harvest_now *now = ctx;
    where_begin(&now->values);
    now->white = now->black = now->event = (struct tabia_pgn_text){ 0 };
    now->tag_result = now->result = TABIA_PGN_NO_RESULT;
    now->row = (struct tally_game){ 0 };
    now->first_event = now->h->nevents;
    now->first_root = now->h->nroots;
    now->is_left_out = now->is_chess960 = false;
    now->ply = 0;
    return TABIA_PGN_GO;
}

/* Do the castling rights go beyond those of orthodox chess? */
static bool castles_otherwise(const struct tabia_pos *pos)
{
    struct tabia_pos usual;
    tabia_pos_start(&usual);
    if (pos->castling & ~usual.castling)
        return true;
    for (unsigned color = TABIA_WHITE; color <= TABIA_BLACK; color++)
        if (pos->castling & pos->by_color[color] &&
            tabia_pos_king(pos, color) != tabia_pos_king(&usual, color))
            return true;
    return false;
}

static bool is_of_player(const struct harvest_now *now)
{
    const struct harvest_rule *rule = now->h->rule;
    const char *name = rule->player;
    const size_t len = strlen(name);
    return (rule->color != TABIA_BUILD_BLACK &&
            tags_is_player(now->white, name, len)) ||
           (rule->color != TABIA_BUILD_WHITE &&
            tags_is_player(now->black, name, len));
}

static bool is_wanted(const struct harvest_now *now,
                      const struct tabia_pos *start)
{
    const struct harvest_rule *rule = now->h->rule;
    if (rule->player && !is_of_player(now))
        return false;
    if (rule->variant == TABIA_BUILD_ANY)
        return true;
    const bool is_960 = now->is_chess960 || castles_otherwise(start);
    return is_960 == (rule->variant == TABIA_BUILD_CHESS960);
}

static inline struct tally_key key_of(const struct harvest_rule *rule,
                                      const struct tabia_pos *pos)
{
    if (rule->is_polyglot)
        return (struct tally_key){ .hi = tabia_pos_key(pos) };
    return tally_key(pos);
}

static inline bool is_counted(const struct harvest_rule *rule, unsigned ply,
                              unsigned turn)
{
    if (ply + 1 < rule->min_ply)
        return false;
    return rule->color == TABIA_BUILD_BOTH ||
           (rule->color == TABIA_BUILD_WHITE) == (turn == TABIA_WHITE);
}

/*
 * A store knows where games began; a book begins where the first move is
 * counted, since nothing leads there.
 */
static inline bool is_root(const struct harvest_now *now,
                           const struct tabia_pos *pos)
{
    const struct harvest_rule *rule = now->h->rule;
    return rule->wants_details || is_counted(rule, now->ply, pos->turn);
}

/*
 * Notes a root that differs from the one before; who adds up sees the rest.
 * The clocks begin with the game, whatever its FEN says.
 */
static bool note_root(struct harvest_now *now, const struct tabia_pos *start)
{
    struct harvest *h = now->h;
    now->is_rooted = true;
    if (now->has_root && tabia_pos_is_same(&now->root, start))
        return true;
    struct tabia_packed *roots =
        vec_grow(h->roots, &h->roots_room, h->nroots + 1, sizeof(*roots),
                 HARVEST_GAMES_MAX);
    if (!roots)
        return false;
    h->roots = roots;
    struct tabia_pos pos = tabia_pos_identity(start);
    pos.halfmove =
        start->halfmove < now->ply ? start->halfmove : (uint16_t)now->ply;
    pos.fullmove = (uint16_t)(start->fullmove - now->first_fullmove + 1);
    tabia_pos_pack(&pos, &roots[h->nroots++]);
    now->root = *start;
    now->has_root = true;
    return true;
}

static enum tabia_pgn_answer on_begin_moves(void *ctx,
                                            const struct tabia_pos *start)
{
    struct harvest_now *now = ctx;
    const struct harvest_rule *rule = now->h->rule;
    bool is_match = true;
    if (rule->where &&
        !where_match(rule->where, &now->values, &is_match, now->err))
        return fail_at_game(now);
    if (!is_match || !is_wanted(now, start)) {
        now->is_left_out = true;
        return TABIA_PGN_SKIP;
    }
    now->first_fullmove = start->fullmove;
    now->is_rooted = !rule->wants_roots;
    if (!now->is_rooted && is_root(now, start) && !note_root(now, start))
        return fail(now);
    now->key = key_of(rule, start);
    now->start = now->key.hi;
    now->window = 0;
    return TABIA_PGN_GO;
}

/* ---- moves ----------------------------------------------------------- */

/* The event of the same position earlier in the game, or NO_EVENT. */
static inline uint32_t find_earlier(const struct harvest_now *now)
{
    const unsigned ply = now->ply;
    const unsigned most = now->window < ply ? now->window : ply;
    for (unsigned back = 2; back <= most; back += 2)
        if (now->keys[ply - back] == now->key.hi)
            return now->places[ply - back];
    return NO_EVENT;
}

/* Adds the move that was played in the position of now->key. */
static inline void add_event(struct harvest_now *now, tabia_move mv,
                             unsigned turn)
{
    struct harvest *h = now->h;
    const unsigned ply = now->ply;
    uint32_t place = NO_EVENT;
    now->keys[ply] = now->key.hi;
    if (!h->rule->every_time)
        place = find_earlier(now);
    if (is_counted(h->rule, ply, turn)) {
        const uint16_t move = (uint16_t)(mv | (turn ? EVENT_BLACK : 0));
        if (place == NO_EVENT) {
            place = (uint32_t)h->nevents++;
            h->events[place] = (struct event){
                .hi = now->key.hi,
                .lo = now->key.lo,
                .value = (uint32_t)h->ngames,
            };
        }
        h->events[place].move = move; // the last one counts
    }
    now->places[ply] = place;
    now->moves[ply] = mv;
}

/* Makes room for all that a game can have at most. */
static inline bool has_room(struct harvest *h)
{
    if (LIKELY(h->events_room - h->nevents >= TABIA_BUILD_PLIES))
        return true;
    struct event *events =
        vec_grow(h->events, &h->events_room, h->nevents + TABIA_BUILD_PLIES,
                 sizeof(*events), EVENTS_MAX);
    if (events)
        h->events = events;
    return events;
}

/* A move beyond those counted tells only whether two games are the same. */
static enum tabia_pgn_answer add_print_move(struct harvest_now *now,
                                            tabia_move mv)
{
    if (!now->h->rule->wants_prints || mv == TABIA_MOVE_NONE ||
        now->ply >= TABIA_BUILD_PLIES)
        return TABIA_PGN_SKIP;
    now->moves[now->ply++] = mv;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer on_move(void *ctx,
                                     const struct tabia_pgn_move *move)
{
    struct harvest_now *now = ctx;
    const struct harvest_rule *rule = now->h->rule;
    if (UNLIKELY(move->mv == TABIA_MOVE_NONE || now->ply >= rule->max_ply))
        return add_print_move(now, move->mv);
    if (UNLIKELY(now->ply == 0 && !has_room(now->h)))
        return fail(now);
    add_event(now, move->mv, move->pos->turn ^ 1u);
    now->window = move->pos->halfmove;
    if (++now->ply >= rule->max_ply)
        return rule->wants_prints ? TABIA_PGN_GO : TABIA_PGN_SKIP;
    now->key = key_of(rule, move->pos);
    if (UNLIKELY(!now->is_rooted) && is_root(now, move->pos) &&
        !note_root(now, move->pos))
        return fail(now);
    return TABIA_PGN_GO;
}

static void on_result(void *ctx, enum tabia_pgn_result result)
{
    struct harvest_now *now = ctx;
    now->result = result;
}

/* ---- the end of a game ----------------------------------------------- */

/* Nothing of the game counts, not even where it began. */
static void forget_game(struct harvest_now *now)
{
    struct harvest *h = now->h;
    h->nevents = now->first_event;
    if (h->nroots > now->first_root)
        now->has_root = false;
    h->nroots = now->first_root;
}

static enum tabia_pgn_answer on_end_game(void *ctx, bool is_whole)
{
    struct harvest_now *now = ctx;
    struct harvest *h = now->h;
    h->read++;
    bool counts = false;
    if (!is_whole)
        h->broken++;
    else if (now->is_left_out)
        h->filtered++;
    else if (!harvest_find_result(now))
        h->unfinished++;
    else
        counts = true;
    if (!counts)
        forget_game(now);
    else if (!harvest_add_game(now))
        return fail(now);
    return TABIA_PGN_GO;
}

/* ---- problems -------------------------------------------------------- */

static enum tabia_pgn_answer on_problem(void *ctx, enum tabia_pgn_fault fault,
                                        const struct tabia_error *err)
{
    struct harvest_now *now = ctx;
    struct harvest *h = now->h;
    if (err->status == TABIA_NOMEM)
        return fail(now);
    if (fault != TABIA_PGN_ERROR || h->nproblems == TABIA_BUILD_PROBLEMS)
        return TABIA_PGN_GO;
    if (!now->line)
        now->line = feed_line(now->feed, now->chunk);
    struct tabia_error copy = *err;
    copy.line += now->line - 1;
    char *text = h->problems[h->nproblems++];
    tabia_error_format(&copy, "error", (struct tabia_bytes){ 0 }, text,
                       TABIA_BUILD_PROBLEM_SIZE);
    text[strcspn(text, "\n")] = '\0';
    return TABIA_PGN_GO;
}

/* ---- a chunk --------------------------------------------------------- */

bool harvest_init(struct harvest *h, const struct harvest_rule *rule,
                  struct tabia_error *err)
{
    *h = (struct harvest){
        .rule = rule,
        .now = calloc(1, sizeof(*h->now)),
        .details = { .limit = DETAILS_MAX },
    };
    return h->now || error_nomem(err);
}

void harvest_clear(struct harvest *h)
{
    free(h->events);
    free(h->rows);
    free(h->extents);
    free(h->prints);
    free(h->roots);
    free(h->values);
    if (h->now)
        where_clear(&h->now->values);
    free(h->now);
    buf_clear(&h->details);
    *h = (struct harvest){ 0 };
}

static void reset(struct harvest *h, const struct feed_chunk *chunk)
{
    h->chunk = chunk->number;
    h->nevents = h->ngames = h->nroots = h->nproblems = 0;
    h->read = h->filtered = h->unfinished = h->broken = h->repeated = 0;
    h->is_numbered = false;
    buf_reset(&h->details);
    memset(h->counts, 0, sizeof(h->counts));
}

/* The first byte of a game's text, at or behind 'at'. */
static size_t skip_blanks(struct tabia_bytes src, size_t at)
{
    while (at < src.size && (src.data[at] == ' ' || src.data[at] == '\n' ||
                             src.data[at] == '\r' || src.data[at] == '\t'))
        at++;
    return at;
}

bool harvest_read(struct harvest *h, struct feed *feed,
                  const struct feed_chunk *chunk, struct tabia_error *err)
{
    const struct tabia_pgn_visitor visitor = {
        .begin_game = on_begin_game,
        .tag = on_tag,
        .tags = h->rule->tags,
        .begin_moves = on_begin_moves,
        .move = on_move,
        .result = on_result,
        .end_game = on_end_game,
        .problem = on_problem,
    };
    const struct tabia_pgn_options options = {
        .name = chunk->name,
        .offset = chunk->offset,
    };
    struct harvest_now *now = h->now;
    reset(h, chunk);
    now->h = h;
    now->chunk = chunk;
    now->feed = feed;
    now->err = err;
    now->line = 0;
    now->failed = now->has_root = false;
    now->pgn = tabia_pgn_open(chunk->bytes, &options, err);
    if (!now->pgn)
        return false;
    do {
        now->begin = skip_blanks(chunk->bytes, tabia_pgn_tell(now->pgn));
    } while (tabia_pgn_next(now->pgn, &visitor, now));
    tabia_pgn_close(now->pgn);
    return !now->failed;
}
