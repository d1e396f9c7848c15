/*
 * game_record.h - a game of a store with its moves, and as PGN
 *
 * From what the store has: pgn/game_text.h reads the text that the game was
 * built from.
 */
#ifndef STORE_GAME_RECORD_H
#define STORE_GAME_RECORD_H

#include "base/buf.h"
#include "store/store_layout.h"

/* A game and what was played. */
struct game_record {
    struct tabia_store_game game;
    struct tabia_pos start;
    size_t nmoves;
    bool is_cut; // the store counts no further: the game may have been longer
    tabia_move moves[STORE_PLIES_MAX];
};

bool game_record_read(const struct tabia_store *store, uint64_t number,
                      struct game_record *record, struct tabia_error *err);

/* "2024.03.??", as PGN writes dates. */
enum { GAME_DATE_SIZE = 16 };
const char *game_record_date(uint32_t date, char text[GAME_DATE_SIZE]);

/* Appends the seven tags, ratings, FEN and moves; false if out of memory. */
bool game_record_print(const struct game_record *record, struct buf *out);

#endif
