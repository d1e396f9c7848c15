/*
 * shared_options.h - options that several verbs have, spelled once
 *
 *     static const struct option_spec options[] = {
 *         [FEN] = SHARED_FEN,
 */
#ifndef CLI_SHARED_OPTIONS_H
#define CLI_SHARED_OPTIONS_H

#include "base/pool.h"
#include "cli/options.h"
#include "tabia/chess.h"

/* In the order of enum tabia_color. */
extern const char *const shared_sides[];

/* In the order of enum tabia_choice. */
extern const char *const shared_policies[];

/* In the order of enum tabia_layout. */
extern const char *const shared_layouts[];

#define SHARED_FEN                                                             \
    {                                                                          \
        .name = "fen", .kind = OPTION_TEXT, .value = "FEN",                    \
        .help = "the position (default the start of the game)"                 \
    }

#define SHARED_MOVES                                                           \
    {                                                                          \
        .name = "moves", .kind = OPTION_TEXT, .value = "MOVES",                \
        .help = "moves to play first, SAN or UCI, in one word"                 \
    }

#define SHARED_BATCH                                                           \
    {                                                                          \
        .name = "batch",                                                       \
        .help =                                                                \
            "read positions from standard input, one on a line, and answer "   \
            "each with a line"                                                 \
    }

#define SHARED_POLICY                                                          \
    {                                                                          \
        .name = "policy", .kind = OPTION_CHOICE, .value = "POLICY",            \
        .fallback = "weighted", .choices = shared_policies,                    \
        .help = "how to choose"                                                \
    }

#define SHARED_NAMES                                                           \
    {                                                                          \
        .name = "names", .kind = OPTION_TEXT, .value = "FILE",                 \
        .help = "a file with names: any book, Lichess's .tsv, Scid's .eco "    \
                "(default $TABIA_NAMES, else the built-in ones, Lichess's)"    \
    }

/* The rules of the routine that amateur books are asked with. */
#define SHARED_TRANSPOSITIONS                                                  \
    {                                                                          \
        .name = "transpositions", .kind = OPTION_TEXT, .value = "FILE",        \
        .help = "amateur books: orders of moves to look up as others, two "    \
                "words per line"                                               \
    }
#define SHARED_UNIVERSAL                                                       \
    {                                                                          \
        .name = "universal", .kind = OPTION_TEXT, .value = "MOVE:MOVES",       \
        .help = "amateur books: Black's reply to a first move that the book "  \
                "does not know, but not to these"                              \
    }
#define SHARED_FIRST                                                           \
    {                                                                          \
        .name = "first", .kind = OPTION_TEXT, .value = "MOVES",                \
        .help = "amateur books: White's first move is one of these, as in "    \
                "e2e4,d2d4"                                                    \
    }

/* 'which' goes before the text, as "of folders: ". */
#define SHARED_THREADS(which, usual)                                           \
    {                                                                          \
        .name = "threads", .kind = OPTION_INT, .value = "N",                   \
        .fallback = usual, .max = POOL_THREADS_MAX,                            \
        .help = which "threads to use; 0 is one per processor"                 \
    }

#define SHARED_MEMORY(which)                                                   \
    {                                                                          \
        .name = "memory", .kind = OPTION_TEXT, .value = "SIZE",                \
        .fallback = "1G", .help = which "memory to use, 64M at least"          \
    }

#define SHARED_STRICT                                                          \
    {                                                                          \
        .name = "strict", .help = "write nothing if anything would be lost"    \
    }

#define SHARED_TOP                                                             \
    {                                                                          \
        .name = "top", .kind = OPTION_INT, .value = "N", .min = 1,             \
        .max = TABIA_MOVES_MAX,                                                \
        .help = "only the N heaviest moves of a position"                      \
    }

#define SHARED_LAYOUT_TIMEOUT                                                  \
    {                                                                          \
        .name = "layout-timeout", .kind = OPTION_INT, .value = "S",            \
        .fallback = "60", .min = 1, .max = 86400,                              \
        .help = "seconds that Graphviz may take"                               \
    }

#endif
