/*
 * work_folder.c - the folder from which a later call goes on with a build
 *
 *     lock      locked while a build works here
 *     notes     inputs and options, what is known so far, the finished runs
 *     run-00001 ...
 *     rows, details, fingerprints   of the games
 *     output    by what the output is recognised, from when it is whole; only
 *               of files that are written as they are built
 *
 * Files are written and synced first, then the notes name them, whole or not
 * at all. What the notes do not speak of is written again.
 */
#include "build/work_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "build/build_options.h"
#include "build/build_problems.h"
#include "io/path.h"

#include "base/banned.h"

enum {
    NAME_SIZE = 32,
    TEXT_LIMIT = 1 << 24,
    LAYOUT = 4, // of the folder; no other is gone on from
};

static const char notes_name[] = "notes", output_name[] = "output";

/* ---- identity -------------------------------------------------------- */

/*
 * A hash of the version, the layout, the options, and the inputs as the system
 * has them now: an input that changes later is not the one that was begun with.
 */
static bool make_identity(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    struct buf all = { .limit = TEXT_LIMIT };
    buf_addf(&all, "%s %d %d %" PRIu32 "/%" PRIu32 "\n", TABIA_VERSION, LAYOUT,
             GAME_READER_PIECE_SIZE, o->part, o->nparts);
    build_options_put_notes(&all, o);
    bool ok = true;
    for (size_t i = 0; ok && i < o->ninputs; i++) {
        const char *path = o->inputs[i];
        struct stat st = { 0 };
        if (strcmp(path, "-") == 0)
            ok = error_set(err, TABIA_ERR_MISUSE,
                           "standard input cannot be read again after an "
                           "interruption, so a work folder is of no use");
        else if (stat(path, &st) != 0)
            ok = error_system(err, errno, "cannot read %s", path);
        buf_addf(&all, "%s %" PRIu64 " %" PRId64 ".%09ld\n", path,
                 (uint64_t)st.st_size, (int64_t)st.st_mtim.tv_sec,
                 (long)st.st_mtim.tv_nsec);
    }
    if (ok && all.failed)
        ok = buf_error(&all, err);
    b->work_folder_identity = XXH3_64bits(buf_text(&all), all.size);
    buf_clear(&all);
    return ok;
}

/* ---- the folder ------------------------------------------------------ */

static bool open_game_files(struct build *b, struct tabia_error *err)
{
    const char *folder = b->options->work_folder;
    struct collector *col = &b->collector;
    const bool is_store = b->chunk_rule.count_mode == COUNT_MODE_TALLIES;
    if (!folder)
        return !is_store || (spool_open_temp(&col->game_rows, b->folder, err) &&
                             spool_open_temp(&col->details, b->folder, err));
    return (!is_store || (spool_open(&col->game_rows, folder, "rows",
                                     col->state.game_row_bytes, err) &&
                          spool_open(&col->details, folder, "details",
                                     col->state.detail_bytes, err))) &&
           (!b->chunk_rule.wants_fingerprints ||
            spool_open(&col->fingerprint_file, folder, "fingerprints",
                       col->state.fingerprint_bytes, err));
}

/* ---- going on -------------------------------------------------------- */

static bool resume_build(struct build *b, const struct notes *notes,
                         struct tabia_error *err)
{
    const char *line;
    if (!notes_has_sum(notes, "identity", b->work_folder_identity))
        return error_set(err, TABIA_ERR_MISUSE,
                         "%s holds the work of other inputs or options: "
                         "remove it, or name another folder",
                         b->options->work_folder);
    if (!collector_get_notes(&b->collector.state, notes, err))
        return false;
    for (size_t at = 0; (line = notes_next(notes, "run", &at));) {
        char name[NAME_SIZE];
        uint64_t size;
        struct spool spool;
        if (sscanf(line, "%31s %" SCNu64, name, &size) != 2 ||
            strchr(name, '/'))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "the notes have a wrong run");
        if (!spool_open(&spool, b->options->work_folder, name, size, err) ||
            !run_files_add(&b->runs, &spool, &b->run_kind, 0, err))
            return false;
    }
    b->collector.state.result.resumed = b->collector.state.result.games;
    return true;
}

