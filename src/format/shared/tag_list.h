/*
 * tag_list.h - the tags of a game, put together one by one
 *
 *     struct tag_list list = { 0 };
 *     tag_list_add(&list, name, name_len, value, value_len, err);
 *     tag_list_apply(&list, out, node, err);
 *     tag_list_clear(&list);
 */
#ifndef FORMAT_TAG_LIST_H
#define FORMAT_TAG_LIST_H

#include "base/buf.h"
#include "tabia/builder.h"

/* The zero value is empty. */
struct tag_list {
    struct buf texts;       // names and values, each with its NUL
    struct tabia_tag *tags; // valid after tag_list_get
    size_t n, room;
};

/* Copies the texts, which are UTF-8 without a byte 0. */
bool tag_list_add(struct tag_list *list, const char *name, size_t name_len,
                  const char *value, size_t value_len, struct tabia_error *err);

/* Gives the tag Result this value; a new one stands behind the roster. */
bool tag_list_put_result(struct tag_list *list, const char *result,
                         struct tabia_error *err);

/* The 'n' tags; they live until the list changes. */
struct tabia_tag *tag_list_get(struct tag_list *list);

/* Gives the tags to a root that is being built. */
bool tag_list_apply(struct tag_list *list, struct tabia_builder *out,
                    uint32_t node, struct tabia_error *err);

/* Forgets the tags, keeps the memory. */
void tag_list_reset(struct tag_list *list);

void tag_list_clear(struct tag_list *list);

#endif
