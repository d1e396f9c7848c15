/*
 * provenance.c - where a store comes from
 */
#include "build/provenance.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/sink.h"
#include "base/sort.h"
#include "base/utf8_repair.h"
#include "build/build_options.h"
#include "io/path.h"

#include "base/banned.h"

/* ---- names ----------------------------------------------------------- */

/* The whole path of an input. */
struct input_path {
    const char *path;
    size_t len;
    struct provenance_input *input;
};

/* Bytes that are the same at the end of both. */
static size_t common_tail(const struct input_path *a,
                          const struct input_path *b)
{
    size_t n = 0;
    while (n < a->len && n < b->len &&
           a->path[a->len - 1 - n] == b->path[b->len - 1 - n])
        n++;
    return n;
}

/* By the paths read backwards: what ends alike comes together. */
static int compare_tails(const void *x, const void *y, void *ctx)
{
    const struct input_path *a = x, *b = y;
    const size_t n = common_tail(a, b);
    (void)ctx;
    if (n == a->len || n == b->len)
        return (a->len > b->len) - (a->len < b->len);
    return (unsigned char)a->path[a->len - 1 - n] -
           (unsigned char)b->path[b->len - 1 - n];
}

/* Of paths that are sorted by their tails and have the same last part. */
static void name_paths(const struct input_path *list, size_t n)
{
    // The length of the folder that all of them lie in, with its slash.
    size_t folder = (size_t)(path_name(list[0].path) - list[0].path);
    for (size_t i = 1; i < n; i++) {
        size_t same = 0;
        while (same < folder && list[i].path[same] == list[0].path[same])
            same++;
        while (same > 0 && list[0].path[same - 1] != '/')
            same--;
        folder = same;
    }
    const struct input_path *before = NULL;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n &&
               (list[i].len == list[end].len &&
                memcmp(list[i].path, list[end].path, list[i].len) == 0))
            end++;
        // The end of the path that none of the others has, from 'folder' on.
        const struct input_path *after = end < n ? &list[end] : NULL;
        const size_t first = before ? common_tail(&list[i], before) : 0;
        const size_t second = after ? common_tail(&list[i], after) : 0;
        const char *at =
            list[i].path + list[i].len - (first > second ? first : second);
        while (at > list[i].path + folder && at[-1] != '/')
            at--;
        const char *name =
            at < list[i].path + folder ? list[i].path + folder : at;
        before = &list[i];
        for (; i < end; i++)
            list[i].input->name = name;
    }
}

bool provenance_name_inputs(struct provenance_input *inputs, size_t n,
                            struct buf *paths, struct tabia_error *err)
{
    struct input_path *list = calloc(n + 1, sizeof(*list));
    if (!list)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++) {
        // The path from the root on; as it is where that fails.
        const char *name = path_name(inputs[i].path);
        char *folder = strndup(inputs[i].path, (size_t)(name - inputs[i].path));
        char *whole = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
        const char *parts[] = { whole && strcmp(whole, "/") != 0 ? whole : "",
                                "/", whole ? name : inputs[i].path };
        for (size_t k = 0; k < COUNT_OF(parts); k++)
            utf8_repair(paths, parts[k], strlen(parts[k]));
        buf_add_char(paths, '\0');
        free(whole);
        free(folder);
    }
    const char *path = buf_text(paths);
    for (size_t i = 0; !paths->failed && i < n; i++) {
        list[i] = (struct input_path){ path, strlen(path), &inputs[i] };
        path += list[i].len + 1;
    }
    const bool ok = paths->failed ? buf_error(paths, err)
                                  : sort_stable(list, n, sizeof(*list),
                                                compare_tails, NULL, NULL, err);
    for (size_t i = 0; ok && i < n;) {
        const char *name = path_name(list[i].path);
        size_t end = i + 1;
        while (end < n && strcmp(path_name(list[end].path), name) == 0)
            end++;
        name_paths(list + i, end - i);
        i = end;
    }
    free(list);
    return ok;
}

/* ---- the text -------------------------------------------------------- */

bool provenance_print(struct buf *dst,
                      const struct tabia_build_options *options,
                      const struct provenance_input *inputs, size_t ninputs,
                      const struct tabia_build_result *result,
                      struct tabia_error *err)
{
    struct sink sink = sink_to_buf(dst, err);
    struct json_writer js;
    json_writer_init(&js, &sink, false);
    json_writer_begin_object(&js);
    json_writer_key(&js, "tabia");
    json_writer_put_text(&js, TABIA_VERSION);
    json_writer_key(&js, "options");
    build_options_put_json(&js, options);
    json_writer_key(&js, "inputs");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < ninputs; i++) {
        json_writer_begin_object(&js);
        json_writer_key(&js, "name");
        json_writer_put_text(&js, inputs[i].name);
        json_writer_key(&js, "size");
        json_writer_put_uint(&js, inputs[i].size);
        json_writer_key(&js, "xxh3");
        json_writer_put_hex64(&js, inputs[i].checksum);
        json_writer_end(&js);
    }
    json_writer_end(&js);
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        { "read", result->games },
        { "counted", result->counted },
        { "filtered", result->filtered },
        { "unfinished", result->unfinished },
        { "duplicates", result->duplicates },
        { "broken", result->broken },
    };
    json_writer_key(&js, "games");
    json_writer_begin_object(&js);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        json_writer_key(&js, counts[i].name);
        json_writer_put_uint(&js, counts[i].value);
    }
    json_writer_end(&js);
    json_writer_key(&js, "plies");
    json_writer_put_uint(&js, result->events);
    json_writer_end(&js);
    while (dst->size && dst->data[dst->size - 1] == '\n')
        dst->data[--dst->size] = '\0';
    return sink_ok(&sink);
}
