/*
 * make_store.c - a store from games, in the most straightforward way
 *
 *     make_store GAMES.pgn OUT.tabia [BY [MAX_PLY]]
 *
 * Every move of every game becomes an event in memory; the events are sorted
 * by position and counted. BY is a mask: 1 rating, 2 speed, 4 month. Games
 * without a result, and those that are broken, are left out. For tests, which
 * compare it with what 'tabia build' makes, and for benchmarks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "io/input.h"
#include "io/output.h"
#include "pgn/pgn_internal.h"
#include "store/game_moves.h"
#include "store/store_unit.h"
#include "store/store_write.h"
#include "tabia/pgn.h"

enum { PLIES_MAX = STORE_PLIES_MAX, NAME_SIZE = TABIA_STORE_NAME_SIZE };

struct move_event {
    struct tally_key key;
    tabia_move move;
    uint32_t game;
    uint8_t turn;
};

struct shown {
    char text[3][NAME_SIZE];
    uint64_t offset, length;
    size_t first_move, nmoves;
};

struct maker {
    size_t max_ply;
    struct move_event *events;
    size_t nevents, events_room;
    struct tally_game *rows;
    size_t nrows, rows_room;
    struct shown *shown;
    size_t shown_room;
    struct tabia_pos *roots;
    size_t nroots, roots_room;
    tabia_move *moves; // of all games
    size_t nmoves, moves_room;

    /* The game that is being read. */
    struct tally_game row;
    struct shown here;
    struct tabia_pos start, pos;
    size_t first_event, nplies;
    bool is_whole;
};

static void *grow(void *data, size_t *room, size_t want, size_t size)
{
    void *more =
        want > *room ? vec_grow(data, room, want, size, SIZE_MAX / size) : data;
    if (!more) {
        fputs("make_store: out of memory\n", stderr);
        exit(3);
    }
    return more;
}

/* ---- tags ------------------------------------------------------------ */

static uint32_t read_date(const char *text)
{
    unsigned part[3] = { 0, 0, 0 };
    for (int i = 0; i < 3; i++) {
        char *end;
        part[i] = (unsigned)strtoul(text, &end, 10);
        if (end == text)
            end = strchr(text, '.');
        if (!end || *end != '.')
            break;
        text = end + 1;
    }
    return part[0] * 10000 + (part[1] <= 12 ? part[1] : 0) * 100 +
           (part[2] <= 31 ? part[2] : 0);
}

static uint8_t read_speed(const char *text)
{
    static const unsigned bounds[] = { 30, 180, 480, 1500, 21600 };
    char *end;
    if (strcmp(text, "-") == 0)
        return TABIA_SPEED_CORRESPONDENCE;
    unsigned long seconds = strtoul(text, &end, 10);
    if (end == text)
        return TABIA_SPEED_NONE;
    if (*end == '+')
        seconds += 40 * strtoul(end + 1, NULL, 10);
    uint8_t speed = TABIA_SPEED_ULTRABULLET;
    for (size_t i = 0; i < 5 && seconds >= bounds[i]; i++)
        speed++;
    return speed;
}

static bool is_tag(struct tabia_pgn_text name, const char *want)
{
    return name.len == strlen(want) && memcmp(name.text, want, name.len) == 0;
}

static enum tabia_pgn_flow tag(void *ctx, struct tabia_pgn_text name,
                               struct tabia_pgn_text value)
{
    struct maker *m = ctx;
    char text[NAME_SIZE];
    tabia_pgn_unescape(value, text, sizeof(text));
    if (is_tag(name, "White"))
        memcpy(m->here.text[0], text, sizeof(text));
    else if (is_tag(name, "Black"))
        memcpy(m->here.text[1], text, sizeof(text));
    else if (is_tag(name, "Event"))
        memcpy(m->here.text[2], text, sizeof(text));
    else if (is_tag(name, "WhiteElo"))
        m->row.ratings[0] = (uint16_t)strtoul(text, NULL, 10);
    else if (is_tag(name, "BlackElo"))
        m->row.ratings[1] = (uint16_t)strtoul(text, NULL, 10);
    else if (is_tag(name, "Date"))
        m->row.date = read_date(text);
    else if (is_tag(name, "TimeControl"))
        m->row.speed = read_speed(text);
    return TABIA_PGN_GO;
}

