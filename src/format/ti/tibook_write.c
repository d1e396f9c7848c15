/*
 * tibook_write.c - from a book to compiled TI-Chess books
 *
 * The compiler makes all files, numbered; the writer of the format makes those
 * of one side, one at a time. Moves with a mark are not for playing and are
 * left out.
 */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/plural.h"
#include "format/ti/tibook.h"
#include "format/ti/tifiles.h"
#include "format/ti/tirecords.h"
#include "base/banned.h"

enum {
    NAME_SIZE = TICONTAINER_NAME + 1,
    OVERHEAD = 9,
    FILES_READ = 10, // of one side, on the calculator
};

/* ---- the compiler ---------------------------------------------------- */

/* Everything that stays the same from file to file. */
struct job {
    const struct ti_options *options;
    const struct tirecords *set;
    struct ti_files *files;
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
                             "a position with %u %s does not fit into a "
                             "file of this size",
                             side->list[from].nmoves,
                             plural(side->list[from].nmoves, "move", "moves"));
        if (!compile_part(job, color, from, to, err))
            return false;
        from = to;
    }
    return true;
}

bool ti_compile_book(const struct tabia_book *book,
                     const struct ti_options *options, struct ti_files *files,
                     struct tabia_error *err)
{
    static const struct ti_options defaults;
    struct tirecords set = { 0 };
    struct job job = {
        .options = options ? options : &defaults,
        .set = &set,
        .files = files,
        .payload = { .limit = TI_SIZE_MAX },
    };
    files->n = 0;
    const bool is_done =
        tifiles_check(job.options, err) && tirecords_init(&set, err) &&
        tirecords_collect(&set, book, job.options->compat, NULL, err) &&
        (job.options->no_white || compile_side(&job, TABIA_WHITE, err)) &&
        (job.options->no_black || compile_side(&job, TABIA_BLACK, err));
    tirecords_clear(&set);
    buf_clear(&job.payload);
    if (!is_done)
        ti_files_clear(files);
    return is_done;
}

/* ---- one file -------------------------------------------------------- */

struct plan {
    enum tabia_color side;
    const char *part; // as the setting has it, or NULL
    size_t nparts;    // files that the side needs
    size_t number;    // of the file, from 0
    size_t from, to;  // its records
    struct ticontainer file;
};

/* A setting, else the book's own text, else 'fallback'. */
static const char *choose(const struct tabia_book *book,
                          const struct tabia_write_options *o,
                          const char *setting, const char *key,
                          const char *fallback)
{
    const char *value = format_setting(o->settings, o->nsettings, setting);
    if (!value)
        value = tabia_book_text_find(book, key);
    return value ? value : fallback;
}

static bool copy_name(char dst[NAME_SIZE], const char *name, const char *what,
                      struct tabia_error *err)
{
    if (!ticontainer_is_name(name, TICONTAINER_NAME))
        return error_set(err, TABIA_MISUSE,
                         "%s: expected 1 to %d letters and digits, a letter "
                         "first, found '%.20s'",
                         what, TICONTAINER_NAME, name);
    memcpy(dst, name, strlen(name) + 1);
    return true;
}

/* Without a word from anybody: the side that has moves, White if both do. */
static const char *likely_side(const struct tirecords *set)
{
    return set->side[TABIA_WHITE].n || !set->side[TABIA_BLACK].n ? "white"
                                                                 : "black";
}

static bool make_plan(const struct tabia_book *book,
                      const struct tabia_write_options *o,
                      const struct tirecords *set, struct plan *plan,
                      struct tabia_error *err)
{
    const char *side = choose(book, o, "side", "side", likely_side(set));
    const char *device = choose(book, o, "device", "ti-device", "ti89");
    const char *part = format_setting(o->settings, o->nsettings, "part");
    const bool is_white = strcmp(side, "white") == 0;
    const bool is_ti89 = strcmp(device, "ti89") == 0;
    if (!is_white && strcmp(side, "black") != 0)
        return error_set(err, TABIA_MISUSE,
                         "side: expected white or black, found '%.20s'", side);
    if (!is_ti89 && strcmp(device, "ti92p") != 0)
        return error_set(err, TABIA_MISUSE,
                         "device: expected ti89 or ti92p, found '%.20s'",
                         device);
    plan->side = is_white ? TABIA_WHITE : TABIA_BLACK;
    plan->part = part;
    plan->file.device = is_ti89 ? TICONTAINER_TI89 : TICONTAINER_TI92P;
    return copy_name(plan->file.folder,
                     choose(book, o, "folder", "ti-folder", "tict"), "folder",
                     err) &&
           copy_name(plan->file.name,
                     choose(book, o, "name", "ti-name", "ticbook0"), "name",
                     err);
}

