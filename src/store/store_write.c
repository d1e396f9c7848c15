/*
 * store_write.c - a .tabia file from its games and positions
 *
 * Keys are as good as random, so the first few thousand of them show how many
 * positions there will be. From that follows how many bits of a key choose a
 * block; a look-up then needs no search for it.
 */
#include "store/store_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/utf8_repair.h"
#include "base/vec.h"
#include "store/name_set.h"
#include "store/store_def.h"
#include "store/store_evals.h"
#include "store/store_unit_def.h"
#include "store/varint.h"
#include "base/banned.h"

enum {
    SAMPLE = 4096,     // positions by which the number of blocks is chosen
    PLAYED_SHIFT = 36, // game and colour, in what is played by whom
};

#define BLOCK_LIMIT ((size_t)UINT32_MAX)

/* The index of a kind of blocks, as it grows. */
struct index_lines {
    struct store_index_line *list;
    size_t n, room;
};

/* Blocks by key: positions or evaluations. */
struct keyed_blocks {
    struct index_lines lines;
    struct store_shape shape;
    _Atomic bool has_shape;
    struct store_unit *rest; // what is in no block yet
    uint64_t rest_singles;   // of it, until the shape is chosen
    uint64_t rest_bodies;    // bytes of its bodies, until then
};

struct store_writer {
    struct sink *dst;
    const struct store_config *config;
    uint64_t start; // of the file, in what the sink has taken
    struct store_tail tail;
    struct index_lines roots, games, players, events;
    struct keyed_blocks positions, evaluations;
    struct store_directory_entry entries[STORE_ENTRIES_MAX];

    struct name_set player_names, event_names;
    bool are_names_sorted;
    char last_event[TABIA_STORE_NAME_SIZE];
    uint32_t last_event_number;
    uint64_t *played; // player << PLAYED_SHIFT | game << 1 | colour
    size_t nplayed, played_room;

    /* The block of games that is being filled. */
    uint64_t fields[STORE_BLOCK_GAMES][STORE_NFIELDS];
    unsigned nrows;
    struct buf moves, block;

    struct tally_key last_key;
    bool has_positions, failed;
};

static uint64_t current_offset(const struct store_writer *w)
{
    return w->dst->nbytes - w->start;
}

static bool writer_put(struct store_writer *w, const void *data, size_t size)
{
    if (!sink_write(w->dst, data, size))
        w->failed = true;
    return !w->failed;
}

static bool add_line(struct index_lines *lines,
                     const struct store_index_line *line,
                     struct tabia_error *err)
{
    if (!VEC_RESERVE(lines->list, lines->room, lines->n + 1, SIZE_MAX / 64,
                     err))
        return false;
    lines->list[lines->n++] = *line;
    return true;
}

/* Writes a block, the first 8 bytes of which are for its checksum. */
static bool put_block(struct store_writer *w, struct index_lines *lines,
                      unsigned kind, struct buf *block, const struct buf *more,
                      struct tabia_error *err)
{
    if (block->failed || (more && more->failed))
        return buf_error(block->failed ? block : more, err);
    const struct store_index_line line = { current_offset(w),
                                           (uint32_t)block->size,
                                           more ? (uint32_t)more->size : 0 };
    uint8_t *data = (uint8_t *)block->data;
    put_le64(data,
             store_checksum(data + STORE_SUM_SIZE, block->size - STORE_SUM_SIZE,
                            kind, lines->n));
    return writer_put(w, data, block->size) &&
           (!more || writer_put(w, more->data, more->size)) &&
           add_line(lines, &line, err);
}

/* Empties a block and makes room for its checksum. */
static void start_block(struct buf *block)
{
    static const uint8_t zero[STORE_SUM_SIZE];
    buf_reset(block);
    buf_add(block, zero, sizeof(zero));
}

