/*
 * table_file.c - tables without a source
 */
#include "table_file.h"

#include "io/input.h"

struct table *table_file_open(const char *path,
                              const struct tabia_read_options *options,
                              struct tabia_error *err)
{
    const struct input_options how = { .map_size = INPUT_MAP_SEARCHED_SIZE };
    struct tabia_read_options named = { 0 };
    struct input in;
    if (!input_open(&in, path, &how, err))
        return NULL;
    if (options)
        named = *options;
    if (!named.name)
        named.name = in.name;
    named.path = path;
    struct table *t = format_open_table(in.bytes, &named, err);
    if (!t) {
        input_close(&in);
        return NULL;
    }
    t->in = in;
    t->from = &t->in;
    return t;
}

struct table *table_open_for(struct tabia_bytes bytes,
                             const struct table_lookup *lookup,
                             const struct tabia_read_options *options,
                             struct tabia_error *err)
{
    struct read_job job;
    return read_job_init(&job, bytes, options, err)
               ? format_open_table_for(bytes, lookup, &job, err)
               : NULL;
}
