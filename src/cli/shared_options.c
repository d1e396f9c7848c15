/*
 * shared_options.c - the words of options that several verbs have
 */
#include "cli/shared_options.h"

#include "base/banned.h"

const char *const shared_sides[] = { "white", "black", NULL };

enum tabia_side shared_options_side(const struct option_value *value)
{
    return !value->text         ? TABIA_SIDE_BOTH
           : value->number == 0 ? TABIA_SIDE_WHITE
                                : TABIA_SIDE_BLACK;
}

const char *const shared_methods[] = { "weighted", "best", "uniform", "first",
                                       NULL };

const char *const shared_layouts[] = { "auto", "tree",  "dot",   "neato", "fdp",
                                       "sfdp", "twopi", "circo", NULL };
