/*
 * verbs.c - the list of all verbs
 */
#include "cli/verbs/verbs.h"

#include <string.h>

#include "base/compiler.h"
#include "base/suggestion.h"

#include "base/banned.h"

// clang-format off
const struct verb *const verbs[] = {
    &verb_find, &verb_pick, &verb_tree, &verb_info, &verb_name, &verb_draw,
    &verb_show,
    &verb_convert, &verb_merge, &verb_diff, &verb_edit, &verb_check,
    &verb_evaluate,
    &verb_games, &verb_build, &verb_verify,
    &verb_coverage, &verb_review, &verb_train, &verb_puzzles,
    &verb_uci, &verb_serve,
    &verb_booktool, &verb_bkc, &verb_cpc,
    &verb_formats, &verb_sizes, &verb_perft, &verb_help,
};
// clang-format on

const size_t nverbs = COUNT_OF(verbs);

const struct verb *verbs_find(const char *name)
{
    for (size_t i = 0; i < nverbs; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

enum cli_status verbs_refuse_unknown(const char *name)
{
    struct suggestion best;
    suggestion_init(&best, name, strlen(name));
    for (size_t i = 0; i < nverbs; i++)
        suggestion_offer(&best, verbs[i]->name);
    if (best.word)
        cli_fail(CLI_MISUSE, "unknown verb '%s'; did you mean '%s'?", name,
                 best.word);
    else
        cli_fail(CLI_MISUSE, "unknown verb '%s'", name);
    fputs("'tabia help' lists the verbs.\n", stderr);
    return CLI_MISUSE;
}
