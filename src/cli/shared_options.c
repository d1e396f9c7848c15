/*
 * shared_options.c - the words of options that several verbs have
 */
#include "cli/shared_options.h"

#include "base/error_internal.h"
#include "tabia/draw.h"
#include "tabia/pick.h"

#include "base/banned.h"

const char *const shared_colors[] = {
    [TABIA_WHITE] = "white",
    [TABIA_BLACK] = "black",
    NULL,
};

enum tabia_side shared_options_side(const struct option_value *value)
{
    return !value->text                   ? TABIA_SIDE_BOTH
           : value->number == TABIA_WHITE ? TABIA_SIDE_WHITE
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

const char *const shared_methods[] = {
    [TABIA_PICK_WEIGHTED] = "weighted",
    [TABIA_PICK_BEST] = "best",
    [TABIA_PICK_UNIFORM] = "uniform",
    [TABIA_PICK_FIRST] = "first",
    NULL,
};

const char *const shared_layouts[] = {
    [TABIA_LAYOUT_TREE] = "tree",
    [TABIA_LAYOUT_AUTO] = "auto",
    [TABIA_LAYOUT_DOT] = "dot",
    [TABIA_LAYOUT_NEATO] = "neato",
    [TABIA_LAYOUT_FDP] = "fdp",
    [TABIA_LAYOUT_SFDP] = "sfdp",
    [TABIA_LAYOUT_TWOPI] = "twopi",
    [TABIA_LAYOUT_CIRCO] = "circo",
    NULL,
};