/* Of the games so far, among which duplicates are found. */
static bool read_fingerprints(struct collector *col, struct tabia_error *err)
{
    struct tabia_bytes bytes;
    if (!col->fingerprint_file.is_open)
        return true;
    if (!spool_map(&col->fingerprint_file, &bytes, err))
        return false;
    const struct fingerprint *fingerprints =
        (const struct fingerprint *)(const void *)bytes.data;
    for (size_t i = 0; i < bytes.size / sizeof(*fingerprints); i++) {
        bool is_new;
        if (!collector_add_fingerprint(col, fingerprints[i], &is_new, err))
            return false;
    }
    return true;
}

/* Makes the folder and locks 'path' in it, which a build may be removing. */
static bool open_lock(const char *folder, const char *path, int *fd,
                      struct tabia_error *err)
{
    enum { TRIES = 100 };
    bool is_free = true;
    for (int i = 0; i < TRIES && is_free; i++) {
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return error_system(err, errno, "cannot make the folder %s",
                                folder);
        *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (*fd < 0 && errno == ENOENT)
            continue;
        is_free = *fd >= 0 && flock(*fd, LOCK_EX | LOCK_NB) == 0;
        if (!is_free && errno != EWOULDBLOCK)
            return error_system(err, errno, "cannot lock the folder %s",
                                folder);
        if (is_free && path_is_of_file(path, *fd))
            return true;
        close(*fd);
        *fd = -1;
    }
    return error_set(err, TABIA_ERR_IO, "another build is running in %s",
                     folder);
}

static bool lock_folder(struct build *b, struct tabia_error *err)
{
    const char *folder = b->options->work_folder;
    struct buf path = { .limit = PATH_SIZE_MAX };
    const bool ok =
        buf_addf(&path, "%s/lock", folder)
            ? open_lock(folder, path.data, &b->work_folder_lock, err)
            : buf_error(&path, err);
    buf_clear(&path);
    return ok;
}

/* ---- what is there --------------------------------------------------- */

bool work_folder_is_done(struct build *b, struct tabia_build_result *result,
                         bool *is_done, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    struct notes notes;
    struct collector_state state = { 0 };
    if (!o->work_folder || build_write_options(o)->force)
        return true;
    if (!make_identity(b, err) ||
        !notes_load(&notes, o->work_folder, output_name, is_done, err))
        return false;
    const struct commit_stamp stamp = {
        .size = (int64_t)notes_number(&notes, "size"),
        .seconds = (int64_t)notes_number(&notes, "seconds"),
        .nanoseconds = (int64_t)notes_number(&notes, "nanoseconds"),
        .inode = notes_number(&notes, "inode"),
    };
    *is_done = *is_done &&
               notes_has_sum(&notes, "identity", b->work_folder_identity) &&
               commit_stamp_is_same(commit_stamp_of(o->output), stamp);
    bool ok = true;
    if (*is_done) {
        ok = collector_get_notes(&state, &notes, err) && lock_folder(b, err);
        *result = state.result;
        result->positions = notes_number(&notes, "positions");
        result->moves = notes_number(&notes, "moves");
        result->is_damaged = notes_number(&notes, "damaged") != 0;
        result->resumed = result->games;
        build_problems_report(&state.problems, o);
        root_set_clear(&state.roots);
    }
    notes_clear(&notes);
    return ok;
}

bool work_folder_open(struct build *b, struct tabia_error *err)
{
    const char *folder = b->options->work_folder;
    struct notes notes = { 0 };
    bool found = false;
    if (!folder)
        return open_game_files(b, err);
    if (!make_identity(b, err))
        return false;
    if (!lock_folder(b, err))
        return false;
    bool ok = notes_load(&notes, folder, notes_name, &found, err) &&
              (!found || resume_build(b, &notes, err)) &&
              open_game_files(b, err) &&
              (!found || collector_check_sums(&b->collector, &notes, err)) &&
              read_fingerprints(&b->collector, err);
    notes_clear(&notes);
    return ok || build_hint_damage(TABIA_HINT_WORK_FOLDER, err);
}

