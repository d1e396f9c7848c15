/*
 * engine_info.h - what a UCI engine reports while it searches
 *
 * Shared by searches that are waited for (engine.h) and those that are looked
 * at while they run (analysis.h). Nothing that an engine sends is trusted.
 */
#ifndef ENGINE_ENGINE_INFO_H
#define ENGINE_ENGINE_INFO_H

#include "tabia/book.h"

/* What an "info" line says; 'is_exact' is false for bounds. */
struct engine_info {
    struct tabia_eval eval; // the side to move's view
    int32_t multipv, depth;
    uint64_t nodes, nps; // 0: not reported
    bool has_score, is_exact;
    const char *pv; // the rest of the line; NULL: there is none
};

/* The words of a line, one after the other; NULL at its end. */
const char *engine_info_next_word(const char **p, size_t *len);

/* Reads what follows "info". False for a line without a score. */
bool engine_info_read(const char *p, struct engine_info *info);

/* The moves up to the first word that is no legal move; returns how many. */
size_t engine_info_read_moves(const struct tabia_pos *pos, const char *p,
                              tabia_move *moves, size_t size);

/* True if the word after "bestmove" is a legal move. */
bool engine_info_check_move(const char *p, const struct tabia_pos *pos,
                            struct tabia_error *err);

#endif
