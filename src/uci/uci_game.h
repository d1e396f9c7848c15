/*
 * uci_game.h - the game that "position" describes
 */
#ifndef UCI_UCI_GAME_H
#define UCI_UCI_GAME_H

#include "embed/amateur_probe.h"
#include "tabia/chess.h"
#include "tabia/error.h"
#include "uci/uci_words.h"

/* The zero value is an unknown game. */
struct uci_game {
    bool is_known;
    struct tabia_pos pos;
    int ply;         // plies since move 1 of the game
    tabia_key *seen; // owned; the positions before this one, by their keys
    size_t nseen, room;

    /* The first moves of a game from the initial position. */
    bool is_from_start;
    tabia_move moves[TABIA_AMATEUR_PLIES];
    size_t nmoves; // all of them, also those for which there was no room
};

/*
 * Reads what follows "position": startpos or fen, then moves. On failure the
 * game is unknown and the error says why.
 */
bool uci_game_set(struct uci_game *game, struct uci_rest rest,
                  struct tabia_error *err);

/* True if the move leads to a position that occurred in this game. */
bool uci_game_repeats(const struct uci_game *game, tabia_move mv);

void uci_game_clear(struct uci_game *game);

#endif