/* Finds the records of the part 'wanted'; returns how many parts there are. */
static size_t find_part(const struct tirecords_side *side, size_t wanted,
                        size_t *from, size_t *to)
{
    size_t n = 0, at = 0;
    *from = *to = 0;
    do {
        const size_t end =
            tirecords_cut(side, at, TICONTAINER_PAYLOAD - OVERHEAD);
        if (n++ == wanted) {
            *from = at;
            *to = end;
        }
        at = end;
    } while (at < side->n);
    return n;
}

/* Of several files, each has its number at the end of its name. */
static void number_name(struct plan *plan)
{
    const int ndigits = format_part_digits(plan->nparts);
    char *name = plan->file.name;
    size_t len = strlen(name);
    while (len > 1 && name[len - 1] >= '0' && name[len - 1] <= '9')
        len--;
    if (len + (size_t)ndigits > TICONTAINER_NAME)
        len = TICONTAINER_NAME - (size_t)ndigits;
    snprintf(name + len, NAME_SIZE - len, "%0*u", ndigits,
             (unsigned)plan->number % FORMAT_PARTS_MAX);
}

static bool choose_part(const struct tirecords *set, struct plan *plan,
                        struct tabia_error *err)
{
    const struct tirecords_side *side = &set->side[plan->side];
    const char *end = plan->part;
    size_t wanted = 0;
    for (; end && *end >= '0' && *end <= '9' && wanted < SIZE_MAX / 16; end++)
        wanted = wanted * 10 + (size_t)(*end - '0');
    plan->number = wanted;
    plan->nparts = find_part(side, wanted, &plan->from, &plan->to);
    if (!plan->part && plan->nparts > 1)
        return error_set(err, TABIA_LIMIT,
                         "the book needs %zu files: write it to a file, or "
                         "choose a part from 0 to %zu",
                         plan->nparts, plan->nparts - 1);
    if (plan->part && (end == plan->part || *end || wanted >= plan->nparts))
        return error_set(err, TABIA_MISUSE,
                         "part: expected a number from 0 to %zu, found '%.20s'",
                         plan->nparts - 1, plan->part);
    if (plan->nparts > 1)
        number_name(plan);
    return true;
}

static bool write_plan(const struct tirecords *set, struct plan *plan,
                       struct sink *dst, struct tabia_error *err)
{
    struct buf payload = { .limit = TICONTAINER_PAYLOAD };
    bool is_done =
        tirecords_encode(set, plan->side, plan->from, plan->to, &payload) ||
        buf_error(&payload, err);
    plan->file.payload = buf_bytes(&payload);
    is_done = is_done && ticontainer_write(&plan->file, dst);
    buf_clear(&payload);
    return is_done;
}

/* What is not in the files, or not read on the calculator. */
static void report_losses(const struct tirecords *set, const struct plan *plan,
                          struct tabia_report *report)
{
    const enum tabia_color other =
        plan->side == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE;
    const uint64_t n = set->side[other].n;
    tabia_report_add(report, n, "%s with %s to move %s dropped",
                     plural(n, "position", "positions"),
                     other == TABIA_WHITE ? "White" : "Black",
                     plural(n, "is", "are"));
    format_loss(report,
                plan->nparts > FILES_READ ? plan->nparts - FILES_READ : 0,
                "file more than the ten of a side that TI-Chess reads",
                "files more than the ten of a side that TI-Chess reads");
}

bool tibook_count_parts(const struct tabia_book *book,
                        const struct tabia_write_options *options, size_t *n,
                        struct tabia_error *err)
{
    struct tirecords set = { 0 };
    struct tabia_report ignored = { .n = 0 };
    struct plan plan = { 0 };
    const bool is_done = tirecords_init(&set, err) &&
                         tirecords_collect(&set, book, false, &ignored, err) &&
                         make_plan(book, options, &set, &plan, err);
    if (is_done)
        *n = find_part(&set.side[plan.side], 0, &plan.from, &plan.to);
    tirecords_clear(&set);
    return is_done;
}

bool tibook_write(const struct tabia_book *book,
                  const struct tabia_write_options *options, struct sink *dst,
                  struct tabia_report *report, struct tabia_error *err)
{
    const bool compat =
        format_setting(options->settings, options->nsettings, "compat");
    struct tirecords set = { 0 };
    struct plan plan = { 0 };
    bool is_done = tirecords_init(&set, err) &&
                   tirecords_collect(&set, book, compat, report, err) &&
                   make_plan(book, options, &set, &plan, err) &&
                   choose_part(&set, &plan, err);
    if (is_done) {
        report_losses(&set, &plan, report);
        is_done = write_plan(&set, &plan, dst, err);
    }
    tirecords_clear(&set);
    return is_done;
}