/* A writer that has written nothing. */
static struct store_writer *new_writer(struct sink *dst,
                                       const struct store_config *config,
                                       struct tabia_error *err)
{
    struct store_writer *w = calloc(1, sizeof(*w));
    if (!w) {
        error_nomem(err);
        return NULL;
    }
    w->dst = dst;
    w->config = config;
    w->start = dst->nbytes;
    w->moves.limit = w->block.limit = BLOCK_LIMIT;
    w->positions.rest = store_unit_new(w, NULL, err);
    w->evaluations.rest = store_unit_new(w, NULL, err);
    if (w->positions.rest && w->evaluations.rest) {
        w->evaluations.rest->kind = STORE_SECTION_EVALUATIONS;
        return w;
    }
    store_writer_free(w);
    return NULL;
}

struct store_writer *store_writer_new(struct sink *dst,
                                      const struct store_config *config,
                                      struct tabia_error *err)
{
    struct store_writer *w = new_writer(dst, config, err);
    uint8_t front[STORE_FRONT_SIZE] = STORE_MAGIC;
    put_le32(front + STORE_SCHEMA_AT, STORE_SCHEMA);
    if (!w || writer_put(w, front, sizeof(front)))
        return w;
    store_writer_free(w);
    return NULL;
}

void store_writer_free(struct store_writer *w)
{
    if (!w)
        return;
    free(w->roots.list);
    free(w->games.list);
    free(w->positions.lines.list);
    free(w->evaluations.lines.list);
    free(w->players.list);
    free(w->events.list);
    name_set_clear(&w->player_names);
    name_set_clear(&w->event_names);
    free(w->played);
    buf_clear(&w->moves);
    buf_clear(&w->block);
    store_unit_free(w->positions.rest);
    store_unit_free(w->evaluations.rest);
    free(w);
}

const struct store_shape *store_writer_shape(const struct store_writer *w)
{
    return w->positions.has_shape ? &w->positions.shape : NULL;
}

struct body_rule store_writer_rule(const struct store_writer *w)
{
    return (struct body_rule){ .dimensions = w->config->rule.dimensions,
                               .first_date =
                                   tally_date_pack(w->tail.first_date) };
}

/* ---- games ----------------------------------------------------------- */

bool store_writer_add_names(struct store_writer *w,
                            const struct store_game_detail *detail,
                            struct tabia_error *err)
{
    const char *event = detail->event ? detail->event : "";
    if (w->are_names_sorted)
        return error_set(err, TABIA_ERR_MISUSE, "names come before games");
    for (size_t i = 0; i < 2; i++)
        if (!name_set_add(&w->player_names,
                          detail->players[i] ? detail->players[i] : "", err))
            return false;
    // Games of an event are mostly neighbours.
    if (w->event_names.n &&
        strncmp(event, w->last_event, sizeof(w->last_event)) == 0)
        return true;
    memset(w->last_event, 0, sizeof(w->last_event));
    memcpy(w->last_event, event, strnlen(event, sizeof(w->last_event) - 1));
    return name_set_add(&w->event_names, event, err);
}

static bool sort_names(struct store_writer *w, struct tabia_error *err)
{
    if (w->are_names_sorted)
        return true;
    w->are_names_sorted = true;
    w->last_event_number = HASHMAP_NONE;
    return name_set_sort(&w->player_names, err) &&
           name_set_sort(&w->event_names, err);
}

static uint32_t event_number(struct store_writer *w, const char *event)
{
    if (w->last_event_number == HASHMAP_NONE ||
        strncmp(event, w->last_event, sizeof(w->last_event)) != 0) {
        memset(w->last_event, 0, sizeof(w->last_event));
        memcpy(w->last_event, event, strnlen(event, sizeof(w->last_event) - 1));
        w->last_event_number = name_set_find(&w->event_names, event);
    }
    return w->last_event_number;
}

