/*
 * chunk.c - the games of one chunk, read into events
 *
 * A position that recurs in a game is counted once, with its last move. It
 * can only recur while no pawn moves and nothing is captured, so it is looked
 * for among as many plies back as the clock of those says.
 */
#include "build/chunk.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "build/game_details.h"
#include "chess/pos.h"
#include "pgn/pgn_internal.h"
#include "pgn/tags.h"
#include "store/store_def.h"

#include "base/banned.h"

enum {
    GAMES_MAX = 1 << 28,
    EVENTS_MAX = 1 << 30,
    DETAILS_MAX = 1 << 30,
};

#define EVENT_NONE UINT32_MAX

/* The game that is being read. */
struct chunk_game {
    struct chunk *c;
    struct tabia_pgn *pgn;
    const struct game_reader_piece *piece;
    struct game_reader *reader;
    struct tabia_error *err;
    uint32_t line; // of the chunk's beginning; 0: not asked yet
    bool failed;   // the system did

    struct where_values values;
    struct tabia_pgn_text white, black, event;
    enum tabia_result tag_result, result;
    struct tally_game row;
    size_t begin;          // of the text in the piece
    size_t first_event;    // of the game
    size_t first_root;     // where its own would be
    bool is_filtered;      // not asked for
    bool is_chess960;      // a tag says so
    struct tabia_pos root; // that was noted last
    bool has_root;
    bool is_rooted;          // the game's own root is noted, or not wanted
    uint16_t first_fullmove; // of the game

    struct tabia_pos start_pos;           // the first position
    uint64_t start;                       // its key
    unsigned ply;                         // moves so far
    struct tally_key key;                 // of the position before the next one
    uint64_t keys[TABIA_BUILD_PLIES_MAX]; // before each move
    uint32_t
        event_at[TABIA_BUILD_PLIES_MAX];   // of their events; EVENT_NONE: none
    uint16_t moves[TABIA_BUILD_PLIES_MAX]; // for the fingerprint
    unsigned window; // plies since the last pawn move or capture
    char padding[POOL_PADDING_SIZE];
};

/* ---- what is kept of a game -------------------------------------------- */

/* Copies a tag's value; blanks take the place of NULs, which would end it. */
static void copy_text(struct tabia_pgn_text value, char dst[TAGS_TEXT_MAX + 1])
{
    const size_t n = tags_copy_text(value, dst);
    for (size_t i = 0; i < n; i++)
        dst[i] = dst[i] ? dst[i] : ' ';
    dst[n] = '\0';
}

/* All that makes two games the same. */
struct game_identity {
    char names[2][TAGS_TEXT_MAX]; // folded
    uint32_t date;
    uint64_t start; // key
    uint16_t moves[TABIA_BUILD_PLIES_MAX];
};

static bool add_fingerprint(struct chunk_game *game)
{
    struct chunk *c = game->c;
    if (!VEC_RESERVE(c->fingerprints, c->fingerprints_room, c->ngames + 1,
                     GAMES_MAX, NULL))
        return false;
    struct game_identity same;
    memset(&same, 0, offsetof(struct game_identity, moves)); // the gaps, too
    tags_fold_player(game->white, same.names[0]);
    tags_fold_player(game->black, same.names[1]);
    same.date = game->row.date;
    same.start = game->start;
    memcpy(same.moves, game->moves, game->ply * sizeof(game->moves[0]));
    const XXH128_hash_t hash =
        XXH3_128bits(&same, offsetof(struct game_identity, moves) +
                                game->ply * sizeof(same.moves[0]));
    c->fingerprints[c->ngames] =
        (struct fingerprint){ hash.low64, hash.high64 };
    return true;
}

/* Appends the details of a game; the chunk remembers a failure. */
static void put_details(struct chunk_game *game,
                        struct store_game_detail detail)
{
    struct chunk *c = game->c;
    detail.nplies = game->ply < c->rule->max_ply ? game->ply : c->rule->max_ply;
    game_details_put(&c->details, &detail, &game->start_pos, game->moves);
    game->row.root = (uint32_t)c->nroots - 1; // was noted last
}

static void put_tag_details(struct chunk_game *game)
{
    char white[TAGS_TEXT_MAX + 1], black[TAGS_TEXT_MAX + 1];
    char event[TAGS_TEXT_MAX + 1];
    copy_text(game->white, white);
    copy_text(game->black, black);
    copy_text(game->event, event);
    const struct store_game_detail detail = {
        .players = { white, black },
        .event = event,
        .file = game->piece->file,
        .offset = game->piece->offset + game->begin,
        .length = pgn_offset(game->pgn) - game->begin,
    };
    put_details(game, detail);
}

