/*
 * shared_options.h - options that several verbs have, spelled once
 *
 * Rows that a verb puts among its own options and reads itself. The others that
 * verbs share are bits of 'struct verb' (WITH_FROM, ... in options.h): these
 * have their member in 'struct args', because code that does not know the verb
 * reads them.
 *
 *     static const struct option_spec options[] = {
 *         [FEN] = SHARED_FEN,
 */
#ifndef CLI_SHARED_OPTIONS_H
#define CLI_SHARED_OPTIONS_H

#include "base/pool.h"
#include "cli/options.h"
#include "tabia/chess.h"
#include "where/where.h"

/* By enum tabia_color. */
extern const char *const shared_colors[];

/* The side of an option with these choices; TABIA_SIDE_BOTH: not given. */
enum tabia_side shared_options_side(const struct option_value *value);

/*
 * The expression of --where; NULL without one, or when it cannot be read, which
 * has then been printed.
 */
enum cli_status shared_options_read_where(const char *text,
                                          struct where **where);

/* By enum tabia_pick_method. */
extern const char *const shared_methods[];

/* By enum tabia_layout. */
extern const char *const shared_layouts[];

#define SHARED_FEN                                                             \
    {                                                                          \
        .name = "fen", .kind = OPTION_TEXT, .value = "FEN",                    \
        .help = "the position (default: the starting position)"                \
    }

#define SHARED_MOVES                                                           \
    {                                                                          \
        .name = "moves", .kind = OPTION_TEXT, .value = "MOVES",                \
        .help = "moves to play first, in SAN or UCI: \"e4 c5\""                \
    }

#define SHARED_BATCH                                                           \
    {                                                                          \
        .name = "batch",                                                       \
        .help =                                                                \
            "read one position per line from standard input and print one "    \
            "answer per line"                                                  \
    }

#define SHARED_METHOD                                                          \
    {                                                                          \
        .name = "method", .kind = OPTION_CHOICE, .value = "METHOD",            \
        .default_value = "weighted", .choices = shared_methods,                \
        .help = "how to choose"                                                \
    }

#define SHARED_NAMES                                                           \
    {                                                                          \
        .name = "names", .kind = OPTION_TEXT, .value = "FILE",                 \
        .repeats = true,                                                       \
        .help = "take names from FILE: any book, Lichess's .tsv, Scid's .eco " \
                "(default: $TABIA_NAMES, else Lichess's built-in table); "     \
                "repeat for several, of which the first counts"                \
    }

/* The rules of the routine by which amateur books choose. */
#define SHARED_TRANSPOSITIONS                                                  \
    {                                                                          \
        .name = "transpositions", .kind = OPTION_TEXT, .value = "FILE",        \
        .group = "Amateur books",                                              \
        .help = "file of move orders to look up as others, two words per line" \
    }
#define SHARED_UNIVERSAL                                                       \
    {                                                                          \
        .name = "universal", .kind = OPTION_TEXT, .value = "MOVE:MOVES",       \
        .group = "Amateur books",                                              \
        .help = "Black's reply to a first move that the book does not know, "  \
                "unless it is one of MOVES"                                    \
    }
#define SHARED_FIRST                                                           \
    {                                                                          \
        .name = "first", .kind = OPTION_TEXT, .value = "MOVES",                \
        .group = "Amateur books",                                              \
        .help = "White's first moves to choose from: e2e4,d2d4"                \
    }

#define SHARED_THREADS(default_count)                                          \
    {                                                                          \
        .name = "threads", .kind = OPTION_INT, .value = "N",                   \
        .default_value = default_count, .max = POOL_THREADS_MAX,               \
        .help = "number of threads; 0 means one per processor"                 \
    }

#define SHARED_MEMORY(title, help_text)                                        \
    {                                                                          \
        .name = "memory", .kind = OPTION_TEXT, .value = "SIZE",                \
        .default_value = "1G", .group = title, .help = help_text               \
    }
#define SHARED_BUILD_MEMORY(title)                                             \
    SHARED_MEMORY(title, "memory limit, at least 8M")

#define SHARED_STRICT                                                          \
    {                                                                          \
        .name = "strict", .group = "Output",                                   \
        .help = "write nothing if anything would be lost"                      \
    }

#define SHARED_TOP                                                             \
    {                                                                          \
        .name = "top", .kind = OPTION_INT, .value = "N", .min = 1,             \
        .max = TABIA_MOVES_MAX,                                                \
        .help = "keep the N heaviest moves of each position"                   \
    }

#define SHARED_LAYOUT_TIMEOUT                                                  \
    {                                                                          \
        .name = "layout-timeout", .kind = OPTION_INT, .value = "S",            \
        .default_value = "60", .min = 1, .max = 86400,                         \
        .help = "time limit of Graphviz, in seconds"                           \
    }

/* An engine, how long it searches, and with how much memory. */
#define SHARED_ENGINE(HELP)                                                    \
    {                                                                          \
        .name = "engine", .group = "Engine", .letter = 'e',                    \
        .kind = OPTION_TEXT, .value = "PATH", .default_value = "stockfish",    \
        .help = HELP                                                           \
    }
#define SHARED_ENGINE_DEPTH(UNLESS)                                            \
    {                                                                          \
        .name = "depth", .letter = 'd', .kind = OPTION_INT, .value = "N",      \
        .min = 1, .max = 200,                                                  \
        .help = "search depth in plies (default: 15, if " UNLESS ")"           \
    }
#define SHARED_ENGINE_NODES                                                    \
    {                                                                          \
        .name = "nodes", .kind = OPTION_INT, .value = "N", .min = 1,           \
        .max = INT64_MAX, .help = "maximum number of nodes per search"         \
    }
#define SHARED_ENGINE_HASH                                                     \
    {                                                                          \
        .name = "hash", .kind = OPTION_INT, .value = "MB", .min = 1,           \
        .max = 1 << 20,                                                        \
        .help = "hash table size in MB (default: the engine's own)"            \
    }
#define SHARED_ENGINE_TIMEOUT                                                  \
    {                                                                          \
        .name = "timeout", .kind = OPTION_INT, .value = "S",                   \
        .default_value = "600", .min = 1, .max = 86400,                        \
        .help = "time limit of a search, in seconds; also of the engine's "    \
                "start, but there at most 10"                                  \
    }

#endif
