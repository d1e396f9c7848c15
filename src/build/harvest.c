/*
 * harvest.c - the games of one chunk, read into events
 *
 * A position that comes again in a game counts once, with its last move. It
 * can only come again while no pawn moves and nothing is taken, so it is
 * looked for among as many plies back as the clock of those says.
 */
#include "build/harvest.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/error.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "build/details.h"
#include "pgn/tags.h"

#include "base/banned.h"

enum {
    EVENTS_MAX = 1 << 30,
    GAMES_MAX = 1 << 28,
    DETAILS_MAX = 1 << 30,
    TEXT_MAX = 255, // bytes of a name that are kept
};

/* The game that is being read. */
struct harvest_now {
    struct harvest *h;
    struct tabia_pgn *pgn;
    const struct feed_chunk *chunk;
    struct feed *feed;
    struct tabia_error *err;
    uint32_t line; // of the chunk's beginning; 0: not asked yet
    bool failed;   // the system did

    struct where_values values;
    struct tabia_pgn_text white, black, event;
    enum tabia_pgn_result tag_result, result;
    struct tally_game row;
    size_t begin;          // of the text in the chunk
    size_t first_event;    // of the game
    bool is_left_out;      // not asked for
    bool is_chess960;      // a tag says so
    struct tabia_pos root; // that was noted last
    bool has_root;

    uint64_t start;                     // the key of the first position
    unsigned ply;                       // moves so far
    struct tally_key key;               // of the position before the next one
    uint64_t keys[TABIA_BUILD_PLIES];   // before each move
    uint32_t places[TABIA_BUILD_PLIES]; // of their events; NO_EVENT: none
    uint16_t moves[TABIA_BUILD_PLIES];  // for the print
    unsigned window; // plies since the last pawn move or capture
};

#define NO_EVENT UINT32_MAX

/* ---- tags ------------------------------------------------------------ */

enum tag {
    TAG_NONE,
    TAG_WHITE,
    TAG_BLACK,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_DATE,
    TAG_UTC_DATE,
    TAG_RESULT,
    TAG_TIME_CONTROL,
    TAG_EVENT,
    TAG_VARIANT,
};

static const struct {
    const char *name;
    enum tag tag;
} tag_names[] = {
    { "White", TAG_WHITE },        { "Black", TAG_BLACK },
    { "WhiteElo", TAG_WHITE_ELO }, { "BlackElo", TAG_BLACK_ELO },
    { "Date", TAG_DATE },          { "UTCDate", TAG_UTC_DATE },
    { "Result", TAG_RESULT },      { "TimeControl", TAG_TIME_CONTROL },
    { "Event", TAG_EVENT },        { "Variant", TAG_VARIANT },
};

static enum tag find_tag(struct tabia_pgn_text name)
{
    for (size_t i = 0; i < COUNT_OF(tag_names); i++)
        if (strlen(tag_names[i].name) == name.len &&
            memcmp(tag_names[i].name, name.text, name.len) == 0)
            return tag_names[i].tag;
    return TAG_NONE;
}

/* "Casual blitz game", as Lichess names what is not rated. */
static bool is_casual(struct tabia_pgn_text event)
{
    static const char word[] = "Casual ";
    const size_t len = sizeof(word) - 1;
    return event.len >= len && memcmp(event.text, word, len) == 0;
}

/* Chess960 in its many names: they all have 960, or "fischer". */
static bool says_chess960(struct tabia_pgn_text value)
{
    static const char *const words[] = { "960", "fischer", "frc" };
    for (size_t w = 0; w < COUNT_OF(words); w++) {
        const size_t len = strlen(words[w]);
        for (size_t i = 0; i + len <= value.len; i++) {
            size_t k = 0;
            while (k < len && tags_lower(value.text[i + k]) == words[w][k])
                k++;
            if (k == len)
                return true;
        }
    }
    return false;
}

