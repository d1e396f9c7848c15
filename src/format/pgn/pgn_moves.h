/*
 * pgn_moves.h - moves written as PGN, with all that they carry
 *
 *     struct pgn_moves moves;
 *     pgn_moves_init(&moves, book, dst, err);
 *     moves.pos = start;
 *     moves.is_numbered = true;
 *     pgn_moves_put(&moves, edge);
 *     ...
 *     pgn_moves_ok(&moves, err);
 *     pgn_moves_clear(&moves);
 *
 * A move that is written again has its text alone: what it carries stands
 * where it comes first.
 */
#ifndef FORMAT_PGN_MOVES_H
#define FORMAT_PGN_MOVES_H

#include "format/format_contract.h"
#include "format/shared/text_flow.h"

struct pgn_moves {
    const struct tabia_book *book;
    struct text_flow flow;
    struct tabia_pos pos; // the next move is played here
    bool is_numbered;     // it needs its number
    uint32_t named;       // the node that the tags name, or TABIA_NUMBER_NONE
    uint64_t nmoves;      // different ones that have been written

    struct buf note;
    uint8_t *done; // a flag per edge: written with what it carries
    uint64_t nbrackets, nbraces; // see pgn_moves_report
};

/* In any case there is something to clear. */
bool pgn_moves_init(struct pgn_moves *m, const struct tabia_book *book,
                    struct sink *dst, struct tabia_error *err);

/* Writes a move and plays it. */
void pgn_moves_put(struct pgn_moves *m, uint32_t edge);

/* Writes what is known of the position that a game begins with. */
void pgn_moves_put_root(struct pgn_moves *m, uint32_t node);

/* True if everything has been written. */
bool pgn_moves_ok(const struct pgn_moves *m, struct tabia_error *err);

/* Reports what texts had to be changed. */
void pgn_moves_report(const struct pgn_moves *m, struct tabia_report *report);

void pgn_moves_clear(struct pgn_moves *m);

#endif
