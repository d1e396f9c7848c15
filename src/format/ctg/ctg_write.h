/*
 * ctg_write.h - what the parts of writing a CTG book share
 */
#ifndef FORMAT_CTG_WRITE_H
#define FORMAT_CTG_WRITE_H

#include "base/sink.h"
#include "format/ctg/ctg.h"

/* Counts for the report. */
struct ctg_losses {
    uint64_t third_pieces, surplus, nags, marks, avoided, comments, totals;
    uint64_t dropped; // moves, for any reason
    uint64_t results; // of moves, that become those of their position
    struct ctg_reread back;
};

/* ---- numbers of a position (ctg_incoming.c) -------------------------- */

/* What the moves that lead to an entry say about it. */
struct ctg_incoming {
    uint64_t wins, draws, losses, unknown; // added up
    // Those of the move with most games, and how many moves have just these.
    uint32_t top_wins, top_draws, top_losses, top_unknown;
    uint32_t ntop;
    uint32_t nmoves, nred;
    bool is_green;
    uint8_t nag;
};

/*
 * Adds a move to a position in which it is the turn of 'turn'. 'heaviest' is
 * the largest weight among the move and its alternatives.
 */
void ctg_incoming_add(struct ctg_incoming *led,
                      const struct tabia_move_data *data, uint32_t heaviest,
                      unsigned turn, struct ctg_losses *losses);

/* Of the glyphs behind a move's first, one that is about the position; or 0. */
uint8_t ctg_position_nag(const struct tabia_move_data *data);

/* The numbers of the position, whose comment may have some; may be NULL. */
void ctg_incoming_stats(const struct ctg_incoming *led, const char *comment,
                        struct ctg_stats *stats, struct ctg_losses *losses);

/* ---- the files (ctg_files.c) ----------------------------------------- */

/* Where the bytes of an entry are, and the hash of its signature. */
struct ctg_span {
    uint32_t hash;
    uint32_t offset, size;
};

/* What the files are made of. Borrows everything. */
struct ctg_content {
    struct tabia_bytes entries;
    const struct ctg_span *spans;
    size_t n;
    uint32_t ngames;    // of the starting position
    const char *header; // see ctg_header_make
};

/* 'dst' are the sinks of .ctb, .cto and .ctg. */
bool ctg_files_write(const struct ctg_content *content, struct sink *dst,
                     struct tabia_error *err);

#endif
