/*
 * join.c - parts are brought together: slice by slice, then as a whole
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "build/build_write.h"
#include "build/parts.h"
#include "io/output.h"

#include "base/banned.h"

/* What both steps work with. */
struct join_work {
    struct parts parts;
    struct tabia_build_options options;
    struct build b;             // of which only a few things are used
    struct spool rows, details; // of all parts, one after the other
    uint64_t identity;          // of the parts, for slices
    bool is_open;
};

/* ---- opening --------------------------------------------------------- */

/*
 * Appends a file of a part, of which its notes have the size and the sum; in
 * rows, the numbers of the roots become those among the roots of all parts.
 */
static bool append_file(struct spool *to, const struct part *part,
                        const char *name, uint64_t size, const char *sum_name,
                        bool has_rows, struct tabia_error *err)
{
    enum { SOME = 4096 };
    struct tally_game rows[SOME];
    struct spool from;
    uint64_t sum = 0;
    size_t n;
    if (!spool_open_all(&from, part->folder, name, err))
        return false;
    bool ok = from.size == size && (!has_rows || size % sizeof(*rows) == 0);
    bool is_sound = ok;
    for (uint64_t left = size; ok && left; left -= n) {
        n = left < sizeof(rows) ? (size_t)left : sizeof(rows);
        ok = spool_read_next(&from, rows, n, err);
        for (size_t i = 0; ok && has_rows && i < n / sizeof(*rows); i++) {
            is_sound &= rows[i].root < part->nroots;
            rows[i].root = is_sound ? part->roots[rows[i].root] : 0;
        }
        ok = ok && spool_put(to, to->size, rows, n, err);
        to->size += n;
    }
    ok = ok && spool_checksum(&from, &sum, err);
    if ((ok && !notes_has_sum(&part->notes, sum_name, sum)) || !is_sound)
        ok = error_set(err, TABIA_ERR_CORRUPT, "%s is damaged", from.path);
    spool_close(&from);
    return ok;
}

/* The games of all parts in one row, as their numbers are now. */
static bool open_joined_games(struct join_work *j, struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    if (!spool_open_temp(&j->rows, j->b.folder, err) ||
        !spool_open_temp(&j->details, j->b.folder, err))
        return false;
    for (uint32_t i = 0; i < j->parts.n; i++) {
        const struct part *part = &j->parts.list[i];
        parts_name(name, "part", i, j->parts.n, "rows");
        if (!append_file(&j->rows, part, name, part->rows, COLLECTOR_ROWS_SUM,
                         true, err))
            return false;
        parts_name(name, "part", i, j->parts.n, "details");
        if (!append_file(&j->details, part, name, part->details,
                         COLLECTOR_DETAILS_SUM, false, err))
            return false;
    }
    if (!build_map_games(&j->b, &j->rows, err))
        return false;
    return j->b.count_rule.tally.games.count == j->parts.games ||
           error_set(err, TABIA_ERR_CORRUPT,
                     "the parts' games are not all there");
}

static bool open_join(struct join_work *j, const char *const *folders, size_t n,
                      const struct tabia_build_options *options,
                      struct tabia_error *err)
{
    *j = (struct join_work){ 0 };
    if (!parts_open(&j->parts, folders, n, err))
        return false;
    // What the parts were made with, and how the caller wants it done.
    j->options = j->parts.options;
    j->options.output = options->output;
    j->options.write_options = options->write_options;
    j->options.memory_limit = options->memory_limit;
    j->options.threads = options->threads;
    j->options.report = options->report;
    j->options.on_progress = options->on_progress;
    j->options.is_stopped = options->is_stopped;
    j->options.ctx = options->ctx;
    uint64_t hash = j->parts.n; // of all that their notes say
    for (uint32_t i = 0; i < j->parts.n; i++) {
        const struct notes *notes = &j->parts.list[i].notes;
        for (size_t k = 0; k < notes->n; k++) {
            const struct notes_line *line = &notes->lines[k];
            hash = XXH3_64bits_withSeed(line->name, strlen(line->name), hash);
            hash = XXH3_64bits_withSeed(line->value, strlen(line->value), hash);
        }
    }
    j->identity = hash;
    j->is_open = true;
    return build_init(&j->b, &j->options, err);
}