/* ---- moves ----------------------------------------------------------- */

static enum tabia_pgn_flow begin_moves(void *ctx, const struct tabia_pos *start)
{
    struct maker *m = ctx;
    m->start = m->pos = *start;
    return TABIA_PGN_GO;
}

/* A position that comes again counts with its last move. */
static enum tabia_pgn_flow move(void *ctx, const struct tabia_pgn_move *mv)
{
    struct maker *m = ctx;
    if (m->nplies++ >= m->max_ply || mv->move == TABIA_MOVE_NONE)
        return TABIA_PGN_SKIP;
    m->moves = grow(m->moves, &m->moves_room, m->nmoves + 1, sizeof(*m->moves));
    m->moves[m->nmoves++] = mv->move;
    const struct move_event event = { .key = tally_key_of(&m->pos),
                                      .move = mv->move,
                                      .game = (uint32_t)m->nrows,
                                      .turn = m->pos.turn };
    m->pos = *mv->pos;
    for (size_t i = m->first_event; i < m->nevents; i++)
        if (tally_key_compare(m->events[i].key, event.key) == 0) {
            m->events[i].move = event.move;
            return TABIA_PGN_GO;
        }
    m->events = grow(m->events, &m->events_room, m->nevents + 1, sizeof(event));
    m->events[m->nevents++] = event;
    return TABIA_PGN_GO;
}

static void result(void *ctx, enum tabia_result result)
{
    static const int codes[] = { -1, 0, 2, 1, -1 };
    struct maker *m = ctx;
    m->is_whole = codes[result] >= 0;
    m->row.result = (uint8_t)(m->is_whole ? codes[result] : 0);
}

static uint32_t add_root(struct maker *m)
{
    const struct tabia_pos root = tabia_pos_identity(&m->start);
    for (size_t i = 0; i < m->nroots; i++)
        if (tabia_pos_is_same(&m->roots[i], &root))
            return (uint32_t)i;
    m->roots = grow(m->roots, &m->roots_room, m->nroots + 1, sizeof(*m->roots));
    m->roots[m->nroots] = root;
    return (uint32_t)m->nroots++;
}

static void read_games(struct maker *m, struct tabia_bytes bytes)
{
    const struct tabia_pgn_visitor visitor = {
        .on_tag = tag,
        .on_begin_moves = begin_moves,
        .on_move = move,
        .on_result = result,
    };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, NULL);
    for (;;) {
        m->row = (struct tally_game){ 0 };
        m->here = (struct shown){ .offset = pgn_offset(pgn) };
        m->first_event = m->nevents;
        m->here.first_move = m->nmoves;
        m->nplies = 0;
        m->is_whole = false;
        if (!tabia_pgn_next(pgn, &visitor, m, NULL))
            break;
        if (!m->is_whole) {
            m->nevents = m->first_event;
            m->nmoves = m->here.first_move;
            continue;
        }
        m->here.length = pgn_offset(pgn) - m->here.offset;
        m->here.nmoves = m->nmoves - m->here.first_move;
        m->row.root = add_root(m);
        m->rows = grow(m->rows, &m->rows_room, m->nrows + 1, sizeof(m->row));
        m->shown =
            grow(m->shown, &m->shown_room, m->nrows + 1, sizeof(m->here));
        m->rows[m->nrows] = m->row;
        m->shown[m->nrows++] = m->here;
    }
    tabia_pgn_close(pgn);
}

