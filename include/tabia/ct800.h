/*
 * ct800.h - the CT800's book compiler, step by step as its own tool works
 *
 *     struct tabia_ct800_stats stats = { 0 };
 *     struct tabia_book *book =
 *         tabia_ct800_scan(src, on_finding, ctx, &stats, err);
 *     tabia_ct800_compile(book, &data, &size, &stats, err);
 *
 * For programs that stand in for the original tool: it names what it finds in
 * its own words and counts as it does. Others use format.h.
 */
#ifndef TABIA_CT800_H
#define TABIA_CT800_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TABIA_CT800_TOKEN_SIZE = 5 };

/* Something wrong in a line; there is at most one in each. */
struct tabia_ct800_finding {
    uint32_t line;
    uint32_t col; // where the original points; 0: the whole text is meant
    bool is_char; // 'token' is one character, not a move
    char token[TABIA_CT800_TOKEN_SIZE]; // as it stands in the line
    const char *text;                   // the original's words
};

struct tabia_ct800_stats {
    uint32_t lines;
    uint32_t plies;  // moves that are right, also of lines with a finding
    uint32_t errors; // findings
    uint32_t raw;    // moves that are not marked
    uint32_t positions, moves; // different ones
    uint32_t max_moves;        // of one position
    uint32_t surplus;          // moves beyond 15 of a position, dropped
    uint32_t collisions;       // positions that share a key with another one
    size_t bytes;              // of the compiled book
};

typedef void tabia_ct800_finding_fn(void *ctx,
                                    const struct tabia_ct800_finding *finding);

/*
 * Reads CT800 lines and tells everything wrong with them to 'on_finding',
 * which may be NULL; 'stats' gets the first three counts. The book has the
 * lines as far as they are right. NULL only when there is no memory.
 */
TABIA_API struct tabia_book *tabia_ct800_scan(
    struct tabia_bytes src, tabia_ct800_finding_fn *on_finding, void *ctx,
    struct tabia_ct800_stats *stats, struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Compiles a book to the C file of the original tool, in memory that the
 * caller frees with free(). 'stats' gets the other counts. A book without a
 * move that is not marked has no C file: 'data' is then NULL.
 */
TABIA_API bool tabia_ct800_compile(const struct tabia_book *book,
                                   uint8_t **data, size_t *size,
                                   struct tabia_ct800_stats *stats,
                                   struct tabia_error *err);

#ifdef __cplusplus
}
#endif

#endif
