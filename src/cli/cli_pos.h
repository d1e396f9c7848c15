/*
 * cli_pos.h - positions and moves from the command line
 *
 *     enum cli_status status = cli_pos_read(&pos, values[FEN].text);
 *     if (status == CLI_DONE)
 *         status = cli_pos_play(&pos, values[MOVES].text);
 *
 * On failure the error has been printed.
 */
#ifndef CLI_CLI_POS_H
#define CLI_CLI_POS_H

#include "cli/cli.h"
#include "tabia/chess.h"

/* The position of --fen, or the start position when 'fen' is NULL. */
enum cli_status cli_pos_read(struct tabia_pos *pos, const char *fen);

/*
 * Plays moves separated by blanks, SAN or UCI, with or without numbers. NULL
 * is no moves.
 */
enum cli_status cli_pos_play(struct tabia_pos *pos, const char *moves);

/*
 * Like cli_pos_play, but keeps the first 'max' moves; 'n' gets how many
 * there are and may be NULL.
 */
enum cli_status cli_pos_play_list(struct tabia_pos *pos, const char *moves,
                                  tabia_move *list, size_t max, size_t *n);

/* Where a text of the user stands, for messages. */
struct cli_location {
    const char *name; // an option, or standard input
    uint32_t line;
};

/* Like cli_pos_read and cli_pos_play_list, for a text that stands elsewhere. */
enum cli_status cli_pos_read_at(struct tabia_pos *pos, const char *fen,
                                const struct cli_location *at);
enum cli_status cli_pos_play_at(struct tabia_pos *pos, const char *moves,
                                tabia_move *list, size_t max, size_t *n,
                                const struct cli_location *at);

/* True if castling here needs the spelling of Chess960, king takes rook. */
bool cli_pos_is_chess960(const struct tabia_pos *pos);

#endif
