/*
 * train_internal.h - what the parts of tabia train share
 */
#ifndef CLI_TRAIN_INTERNAL_H
#define CLI_TRAIN_INTERNAL_H

#include "cli/files/against.h"
#include "cli/files/source_files.h"
#include "study/practice/progress_file.h"

struct train_command {
    const struct args *args;
    struct source_file book;
    const struct puzzles *puzzles; // of the file, if it is a set of these
    struct against_sources against;
    struct tabia_names *names;
    enum tabia_color color;
    uint32_t new_per_day;
    size_t limit; // cards or puzzles of a session
    bool ahead, tree_order;
    struct moment now;
    bool has_now;
    struct tabia_pos start, pos; // of --fen and --moves
    tabia_move moves[DECISIONS_PLIES_MAX];
    size_t nmoves;
    struct tabia_pos *only; // owned; NULL: all
    size_t nonly;
    struct decisions decisions;
    struct progress_file file;
    struct buf text; // the progress
    struct cards cards;
    char *line; // that was typed; owned
    size_t line_room;
};

/* ---- train_session.c --------------------------------------------------- */

/* Asks for cards. */
enum cli_status train_session(struct train_command *job);

struct training_options train_options(const struct train_command *job);

struct moment train_now(const struct train_command *job);

enum { TRAIN_HINTS_MAX = 2 };

/* The n-th hint, from 1: the piece, then the move. */
void train_print_hint(const struct tabia_pos *pos, tabia_move asked, int n);

enum train_typed {
    TYPED_MOVE,
    TYPED_NOTHING,
    TYPED_HINT,
    TYPED_SKIP,
    TYPED_QUIT
};

/* Reads a line; asks again until it makes sense. */
enum train_typed train_read_typed(struct train_command *job,
                                  const struct tabia_pos *pos,
                                  const char *prompt, tabia_move *mv);

/* ---- train_overview.c -------------------------------------------------- */

/* Calendar, forecast and weakest positions of a book. */
enum cli_status train_overview(struct train_command *job);

/* ---- train_puzzles.c --------------------------------------------------- */

/* Asks for the puzzles that are not solved. */
enum cli_status train_puzzles(struct train_command *job);

/* How many are solved. */
enum cli_status train_puzzles_overview(struct train_command *job);

#endif
