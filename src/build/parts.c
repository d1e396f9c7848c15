/*
 * parts.c - builds that several machines share
 *
 * Part 1 of 4 leaves these files in its folder, the notes last:
 *
 *     part-0001-of-0004.run       its events, by bins
 *     part-0001-of-0004.rows      its games, 16 bytes each; for stores
 *     part-0001-of-0004.details   their names; for stores
 *     part-0001-of-0004.notes     options, inputs, counts
 *
 * Numbers of games are those of the part; the merge that joins parts
 * raises them by the games of the parts before it.
 */
#include "build/parts.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "build/build_options.h"

#include "base/banned.h"

void parts_name(char name[PARTS_NAME_SIZE], const char *what, uint32_t i,
                uint32_t n, const char *ending)
{
    snprintf(name, PARTS_NAME_SIZE, "%s-%04u-of-%04u.%s", what,
             (unsigned)(i + 1), (unsigned)n, ending);
}

bool parts_make_folder(const char *folder, struct tabia_error *err)
{
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           error_system(err, errno, "cannot make the folder %s", folder);
}

/* ---- writing a part -------------------------------------------------- */

/* True if the notes of an earlier part, 'name', are of the same one. */
static bool check_same_part(const struct build *b, const struct notes *notes,
                            const char *name, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    size_t at = 0, size_at = 0;
    bool is_same = notes_has_sum(notes, "identity", b->run_kind.identity);
    for (size_t i = 0; is_same && i < o->ninputs; i++) {
        const char *path = notes_next(notes, "input", &at);
        const char *size = notes_next(notes, "input-size", &size_at);
        struct stat st;
        is_same = path && size && strcmp(path, o->inputs[i]) == 0;
        if (is_same && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
            strtoull(size, NULL, 10) != (uint64_t)st.st_size) {
            error_set(err, TABIA_ERR_MISUSE,
                      "%s has another size than when %s/%s was made", path,
                      o->output, name);
            return error_hint(err, TABIA_HINT_PARTS);
        }
    }
    return (is_same && !notes_next(notes, "input", &at)) ||
           error_set(err, TABIA_ERR_MISUSE,
                     "%s/%s belongs to other inputs or options", o->output,
                     name);
}

bool parts_is_done(struct build *b, struct tabia_build_result *result,
                   bool *is_done, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    char name[PARTS_NAME_SIZE];
    struct notes notes;
    struct collector_state state = { 0 };
    *is_done = false;
    parts_name(name, "part", o->part, o->nparts, "notes");
    if (!parts_make_folder(o->output, err))
        return false;
    if (build_write_options(o)->force)
        return true;
    bool done = notes_load(&notes, o->output, name, is_done, err);
    if (done && *is_done)
        done = check_same_part(b, &notes, name, err) &&
               collector_get_notes(&state, &notes, err);
    *result = state.result;
    build_problems_report(&state.problems, o);
    result->resumed = result->games;
    result->is_damaged = notes_number(&notes, "damaged");
    root_set_clear(&state.roots);
    notes_clear(&notes);
    return done || build_hint_damage(TABIA_HINT_PART, err);
}

static bool open_file(const struct tabia_build_options *o, const char *ending,
                      struct spool *spool, struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    parts_name(name, "part", o->part, o->nparts, ending);
    return spool_open(spool, o->output, name, 0, err);
}

static bool write_copy(const struct tabia_build_options *o, const char *ending,
                       struct spool *from, struct tabia_error *err)
{
    struct spool spool;
    struct tabia_bytes bytes;
    if (!spool_map(from, &bytes, err) || !open_file(o, ending, &spool, err))
        return false;
    const bool done = spool_put(&spool, 0, bytes.data, bytes.size, err) &&
                      spool_sync(&spool, err);
    spool_close(&spool);
    return done;
}

