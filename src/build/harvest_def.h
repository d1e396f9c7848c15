/*
 * harvest_def.h - the game that is being read, for the files that do it
 */
#ifndef BUILD_HARVEST_DEF_H
#define BUILD_HARVEST_DEF_H

#include "build/harvest.h"

enum { HARVEST_GAMES_MAX = 1 << 28 };

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
    size_t first_root;     // where its own would be
    bool is_left_out;      // not asked for
    bool is_chess960;      // a tag says so
    struct tabia_pos root; // that was noted last
    bool has_root;
    bool is_rooted;          // the game's own root is noted, or not wanted
    uint16_t first_fullmove; // of the game

    uint64_t start;                     // the key of the first position
    unsigned ply;                       // moves so far
    struct tally_key key;               // of the position before the next one
    uint64_t keys[TABIA_BUILD_PLIES];   // before each move
    uint32_t places[TABIA_BUILD_PLIES]; // of their events; NO_EVENT: none
    uint16_t moves[TABIA_BUILD_PLIES];  // for the print
    unsigned window; // plies since the last pawn move or capture
};

/* ---- harvest_tags.c -------------------------------------------------- */

/* Keeps what a tag says, if it is one that counts. */
void harvest_set_tag(struct harvest_now *now, struct tabia_pgn_text name,
                     struct tabia_pgn_text value);

/* ---- harvest_game.c -------------------------------------------------- */

/* Fills in the row's result. False: the game has none that counts. */
bool harvest_find_result(struct harvest_now *now);

/* Keeps the game: row, print, details. False for want of memory. */
bool harvest_add_game(struct harvest_now *now);

#endif
