/*
 * tag_list.c - the tags of a game, put together one by one
 */
#include "format/shared/tag_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "book/game_tags.h"
#include "base/banned.h"

enum { TEXT_LIMIT = 1 << 30 };

bool tag_list_add(struct tag_list *list, const char *name, size_t name_len,
                  const char *value, size_t value_len, struct tabia_error *err)
{
    struct buf *texts = &list->texts;
    texts->limit = TEXT_LIMIT;
    if (!VEC_RESERVE(list->tags, list->room, list->n + 1, TEXT_LIMIT, err))
        return false;
    if (!buf_add(texts, name, name_len) || !buf_add_char(texts, '\0') ||
        !buf_add(texts, value, value_len) || !buf_add_char(texts, '\0'))
        return buf_error(texts, err);
    list->n++;
    return true;
}

/* The texts stand in a row: only now it is known where they stay. */
struct tabia_tag *tag_list_get(struct tag_list *list)
{
    const char *p = buf_text(&list->texts);
    for (size_t i = 0; i < list->n; i++) {
        list->tags[i].name = p;
        p += strlen(p) + 1;
        list->tags[i].value = p;
        p += strlen(p) + 1;
    }
    return list->tags;
}

bool tag_list_put_result(struct tag_list *list, const char *result,
                         struct tabia_error *err)
{
    const struct tabia_tag *tags = tag_list_get(list);
    const char *start = buf_text(&list->texts);
    const struct tabia_tag *old = game_tags_find(tags, list->n, "Result");
    const size_t len = strlen(result);
    if (old) {
        struct buf *texts = &list->texts;
        const size_t at = (size_t)(old->value - start);
        const size_t old_len = strlen(old->value);
        texts->limit = TEXT_LIMIT;
        if (!buf_reserve(texts, len))
            return buf_error(texts, err);
        memmove(texts->data + at + len, texts->data + at + old_len,
                texts->size - at - old_len);
        memcpy(texts->data + at, result, len);
        texts->size += len - old_len;
        texts->data[texts->size] = '\0';
        return true;
    }
    size_t i = list->n;
    while (i && game_tags_rank(tags[i - 1].name, strlen(tags[i - 1].name)) ==
                    GAME_TAGS_ROSTER)
        i--;
    const size_t at =
        i < list->n ? (size_t)(tags[i].name - start) : list->texts.size;
    // Added behind the last, for its room, then moved to its place.
    if (!tag_list_add(list, "Result", strlen("Result"), result, len, err))
        return false;
    char *texts = list->texts.data;
    const size_t size = strlen("Result") + 1 + len + 1;
    memmove(texts + at + size, texts + at, list->texts.size - size - at);
    memcpy(texts + at, "Result", sizeof("Result"));
    memcpy(texts + at + sizeof("Result"), result, len + 1);
    return true;
}

bool tag_list_apply(struct tag_list *list, struct tabia_builder *out,
                    uint32_t node, struct tabia_error *err)
{
    const struct tabia_node_data data = {
        .has = TABIA_HAS_TAGS,
        .tags = tag_list_get(list),
        .ntags = list->n,
    };
    return tabia_builder_set_node(out, node, &data, err);
}

void tag_list_reset(struct tag_list *list)
{
    buf_reset(&list->texts);
    list->n = 0;
}

void tag_list_clear(struct tag_list *list)
{
    buf_clear(&list->texts);
    free(list->tags);
    *list = (struct tag_list){ 0 };
}