/* ---- the store ------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct move_event *x = a, *y = b;
    const int order = tally_key_compare(x->key, y->key);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

static bool write_positions(struct maker *m, const struct tally_rule *rule,
                            struct store_writer *w, struct tabia_error *err)
{
    struct store_unit *unit = store_unit_new(w, rule, err);
    tally_played *played = calloc(m->nevents + 1, sizeof(*played));
    bool is_done = unit && played;
    if (unit)
        store_unit_begin(unit, 0);
    for (size_t i = 0; is_done && i < m->nevents;) {
        const struct move_event *first = &m->events[i];
        size_t n = 0;
        for (; i < m->nevents &&
               tally_key_compare(m->events[i].key, first->key) == 0;
             i++)
            played[n++] =
                tally_played_make(m->events[i].game, m->events[i].move);
        is_done = store_unit_add(unit, first->key, first->turn, played, n, err);
    }
    is_done = is_done && store_unit_end(unit, err) &&
              store_writer_append(w, unit, err);
    store_unit_free(unit);
    free(played);
    return is_done;
}

/* The names of the games; then the games. */
static bool write_games(struct maker *m, bool are_named, struct store_writer *w,
                        struct tabia_error *err)
{
    bool is_done = true;
    for (size_t i = 0; is_done && i < m->nrows; i++) {
        const struct shown *shown = &m->shown[i];
        struct buf moves = { .limit = 1 << 16 };
        game_moves_encode(&m->roots[m->rows[i].root],
                          m->moves + shown->first_move, shown->nmoves, &moves);
        const struct store_game_detail detail = {
            .players = { shown->text[0], shown->text[1] },
            .event = shown->text[2],
            .offset = shown->offset,
            .length = shown->length,
            .nplies = (uint32_t)shown->nmoves,
            .moves = buf_bytes(&moves),
        };
        is_done = are_named
                      ? store_writer_add_game(w, &m->rows[i], &detail, err)
                      : store_writer_add_names(w, &detail, err);
        buf_clear(&moves);
    }
    return is_done;
}

static bool write_store(struct maker *m, const char *source, unsigned by,
                        struct sink *dst, struct tabia_error *err)
{
    const struct store_config config = {
        .rule = { .dimensions = by,
                  .max_ply =
                      m->max_ply < STORE_PLIES_MAX ? (unsigned)m->max_ply : 0 },
        .provenance = "{\"made\":\"by make_store\"}",
        .files = &source,
        .nfiles = 1,
        .roots = m->roots,
        .nroots = m->nroots,
    };
    struct store_writer *w = store_writer_new(dst, &config, err);
    bool is_done =
        w && write_games(m, false, w, err) && write_games(m, true, w, err);
    const struct tally_rule rule = { by, { m->rows, m->nrows } };
    is_done = is_done && write_positions(m, &rule, w, err) &&
              store_writer_end(w, err);
    store_writer_free(w);
    return is_done;
}

int main(int argc, char **argv)
{
    struct tabia_error err = { 0 };
    struct maker m = { .max_ply = PLIES_MAX };
    struct input in;
    struct output out;
    if (argc < 3) {
        fputs("usage: make_store GAMES.pgn OUT.tabia [BY [MAX_PLY]]\n", stderr);
        return 2;
    }
    const unsigned by = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    if (argc > 4)
        m.max_ply = strtoul(argv[4], NULL, 10);
    bool is_done = input_open(&in, argv[1], NULL, &err);
    if (is_done) {
        const struct output_options how = { .force = true };
        read_games(&m, in.bytes);
        qsort(m.events, m.nevents, sizeof(*m.events), compare);
        is_done = output_open(&out, argv[2], &how, &err);
        if (is_done) {
            struct sink dst = output_sink(&out, &err);
            is_done = write_store(&m, argv[1], by, &dst, &err) &&
                      output_finish(&out, &err);
        }
        input_close(&in);
    }
    if (!is_done)
        fprintf(stderr, "make_store: %s\n", err.msg);
    free(m.events);
    free(m.rows);
    free(m.shown);
    free(m.roots);
    free(m.moves);
    return is_done ? 0 : 1;
}
