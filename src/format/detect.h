/*
 * detect.h - which format the bytes of a file are in
 */
#ifndef FORMAT_DETECT_H
#define FORMAT_DETECT_H

#include "tabia/format.h"

struct tabia_format;

/* True if the path ends with one of the format's suffixes. */
bool format_has_suffix(const struct tabia_format *format, const char *path);

/*
 * What detection reads of a file, whatever its size: the first 64 KB, and a
 * few pages elsewhere where a format knows which. Every format shows there what
 * it is; reading says what is wrong further on.
 */
enum { FORMAT_DETECT_SIZE = 64 << 10 };

struct tabia_bytes format_first_bytes(struct tabia_bytes bytes);

/* Of a text, the whole lines of them. */
struct tabia_bytes format_first_lines(struct tabia_bytes bytes);

/* True if the first 64 KB are UTF-8 without a zero byte. */
bool format_looks_like_text(struct tabia_bytes bytes);

/* True if they have control characters other than blanks and ends of lines. */
bool format_has_controls(struct tabia_bytes bytes);

/* Like a text, and no control characters? */
bool format_is_plain_text(struct tabia_bytes bytes);

/* ---- choosing ---------------------------------------------------------- */

/* Like tabia_format_detect, but among the given formats. */
const struct tabia_format *format_detect_among(
    const struct tabia_format *const *list, size_t n, struct tabia_bytes bytes,
    const char *path, struct tabia_error *err);

/* Like tabia_format_for_path, but among the given formats. */
const struct tabia_format *format_for_path_among(
    const struct tabia_format *const *list, size_t n, const char *path,
    struct tabia_error *err);

#endif
