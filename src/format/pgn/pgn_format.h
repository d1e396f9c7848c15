/*
 * pgn_format.h - what the reader and the writer of PGN books share
 */
#ifndef FORMAT_PGN_FORMAT_H
#define FORMAT_PGN_FORMAT_H

#include "format/format_contract.h"

struct pgn_settings {
    enum { PGN_TREE = 1, PGN_LINES } shape;
    const char *tag; // the last one; pgn_tags.c takes them all
    const char *pieces;
    bool counts_results;
};

extern const struct setting_row pgn_settings_table[];

bool pgn_read(struct tabia_bytes bytes, struct read_job *job,
              struct tabia_builder *out, struct tabia_error *err);

bool pgn_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
