/*
 * shared_options.c - the words of options that several verbs have
 */
#include "cli/shared_options.h"

#include "base/error_internal.h"

#include "base/banned.h"

const char *const shared_sides[] = { "white", "black", NULL };

enum tabia_side shared_options_side(const struct option_value *value)
{
    return !value->text         ? TABIA_SIDE_BOTH
           : value->number == 0 ? TABIA_SIDE_WHITE
                                : TABIA_SIDE_BLACK;
}

enum cli_status shared_options_read_where(const char *text,
                                          struct where **where)
{
    struct tabia_error err = { 0 };
    *where = text ? where_parse(text, &err) : NULL;
    if (!text || *where)
        return CLI_DONE;
    error_set_file(&err, "--where");
    return cli_print_error_in_line(&err, text);
}

const char *const shared_methods[] = { "weighted", "best", "uniform", "first",
                                       NULL };

const char *const shared_layouts[] = { "auto", "tree",  "dot",   "neato", "fdp",
                                       "sfdp", "twopi", "circo", NULL };
