/*
 * tichess.h - what the files of TI-Chess's book text share
 */
#ifndef FORMAT_TICHESS_H
#define FORMAT_TICHESS_H

#include "format/format_contract.h"

struct tichess_settings {
    bool is_german;
    uint64_t max_ply; // 0: all
};

extern const struct setting_row tichess_settings_table[];

/* ---- one move (tichess_move.c) --------------------------------------- */

/* The letters of K Q R B N P, in this order. */
extern const char tichess_english[];
extern const char tichess_german[];

/*
 * Finds the one legal move that 'len' bytes at 'text' mean; 'letters' is one
 * of the above. On failure the error has no place.
 */
bool tichess_move_parse(const struct tabia_pos *pos, const char *text,
                        size_t len, const char *letters, tabia_move *mv,
                        struct tabia_error *err);

/* The legal move as the compiler takes it: SAN, but Qf2-f4. Returns 'buf'. */
const char *tichess_move_print(const struct tabia_pos *pos, tabia_move mv,
                               const char *letters, char buf[TABIA_SAN_SIZE]);

/* ---- writing (tichess_write.c) --------------------------------------- */

bool tichess_write(const struct tabia_book *book,
                   const struct tabia_write_options *options, struct sink *dst,
                   struct tabia_report *report, struct tabia_error *err);

#endif