static bool write_notes(struct build *b, struct tabia_error *err)
{
    char name[PARTS_NAME_SIZE];
    struct buf notes = { 0 };
    notes_begin(&notes);
    notes_put_sum(&notes, "identity", b->run_kind.identity);
    build_options_put_notes(&notes, b->options);
    collector_put_notes(&b->collector.state, &notes);
    bool done = collector_put_sums(&b->collector, &notes, err);
    notes_put_number(&notes, "damaged", b->collector.state.result.is_damaged);
    for (size_t i = 0; i < b->material.ninputs; i++) {
        const struct provenance_input *in = &b->material.inputs[i];
        notes_put(&notes, "input", in->path);
        notes_put(&notes, "input-name", in->name);
        notes_put_number(&notes, "input-size", in->size);
        if (in->has_checksum)
            notes_put_sum(&notes, "input-xxh3", in->checksum);
        else
            notes_put(&notes, "input-xxh3", "-");
    }
    notes_end(&notes);
    parts_name(name, "part", b->options->part, b->options->nparts, "notes");
    done = done && notes_save(&notes, b->options->output, name, err);
    buf_clear(&notes);
    return done;
}

bool parts_write(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    char name[PARTS_NAME_SIZE];
    // Of a part that is made again: its files are no longer what they say.
    parts_name(name, "part", o->part, o->nparts, "notes");
    if (!notes_remove(o->output, name, err))
        return false;
    struct spool spool;
    const struct merger m = build_merger(b);
    if (!open_file(o, "run", &spool, err))
        return false;
    const bool done =
        run_files_copy(b, &m, &spool, b->collector.state.numbered, err) &&
        spool_sync(&spool, err);
    spool_close(&spool);
    return done &&
           (!b->collector.game_rows.is_open ||
            (write_copy(o, "rows", &b->collector.game_rows, err) &&
             write_copy(o, "details", &b->collector.details, err))) &&
           write_notes(b, err);
}

/* ---- finding them ---------------------------------------------------- */

/* True for "slice-0001-of-0004.notes" and the like. */
static bool is_slice_name(const char *name)
{
    unsigned i, n;
    return sscanf(name, "slice-%4u-of-%4u", &i, &n) == 2;
}

/* Adds the part of "part-0001-of-0004.notes"; other files are no parts. */
static bool add_part(struct parts *p, const char *folder, const char *name,
                     struct tabia_error *err)
{
    char again[PARTS_NAME_SIZE];
    unsigned i, n;
    bool found;
    if (sscanf(name, "part-%4u-of-%4u", &i, &n) != 2 || i == 0 || i > n)
        return true;
    parts_name(again, "part", --i, n, "notes");
    if (strcmp(name, again) != 0)
        return true;
    if (!p->list) {
        p->list = calloc(n, sizeof(*p->list));
        p->n = n;
        if (!p->list)
            return error_nomem(err);
    }
    if (n != p->n)
        return error_set(err, TABIA_ERR_MISUSE,
                         "%s/%s is one of %u parts, not of %u", folder, name, n,
                         (unsigned)p->n);
    struct part *part = &p->list[i];
    if (part->folder)
        return error_set(err, TABIA_ERR_MISUSE, "part %u is there twice",
                         i + 1);
    part->folder = folder;
    return notes_load(&part->notes, folder, name, &found, err);
}

static bool read_part(struct parts *p, struct part *part,
                      struct tabia_error *err)
{
    struct collector_state state = { 0 };
    const struct tabia_build_result *r = &state.result;
    struct tabia_build_result *all = &p->result;
    bool done = collector_get_notes(&state, &part->notes, err);
    part->games = state.numbered;
    part->rows = state.game_row_bytes;
    part->details = state.detail_bytes;
    part->base = p->games;
    p->games += part->games;
    all->games += r->games;
    all->counted += r->counted;
    all->filtered += r->filtered;
    all->unfinished += r->unfinished;
    all->duplicates += r->duplicates;
    all->broken += r->broken;
    all->events += r->events;
    build_problems_add_all(&p->problems, &state.problems);
    all->is_damaged |= notes_number(&part->notes, "damaged") != 0;
    part->nroots = state.roots.n;
    part->roots = calloc(state.roots.n + 1, sizeof(*part->roots));
    if (done && !part->roots)
        done = error_nomem(err);
    for (size_t i = 0; done && i < state.roots.n; i++)
        done =
            root_set_add(&p->roots, &state.roots.list[i], &part->roots[i], err);
    root_set_clear(&state.roots);
    return done;
}