static void close_join(struct join_work *j)
{
    if (j->is_open)
        build_clear(&j->b);
    spool_close(&j->rows);
    spool_close(&j->details);
    parts_close(&j->parts);
}

static bool add_run(struct join_work *j, const char *folder, const char *name,
                    uint64_t base, struct tabia_error *err)
{
    struct spool spool;
    return spool_open_all(&spool, folder, name, err) &&
           run_files_add(&j->b.runs, &spool, &j->b.run_kind, base, err);
}

static bool open_parts(struct join_work *j, struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    for (uint32_t i = 0; i < j->parts.n; i++) {
        const struct part *part = &j->parts.list[i];
        parts_name(name, "part", i, j->parts.n, "run");
        if (!add_run(j, part->folder, name, part->base, err))
            return false;
    }
    return true;
}

/* ---- slices ---------------------------------------------------------- */

static bool has_slice(const struct join_work *j, const char *folder,
                      uint32_t slice, uint32_t nslices, bool *found,
                      struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    struct notes notes;
    parts_name(name, "slice", slice, nslices, "notes");
    if (!notes_load(&notes, folder, name, found, err))
        return false;
    // Those of other parts are to be made again.
    *found = *found && notes_has_sum(&notes, "parts", j->identity);
    notes_clear(&notes);
    return true;
}

static bool write_slice(struct join_work *j, uint32_t slice, uint32_t nslices,
                        struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    struct spool spool;
    struct buf notes = { 0 };
    const struct merger m = build_merger(&j->b);
    const unsigned first = (unsigned)((uint64_t)BINS_COUNT * slice / nslices);
    const unsigned end =
        (unsigned)((uint64_t)BINS_COUNT * (slice + 1) / nslices);
    parts_name(name, "slice", slice, nslices, "notes");
    if (!notes_remove(j->options.output, name, err))
        return false;
    parts_name(name, "slice", slice, nslices, "run");
    if (!spool_open(&spool, j->options.output, name, 0, err))
        return false;
    struct sink dst = spool_sink(&spool, err);
    bool ok = run_files_write_sorted(&j->b, &m, &dst, first, end,
                                     j->parts.games, err) &&
              spool_sync(&spool, err);
    spool_close(&spool);
    notes_begin(&notes);
    notes_put_sum(&notes, "parts", j->identity);
    notes_end(&notes);
    parts_name(name, "slice", slice, nslices, "notes");
    ok = ok && notes_save(&notes, j->options.output, name, err);
    buf_clear(&notes);
    return ok;
}

static bool build_slice(const char *const *folders, size_t nfolders,
                        const struct tabia_build_options *options,
                        struct tabia_build_result *result,
                        struct tabia_error *err)
{
    const uint32_t slice = options->slice, nslices = options->nslices;
    struct join_work j;
    bool found = false;
    const bool is_forced = build_write_options(options)->force;
    if (nslices > TABIA_BUILD_SLICES_MAX || slice >= nslices)
        return error_set(err, TABIA_ERR_MISUSE, "no such slice");
    bool ok = open_join(&j, folders, nfolders, options, err) &&
              parts_make_folder(options->output, err) &&
              (is_forced ||
               has_slice(&j, options->output, slice, nslices, &found, err));
    if (ok && !found)
        ok = open_parts(&j, err) && write_slice(&j, slice, nslices, err);
    *result = j.parts.result;
    result->runs = j.b.runs.n;
    build_problems_report(&j.parts.problems, options);
    close_join(&j);
    return ok || build_hint_damage(TABIA_HINT_PART, err);
}

/* ---- the whole ------------------------------------------------------- */