/*
 * Keeps the game: row, fingerprint, and the details behind 'before'. False for
 * want of memory.
 */
static bool keep_game(struct chunk_game *game, size_t before)
{
    struct chunk *c = game->c;
    if (!VEC_RESERVE(c->games, c->games_room, c->ngames + 1, GAMES_MAX, NULL) ||
        !VEC_RESERVE(c->extents, c->extents_room, c->ngames + 1, GAMES_MAX,
                     NULL) ||
        (c->rule->wants_fingerprints && !add_fingerprint(game)))
        return false;
    c->games[c->ngames] = game->row;
    c->extents[c->ngames++] = (struct chunk_extent){
        .events = (uint32_t)(c->nevents - game->first_event),
        .details = (uint32_t)(c->details.size - before),
    };
    return !c->details.failed;
}

/* ---- the game -------------------------------------------------------- */

enum chunk_tag {
    TAG_WHITE,
    TAG_BLACK,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_DATE,
    TAG_UTC_DATE,
    TAG_RESULT,
    TAG_CLOCK,
    TAG_EVENT,
    TAG_VARIANT,
    NTAGS
};

/* NTAGS: none that counts. */
static enum chunk_tag find_tag(struct tabia_pgn_text name)
{
    static const char *const names[NTAGS] = {
        [TAG_WHITE] = "White",        [TAG_BLACK] = "Black",
        [TAG_WHITE_ELO] = "WhiteElo", [TAG_BLACK_ELO] = "BlackElo",
        [TAG_DATE] = "Date",          [TAG_UTC_DATE] = "UTCDate",
        [TAG_RESULT] = "Result",      [TAG_CLOCK] = "TimeControl",
        [TAG_EVENT] = "Event",        [TAG_VARIANT] = "Variant",
    };
    enum chunk_tag tag = 0;
    while (tag < NTAGS && (strlen(names[tag]) != name.len ||
                           memcmp(names[tag], name.text, name.len) != 0))
        tag++;
    return tag;
}

