/*
 * ct800_tool.h - the CT800's book compiler, step by step as its own tool works
 *
 *     struct ct800_tool_stats stats = { 0 };
 *     struct tabia_book *book =
 *         ct800_tool_scan(src, on_finding, ctx, &stats, err);
 *     ct800_tool_compile(book, &data, &size, &stats, err);
 *
 * For programs that stand in for the original tool: it names what it finds in
 * its own words and counts as it does. Others use format.h.
 */
#ifndef FORMAT_CT800_TOOL_H
#define FORMAT_CT800_TOOL_H

#include "base/compiler.h"
#include "tabia/book.h"

enum { CT800_TOKEN_SIZE = 5 };

/* Something wrong in a line; there is at most one in each. */
struct ct800_tool_finding {
    uint32_t line;
    uint32_t col; // where the original points; 0: the whole text is meant
    bool is_char; // 'token' is one character, not a move
    char token[CT800_TOKEN_SIZE]; // as it stands in the line
    const char *text;             // the original's words
};

struct ct800_tool_stats {
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

typedef void ct800_tool_finding_fn(void *ctx,
                                   const struct ct800_tool_finding *finding);

/*
 * Reads CT800 lines and reports everything wrong with them to 'on_finding',
 * which may be NULL; 'stats' gets the first three counts. The book has the
 * lines as far as they are right. NULL only when there is no memory.
 */
struct tabia_book *ct800_tool_scan(struct tabia_bytes bytes,
                                   ct800_tool_finding_fn *on_finding, void *ctx,
                                   struct ct800_tool_stats *stats,
                                   struct tabia_error *err) MUST_CHECK;

/*
 * Compiles a book to the C file of the original tool, in memory that the
 * caller frees with free(). 'stats' gets the other counts. A book without a
 * move that is not marked has no C file: 'data' is then NULL.
 */
bool ct800_tool_compile(const struct tabia_book *book, uint8_t **data,
                        size_t *size, struct ct800_tool_stats *stats,
                        struct tabia_error *err);

#endif
