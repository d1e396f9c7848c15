/*
 * crafty.c - opening books of Crafty 23 to 25: the file, and searching it
 *
 * The books hold no moves. The key of an entry is that of the position after
 * a move (all bits inverted when Black moves), with the top 16 bits of the
 * position before it. So every legal move is tried. Crafty 8 hashes with
 * other numbers.
 */
#include "format/crafty/crafty.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/pos.h"
#include "format/formats.h"
#include "format/key_walk.h"
#include "base/banned.h"

enum {
    VERSION_SIZE = 4,
    VERSION_OLDEST = 23,
    VERSION_NEWEST = 25,
    INDEX_SHIFT = 49,
    GAMES = 0xFFFFFF,
    FLAGS_SHIFT = 24,
};

#define KEY_VERSION "crafty-version"
#define KEY_ENTRIES "crafty-entries"
#define TOP_BITS    (UINT64_C(0xFFFF) << 48)

/* ---- keys ------------------------------------------------------------ */

uint64_t crafty_key(const struct tabia_pos *pos)
{
    uint64_t men = pos->by_color[0] | pos->by_color[1], key = 0;
    for (; men; men &= men - 1) {
        const unsigned sq = (unsigned)__builtin_ctzll(men);
        const tabia_piece piece = pos->board[sq];
        key ^= crafty_men[(piece & 1) ^ 1][piece >> 1][sq];
    }
    for (unsigned i = 0; i < 4; i++)
        if (!(pos->castling >> ((i < 2 ? 7 : 0) + (i & 1 ? 56 : 0)) & 1))
            key ^= crafty_castling[i >> 1][(i & 1) ^ 1];
    if (pos_has_ep_neighbour(pos))
        key ^= crafty_ep[pos_ep_target(pos, pos->turn)];
    return key;
}

uint64_t crafty_entry_key(const struct tabia_pos *pos, tabia_move mv,
                          uint64_t before)
{
    struct tabia_pos next = *pos;
    tabia_pos_play(&next, mv);
    const uint64_t after = crafty_key(&next);
    const uint64_t key = pos->turn == TABIA_BLACK ? ~after : after;
    return (before & TOP_BITS) | (key & ~TOP_BITS);
}

/* ---- clusters -------------------------------------------------------- */

bool crafty_cluster_at(struct tabia_bytes bytes, size_t index, size_t *offset,
                       size_t *n, struct tabia_error *err)
{
    const size_t at = 4 * index;
    const uint32_t start = load_le32(bytes.data + at);
    *n = 0;
    *offset = 0;
    if (start == UINT32_MAX)
        return true;
    if (start < CRAFTY_INDEX_SIZE || start > bytes.size ||
        bytes.size - start < 4 + VERSION_SIZE)
        return error_at_offset(err, TABIA_ERR_CORRUPT, at,
                               "cluster %zu starts at %u, outside the file",
                               index, start);
    const uint32_t count = load_le32(bytes.data + start);
    size_t room = (bytes.size - start - 4 - VERSION_SIZE) / CRAFTY_ENTRY_SIZE;
    if (room > CRAFTY_CLUSTER_MAX)
        room = CRAFTY_CLUSTER_MAX;
    if (count > room)
        return error_at_offset(err, TABIA_ERR_CORRUPT, start,
                               "cluster %zu has %u %s, the limit is %zu", index,
                               count, plural(count, "entry", "entries"), room);
    *offset = (size_t)start + 4;
    *n = count;
    return true;
}

bool crafty_count(struct tabia_bytes bytes, struct crafty_counts *counts,
                  struct tabia_error *err)
{
    *counts = (struct crafty_counts){ 0 };
    if (bytes.size < CRAFTY_INDEX_SIZE + VERSION_SIZE)
        return error_at_offset(
            err, TABIA_ERR_CORRUPT, bytes.size,
            "the file is truncated: %zu of at least %d bytes", bytes.size,
            CRAFTY_INDEX_SIZE + VERSION_SIZE);
    for (size_t i = 0; i < CRAFTY_NCLUSTERS; i++) {
        size_t offset, n;
        if (!crafty_cluster_at(bytes, i, &offset, &n, err))
            return false;
        counts->nclusters += offset != 0;
        counts->nused += n != 0;
        counts->nentries += (uint32_t)n;
    }
    counts->version = load_le32(bytes.data + bytes.size - VERSION_SIZE);
    return true;
}

static bool is_known_version(uint32_t version)
{
    const uint32_t major = version >> 16;
    return major >= VERSION_OLDEST && major <= VERSION_NEWEST;
}

/* The version, all of the index, and of the clusters the first ones. */
static enum format_match crafty_detect(struct tabia_bytes bytes)
{
    enum { LOOKS = 64 };
    size_t nclusters = 0;
    if (bytes.size < CRAFTY_INDEX_SIZE + VERSION_SIZE ||
        !is_known_version(load_le32(bytes.data + bytes.size - VERSION_SIZE)))
        return FORMAT_NO;
    for (size_t i = 0; i < CRAFTY_NCLUSTERS && nclusters < LOOKS; i++) {
        size_t offset, n;
        if (!crafty_cluster_at(bytes, i, &offset, &n, NULL))
            return FORMAT_NO;
        nclusters += offset != 0;
    }
    return nclusters ? FORMAT_SURE : FORMAT_MAYBE;
}

bool crafty_check(struct tabia_bytes bytes, struct crafty_counts *counts,
                  struct tabia_error *err)
{
    if (!crafty_count(bytes, counts, err))
        return false;
    return is_known_version(counts->version) ||
           error_at_offset(
               err, TABIA_ERR_CORRUPT, bytes.size - VERSION_SIZE,
               "version 0x%08X is not supported, only books of Crafty "
               "23 to 25 are",
               counts->version);
}

