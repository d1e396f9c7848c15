/*
 * store_maker.c - small stores for tests
 */
#include "store_maker.h"
#include "store/store_internal.h"

#include "check.h"

#include <stdlib.h>

#include "store/game_moves.h"
#include "store/store_unit.h"
#include "store/store_write.h"
#include "tabia/source.h"

uint64_t made_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(0x2545F4914F6CDD1D) >> 16;
}

static unsigned below(struct made *made, unsigned n)
{
    return (unsigned)(made_random(&made->seed) % n);
}

static void make_row(struct made *made, struct tally_game *row)
{
    const uint32_t year = 2010 + below(made, 5), month = below(made, 13);
    memset(row, 0, sizeof(*row));
    row->date = year * 10000 + month * 100 + (month ? below(made, 29) : 0);
    if (below(made, 9) == 0)
        row->date = 0;
    for (int c = 0; c < 2; c++)
        row->ratings[c] =
            (uint16_t)(below(made, 6) ? 1000 + below(made, 1700) : 0);
    row->result = (uint8_t)below(made, 3);
    row->speed = (uint8_t)below(made, TABIA_SPEED_COUNT);
    row->flags = (uint8_t)below(made, 2);
}

/* A position that comes again in the game counts with its last move. */
static void add_event(struct made *made, size_t first,
                      const struct made_event *event)
{
    for (size_t i = first; i < made->nevents; i++)
        if (tally_key_compare(made->events[i].key, event->key) == 0) {
            made->events[i].move = event->move;
            return;
        }
    made->events[made->nevents++] = *event;
}

static void play_game(struct made *made, size_t game, size_t nplies)
{
    const size_t first = made->nevents;
    struct made_event event = { .game = game };
    tabia_pos_set_start(&event.pos);
    for (size_t ply = 0; ply < nplies; ply++) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&event.pos, list);
        if (n == 0)
            break;
        const size_t few = n < 3 ? n : 3;
        event.key = tally_key_of(&event.pos);
        event.move = list[(below(made, (unsigned)few) * 7) % n];
        add_event(made, first, &event);
        made->moves[game * nplies + made->lengths[game]++] = event.move;
        tabia_pos_play(&event.pos, event.move);
    }
}

static int compare_events(const void *a, const void *b)
{
    const struct made_event *x = a, *y = b;
    const int order = tally_key_compare(x->key, y->key);
    return order ? order : (x->game > y->game) - (x->game < y->game);
}

void made_games(struct made *made, uint64_t seed, size_t ngames, size_t nplies)
{
    memset(made, 0, sizeof(*made));
    made->seed = seed * 2654435761u + 99;
    made->ngames = ngames;
    made->rows = calloc(ngames, sizeof(*made->rows));
    made->events = calloc(ngames * nplies, sizeof(*made->events));
    made->moves = calloc(ngames * nplies, sizeof(*made->moves));
    made->lengths = calloc(ngames, sizeof(*made->lengths));
    made->nplies = nplies;
    assert_true(made->rows && made->events && made->moves && made->lengths);
    for (size_t i = 0; i < ngames; i++) {
        make_row(made, &made->rows[i]);
        play_game(made, i, nplies);
    }
    qsort(made->events, made->nevents, sizeof(*made->events), compare_events);
}

void made_free(struct made *made)
{
    free(made->rows);
    free(made->events);
    free(made->moves);
    free(made->lengths);
}

void made_names(size_t game, char white[32], char black[32], char event[32])
{
    snprintf(white, 32, "Wei\xc3\x9f %zu", game % 17);
    snprintf(black, 32, "Black %zu", game % 5);
    snprintf(event, 32, "Event %zu", game / 40);
}

/* The names of the games; then the games. */
static void write_games(const struct made *made, size_t first, size_t end,
                        bool are_named, struct store_writer *w)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    for (size_t i = first; i < end; i++) {
        char white[32], black[32], event[32];
        struct buf moves = { .limit = 1 << 16 };
        made_names(i, white, black, event);
        game_moves_encode(&start, made->moves + i * made->nplies,
                          made->lengths[i], &moves);
        const struct store_game_detail detail = {
            .players = { white, black },
            .event = event,
            .file = i % 2,
            .offset = 1000 * i,
            .length = 900 + i % 7,
            .nplies = (uint32_t)made->lengths[i],
            .moves = buf_bytes(&moves),
        };
        assert_true(
            are_named ? store_writer_add_game(w, &made->rows[i], &detail, NULL)
                      : store_writer_add_names(w, &detail, NULL));
        buf_clear(&moves);
    }
}

static void write_tallies(const struct made *made, size_t first, size_t end,
                          unsigned by, struct store_writer *w)
{
    const struct tally_rule rule = {
        .dimensions = by, .games = { made->rows + first, end - first }
    };
    struct store_unit *unit = store_unit_new(w, &rule, NULL);
    tally_played *played = calloc(made->nevents + 1, sizeof(*played));
    assert_true(unit && played);
    store_unit_begin(unit, 0);
    for (size_t i = 0; i < made->nevents;) {
        const struct made_event *event = &made->events[i];
        size_t n = 0;
        for (; i < made->nevents &&
               tally_key_compare(made->events[i].key, event->key) == 0;
             i++)
            if (made->events[i].game >= first && made->events[i].game < end)
                played[n++] = tally_played_make(made->events[i].game - first,
                                                made->events[i].move);
        if (n)
            assert_true(store_unit_add(unit, event->key, event->pos.turn,
                                       played, n, NULL));
    }
    assert_true(store_unit_end(unit, NULL));
    assert_true(store_writer_append(w, unit, NULL));
    store_unit_free(unit);
    free(played);
}

void made_store(const struct made *made, size_t first, size_t end, unsigned by,
                struct buf *out)
{
    static const char *const sources[] = { "one.pgn", "two.pgn" };
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct store_config config = {
        .rule.dimensions = by,
        .provenance = "{\"made\":\"for a test\"}",
        .files = sources,
        .nfiles = 2,
        .roots = &start,
        .nroots = 1,
    };
    struct sink dst = sink_to_buf(out, NULL);
    struct store_writer *w = store_writer_new(&dst, &config, NULL);
    assert_non_null(w);
    write_games(made, first, end, false, w);
    write_games(made, first, end, true, w);
    write_tallies(made, first, end, by, w);
    assert_true(store_writer_end(w, NULL));
    store_writer_free(w);
}

struct tabia_store *made_open(const struct buf *buf)
{
    struct tabia_error err = { 0 };
    struct tabia_store *store = store_open_bytes(buf_bytes(buf), NULL, &err);
    if (!store)
        fail_msg("%s", err.msg);
    return store;
}

void made_damage(struct buf *store)
{
    const size_t size = store->size;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < size; i++) {
        struct tabia_answer answer = { 0 };
        store->data[i] ^= 1;
        struct tabia_source *source =
            tabia_source_open_bytes(buf_bytes(store), NULL, NULL);
        const bool is_found =
            source && !tabia_source_find(source, &pos, NULL, &answer, NULL);
        tabia_answer_clear(&answer);
        tabia_source_close(source);
        if (is_found)
            return;
        store->data[i] ^= 1;
    }
    fail_msg("no byte is worth anything");
}
