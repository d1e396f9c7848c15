/*
 * pgn_def.h - what stands behind a struct tabia_pgn
 *
 * game.c is compiled twice on x86-64: for any processor, and for those with
 * AVX2. Both read the same games from the same text; pgn.c chooses.
 */
#ifndef PGN_PGN_DEF_H
#define PGN_PGN_DEF_H

#include "chess/movegen.h"
#include "pgn/game_reader.h"
#include "pgn/scan.h"
#include "tabia/pgn.h"

typedef bool game_next_fn(struct tabia_pgn *pgn,
                          const struct tabia_pgn_visitor *visitor, void *ctx);

/* A line: the game itself, or a variation. */
struct game_line {
    struct tabia_pos pos;    // after its last move
    struct tabia_pos before; // before it; only where variations are wanted
    const char *open;        // the parenthesis
    bool has_move;
};

struct tabia_pgn {
    struct scan scan;
    const struct movegen *movegen; // asked for once, not at every move
    game_next_fn *next;
    struct tabia_pos start;
    struct game_line line;         // the current one
    struct game_line *outer_lines; // those around it, the outermost first
    size_t depth, room;            // of 'outer_lines'
    size_t depth_limit;
    bool is_stopped;
    bool is_broken; // the current game

    const char *file;
    uint64_t offset;
    const char *text;   // behind the byte order mark
    const char *anchor; // the start of a line whose number is known
    uint32_t anchor_line;
    const char *anchor_next; // the line behind it, or NULL if it is the last
    bool has_anchor_next; // looked for once: lines may be as long as the file

    const struct tabia_pgn_visitor *visitor; // of the current call
    void *ctx;
    enum tabia_result result;
    struct tabia_pgn_text fen, variant;
    bool has_event;
    const char *lead_comment; // before or between the tags; or NULL

    /* Of a file: where the bytes come from. */
    struct game_reader *reader; // owned; NULL: bytes in memory
    struct game_reader_piece piece;
    bool has_piece;
    char *path; // owned
};

/* Both do what tabia_pgn_next says. */
game_next_fn game_next_plain;
#ifdef TABIA_HAVE_GAME_AVX2
game_next_fn game_next_avx2;
#endif

#endif
