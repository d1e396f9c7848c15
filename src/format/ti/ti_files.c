/*
 * ti_files.c - the numbered files that a compiler for TI-Chess makes
 */
#include "format/ti/ti_files.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "format/ti/ti_container.h"
#include "base/banned.h"

enum { OVERHEAD = 9, NUMBERS = 10 }; // length word and tag; 0 to 9

bool ti_files_check(const struct ti_options *o, struct tabia_error *err)
{
    if (o->folder && !ti_container_is_name(o->folder, TI_FOLDER_MAX))
        return error_set(err, TABIA_ERR_MISUSE,
                         "the folder must have 1 to %d letters and digits, a "
                         "letter first, found '%.20s'",
                         TI_FOLDER_MAX, o->folder);
    if (o->prefix && !ti_container_is_name(o->prefix, TI_PREFIX_MAX))
        return error_set(err, TABIA_ERR_MISUSE,
                         "the prefix must have 1 to %d letters and digits, a "
                         "letter first, found '%.20s'",
                         TI_PREFIX_MAX, o->prefix);
    if (o->offset < 0 || o->offset >= NUMBERS)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the offset must be from 0 to 9, found %d", o->offset);
    if (o->size > TI_SIZE_MAX)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the size must be at most %d, found %u", TI_SIZE_MAX,
                         o->size);
    return true;
}

size_t ti_files_limit(const struct ti_options *o)
{
    const unsigned size = o->size ? o->size : TI_SIZE_MAX;
    return size > OVERHEAD ? size - OVERHEAD : 0;
}

static bool ti_files_add_file(struct ti_files *files,
                              const struct ti_container *c,
                              const struct ti_files_payload *payload,
                              struct tabia_error *err)
{
    struct ti_file *file = &files->list[files->n];
    struct buf buf = { .limit = SIZE_MAX / 2 };
    struct sink dst = sink_to_buf(&buf, err);
    if (!ti_container_write(c, &dst)) {
        buf_clear(&buf);
        return false;
    }
    *file = (struct ti_file){
        .data = (uint8_t *)buf.data,
        .size = buf.size,
        .positions = payload->positions,
        .moves = payload->moves,
        .side = payload->side,
    };
    snprintf(file->name, sizeof(file->name), "%s%s", c->name,
             ti_container_suffix(c->device));
    files->n++;
    return true;
}

bool ti_files_add(struct ti_files *files, const struct ti_options *o,
                  const char *prefix, const struct ti_files_payload *payload,
                  int *number, struct tabia_error *err)
{
    const bool leaves_out[] = {
        [TI_CONTAINER_TI89] = o->no_ti89,
        [TI_CONTAINER_TI92P] = o->no_ti92p,
    };
    const int n = o->offset + (*number)++;
    if (n >= NUMBERS)
        return error_set(err, TABIA_ERR_LIMIT,
                         "too many files: numbers %d to 9 are all used",
                         o->offset);
    struct ti_container c = { .payload = payload->payload };
    snprintf(c.folder, sizeof(c.folder), "%.8s",
             o->folder ? o->folder : "tict");
    snprintf(c.name, sizeof(c.name), "%.7s%d", o->prefix ? o->prefix : prefix,
             (int)((unsigned)n % NUMBERS));
    for (unsigned i = TI_CONTAINER_TI89; i <= TI_CONTAINER_TI92P; i++) {
        c.device = (enum ti_container_device)i;
        if (!leaves_out[i] && !ti_files_add_file(files, &c, payload, err))
            return false;
    }
    return true;
}

void ti_files_clear(struct ti_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        free(files->list[i].data);
    files->n = 0;
}