/* Those of part 1; of the others, all that they say must be the same. */
static bool add_inputs(struct parts *p, uint32_t part, struct tabia_error *err)
{
    const struct notes *notes = &p->list[part].notes;
    const char *name, *size, *sum;
    size_t n = 0, name_at = 0, size_at = 0, sum_at = 0;
    while ((name = notes_next(notes, "input-name", &name_at)) &&
           (size = notes_next(notes, "input-size", &size_at)) &&
           (sum = notes_next(notes, "input-xxh3", &sum_at))) {
        const struct provenance_input in = {
            .name = name,
            .size = strtoull(size, NULL, 10),
            .checksum = strtoull(sum, NULL, 16),
            .has_checksum = strcmp(sum, "-") != 0,
        };
        if (part == 0 &&
            !VEC_RESERVE(p->inputs, p->inputs_room, n + 1, UINT32_MAX, err))
            return false;
        if (part == 0)
            p->inputs[p->ninputs++] = in;
        if (n == p->ninputs)
            break;
        struct provenance_input *known = &p->inputs[n++];
        if (strcmp(known->name, in.name) != 0 || known->size != in.size ||
            (known->has_checksum && in.has_checksum &&
             known->checksum != in.checksum)) {
            error_set(err, TABIA_ERR_MISUSE,
                      "part %u was made from another %s than a part before it",
                      (unsigned)(part + 1), name);
            return error_hint(err, TABIA_HINT_PARTS);
        }
        if (in.has_checksum)
            *known = in;
    }
    return (!name && n == p->ninputs) ||
           error_set(err, TABIA_ERR_MISUSE,
                     "part %u was made from other inputs than part 1",
                     (unsigned)(part + 1));
}

bool parts_open(struct parts *p, const char *const *folders, size_t nfolders,
                struct tabia_error *err)
{
    const char *identity = NULL;
    bool has_slices = false;
    *p = (struct parts){ 0 };
    for (size_t i = 0; i < nfolders; i++) {
        DIR *dir = opendir(folders[i]);
        if (!dir)
            return error_system(err, errno, "cannot read the folder %s",
                                folders[i]);
        bool done = true;
        for (const struct dirent *e; done && (e = readdir(dir));) {
            has_slices |= is_slice_name(e->d_name);
            done = add_part(p, folders[i], e->d_name, err);
        }
        closedir(dir);
        if (!done)
            return false;
    }
    if (!p->n) {
        error_set(err, TABIA_ERR_MISUSE,
                  has_slices ? "there are slices in the folder, but no parts, "
                               "which are needed to join them"
                             : "there are no parts in the folder");
        return error_in_file(err, nfolders ? folders[0] : NULL);
    }
    for (uint32_t i = 0; i < p->n; i++) {
        const struct part *part = &p->list[i];
        if (!part->folder)
            return error_set(err, TABIA_ERR_MISUSE, "part %u of %u is missing",
                             (unsigned)(i + 1), (unsigned)p->n);
        const char *mine = notes_get(&part->notes, "identity");
        if (!mine || (identity && strcmp(mine, identity) != 0))
            return error_set(err, TABIA_ERR_MISUSE,
                             "part %u was made with other options",
                             (unsigned)(i + 1));
        identity = mine;
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (!read_part(p, &p->list[i], err) || !add_inputs(p, i, err))
            return false;
    return build_options_get_notes(&p->list[0].notes, &p->options, err);
}

void parts_close(struct parts *p)
{
    for (uint32_t i = 0; p->list && i < p->n; i++) {
        notes_clear(&p->list[i].notes);
        free(p->list[i].roots);
    }
    free(p->list);
    free(p->inputs);
    root_set_clear(&p->roots);
    *p = (struct parts){ 0 };
}