/* Writes the block of games: for each field its least value and its width. */
static bool end_games_block(struct store_writer *w, struct tabia_error *err)
{
    unsigned widths[STORE_NFIELDS];
    uint64_t bases[STORE_NFIELDS];
    if (w->nrows == 0)
        return true;
    start_block(&w->block);
    for (unsigned f = 0; f < STORE_NFIELDS; f++) {
        uint64_t least = w->fields[0][f], most = least;
        for (unsigned i = 1; i < w->nrows; i++) {
            const uint64_t value = w->fields[i][f];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        bases[f] = least;
        widths[f] = bits_width(most - least);
        varint_put(&w->block, least);
        buf_add_char(&w->block, (char)widths[f]);
    }
    struct bits_writer bits = { .out = &w->block };
    for (unsigned i = 0; i < w->nrows; i++)
        for (unsigned f = 0; f < STORE_NFIELDS; f++)
            bits_put_wide(&bits, w->fields[i][f] - bases[f], widths[f]);
    bits_end(&bits);
    if (w->moves.failed)
        return buf_error(&w->moves, err);
    buf_add(&w->block, buf_text(&w->moves), w->moves.size);
    buf_reset(&w->moves);
    w->nrows = 0;
    return put_block(w, &w->games, STORE_SECTION_GAMES, &w->block, NULL, err);
}

bool store_writer_add_game(struct store_writer *w, const struct tally_game *row,
                           const struct store_game_detail *detail,
                           struct tabia_error *err)
{
    if (!sort_names(w, err))
        return false;
    const uint64_t game = w->tail.games;
    const uint32_t white =
        name_set_find(&w->player_names,
                      detail->players[0] ? detail->players[0] : "");
    const uint32_t black =
        name_set_find(&w->player_names,
                      detail->players[1] ? detail->players[1] : "");
    const uint32_t event = event_number(w, detail->event ? detail->event : "");
    if (!(!w->has_positions && tally_game_is_valid(row) &&
          game < STORE_GAMES_MAX >> 12 && row->root < w->config->nroots &&
          white != HASHMAP_NONE && black != HASHMAP_NONE &&
          event != HASHMAP_NONE && detail->nplies <= STORE_PLIES_MAX &&
          detail->file < w->config->nfiles && detail->offset <= INT64_MAX &&
          detail->length <= INT64_MAX))
        return error_set(err, TABIA_ERR_MISUSE,
                         "a game that no store can hold");
    const uint64_t fields[STORE_NFIELDS] = {
        [STORE_FIELD_DATE] = tally_date_pack(row->date),
        [STORE_FIELD_WHITE_RATING] = row->ratings[0],
        [STORE_FIELD_BLACK_RATING] = row->ratings[1],
        [STORE_FIELD_RESULT] = row->result,
        [STORE_FIELD_SPEED] = row->speed,
        [STORE_FIELD_FLAGS] = row->flags,
        [STORE_FIELD_ROOT] = row->root,
        [STORE_FIELD_PLIES] = detail->nplies,
        [STORE_FIELD_MOVES] = w->moves.size,
        [STORE_FIELD_WHITE] = white,
        [STORE_FIELD_BLACK] = black,
        [STORE_FIELD_EVENT] = event,
        [STORE_FIELD_FILE] = detail->file,
        [STORE_FIELD_OFFSET] = detail->offset,
        [STORE_FIELD_LENGTH] = detail->length,
    };
    memcpy(w->fields[w->nrows++], fields, sizeof(fields));
    buf_add(&w->moves, detail->moves.data, detail->moves.size);
    if (!VEC_RESERVE(w->played, w->played_room, w->nplayed + 2, SIZE_MAX / 16,
                     err))
        return false;
    w->played[w->nplayed++] = (uint64_t)white << PLAYED_SHIFT | game << 1;
    w->played[w->nplayed++] = (uint64_t)black << PLAYED_SHIFT | game << 1 | 1;
    if (row->date && (!w->tail.first_date || row->date < w->tail.first_date))
        w->tail.first_date = row->date;
    if (row->date > w->tail.last_date)
        w->tail.last_date = row->date;
    w->tail.games++;
    return w->nrows < STORE_BLOCK_GAMES || end_games_block(w, err);
}

/* ---- names ----------------------------------------------------------- */

/* The lists of games of the players of a block, from 'at' on. */
static void put_played(struct store_writer *w, size_t first, size_t n,
                       size_t *at, struct buf *more)
{
    struct buf lists = { .limit = BLOCK_LIMIT };
    start_block(more);
    for (size_t i = first; i < first + n; i++) {
        uint64_t *list = w->played + *at;
        const size_t before = lists.size;
        size_t count = 0;
        while (*at < w->nplayed && w->played[*at] >> PLAYED_SHIFT == i) {
            list[count++] &= (UINT64_C(1) << PLAYED_SHIFT) - 1;
            ++*at;
        }
        if (count)
            body_put_list(list, count, &lists);
        varint_put(more, count);
        varint_put(more, lists.size - before);
    }
    buf_add(more, buf_text(&lists), lists.size);
    if (lists.failed) {
        more->failed = true;
        more->why = lists.why;
    }
    buf_clear(&lists);
    if (!more->failed)
        put_le64((uint8_t *)more->data,
                 store_checksum(more->data + STORE_SUM_SIZE,
                                more->size - STORE_SUM_SIZE,
                                STORE_SECTION_PLAYED, w->players.n));
}

static bool put_names(struct store_writer *w, const struct name_set *names,
                      struct index_lines *lines, unsigned kind,
                      struct tabia_error *err)
{
    struct buf more = { .limit = BLOCK_LIMIT };
    const bool has_games = kind == STORE_SECTION_PLAYERS;
    bool ok = true;
    size_t at = 0;
    for (size_t i = 0; ok && i < names->n; i += STORE_BLOCK_NAMES) {
        const size_t left = names->n - i;
        const size_t n = left < STORE_BLOCK_NAMES ? left : STORE_BLOCK_NAMES;
        const char *last = "";
        start_block(&w->block);
        for (size_t k = i; k < i + n; k++) {
            const char *name = name_set_text(names, k);
            size_t same = 0;
            while (name[same] && name[same] == last[same])
                same++;
            varint_put(&w->block, same);
            varint_put(&w->block, strlen(name) - same);
            buf_add_text(&w->block, name + same);
            last = name;
        }
        if (has_games)
            put_played(w, i, n, &at, &more);
        ok =
            put_block(w, lines, kind, &w->block, has_games ? &more : NULL, err);
    }
    buf_clear(&more);
    return ok;
}

static bool end_games(struct store_writer *w, struct tabia_error *err)
{
    if (w->has_positions)
        return true;
    w->has_positions = true;
    const bool ok =
        sort_names(w, err) && end_games_block(w, err) &&
        (!w->nplayed ||
         sort_radix(w->played, w->nplayed, sizeof(*w->played), 0, NULL, err)) &&
        put_names(w, &w->player_names, &w->players, STORE_SECTION_PLAYERS,
                  err) &&
        put_names(w, &w->event_names, &w->events, STORE_SECTION_EVENTS, err);
    free(w->played);
    w->played = NULL;
    return ok;
}

/* ---- positions ------------------------------------------------------- */

/* How many there are in all, by those so far when more will come. */
static uint64_t estimate(const struct store_unit *rest, uint64_t n, bool is_all)
{
    if (is_all || rest->nrecords == 0)
        return n;
    const uint64_t span = (rest->records[rest->nrecords - 1].hi >> 32) + 1;
    return (n << 32) / span;
}

static void choose_shape(const struct store_writer *w, struct keyed_blocks *k,
                         bool is_all)
{
    const uint64_t n = k->rest->nrecords, nsingles = k->rest_singles;
    if (k->has_shape || (!is_all && n < SAMPLE))
        return;
    const uint64_t nshared = estimate(k->rest, n - nsingles, is_all);
    const uint64_t nbodies = estimate(k->rest, k->rest_bodies, is_all);
    k->shape = k == &w->evaluations
                   ? store_shape_for_evals(nshared, nbodies)
                   : store_shape_for(estimate(k->rest, nsingles, is_all),
                                     nshared, nbodies, w->tail.games);
    k->has_shape = true;
}

/* Writes the blocks that a unit has made. */
static bool put_blocks(struct store_writer *w, struct keyed_blocks *k,
                       struct store_unit *unit, struct tabia_error *err)
{
    const uint64_t start = current_offset(w);
    if (!unit->nblocks)
        return true;
    for (size_t i = 0; i < unit->nblocks; i++) {
        struct store_index_line line = unit->lines[i];
        line.at += start;
        if (!add_line(&k->lines, &line, err))
            return false;
    }
    const bool ok = writer_put(w, buf_text(&unit->blocks), unit->blocks.size);
    store_unit_remove_blocks(unit);
    return ok;
}

/* Writes all blocks before block 'until', of what is in none. */
static bool put_rest(struct store_writer *w, struct keyed_blocks *k,
                     uint64_t until, struct tabia_error *err)
{
    k->rest->first_block = k->lines.n;
    return store_unit_make_blocks(k->rest, &k->shape, until, err) &&
           put_blocks(w, k, k->rest, err);
}

/* Takes over what is in no block. */
static bool add_record(struct store_writer *w, struct keyed_blocks *k,
                       const struct store_record *record, const char *body,
                       const char *list, struct tabia_error *err)
{
    const bool is_single = record->is_single;
    if (!store_unit_add_record(k->rest, record, is_single ? NULL : body,
                               is_single ? NULL : list, err))
        return false;
    k->rest_singles += is_single;
    k->rest_bodies += record->size < STORE_BODY_COUNTS_MAX
                          ? record->size
                          : STORE_BODY_COUNTS_MAX;
    choose_shape(w, k, false);
    return true;
}

/* Takes over positions that are in no block. */
static bool add_rest(struct store_writer *w, const struct store_unit *unit,
                     struct tabia_error *err)
{
    const char *body = buf_text(&unit->bodies), *list = buf_text(&unit->lists);
    for (size_t i = 0; i < unit->nrecords; i++) {
        const struct store_record *record = &unit->records[i];
        if (!add_record(w, &w->positions, record, body, list, err))
            return false;
        body += record->size;
        list += record->is_single ? 0 : record->game;
    }
    return true;
}

bool store_writer_append(struct store_writer *w, struct store_unit *unit,
                         struct tabia_error *err)
{
    struct keyed_blocks *k = &w->positions;
    if (!end_games(w, err))
        return false;
    if (!unit->positions)
        return true;
    if (w->tail.positions && tally_key_compare(w->last_key, unit->first) >= 0)
        return error_set(err, TABIA_ERR_MISUSE,
                         "units must come by their keys");
    w->last_key = unit->last;
    w->tail.positions += unit->positions;
    w->tail.singles += unit->singles;
    w->tail.moves += unit->moves;
    if (unit->nblocks) // all its positions are in them
        return put_rest(w, k, unit->first_block, err) &&
               put_blocks(w, k, unit, err);
    return add_rest(w, unit, err) &&
           (!k->has_shape ||
            put_rest(w, k, store_block_of(unit->last.hi, k->shape.prefix),
                     err));
}

uint64_t store_writer_position_count(const struct store_writer *w)
{
    return w->tail.positions;
}

uint64_t store_writer_move_count(const struct store_writer *w)
{
    return w->tail.moves;
}

/* ---- the end --------------------------------------------------------- */

/* Writes a section that is no block, and its entry in the directory. */
static bool put_section(struct store_writer *w, unsigned kind,
                        struct buf *section, uint64_t count,
                        struct tabia_error *err)
{
    struct store_directory_entry *entry = &w->entries[w->tail.nentries++];
    bool ok = !section->failed || buf_error(section, err);
    if (ok) {
        *entry = (struct store_directory_entry){
            .kind = kind,
            .at = current_offset(w),
            .size = section->size,
            .count = count,
            .sum = store_checksum(
                buf_text(section), section->size,
                kind == STORE_SECTION_TEXTS ? kind : kind + STORE_SECTION_INDEX,
                0),
        };
        ok = writer_put(w, buf_text(section), section->size);
    }
    buf_clear(section);
    return ok;
}

static bool put_index(struct store_writer *w, const struct index_lines *lines,
                      unsigned kind, uint64_t count, struct tabia_error *err)
{
    struct buf out = { .limit = SIZE_MAX / 2 };
    for (size_t i = 0; i < lines->n; i++) {
        uint8_t bytes[STORE_LINE_SIZE];
        put_le64(bytes, lines->list[i].at);
        put_le32(bytes + 8, lines->list[i].size);
        put_le32(bytes + 12, lines->list[i].more);
        buf_add(&out, bytes, sizeof(bytes));
    }
    return put_section(w, kind, &out, count, err);
}

/* The index of blocks by key, and in the directory how they are divided. */
static bool put_keyed_index(struct store_writer *w,
                            const struct keyed_blocks *k, unsigned kind,
                            uint64_t count, struct tabia_error *err)
{
    if (!put_index(w, &k->lines, kind, count, err))
        return false;
    w->entries[w->tail.nentries - 1].shape = k->shape;
    return true;
}

/* Adds a text, which may come from the system in any encoding. */
static bool add_text(struct store_writer *w, struct buf *out, const char *text,
                     struct tabia_error *err)
{
    struct buf *valid = &w->block;
    buf_reset(valid);
    if (!utf8_repair(valid, text, strlen(text)))
        return buf_error(valid, err);
    varint_put(out, valid->size);
    buf_add(out, buf_text(valid), valid->size);
    return true;
}

static bool put_texts(struct store_writer *w, struct tabia_error *err)
{
    const struct store_config *config = w->config;
    struct buf out = { .limit = BLOCK_LIMIT };
    varint_put(&out, config->player != NULL);
    bool ok =
        add_text(w, &out, config->player ? config->player : "", err) &&
        add_text(w, &out, config->provenance ? config->provenance : "{}", err);
    varint_put(&out, config->nfiles);
    for (size_t i = 0; ok && i < config->nfiles; i++)
        ok = add_text(w, &out, config->files[i], err);
    if (ok)
        return put_section(w, STORE_SECTION_TEXTS, &out, config->nfiles, err);
    buf_clear(&out);
    return false;
}

static bool put_roots(struct store_writer *w, struct tabia_error *err)
{
    const size_t n = w->config->nroots;
    for (size_t i = 0; i < n; i += STORE_BLOCK_ROOTS) {
        start_block(&w->block);
        for (size_t k = i; k < n && k < i + STORE_BLOCK_ROOTS; k++) {
            struct tabia_packed packed;
            tabia_pos_pack(&w->config->roots[k], &packed);
            buf_add(&w->block, packed.bytes, sizeof(packed.bytes));
        }
        if (!put_block(w, &w->roots, STORE_SECTION_ROOTS, &w->block, NULL, err))
            return false;
    }
    return true;
}

static bool put_directory(struct store_writer *w, struct tabia_error *err)
{
    struct buf out = { .limit = BLOCK_LIMIT };
    uint8_t tail[STORE_TAIL_SIZE];
    for (uint32_t i = 0; i < w->tail.nentries; i++) {
        uint8_t bytes[STORE_ENTRY_SIZE];
        store_entry_encode(&w->entries[i], bytes);
        buf_add(&out, bytes, sizeof(bytes));
    }
    w->tail.rule = w->config->rule;
    w->tail.directory_at = current_offset(w);
    w->tail.directory_sum =
        store_checksum(buf_text(&out), out.size, STORE_SECTION_WHOLE, 0);
    w->tail.size = w->tail.directory_at + out.size + sizeof(tail);
    store_tail_encode(&w->tail, tail);
    const bool ok = (!out.failed || buf_error(&out, err)) &&
                    writer_put(w, buf_text(&out), out.size) &&
                    writer_put(w, tail, sizeof(tail));
    buf_clear(&out);
    return ok;
}

static bool add_evaluation(struct store_writer *w,
                           const struct store_eval *eval,
                           struct tabia_error *err)
{
    struct keyed_blocks *k = &w->evaluations;
    struct store_record record = { .hi = eval->hi, .lo = eval->lo };
    buf_reset(&w->block);
    store_eval_encode(eval, &w->block);
    if (w->block.failed)
        return buf_error(&w->block, err);
    record.size = (uint32_t)w->block.size;
    return add_record(w, k, &record, w->block.data, NULL, err) &&
           (!k->has_shape || k->rest->nrecords < SAMPLE ||
            put_rest(w, k, store_block_of(eval->hi, k->shape.prefix), err));
}

/* The evaluations, if there are any: their blocks and the index of these. */
static bool put_evaluations(struct store_writer *w, struct tabia_error *err)
{
    struct store_eval_merge *merge = w->config->evaluations;
    struct keyed_blocks *k = &w->evaluations;
    struct store_eval eval;
    bool is_end = !merge;
    while (!is_end) {
        if (!store_eval_merge_next(merge, &eval, &is_end, err) ||
            (!is_end && !add_evaluation(w, &eval, err)))
            return false;
    }
    if (!merge || !merge->count)
        return true;
    if (w->tail.nentries == STORE_ENTRIES_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the store has too many sections");
    choose_shape(w, k, true);
    return put_rest(w, k, UINT64_C(1) << k->shape.prefix, err) &&
           put_keyed_index(w, k, STORE_SECTION_EVALUATIONS, merge->count, err);
}

bool store_writer_end(struct store_writer *w, struct tabia_error *err)
{
    if (!end_games(w, err))
        return false;
    choose_shape(w, &w->positions, true);
    return put_rest(w, &w->positions, UINT64_C(1) << w->positions.shape.prefix,
                    err) &&
           put_roots(w, err) && put_texts(w, err) &&
           put_index(w, &w->roots, STORE_SECTION_ROOTS, w->config->nroots,
                     err) &&
           put_index(w, &w->games, STORE_SECTION_GAMES, w->tail.games, err) &&
           put_keyed_index(w, &w->positions, STORE_SECTION_POSITIONS,
                           w->tail.positions, err) &&
           put_index(w, &w->players, STORE_SECTION_PLAYERS, w->player_names.n,
                     err) &&
           put_index(w, &w->events, STORE_SECTION_EVENTS, w->event_names.n,
                     err) &&
           put_evaluations(w, err) && put_directory(w, err);
}

/* ---- a store again ---------------------------------------------------- */

/* What a store has before its evaluations, and the directory of that. */
static bool copy_store(struct store_writer *w, const struct tabia_store *store,
                       struct tabia_error *err)
{
    enum { CHUNK = 1 << 20 };
    uint64_t end;
    if (!store_evals_begin(store, &end, err))
        return false;
    for (uint64_t at = 0, size; at < end; at += size) {
        struct store_fetched fetched;
        size = end - at < CHUNK ? end - at : CHUNK;
        const uint8_t *bytes = store_range(store, at, size, &fetched, err);
        const bool ok = bytes && writer_put(w, bytes, (size_t)size);
        store_fetched_clear(&fetched);
        if (!ok)
            return false;
    }
    w->tail = store->tail;
    w->tail.nentries = 0;
    for (uint32_t i = 0; i < store->tail.nentries; i++)
        if (store->directory[i].kind != STORE_SECTION_EVALUATIONS)
            w->entries[w->tail.nentries++] = store->directory[i];
    return true;
}

bool store_write_evaluated(const struct tabia_store *store,
                           struct store_eval_merge *evaluations,
                           struct sink *dst, struct tabia_error *err)
{
    const struct store_config config = { .rule = store->tail.rule,
                                         .evaluations = evaluations };
    struct store_writer *w = new_writer(dst, &config, err);
    const bool ok = w && copy_store(w, store, err) && put_evaluations(w, err) &&
                    put_directory(w, err);
    store_writer_free(w);
    return ok;
}
