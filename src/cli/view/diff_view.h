/*
 * diff_view.h - a difference between books, for people and as JSON
 */
#ifndef CLI_DIFF_VIEW_H
#define CLI_DIFF_VIEW_H

#include "tabia/diff.h"

struct buf;
struct json_writer;

/* Adds a line such as "  ~ e4  weight 1 -> 7", without its line end. */
void diff_view_add(struct buf *text, const struct tabia_diff_item *item);

/* Adds an object. */
void diff_view_put_json(struct json_writer *js,
                        const struct tabia_diff_item *item);

/* Adds the counts to the open object. */
void diff_view_put_json_counts(struct json_writer *js,
                               const struct tabia_diff_result *counts);

#endif
