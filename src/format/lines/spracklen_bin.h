/*
 * spracklen_bin.h - what the files of the Spracklen tree in bytes share
 */
#ifndef FORMAT_SPRACKLEN_BIN_H
#define FORMAT_SPRACKLEN_BIN_H

#include "format/format_def.h"
#include "format/lines/movecode.h"

struct spracklen_bin_settings {
    bool offsets, from_offsets;
    bool jumps;
};

extern const struct tabia_setting_info spracklen_bin_rows[];

/* How many legal moves the tree begins with; 0 if anything is wrong. */
size_t spracklen_bin_look(struct tabia_bytes src, enum movecode_kind kind);

/* ---- the format's functions ------------------------------------------ */

bool spracklen_bin_read(struct tabia_bytes src,
                        const struct tabia_read_options *options,
                        struct tabia_builder *out, struct tabia_error *err);

bool spracklen_bin_write(const struct tabia_book *book,
                         const struct tabia_write_options *options,
                         struct sink *dst, struct tabia_report *report,
                         struct tabia_error *err);

#endif