/* Notes into how many slices any keys in the folders were divided. */
static bool find_slice_counts(const char *const *folders, size_t n,
                              bool has_count[TABIA_BUILD_SLICES_MAX + 1],
                              struct tabia_error *err)
{
    for (size_t k = 0; k < n; k++) {
        DIR *dir = opendir(folders[k]);
        unsigned i, of;
        if (!dir)
            return error_system(err, errno, "cannot read the folder %s",
                                folders[k]);
        for (const struct dirent *e; (e = readdir(dir));)
            if (sscanf(e->d_name, "slice-%4u-of-%4u.notes", &i, &of) == 2 &&
                of <= TABIA_BUILD_SLICES_MAX)
                has_count[of] = true;
        closedir(dir);
    }
    return true;
}

/* Whether all slices of these parts are there, and in which folders. */
static bool find_slices(const struct join_work *j, const char *const *folders,
                        size_t n, uint32_t nslices,
                        const char *where[TABIA_BUILD_SLICES_MAX], bool *found,
                        struct tabia_error *err)
{
    *found = true;
    for (uint32_t i = 0; *found && i < nslices; i++) {
        *found = false;
        for (size_t k = 0; !*found && k < n; k++) {
            if (!has_slice(j, folders[k], i, nslices, found, err))
                return false;
            where[i] = folders[k];
        }
    }
    return true;
}

/*
 * Opens the slices of these parts, if all of them are in the folders. There may
 * be some of a division that was given up.
 */
static bool open_slices(struct join_work *j, const char *const *folders,
                        size_t n, bool *found, struct tabia_error *err)
{
    bool has_count[TABIA_BUILD_SLICES_MAX + 1] = { false };
    const char *where[TABIA_BUILD_SLICES_MAX] = { NULL };
    char name[PARTS_NAME_SIZE];
    uint32_t nslices = 0;
    *found = false;
    if (!find_slice_counts(folders, n, has_count, err))
        return false;
    while (!*found && nslices < TABIA_BUILD_SLICES_MAX)
        if (has_count[++nslices] &&
            !find_slices(j, folders, n, nslices, where, found, err))
            return false;
    for (uint32_t i = 0; *found && i < nslices; i++) {
        parts_name(name, "slice", i, nslices, "run");
        if (!add_run(j, where[i], name, 0, err))
            return false;
    }
    return true;
}

bool tabia_build_join(const char *const *folders, size_t nfolders,
                      const struct tabia_build_options *options,
                      struct tabia_build_result *result,
                      struct tabia_error *err)
{
    struct join_work j;
    struct build *b = &j.b;
    const struct tabia_build_options *made = &j.parts.options;
    struct tabia_bytes details = { 0 };
    struct tabia_build_result own;
    bool found = false;
    if (!result)
        result = &own;
    *result = (struct tabia_build_result){ 0 };
    if (!build_check_call(options, BUILD_CALL_JOIN, err))
        return false;
    if (options->nslices)
        return build_slice(folders, nfolders, options, result, err);
    bool ok = open_join(&j, folders, nfolders, options, err);
    if (ok && (build_is_store(made) != build_is_store(options) ||
               (!build_is_store(made) && made->format != options->format)))
        ok = error_set(
            err, TABIA_ERR_MISUSE, "the parts are made for the format %s",
            made->format ? tabia_format_get_info(made->format)->name : "tabia");
    ok =
        ok &&
        output_try(options->output, build_write_options(options)->force, err) &&
        (j.b.chunk_rule.count_mode != COUNT_MODE_TALLIES ||
         open_joined_games(&j, err)) &&
        open_slices(&j, folders, nfolders, &found, err) &&
        (found || open_parts(&j, err)) &&
        (!build_is_store(&j.options) || spool_map(&j.details, &details, err));
    if (ok) {
        *result = j.parts.result;
        result->runs = b->runs.n;
        build_problems_report(&j.parts.problems, options);
        result->disk_bytes = b->runs.disk;
        b->material = (struct build_material){
            .result = result,
            .details = details,
            .roots = &j.parts.roots,
            .inputs = j.parts.inputs,
            .ninputs = j.parts.ninputs,
        };
        ok = build_write(b, err);
    }
    close_join(&j);
    return ok || build_hint_damage(TABIA_HINT_PART, err);
}