/* ---- moves ----------------------------------------------------------- */

static const struct {
    uint8_t flag, nag;
} glyphs[] = {
    { 0x01, 4 }, { 0x02, 2 }, { 0x04, 10 }, { 0x08, 1 }, { 0x10, 3 }
};

static void fill_data(const uint8_t *p, size_t offset,
                      struct tabia_move_data *data)
{
    const uint32_t status = load_le32(p + 8);
    const unsigned flags = status >> FLAGS_SHIFT;
    size_t n = 0;
    *data = (struct tabia_move_data){
        .has = TABIA_HAS_LEARN | TABIA_HAS_LOCATION,
        .weight = status & GAMES,
        .learn = (uint64_t)status << 32 | load_le32(p + 12),
        .col = (uint32_t)offset,
    };
    if (data->weight) // a percentage of 0 means that none was set
        data->has |= TABIA_HAS_WEIGHT;
    for (size_t i = 0; i < COUNT_OF(glyphs); i++)
        if (flags & glyphs[i].flag && n < TABIA_NAGS_MAX)
            data->nags[n++] = glyphs[i].nag;
    if (n)
        data->has |= TABIA_HAS_NAGS;
    if (flags & 0x01) {
        data->has |= TABIA_HAS_MARK;
        data->mark = TABIA_MARK_PASSIVE;
    }
}

/* ---- the file as a table --------------------------------------------- */

/* The moves of a position, each once; their source is the entry's offset. */
static size_t crafty_table_find(const struct table_impl *t,
                                const struct tabia_pos *pos,
                                struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct tabia_bytes bytes = t->bytes;
    const uint64_t before = crafty_key(pos);
    size_t offset, nentries, n = 0, i = 0;
    if (!crafty_cluster_at(bytes, (size_t)(before >> INDEX_SHIFT), &offset,
                           &nentries, NULL))
        return 0;
    const uint8_t *entries = bytes.data + offset;
    while (i < nentries && (load_le64(entries + i * CRAFTY_ENTRY_SIZE) ^
                            before) >= UINT64_C(1) << 48)
        i++;
    if (i == nentries) // the cluster has no entry of this position
        return 0;
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t nmoves = tabia_pos_legal_moves(pos, moves);
    for (i = 0; i < nmoves; i++) {
        const uint64_t key = crafty_entry_key(pos, moves[i], before);
        for (size_t k = 0; k < nentries; k++) {
            const size_t at = offset + k * CRAFTY_ENTRY_SIZE;
            if (load_le64(bytes.data + at) != key)
                continue;
            list[n] = table_entry(moves[i]);
            fill_data(bytes.data + at, at, &list[n++].data);
            break;
        }
    }
    return n;
}

static bool crafty_open(struct tabia_bytes bytes, struct read_job *job,
                        struct table_impl *table, struct tabia_error *err)
{
    struct crafty_counts counts;
    (void)job;
    if (!crafty_check(bytes, &counts, err))
        return false;
    *table = (struct table_impl){
        .bytes = bytes,
        .find = crafty_table_find,
        .nrows = bytes.size / CRAFTY_ENTRY_SIZE + 1,
        .row_size = CRAFTY_ENTRY_SIZE, // no two entries overlap
        .nentries = counts.nentries,
    };
    return true;
}

static bool crafty_walk_finish(struct key_walk *w)
{
    struct crafty_counts counts;
    char version[32], entries[96];
    if (!crafty_count(w->table.bytes, &counts, w->err))
        return false;
    snprintf(version, sizeof(version), "%u.%u", counts.version >> 16,
             counts.version & 0xFFFF);
    snprintf(entries, sizeof(entries), "%u in %u of %u clusters",
             counts.nentries, counts.nused, counts.nclusters);
    return tabia_builder_add_text(w->out, KEY_VERSION, version, strlen(version),
                                  w->err) &&
           tabia_builder_add_text(w->out, KEY_ENTRIES, entries, strlen(entries),
                                  w->err);
}

/* How many positions its entries are of cannot be seen from their keys. */
static void crafty_walk_count(const struct table_impl *t,
                              struct key_walk_counts *counts)
{
    counts->moves = t->nentries;
}

/* A book that learns from its own games lacks moves played against it. */
static const struct key_walk_rule crafty_walk = {
    .default_range = KEY_WALK_BRIDGE,
    .finish = crafty_walk_finish,
    .add_texts = crafty_walk_finish,
    .count = crafty_walk_count,
};

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".bin", NULL };

static const struct setting_row rows[] = {
    KEY_WALK_SETTINGS("bridge"),
    SETTING_END,
};

const struct tabia_format format_crafty = {
    .info = {
        .name = "crafty",
        .title = "Crafty 23 to 25 book",
        .suffixes = suffixes,
        .can_read = true,
        .can_find = true,
        .is_keyed = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_EN_PASSANT,
        .attrs = TABIA_HAS_WEIGHT | TABIA_HAS_MARK | TABIA_HAS_NAGS |
                 TABIA_HAS_LEARN,
    },
    .limits = {
        [TABIA_ATTR_WEIGHT] = { GAMES, NULL },
        [TABIA_ATTR_MARK] = { 0, "??" },
        [TABIA_ATTR_NAGS] = { 0, "?? ? = ! !!" },
    },
    .settings = rows,
    .detect = crafty_detect,
    .walk = &crafty_walk,
    .open = crafty_open,
};
