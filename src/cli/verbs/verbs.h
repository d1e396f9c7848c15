/*
 * verbs.h - a verb of the command is a table
 *
 * Parsing, help, man page, Markdown page and completion all read the same
 * table, so they cannot disagree.
 */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include <stddef.h>

#include "cli/cli.h"
#include "cli/options.h"

/* Where the overview lists a verb; help.c has the headings. */
enum verb_group {
    VERB_GROUP_LOOK_UP,
    VERB_GROUP_BOOKS,
    VERB_GROUP_GAMES,
    VERB_GROUP_STUDY,
    VERB_GROUP_PLAY,
    VERB_GROUP_COMPILERS,
    VERB_GROUP_MORE,
};

struct verb {
    const char *name;
    enum verb_group group;
    const char *summary;     // one line, lower case, no full stop
    const char *operands;    // as in the usage line: "FILE..."; "" for none
    const char *description; // whole sentences; a line end ends a paragraph
    const char *notes;       // like it, for man page and Markdown only; or NULL
    const char *example;     // one command line per line

    int min_operands;
    int max_operands; // -1: any number
    unsigned common;  // WITH_... bits: the common options that it takes
    bool one_dash;    // -name for --name, as an original command has it

    const struct option_spec *options; // its own
    size_t noptions;

    enum cli_status (*run)(const struct args *args);
};

/* All verbs by group, in the order of the help, and how many (verbs.c). */
extern const struct verb *const verbs[];
extern const size_t nverbs;

/* NULL when there is no such verb. */
const struct verb *verbs_find(const char *name);

/* Complains about an unknown verb, with a suggestion. */
enum cli_status verbs_refuse_unknown(const char *name);

extern const struct verb verb_bkc;
extern const struct verb verb_booktool;
extern const struct verb verb_build;
extern const struct verb verb_check;
extern const struct verb verb_convert;
extern const struct verb verb_coverage;
extern const struct verb verb_cpc;
extern const struct verb verb_diff;
extern const struct verb verb_draw;
extern const struct verb verb_edit;
extern const struct verb verb_evaluate;
extern const struct verb verb_find;
extern const struct verb verb_formats;
extern const struct verb verb_games;
extern const struct verb verb_help;
extern const struct verb verb_info;
extern const struct verb verb_merge;
extern const struct verb verb_name;
extern const struct verb verb_perft;
extern const struct verb verb_pick;
extern const struct verb verb_puzzles;
extern const struct verb verb_review;
extern const struct verb verb_serve;
extern const struct verb verb_show;
extern const struct verb verb_sizes;
extern const struct verb verb_train;
extern const struct verb verb_tree;
extern const struct verb verb_uci;
extern const struct verb verb_verify;

#endif
