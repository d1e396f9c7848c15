/*
 * formats.h - the constant table of every format, in the order of formats.c
 *
 * A format's own file includes this too, so that the compiler compares the
 * definition with what the list expects.
 */
#ifndef FORMAT_FORMATS_H
#define FORMAT_FORMATS_H

#include "format/format_contract.h"

extern const struct tabia_format format_ct800;
extern const struct tabia_format format_ct800_bin;
extern const struct tabia_format format_ct800_c;
extern const struct tabia_format format_obk;
extern const struct tabia_format format_openings;
extern const struct tabia_format format_lines;
extern const struct tabia_format format_reduced;
extern const struct tabia_format format_amateur;
extern const struct tabia_format format_spracklen;
extern const struct tabia_format format_spracklen_bin;
extern const struct tabia_format format_tichess;
extern const struct tabia_format format_tibook;
extern const struct tabia_format format_puzzles;
extern const struct tabia_format format_tipuzzle;
extern const struct tabia_format format_polyglot;
extern const struct tabia_format format_abk;
extern const struct tabia_format format_ctg;
extern const struct tabia_format format_exp;
extern const struct tabia_format format_crafty;
extern const struct tabia_format format_bkt;
extern const struct tabia_format format_pgn;
extern const struct tabia_format format_epd;
extern const struct tabia_format format_eco;
extern const struct tabia_format format_tabia;
extern const struct tabia_format format_json;

/* The name of a format that was meant; NULL: none is near. */
const char *format_suggest(const char *name, size_t len);

/* A text that people edit; not in the list of formats and never detected. */
extern const struct tabia_format format_edit;

#endif
