/*
 * provenance.c - where a store comes from, as JSON
 */
#include "build/provenance.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "io/path.h"
#include "base/json.h"
#include "base/sink.h"
#include "base/sort.h"
#include "build/settings_list.h"

#include "base/banned.h"

/* ---- names ----------------------------------------------------------- */

/* The whole path of an input. */
struct place {
    const char *path;
    size_t len;
    struct provenance_input *input;
};

/* Adds the path from the root on, with a NUL; as it is where that fails. */
static void add_path(struct buf *paths, const char *path)
{
    const char *name = path_name(path);
    char *folder = strndup(path, (size_t)(name - path));
    char *whole = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
    if (whole)
        buf_addf(paths, "%s/%s", strcmp(whole, "/") == 0 ? "" : whole, name);
    else
        buf_addf(paths, "/%s", path);
    buf_add_char(paths, '\0');
    free(whole);
    free(folder);
}

/* Bytes that are the same at the end of both. */
static size_t common_tail(const struct place *a, const struct place *b)
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
    const struct place *a = x, *b = y;
    const size_t n = common_tail(a, b);
    (void)ctx;
    if (n == a->len || n == b->len)
        return (a->len > b->len) - (a->len < b->len);
    return (unsigned char)a->path[a->len - 1 - n] -
           (unsigned char)b->path[b->len - 1 - n];
}

static bool is_same(const struct place *a, const struct place *b)
{
    return a->len == b->len && memcmp(a->path, b->path, a->len) == 0;
}

/* How many of the places from the first on have its last part. */
static size_t count_namesakes(const struct place *places, size_t n)
{
    size_t i = 1;
    while (i < n &&
           strcmp(path_name(places[i].path), path_name(places[0].path)) == 0)
        i++;
    return i;
}

/* The length of the folder that all of them lie in, with its slash. */
static size_t common_folder(const struct place *places, size_t n)
{
    size_t len = (size_t)(path_name(places[0].path) - places[0].path);
    for (size_t i = 1; i < n; i++) {
        size_t same = 0;
        while (same < len && places[i].path[same] == places[0].path[same])
            same++;
        while (same > 0 && places[0].path[same - 1] != '/')
            same--;
        len = same;
    }
    return len;
}

/* The end of the path that none of the others has, from 'folder' on. */
static const char *unique_tail(const struct place *place,
                               const struct place *before,
                               const struct place *after, size_t folder)
{
    const size_t first = before ? common_tail(place, before) : 0;
    const size_t second = after ? common_tail(place, after) : 0;
    const char *at =
        place->path + place->len - (first > second ? first : second);
    while (at > place->path + folder && at[-1] != '/')
        at--;
    return at < place->path + folder ? place->path + folder : at;
}

/* Of places that are sorted by their tails and have the same last part. */
static void name_places(const struct place *places, size_t n)
{
    const size_t folder = common_folder(places, n);
    const struct place *before = NULL;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && is_same(&places[i], &places[end]))
            end++;
        const char *name = unique_tail(&places[i], before,
                                       end < n ? &places[end] : NULL, folder);
        before = &places[i];
        for (; i < end; i++)
            places[i].input->name = name;
    }
}

bool provenance_name(struct provenance_input *inputs, size_t n,
                     struct buf *paths, struct tabia_error *err)
{
    struct place *places = calloc(n + 1, sizeof(*places));
    if (!places)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++)
        add_path(paths, inputs[i].path);
    const char *path = buf_text(paths);
    for (size_t i = 0; !paths->failed && i < n; i++) {
        places[i] = (struct place){ path, strlen(path), &inputs[i] };
        path += places[i].len + 1;
    }
    const bool done = paths->failed
                          ? buf_error(paths, err)
                          : sort_merge(places, n, sizeof(*places),
                                       compare_tails, NULL, NULL, err);
    for (size_t i = 0; done && i < n;) {
        const size_t same = count_namesakes(places + i, n - i);
        name_places(places + i, same);
        i += same;
    }
    free(places);
    return done;
}

/* ---- the text -------------------------------------------------------- */

static void put_inputs(struct json *js, const struct provenance_input *inputs,
                       size_t n)
{
    json_key(js, "inputs");
    json_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        json_begin_object(js);
        json_key(js, "name");
        json_put_text(js, inputs[i].name);
        json_key(js, "size");
        json_put_uint(js, inputs[i].size);
        json_key(js, "xxh3");
        json_put_hex64(js, inputs[i].checksum);
        json_end(js);
    }
    json_end(js);
}

static void put_counts(struct json *js, const struct tabia_build_report *r)
{
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        { "read", r->games },        { "counted", r->counted },
        { "filtered", r->filtered }, { "unfinished", r->unfinished },
        { "repeated", r->repeated }, { "broken", r->broken },
    };
    json_key(js, "games");
    json_begin_object(js);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        json_key(js, counts[i].name);
        json_put_uint(js, counts[i].value);
    }
    json_end(js);
    json_key(js, "plies");
    json_put_uint(js, r->events);
}

bool provenance_print(struct buf *dst,
                      const struct tabia_build_options *options,
                      const struct provenance_input *inputs, size_t ninputs,
                      const struct tabia_build_report *report,
                      struct tabia_error *err)
{
    struct sink sink = sink_to_buf(dst, err);
    struct json js;
    json_init(&js, &sink, false);
    json_begin_object(&js);
    json_key(&js, "tabia");
    json_put_text(&js, TABIA_VERSION);
    json_key(&js, "options");
    settings_json(&js, options);
    put_inputs(&js, inputs, ninputs);
    put_counts(&js, report);
    json_end(&js);
    while (dst->size && dst->data[dst->size - 1] == '\n')
        dst->data[--dst->size] = '\0';
    return sink_ok(&sink);
}
