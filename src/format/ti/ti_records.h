/*
 * ti_records.h - positions and their moves on the way into a compiled book
 *
 *     struct ti_records set = { 0 };
 *     if (ti_records_init(&set, err) && ti_records_collect(&set, ...))
 *         ... set.side[TABIA_WHITE].list ...
 *     ti_records_clear(&set);
 */
#ifndef FORMAT_TI_RECORDS_H
#define FORMAT_TI_RECORDS_H

#include "base/buf.h"
#include "base/hashmap.h"
#include "format/ti/ti_pos.h"
#include "tabia/format.h"

enum {
    TI_RECORDS_HEAD = 8,   // magic and two counts
    TI_RECORDS_INDEX = 10, // key and offset
};

#define TI_RECORDS_NONE UINT32_MAX // no move, no record

struct ti_record {
    uint64_t key;
    uint32_t first, last; // moves, as a list
    uint32_t nmoves;
    uint8_t packed[TI_POS_SIZE];
};

/* The zero value is empty. */
struct ti_records {
    struct ti_hash *hash;
    struct ti_records_side {
        struct ti_record *list; // in the order of first appearance, then sorted
        size_t n, room;
        struct hashmap map;
    } side[2];
    struct ti_move {
        uint16_t code;
        uint32_t next;
    } * moves;
    size_t nmoves, moves_room;
};

bool ti_records_init(struct ti_records *set, struct tabia_error *err);

void ti_records_clear(struct ti_records *set);

/* Adds a move, unless it is there. False with an error only for memory. */
bool ti_records_add(struct ti_records *set, const uint8_t packed[TI_POS_SIZE],
                    const tabia_piece board[64], uint16_t code,
                    struct tabia_error *err);

/*
 * Adds all moves of a book. Positions keep the file of their last double step,
 * so one position of the book may become several; with 'compat' they also
 * keep stale castling rights, as those of the original. What is too full to be
 * stored is counted in 'report', or an error when that is NULL; so are moves
 * with a mark, which are no error. Sorts.
 */
bool ti_records_collect(struct ti_records *set, const struct tabia_book *book,
                        bool compat, struct tabia_report *report,
                        struct tabia_error *err);

/* The moves of records [from, to). */
uint32_t ti_records_count_moves(const struct ti_records_side *side, size_t from,
                                size_t to);

/* The end of the file that begins at 'from' and may have 'limit' bytes. */
size_t ti_records_cut(const struct ti_records_side *side, size_t from,
                      size_t limit);

/* Writes the payload with records [from, to) of a side. */
bool ti_records_encode(const struct ti_records *set, enum tabia_color color,
                       size_t from, size_t to, struct buf *out);

#endif
