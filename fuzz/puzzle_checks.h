/*
 * puzzle_checks.h - what must hold for every set of puzzles that was read
 */
#ifndef FUZZ_PUZZLE_CHECKS_H
#define FUZZ_PUZZLE_CHECKS_H

#include <stdlib.h>
#include <string.h>

#include "format/puzzle/puzzles.h"
#include "require.h"

/* Written and read back in any format, there are as many puzzles. */
static inline void check_format(const struct puzzles *set,
                                enum puzzle_format format)
{
    struct tabia_error err = { 0 };
    uint8_t *data, *again;
    size_t size, again_size;
    if (!puzzles_encode(set, format, &data, &size, NULL, &err)) {
        require(err.status == TABIA_ERR_LIMIT);
        return;
    }
    const struct tabia_bytes bytes = { data, size };
    const struct tabia_read_options lenient = { .lenient = true };
    struct puzzles *back = puzzles_decode(bytes, format, &lenient, &err);
    require(back != NULL);
    require(puzzles_count(back) == puzzles_count(set));
    require(puzzles_encode(back, format, &again, &again_size, NULL, &err));
    if (format != PUZZLE_JSON) // which reads other bytes as UTF-8
        require(size == again_size && memcmp(data, again, size) == 0);
    puzzles_free(back);
    free(again);
    free(data);
}

static inline void check_set(struct tabia_bytes bytes,
                             enum puzzle_format format)
{
    const struct tabia_read_options lenient = { .lenient = true };
    struct puzzles *set = puzzles_decode(bytes, format, &lenient, NULL);
    if (!set)
        return;
    for (size_t i = 0; i < puzzles_count(set); i++)
        for (size_t n = 0; puzzle_style_note(puzzles_at(set, i), n); n++)
            require(n < 2);
    for (unsigned i = PUZZLE_TI_TEXT; !IS_READ_ONLY && i <= PUZZLE_PGN; i++)
        check_format(set, (enum puzzle_format)i);
    puzzles_free(set);
}

#endif