static enum tabia_pgn_flow chunk_on_tag(void *ctx, struct tabia_pgn_text name,
                                        struct tabia_pgn_text value)
{
    // As Lichess names what is not rated: "Casual blitz game".
    static const char casual[] = "Casual ";
    struct chunk_game *game = ctx;
    const struct chunk_rule *rule = game->c->rule;
    if (rule->where)
        where_set_tag(rule->where, &game->values, name, value);
    switch (find_tag(name)) {
    case TAG_WHITE:
        game->white = value;
        break;
    case TAG_BLACK:
        game->black = value;
        break;
    case TAG_WHITE_ELO:
        game->row.ratings[TABIA_WHITE] = (uint16_t)tags_parse_elo(value);
        break;
    case TAG_BLACK_ELO:
        game->row.ratings[TABIA_BLACK] = (uint16_t)tags_parse_elo(value);
        break;
    case TAG_DATE:
    case TAG_UTC_DATE: // some files have only this one
        if (!game->row.date)
            game->row.date = tags_parse_date(value);
        break;
    case TAG_RESULT:
        game->tag_result = tags_parse_result(value);
        break;
    case TAG_CLOCK:
        game->row.speed = (uint8_t)tags_parse_speed(value);
        break;
    case TAG_EVENT:
        game->event = value;
        game->row.flags =
            value.len >= sizeof(casual) - 1 &&
                    memcmp(value.text, casual, sizeof(casual) - 1) == 0
                ? TALLY_CASUAL
                : 0;
        break;
    case TAG_VARIANT:
        game->is_chess960 = tags_is_chess960(value.text, value.len);
        break;
    case NTAGS:
        break;
    }
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow chunk_stop(struct chunk_game *game)
{
    game->failed = true;
    error_nomem(game->err);
    return TABIA_PGN_STOP;
}

static enum tabia_pgn_flow chunk_on_begin_game(void *ctx)
{
    struct chunk_game *game = ctx;
    where_values_reset(&game->values);
    game->white = game->black = game->event = (struct tabia_pgn_text){ 0 };
    game->tag_result = game->result = TABIA_RESULT_NONE;
    game->row = (struct tally_game){ 0 };
    game->first_event = game->c->nevents;
    game->first_root = game->c->nroots;
    game->is_filtered = game->is_chess960 = false;
    game->ply = 0;
    return TABIA_PGN_GO;
}

static bool chunk_is_wanted(const struct chunk_game *game,
                            const struct tabia_pos *start)
{
    const struct chunk_rule *rule = game->c->rule;
    const char *name = rule->player;
    const size_t len = name ? strlen(name) : 0;
    if (name &&
        !(rule->side != TABIA_SIDE_BLACK &&
          tags_is_player(game->white, name, len)) &&
        !(rule->side != TABIA_SIDE_WHITE &&
          tags_is_player(game->black, name, len)))
        return false;
    if (rule->variant == TABIA_BUILD_VARIANT_ANY)
        return true;
    // Rights to castle beyond those of orthodox chess mean the same.
    const bool is_960 =
        game->is_chess960 || pos_usual_rights(start) != start->castling;
    return is_960 == (rule->variant == TABIA_BUILD_VARIANT_CHESS960);
}

static inline struct tally_key chunk_key_of(const struct chunk_rule *rule,
                                            const struct tabia_pos *pos)
{
    if (rule->is_polyglot)
        return (struct tally_key){ .hi = tabia_pos_key(pos) };
    return tally_key_of(pos);
}

static inline bool is_counted(const struct chunk_rule *rule, unsigned ply,
                              unsigned turn)
{
    if (ply + 1 < rule->min_ply)
        return false;
    return rule->side == TABIA_SIDE_BOTH ||
           (rule->side == TABIA_SIDE_WHITE) == (turn == TABIA_WHITE);
}

/*
 * A store knows where games began; a book begins where the first move is
 * counted, since nothing leads there.
 */
static inline bool chunk_is_root(const struct chunk_game *game,
                                 const struct tabia_pos *pos)
{
    const struct chunk_rule *rule = game->c->rule;
    return rule->wants_details || is_counted(rule, game->ply, pos->turn);
}

/*
 * Notes a root that differs from the one before; who adds up sees the rest.
 * The clocks begin with the game, whatever its FEN says.
 */
static bool note_root(struct chunk_game *game, const struct tabia_pos *start)
{
    struct chunk *c = game->c;
    game->is_rooted = true;
    if (game->has_root && tabia_pos_is_same(&game->root, start))
        return true;
    if (!VEC_RESERVE(c->roots, c->roots_room, c->nroots + 1, GAMES_MAX, NULL))
        return false;
    struct tabia_pos pos = tabia_pos_identity(start);
    pos.halfmove =
        start->halfmove < game->ply ? start->halfmove : (uint16_t)game->ply;
    pos.fullmove = (uint16_t)(start->fullmove - game->first_fullmove + 1);
    tabia_pos_pack(&pos, &c->roots[c->nroots++]);
    game->root = *start;
    game->has_root = true;
    return true;
}

static enum tabia_pgn_flow chunk_on_begin_moves(void *ctx,
                                                const struct tabia_pos *start)
{
    struct chunk_game *game = ctx;
    const struct chunk_rule *rule = game->c->rule;
    bool is_match = true;
    if (rule->where &&
        !where_match(rule->where, &game->values, &is_match, game->err)) {
        // The error is there, and gets the line in which the game begins.
        const uint8_t *text = game->piece->bytes.data;
        uint32_t line = game_reader_line(game->reader, game->piece);
        for (size_t i = 0; i < game->begin; i++)
            line += text[i] == '\n';
        game->failed = true;
        if (game->err) {
            game->err->line = line;
            game->err->col = 1;
            game->err->offset = game->piece->offset + game->begin;
            error_in_file(game->err, game->piece->name);
        }
        return TABIA_PGN_STOP;
    }
    if (!is_match || !chunk_is_wanted(game, start)) {
        game->is_filtered = true;
        return TABIA_PGN_SKIP;
    }
    game->first_fullmove = start->fullmove;
    if (rule->wants_details) // as a root is kept: moves are coded from there
        game->start_pos = tabia_pos_identity(start);
    game->is_rooted = !rule->wants_roots;
    if (!game->is_rooted && chunk_is_root(game, start) &&
        !note_root(game, start))
        return chunk_stop(game);
    game->key = chunk_key_of(rule, start);
    game->start = game->key.hi;
    game->window = 0;
    return TABIA_PGN_GO;
}

/* ---- moves ----------------------------------------------------------- */

static enum tabia_pgn_flow chunk_on_move(void *ctx,
                                         const struct tabia_pgn_move *move)
{
    struct chunk_game *game = ctx;
    struct chunk *c = game->c;
    const struct chunk_rule *rule = c->rule;
    const unsigned ply = game->ply, turn = move->pos->turn ^ 1u;
    if (UNLIKELY(move->move == TABIA_MOVE_NONE || ply >= rule->max_ply)) {
        // Beyond those counted it is only for the fingerprint.
        if (!rule->wants_fingerprints || move->move == TABIA_MOVE_NONE ||
            ply >= TABIA_BUILD_PLIES_MAX)
            return TABIA_PGN_SKIP;
        game->moves[game->ply++] = move->move;
        return TABIA_PGN_GO;
    }
    if (UNLIKELY(
            ply == 0 && c->events_room - c->nevents < TABIA_BUILD_PLIES_MAX &&
            !VEC_RESERVE(c->events, c->events_room,
                         c->nevents + TABIA_BUILD_PLIES_MAX, EVENTS_MAX, NULL)))
        return chunk_stop(game);

    // The event of the same position earlier in the game, or a new one.
    uint32_t at = EVENT_NONE;
    const unsigned most = game->window < ply ? game->window : ply;
    game->keys[ply] = game->key.hi;
    for (unsigned back = 2; !rule->counts_repeats && back <= most; back += 2)
        if (game->keys[ply - back] == game->key.hi) {
            at = game->event_at[ply - back];
            break;
        }
    if (is_counted(rule, ply, turn)) {
        if (at == EVENT_NONE) {
            at = (uint32_t)c->nevents++;
            c->events[at] = (struct move_event){
                .hi = game->key.hi,
                .lo = game->key.lo,
                .value = (uint32_t)c->ngames,
            };
        }
        // The last move counts.
        c->events[at].move = (uint16_t)(move->move | (turn ? EVENT_BLACK : 0));
    }
    game->event_at[ply] = at;
    game->moves[ply] = move->move;

    game->window = move->pos->halfmove;
    if (++game->ply >= rule->max_ply)
        return rule->wants_fingerprints ? TABIA_PGN_GO : TABIA_PGN_SKIP;
    game->key = chunk_key_of(rule, move->pos);
    if (UNLIKELY(!game->is_rooted) && chunk_is_root(game, move->pos) &&
        !note_root(game, move->pos))
        return chunk_stop(game);
    return TABIA_PGN_GO;
}

static void chunk_on_result(void *ctx, enum tabia_result result)
{
    struct chunk_game *game = ctx;
    game->result = result;
}

/* ---- the end of a game ----------------------------------------------- */

static enum tabia_pgn_flow chunk_on_end_game(void *ctx, bool is_whole)
{
    struct chunk_game *game = ctx;
    struct chunk *c = game->c;
    enum tabia_result result = game->result;
    if (c->rule->open_is_draw || // as PolyGlot does
        result == TABIA_RESULT_NONE || result == TABIA_RESULT_OPEN)
        result = game->tag_result;
    game->row.result = result == TABIA_RESULT_WHITE   ? 0
                       : result == TABIA_RESULT_BLACK ? 2
                                                      : 1;
    const bool has_result =
        c->rule->open_is_draw || result == TABIA_RESULT_WHITE ||
        result == TABIA_RESULT_DRAW || result == TABIA_RESULT_BLACK;
    c->read++;
    if (is_whole && !game->is_filtered && has_result) {
        const size_t before = c->details.size;
        if (c->rule->wants_details)
            put_tag_details(game);
        return keep_game(game, before) ? TABIA_PGN_GO : chunk_stop(game);
    }
    if (!is_whole)
        c->broken++;
    else if (game->is_filtered)
        c->filtered++;
    else
        c->unfinished++;
    // Nothing of the game counts, not even where it began.
    c->nevents = game->first_event;
    if (c->nroots > game->first_root)
        game->has_root = false;
    c->nroots = game->first_root;
    return TABIA_PGN_GO;
}

/* ---- problems -------------------------------------------------------- */

static bool chunk_on_problem(void *ctx, enum tabia_severity severity,
                             const struct tabia_error *err)
{
    struct chunk_game *game = ctx;
    struct chunk *c = game->c;
    if (err->status == TABIA_ERR_NOMEM)
        return chunk_stop(game) == TABIA_PGN_GO;
    if (severity != TABIA_SEVERITY_ERROR ||
        c->problems.n == TABIA_BUILD_PROBLEMS_MAX)
        return true;
    if (!game->line)
        game->line = game_reader_line(game->reader, game->piece);
    struct tabia_error *problem = &c->problems.list[c->problems.n++];
    *problem = *err;
    problem->line += game->line - 1;
    return true;
}

/* ---- a chunk --------------------------------------------------------- */

bool chunk_init(struct chunk *c, const struct chunk_rule *rule,
                struct tabia_error *err)
{
    *c = (struct chunk){
        .rule = rule,
        .game = calloc(1, sizeof(*c->game)),
        .details = { .limit = DETAILS_MAX },
    };
    return c->game || error_nomem(err);
}

void chunk_clear(struct chunk *c)
{
    free(c->events);
    free(c->games);
    free(c->extents);
    free(c->fingerprints);
    free(c->roots);
    free(c->root_numbers);
    free(c->values);
    if (c->game)
        where_values_clear(&c->game->values);
    free(c->game);
    buf_clear(&c->details);
    *c = (struct chunk){ 0 };
}

static void start_chunk(struct chunk *c, uint64_t number)
{
    c->number = number;
    c->nevents = c->ngames = c->nroots = c->problems.n = 0;
    c->read = c->filtered = c->unfinished = c->broken = c->duplicates = 0;
    c->is_numbered = false;
    buf_reset(&c->details);
    memset(c->counts, 0, sizeof(c->counts));
    c->game->c = c;
    c->game->failed = c->game->has_root = false;
}

bool chunk_read_piece(struct chunk *c, struct game_reader *reader,
                      const struct game_reader_piece *piece,
                      struct tabia_error *err)
{
    const struct tabia_pgn_visitor visitor = {
        .on_begin_game = chunk_on_begin_game,
        .on_tag = chunk_on_tag,
        .tags = c->rule->tags,
        .on_begin_moves = chunk_on_begin_moves,
        .on_move = chunk_on_move,
        .on_result = chunk_on_result,
        .on_end_game = chunk_on_end_game,
        .on_problem = chunk_on_problem,
    };
    const struct tabia_pgn_options options = {
        .name = piece->name,
        .offset = piece->offset,
    };
    struct chunk_game *game = c->game;
    start_chunk(c, piece->number);
    game->piece = piece;
    game->reader = reader;
    game->err = err;
    game->line = 0;
    game->pgn = tabia_pgn_open_bytes(piece->bytes, &options, err);
    if (!game->pgn)
        return false;
    do {
        size_t at = pgn_offset(game->pgn); // or behind blanks
        while (at < piece->bytes.size &&
               (piece->bytes.data[at] == ' ' || piece->bytes.data[at] == '\n' ||
                piece->bytes.data[at] == '\r' || piece->bytes.data[at] == '\t'))
            at++;
        game->begin = at;
    } while (tabia_pgn_next(game->pgn, &visitor, game, NULL));
    tabia_pgn_close(game->pgn);
    return !game->failed;
}

/* ---- games of a store ------------------------------------------------- */

_Static_assert((int)TABIA_BUILD_PLIES_MAX == (int)STORE_PLIES_MAX,
               "a store has all plies that a build counts");

/* Replays a game by the rules, as a reader of PGN would report it. */
static bool replay_game(struct chunk_game *game,
                        const struct tabia_store *store, uint64_t number,
                        const uint32_t *file_numbers, struct tabia_error *err)
{
    struct chunk *c = game->c;
    struct tabia_store_game shown;
    struct tabia_pos pos;
    tabia_move moves[TABIA_BUILD_PLIES_MAX];
    size_t n;
    uint32_t file;
    chunk_on_begin_game(game);
    if (!store_get_game_row(store, number, &game->row, err) ||
        !tabia_store_get_game(store, number, &shown, err) ||
        !store_get_game_file(store, number, &file, err) ||
        !tabia_store_get_moves(store, number, &pos, moves,
                               TABIA_BUILD_PLIES_MAX, &n, err))
        return false;
    enum tabia_pgn_flow answer = chunk_on_begin_moves(game, &pos);
    for (size_t i = 0; i < n && answer == TABIA_PGN_GO; i++) {
        const struct tabia_pgn_move move = { .move = moves[i], .pos = &pos };
        tabia_pos_play(&pos, moves[i]);
        answer = chunk_on_move(game, &move);
    }
    const struct store_game_detail detail = {
        .players = { shown.players[0], shown.players[1] },
        .event = shown.event,
        .file = file_numbers[file],
        .offset = shown.offset,
        .length = shown.length,
    };
    const size_t before = c->details.size;
    c->read++;
    put_details(game, detail);
    return !game->failed && (keep_game(game, before) || error_nomem(err));
}

bool chunk_read_store(struct chunk *c, uint64_t number,
                      const struct tabia_store *store, uint64_t first,
                      uint64_t end, const uint32_t *file_numbers,
                      struct tabia_error *err)
{
    start_chunk(c, number);
    c->game->err = err;
    for (uint64_t i = first; i < end; i++)
        if (!replay_game(c->game, store, i, file_numbers, err))
            return false;
    return true;
}