static void set_tag(struct harvest_now *now, enum tag tag,
                    struct tabia_pgn_text value)
{
    switch (tag) {
    case TAG_WHITE:
        now->white = value;
        break;
    case TAG_BLACK:
        now->black = value;
        break;
    case TAG_WHITE_ELO:
        now->row.rating[TABIA_WHITE] = (uint16_t)tags_elo(value);
        break;
    case TAG_BLACK_ELO:
        now->row.rating[TABIA_BLACK] = (uint16_t)tags_elo(value);
        break;
    case TAG_DATE:
    case TAG_UTC_DATE: // some files have only this one
        if (!now->row.date)
            now->row.date = tags_parse_date(value);
        break;
    case TAG_RESULT:
        now->tag_result = tags_result(value);
        break;
    case TAG_TIME_CONTROL:
        now->row.speed = (uint8_t)tags_parse_speed(value);
        break;
    case TAG_EVENT:
        now->event = value;
        now->row.flags = is_casual(value) ? TALLY_CASUAL : 0;
        break;
    case TAG_VARIANT:
        now->is_chess960 = says_chess960(value);
        break;
    case TAG_NONE:
        break;
    }
}

static enum tabia_pgn_answer on_tag(void *ctx, struct tabia_pgn_text name,
                                    struct tabia_pgn_text value)
{
    struct harvest_now *now = ctx;
    const struct harvest_rule *rule = now->h->rule;
    if (rule->where)
        where_set(rule->where, &now->values, name, value);
    set_tag(now, find_tag(name), value);
    return TABIA_PGN_GO;
}

/* ---- the game -------------------------------------------------------- */

