/*
 * pgn_format.h - what the reader and the writer of PGN books share
 */
#ifndef FORMAT_PGN_FORMAT_H
#define FORMAT_PGN_FORMAT_H

#include "format/format_def.h"

/*
 * The book's text that holds the tags of its only game, each on a line as in
 * the file, less those that the model itself knows.
 */
#define PGN_TAGS_KEY "tags"

/* The tag of Lichess's studies that says whose pieces are at the bottom. */
#define PGN_SIDE_TAG "Orientation"

bool pgn_read(struct tabia_bytes src, const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err);

bool pgn_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err);

#endif
