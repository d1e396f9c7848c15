/*
 * tirecords.h - positions and their moves on the way into a compiled book
 *
 *     struct tirecords set = { 0 };
 *     if (tirecords_init(&set, err) && tirecords_collect(&set, ...))
 *         ... set.side[TABIA_WHITE].list ...
 *     tirecords_clear(&set);
 */
#ifndef FORMAT_TIRECORDS_H
#define FORMAT_TIRECORDS_H

#include "base/buf.h"
#include "base/hashmap.h"
#include "format/ti/tihuff.h"
#include "tabia/format.h"

enum {
    TIRECORDS_HEAD = 8,   // magic and two counts
    TIRECORDS_INDEX = 10, // key and offset
};

#define TIRECORDS_NONE UINT32_MAX // no move, no record

struct tirecord {
    uint64_t key;
    uint32_t first, last; // moves, as a list
    uint32_t nmoves;
    uint8_t packed[TIHUFF_SIZE];
};

/* The zero value is empty. */
struct tirecords {
    struct tihash *hash;
    struct tirecords_side {
        struct tirecord *list; // in the order of first appearance, then sorted
        size_t n, room;
        struct hashmap map;
    } side[2];
    struct timove {
        uint16_t code;
        uint32_t next;
    } * moves;
    size_t nmoves, moves_room;
};

bool tirecords_init(struct tirecords *set, struct tabia_error *err);

void tirecords_clear(struct tirecords *set);

/* Adds a move, unless it is there. False with an error only for memory. */
bool tirecords_add(struct tirecords *set, const uint8_t packed[TIHUFF_SIZE],
                   const tabia_piece board[64], uint16_t code,
                   struct tabia_error *err);

/*
 * Adds all moves of a book. Positions keep the file of their last double step,
 * so one position of the book may become several; with 'compat' they also
 * keep stale castling rights, as those of the original. What is too full to be
 * stored is counted in 'report', or an error when that is NULL; so are moves
 * with a mark, which are no error. Sorts.
 */
bool tirecords_collect(struct tirecords *set, const struct tabia_book *book,
                       bool compat, struct tabia_report *report,
                       struct tabia_error *err);

/* The moves of records [from, to). */
uint32_t tirecords_count_moves(const struct tirecords_side *side, size_t from,
                               size_t to);

/* The end of the file that begins at 'from' and may have 'limit' bytes. */
size_t tirecords_cut(const struct tirecords_side *side, size_t from,
                     size_t limit);

/* Writes the payload with records [from, to) of a side. */
bool tirecords_encode(const struct tirecords *set, enum tabia_color color,
                      size_t from, size_t to, struct buf *out);

#endif