static enum tabia_pgn_answer fail(struct harvest_now *now)
{
    now->failed = true;
    error_nomem(now->err);
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
    if (rule->where && !where_match(rule->where, &now->values))
        return false;
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

/* Notes a start that differs from the one before; who adds up sees the rest. */
static bool note_root(struct harvest_now *now, const struct tabia_pos *start)
{
    struct harvest *h = now->h;
    if (now->has_root && tabia_pos_is_same(&now->root, start))
        return true;
    struct tabia_packed *roots =
        vec_grow(h->roots, &h->roots_room, h->nroots + 1, sizeof(*roots),
                 GAMES_MAX);
    if (!roots)
        return false;
    h->roots = roots;
    struct tabia_pos pos = tabia_pos_identity(start);
    pos.halfmove = 0; // the clocks of games tell no positions apart
    pos.fullmove = 1;
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
    if (!is_wanted(now, start)) {
        now->is_left_out = true;
        return TABIA_PGN_SKIP;
    }
    if (rule->wants_roots && !note_root(now, start))
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

static inline bool is_counted(const struct harvest_rule *rule, unsigned ply,
                              unsigned turn)
{
    if (ply + 1 < rule->min_ply)
        return false;
    return rule->color == TABIA_BUILD_BOTH ||
           (rule->color == TABIA_BUILD_WHITE) == (turn == TABIA_WHITE);
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
    return TABIA_PGN_GO;
}

static void on_result(void *ctx, enum tabia_pgn_result result)
{
    struct harvest_now *now = ctx;
    now->result = result;
}

/* ---- the end of a game ----------------------------------------------- */

/*
 * Copies a tag's value as UTF-8, cut to TEXT_MAX bytes; "?" is no name.
 * Returns the length.
 */
static size_t copy_text(struct tabia_pgn_text value, char dst[TEXT_MAX])
{
    char text[TEXT_MAX + 1];
    const size_t whole = tabia_pgn_unescape(value, text, sizeof(text));
    const size_t len = whole < TEXT_MAX ? whole : TEXT_MAX;
    if (utf8_is_valid(text, utf8_cut(text, len, len))) {
        const size_t cut = utf8_valid_prefix(text, len);
        memcpy(dst, text, cut);
        return cut;
    }
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char code[UTF8_MAX];
        const size_t size =
            utf8_encode(utf8_from_cp1252((uint8_t)text[i]), code);
        if (n + size > TEXT_MAX)
            break;
        memcpy(dst + n, code, size);
        n += size;
    }
    return n;
}

static void add_details(struct harvest_now *now)
{
    const struct tabia_pgn_text values[3] = { now->white, now->black,
                                              now->event };
    char room[3][TEXT_MAX];
    const char *texts[3];
    size_t lens[3];
    for (size_t i = 0; i < 3; i++) {
        lens[i] = copy_text(values[i], room[i]);
        for (size_t k = 0; k < lens[i]; k++) // a NUL would end the text
            if (!room[i][k])
                room[i][k] = ' ';
        texts[i] = room[i];
    }
    const size_t end = tabia_pgn_tell(now->pgn);
    details_add(&now->h->details, texts, lens, now->chunk->file,
                now->chunk->offset + now->begin, (uint32_t)(end - now->begin));
}

/* All that makes two games the same. */
struct same {
    char names[2][TEXT_MAX]; // without blanks and case, as players are told
    uint32_t date;
    uint64_t start; // key
    uint16_t moves[TABIA_BUILD_PLIES];
};

static void fold_name(struct tabia_pgn_text value, char dst[TEXT_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < value.len && n < TEXT_MAX; i++) {
        const char c = tags_byte(value, &i);
        if (c != ' ')
            dst[n++] = tags_lower(c);
    }
}

static bool add_print(struct harvest_now *now)
{
    struct harvest *h = now->h;
    struct harvest_print *prints =
        vec_grow(h->prints, &h->prints_room, h->ngames + 1, sizeof(*prints),
                 GAMES_MAX);
    if (!prints)
        return false;
    h->prints = prints;
    struct same same;
    memset(&same, 0, offsetof(struct same, moves)); // the gaps, too
    fold_name(now->white, same.names[0]);
    fold_name(now->black, same.names[1]);
    same.date = now->row.date;
    same.start = now->start;
    memcpy(same.moves, now->moves, now->ply * sizeof(now->moves[0]));
    const XXH128_hash_t hash = XXH3_128bits(
        &same, offsetof(struct same, moves) + now->ply * sizeof(same.moves[0]));
    prints[h->ngames] = (struct harvest_print){ hash.low64, hash.high64 };
    return true;
}

/* False: the game has no result that counts. */
static bool find_result(struct harvest_now *now)
{
    enum tabia_pgn_result result = now->result;
    if (now->h->rule->open_is_draw)
        result = now->tag_result; // as PolyGlot does
    else if (result == TABIA_PGN_NO_RESULT || result == TABIA_PGN_OPEN)
        result = now->tag_result;
    switch (result) {
    case TABIA_PGN_WHITE_WINS:
        now->row.result = 0;
        return true;
    case TABIA_PGN_DRAW:
        now->row.result = 1;
        return true;
    case TABIA_PGN_BLACK_WINS:
        now->row.result = 2;
        return true;
    default:
        now->row.result = 1;
        break;
    }
    return now->h->rule->open_is_draw;
}

/* Makes room for one more game. */
static bool has_game_room(struct harvest *h)
{
    const size_t n = h->ngames + 1;
    struct tally_game *rows =
        vec_grow(h->rows, &h->rows_room, n, sizeof(*rows), GAMES_MAX);
    if (rows)
        h->rows = rows;
    struct harvest_extent *extents =
        vec_grow(h->extents, &h->extents_room, n, sizeof(*extents), GAMES_MAX);
    if (extents)
        h->extents = extents;
    return rows && extents;
}

static bool add_game(struct harvest_now *now)
{
    struct harvest *h = now->h;
    const size_t before = h->details.size;
    if (!has_game_room(h) || (h->rule->wants_prints && !add_print(now)))
        return false;
    if (h->rule->wants_details)
        add_details(now);
    h->rows[h->ngames] = now->row;
    h->extents[h->ngames++] = (struct harvest_extent){
        .events = (uint32_t)(h->nevents - now->first_event),
        .details = (uint32_t)(h->details.size - before),
    };
    return !h->details.failed;
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
    else if (!find_result(now))
        h->unfinished++;
    else
        counts = true;
    if (!counts)
        h->nevents = now->first_event;
    else if (!add_game(now))
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
