/*
 * tibook_compile.c - from a book to the numbered files of TI-Chess
 */
#include "base/buf.h"
#include "base/error.h"
#include "format/tifiles.h"
#include "format/tirecords.h"
#include "base/banned.h"

/* Everything that stays the same from file to file. */
struct job {
    const struct tabia_ti_options *options;
    const struct tirecords *set;
    struct tabia_ti_files *files;
    struct buf payload;
    int number;
};

static bool compile_part(struct job *job, enum tabia_color color, size_t from,
                         size_t to, struct tabia_error *err)
{
    const struct tirecords_side *side = &job->set->side[color];
    buf_reset(&job->payload);
    if (!tirecords_encode(job->set, color, from, to, &job->payload))
        return buf_error(&job->payload, err);
    const struct tifiles_part part = {
        .payload = buf_bytes(&job->payload),
        .positions = (uint32_t)(to - from),
        .moves = tirecords_count_moves(side, from, to),
        .side = color == TABIA_WHITE ? 'w' : 'b',
    };
    return tifiles_add(job->files, job->options, "ticbook", &part, &job->number,
                       err);
}

static bool compile_side(struct job *job, enum tabia_color color,
                         struct tabia_error *err)
{
    const struct tirecords_side *side = &job->set->side[color];
    const size_t limit = tifiles_limit(job->options);
    size_t from = 0;
    while (from < side->n) {
        const size_t to = tirecords_cut(side, from, limit);
        if (to == from)
            return error_set(err, TABIA_LIMIT,
                             "a position with %u move%s does not fit into a "
                             "file of this size",
                             side->list[from].nmoves,
                             side->list[from].nmoves == 1 ? "" : "s");
        if (!compile_part(job, color, from, to, err))
            return false;
        from = to;
    }
    return true;
}

bool tabia_ti_compile_book(const struct tabia_book *book,
                           const struct tabia_ti_options *options,
                           struct tabia_ti_files *files,
                           struct tabia_error *err)
{
    static const struct tabia_ti_options defaults;
    struct tirecords set = { 0 };
    struct job job = {
        .options = options ? options : &defaults,
        .set = &set,
        .files = files,
        .payload = { .limit = TABIA_TI_SIZE_MAX },
    };
    files->n = 0;
    const bool is_done =
        tifiles_check(job.options, err) && tirecords_init(&set, err) &&
        tirecords_collect(&set, book, NULL, err) &&
        (job.options->no_white || compile_side(&job, TABIA_WHITE, err)) &&
        (job.options->no_black || compile_side(&job, TABIA_BLACK, err));
    tirecords_clear(&set);
    buf_clear(&job.payload);
    if (!is_done)
        tabia_ti_files_clear(files);
    return is_done;
}
