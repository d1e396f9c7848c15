/*
 * shared_options.c - words that options of several verbs choose from
 */
#include "cli/shared_options.h"

#include "base/banned.h"

const char *const shared_sides[] = { "white", "black", NULL };

const char *const shared_policies[] = { "weighted", "best", "uniform", "first",
                                        NULL };

const char *const shared_layouts[] = { "auto", "tree",  "dot",   "neato", "fdp",
                                       "sfdp", "twopi", "circo", NULL };
