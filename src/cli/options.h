/*
 * options.h - command lines, read by table
 *
 * A verb lists its options in an array whose indexes are an enum of its own;
 * the values come back in args->values under the same indexes:
 *
 *     enum { DEPTH, DIVIDE };
 *     static const struct option_spec options[] = {
 *         [DEPTH] = { .name = "depth", .letter = 'd', ... },
 *     ...
 *     int64_t depth = args->values[DEPTH].number;
 *
 * Long options are never abbreviated; --name=value and --name value, -dvalue
 * and -d value are the same; "--" ends the options; options and operands mix
 * freely. The last of several values counts, unless the option repeats.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/cli.h"

struct verb;

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_INT,
    OPTION_CHOICE,
};

struct option_spec {
    const char *name; // without the dashes
    char letter;      // 0: none
    enum option_kind kind;
    const char *value;         // what help calls the value: "N"
    const char *default_value; // the value when absent; NULL: none
    int64_t min, max;          // OPTION_INT
    // OPTION_CHOICE; NULL-terminated. Each stands at the value of its enum:
    // { [TABIA_WHITE] = "white", [TABIA_BLACK] = "black", NULL }
    const char *const *choices;
    bool hidden;       // accepted, but not in the help
    bool repeats;      // all its values count: see args->repeated
    const char *help;  // lower case, no full stop
    const char *group; // heading in the help from here on, or NULL
};

struct option_value {
    bool given;
    const char *text; // NULL when absent and without a default
    int64_t number;   // OPTION_INT; the index of an OPTION_CHOICE
};

/* Options that several verbs share. Every verb has the last two. */
enum option_common {
    COMMON_OUTPUT,
    COMMON_TO,
    COMMON_FORCE,
    COMMON_ALLOW_EMPTY,
    COMMON_FROM,
    COMMON_LENIENT,
    COMMON_SETTING,
    COMMON_JSON,
    COMMON_QUIET,
    COMMON_HELP,
    COMMON_COUNT,
};

enum {
    WITH_JSON = 1 << COMMON_JSON,
    WITH_OUTPUT = 1 << COMMON_OUTPUT | 1 << COMMON_FORCE,
    WITH_BOOK_OUTPUT = WITH_OUTPUT | 1 << COMMON_ALLOW_EMPTY,
    WITH_FROM = 1 << COMMON_FROM,
    WITH_TO = 1 << COMMON_TO,
    WITH_LENIENT = 1 << COMMON_LENIENT,
    WITH_SETTINGS = 1 << COMMON_SETTING,
};

enum {
    OPTIONS_OWN_MAX = 32,      // the most that a verb has of its own
    OPTIONS_REPEATED_MAX = 64, // the most values that options that repeat have
    OPTIONS_SLOTS = OPTIONS_OWN_MAX + COMMON_COUNT,
};

/* A parsed command line. Borrows from argv. */
struct args {
    const struct verb *verb;
    char **operands;
    int noperands;

    bool help, quiet, json, force, allow_empty, lenient;
    const char *output, *from, *to; // NULL: not given

    /* The verb's own options, then the common ones. */
    struct option_value values[OPTIONS_SLOTS];

    /* The values of the options that repeat, in their order. */
    struct option_item {
        size_t slot;
        const char *text;
    } repeated[OPTIONS_REPEATED_MAX];
    size_t nrepeated;
};

/*
 * Reads what follows the verb. Moves the operands to the front of 'argv',
 * which 'args' then borrows. CLI_DONE, or CLI_MISUSE with the reason printed.
 * Nothing after --help is read.
 */
enum cli_status options_parse(const struct verb *verb, int argc, char **argv,
                              struct args *args);

/* The values of an option that repeats, with a NULL behind them. */
void options_collect(const struct args *args, size_t slot,
                     const char *list[OPTIONS_REPEATED_MAX + 1]);

/* The option of a slot below OPTIONS_SLOTS; NULL: the verb has none there. */
const struct option_spec *options_at(const struct verb *verb, size_t slot);

/* What stands before a long option of the verb: "--", or "-". */
const char *options_dashes(const struct verb *verb);

enum { OPTIONS_HELP_SIZE = 512 };

/* An option's help with its choices and default; cut at 'size'. */
void options_describe(const struct option_spec *spec, char *text, size_t size);

/* ---- values that are more than whole numbers --------------------------- */

/* What is expected, for messages. */
#define OPTIONS_SIZE_IS     "a size such as 64M or 1.5G"
#define OPTIONS_FRACTION_IS "a part of at most %d, such as 2/4"

/* "64M", "1.5G", "9000000": 'least' bytes or more; K, M, G, T: times 1024. */
bool options_parse_size(const char *text, uint64_t least, uint64_t *bytes);

/* A decimal number from 'least' to 'most'. */
bool options_parse_real(const char *text, double least, double most,
                        double *value);

/* "2/4": 'i' from 0 to 'n' - 1, 'n' at most 'most'. */
bool options_parse_fraction(const char *text, uint32_t most, uint32_t *i,
                            uint32_t *n);

#endif