/* ---- leaving notes --------------------------------------------------- */

static void name_run(size_t i, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "run-%05zu", i + 1);
}

bool work_folder_new_run(struct build *b, struct spool *spool,
                         struct tabia_error *err)
{
    char name[NAME_SIZE];
    if (!b->options->work_folder)
        return spool_open_temp(spool, b->folder, err);
    name_run(b->runs.n, name);
    return spool_open(spool, b->options->work_folder, name, 0, err);
}

bool work_folder_save(struct build *b, struct tabia_error *err)
{
    char line[2 * NAME_SIZE], name[NAME_SIZE];
    struct buf notes = { 0 };
    struct collector *col = &b->collector;
    struct spool *const files[] = { &col->game_rows, &col->details,
                                    &col->fingerprint_file };
    if (!b->options->work_folder)
        return true;
    // The run was synced when it was written.
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i]->is_open && !spool_sync(files[i], err))
            return false;
    notes_begin(&notes);
    notes_put_sum(&notes, "identity", b->work_folder_identity);
    collector_put_notes(&col->state, &notes);
    const bool is_summed = collector_put_sums(col, &notes, err);
    for (size_t i = 0; i < b->runs.n; i++) {
        name_run(i, name);
        snprintf(line, sizeof(line), "%s %" PRIu64, name,
                 b->runs.files[i].spool.size);
        notes_put(&notes, "run", line);
    }
    notes_end(&notes);
    const bool ok = is_summed && notes_save(&notes, b->options->work_folder,
                                            notes_name, err);
    buf_clear(&notes);
    return ok;
}

bool work_folder_note_output(struct build *b, struct output *out,
                             struct tabia_error *err)
{
    struct commit_stamp stamp;
    struct buf notes = { 0 };
    if (!b->options->work_folder)
        return true;
    if (!output_sync(out, &stamp, err))
        return false;
    if (stamp.size < 0) // standard output: a later call has to write it again
        return true;
    notes_begin(&notes);
    notes_put_sum(&notes, "identity", b->work_folder_identity);
    notes_put_number(&notes, "size", (uint64_t)stamp.size);
    notes_put_number(&notes, "seconds", (uint64_t)stamp.seconds);
    notes_put_number(&notes, "nanoseconds", (uint64_t)stamp.nanoseconds);
    notes_put_number(&notes, "inode", stamp.inode);
    notes_put_number(&notes, "damaged", b->material.result->is_damaged);
    notes_put_number(&notes, "positions", b->material.result->positions);
    notes_put_number(&notes, "moves", b->material.result->moves);
    collector_put_notes(&b->collector.state, &notes);
    notes_end(&notes);
    const bool ok =
        notes_save(&notes, b->options->work_folder, output_name, err);
    buf_clear(&notes);
    return ok;
}

/* What is in the folder only while a build works there, or was killed. */
static bool is_own_file(const char *name)
{
    static const char unfinished[] = ".tabia-";
    char run[NAME_SIZE] = "";
    unsigned number;
    if (sscanf(name, "run-%9u", &number) == 1 && number > 0)
        name_run(number - 1, run);
    return strcmp(name, run) == 0 ||
           strncmp(name, unfinished, sizeof(unfinished) - 1) == 0;
}

/* The output's notes go last: a killed call may still need them. */
void work_folder_remove(struct build *b)
{
    static const char *const names[] = { notes_name,     "rows",      "details",
                                         "fingerprints", output_name, "lock" };
    const char *folder = b->options->work_folder;
    DIR *dir = folder && b->work_folder_lock >= 0 ? opendir(folder) : NULL;
    if (!dir)
        return;
    // Runs, and notes that a killed process had not put in place.
    for (const struct dirent *e; (e = readdir(dir));)
        if (is_own_file(e->d_name))
            unlinkat(dirfd(dir), e->d_name, 0);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        unlinkat(dirfd(dir), names[i], 0);
    closedir(dir);
    rmdir(folder); // unless there is something of others in it
}
