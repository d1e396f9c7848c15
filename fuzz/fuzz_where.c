/*
 * fuzz_where.c - any bytes as an expression, with tags to run it on
 *
 * The first line is the expression, each line behind it the value of a tag
 * that it asks for, in their order.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "where/where.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The rest of the line, without its end; 'data' then is behind it. */
static struct tabia_pgn_text take_line(struct tabia_bytes *data)
{
    const char *start = (const char *)data->data;
    const char *end = data->size ? memchr(start, '\n', data->size) : NULL;
    const size_t len = end ? (size_t)(end - start) : data->size;
    data->data += len + (end != NULL);
    data->size -= len + (end != NULL);
    return (struct tabia_pgn_text){ start, len };
}

static void check_error(const char *text, const struct tabia_error *err)
{
    require(err->status != TABIA_OK && err->msg[0] && err->line == 1);
    require(err->offset <= strlen(text) && err->col == err->offset + 1);
    char buf[1024];
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    require(tabia_error_print(err, "error", bytes, buf, sizeof(buf)) > 0);
}

/* False when a pattern was given up. */
static bool run(const struct where *w, struct tabia_bytes values,
                bool *is_match)
{
    struct where_values v = { 0 };
    struct tabia_error err = { 0 };
    for (const char *const *tag = where_tags(w); *tag && values.size; tag++) {
        const struct tabia_pgn_text name = { *tag, strlen(*tag) };
        where_set_tag(w, &v, name, take_line(&values));
    }
    const bool is_done = where_match(w, &v, is_match, &err);
    require(is_done || err.status == TABIA_ERR_LIMIT);
    where_values_clear(&v);
    return is_done;
}

/* Whatever the expression is, its opposite is the opposite. */
static void check_opposite(const char *text, bool is_match,
                           struct tabia_bytes values)
{
    const size_t size = strlen(text) + sizeof("not ()");
    char *opposite = malloc(size);
    require(opposite);
    snprintf(opposite, size, "not (%s)", text);
    struct where *w = where_parse(opposite, NULL);
    bool is_opposite;
    if (w && run(w, values, &is_opposite)) // it may be too long, or too deep
        require(is_opposite != is_match);
    where_free(w);
    free(opposite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tabia_bytes rest = { data, size };
    struct tabia_error err = { 0 };
    const struct tabia_pgn_text line = take_line(&rest);
    char *text = malloc(line.len + 1);
    require(text);
    memcpy(text, line.text, line.len);
    text[line.len] = '\0';

    struct where *w = where_parse(text, &err);
    require(!w == (err.status != TABIA_OK));
    bool is_match;
    if (!w)
        check_error(text, &err);
    else if (run(w, rest, &is_match))
        check_opposite(text, is_match, rest);
    where_free(w);
    free(text);
    return 0;
}
