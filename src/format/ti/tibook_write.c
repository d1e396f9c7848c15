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
#include "base/error_internal.h"
#include "base/wording.h"
#include "format/format_contract.h"
#include "format/ti/ti_files.h"
#include "format/ti/ti_records.h"
#include "format/ti/tibook.h"
#include "base/banned.h"

enum {
    NAME_SIZE = TI_CONTAINER_NAME_MAX + 1,
    OVERHEAD = 9,
    FILES_READ = 10, // of one side, on the calculator
};

/* ---- the compiler ---------------------------------------------------- */

/* Everything that stays the same from file to file. */
struct tibook_compiler {
    const struct ti_options *options;
    const struct ti_records *set;
    struct ti_files *files;
    struct buf payload;
    int number;
};

static bool compile_part(struct tibook_compiler *compiler,
                         enum tabia_color color, size_t from, size_t to,
                         struct tabia_error *err)
{
    const struct ti_records_side *side = &compiler->set->side[color];
    buf_reset(&compiler->payload);
    if (!ti_records_encode(compiler->set, color, from, to, &compiler->payload))
        return buf_error(&compiler->payload, err);
    const struct ti_files_payload part = {
        .payload = buf_bytes(&compiler->payload),
        .positions = (uint32_t)(to - from),
        .moves = ti_records_count_moves(side, from, to),
        .side = color == TABIA_WHITE ? 'w' : 'b',
    };
    return ti_files_add(compiler->files, compiler->options, "ticbook", &part,
                        &compiler->number, err);
}

static bool compile_side(struct tibook_compiler *compiler,
                         enum tabia_color color, struct tabia_error *err)
{
    const struct ti_records_side *side = &compiler->set->side[color];
    const size_t limit = ti_files_limit(compiler->options);
    size_t from = 0;
    while (from < side->n) {
        const size_t to = ti_records_cut(side, from, limit);
        if (to == from)
            return error_set(err, TABIA_ERR_LIMIT,
                             "a position with %u %s does not fit into a "
                             "file of this size",
                             side->list[from].nmoves,
                             plural(side->list[from].nmoves, "move", "moves"));
        if (!compile_part(compiler, color, from, to, err))
            return false;
        from = to;
    }
    return true;
}

bool tibook_compile(const struct tabia_book *book,
                    const struct ti_options *options, struct ti_files *files,
                    struct tabia_error *err)
{
    static const struct ti_options defaults;
    struct ti_records set = { 0 };
    struct tibook_compiler compiler = {
        .options = options ? options : &defaults,
        .set = &set,
        .files = files,
        .payload = { .limit = TI_SIZE_MAX },
    };
    files->n = 0;
    const bool ok =
        ti_files_check(compiler.options, err) && ti_records_init(&set, err) &&
        ti_records_collect(&set, book, compiler.options->keeps_stale_rights,
                           NULL, err) &&
        (compiler.options->no_white ||
         compile_side(&compiler, TABIA_WHITE, err)) &&
        (compiler.options->no_black ||
         compile_side(&compiler, TABIA_BLACK, err));
    ti_records_clear(&set);
    buf_clear(&compiler.payload);
    if (!ok)
        ti_files_clear(files);
    return ok;
}

/* ---- one file -------------------------------------------------------- */

struct tibook_plan {
    enum tabia_color color;
    uint64_t part;   // as the setting has it, or TIBOOK_PART_NONE
    size_t nparts;   // files that the color needs
    size_t number;   // of the file, from 0
    size_t from, to; // its records
    struct ti_container file;
};

/* The first of them that is given. */
static const char *choose_text(const char *setting, const char *text,
                               const char *fallback)
{
    if (setting)
        return setting;
    return text ? text : fallback;
}

/* The same for one of several words; a text that is none of them is wrong. */
static bool choose_word(unsigned setting, const char *words, const char *key,
                        const struct tabia_book *book, unsigned fallback,
                        unsigned *choice, struct tabia_error *err)
{
    const char *text = tabia_book_find_text(book, key);
    *choice = setting;
    if (!setting)
        *choice = text ? format_word_find(words, text) : fallback;
    return *choice || error_set(err, TABIA_ERR_MISUSE,
                                "the book's %s is '%.20s', not one of %s", key,
                                text, words);
}

static bool copy_name(char dst[NAME_SIZE], const char *name, const char *what,
                      struct tabia_error *err)
{
    if (!ti_container_is_name(name, TI_CONTAINER_NAME_MAX))
        return error_set(err, TABIA_ERR_MISUSE,
                         "%s: expected 1 to %d letters and digits, a letter "
                         "first, found '%.20s'",
                         what, TI_CONTAINER_NAME_MAX, name);
    memcpy(dst, name, strlen(name) + 1);
    return true;
}

/* The setting, else what the book says, else what is likely. */
static bool tibook_make_plan(const struct tabia_book *book,
                             const struct tibook_settings *s,
                             const struct ti_records *set,
                             struct tibook_plan *plan, struct tabia_error *err)
{
    const bool has_white =
        set->side[TABIA_WHITE].n || !set->side[TABIA_BLACK].n;
    const char *folder = tabia_book_find_text(book, "ti-folder");
    const char *name = tabia_book_find_text(book, "ti-name");
    unsigned side, device;
    if (!choose_word(s->side, TIBOOK_SIDES, "side", book, has_white ? 1 : 2,
                     &side, err) ||
        !choose_word(s->device, TIBOOK_DEVICES, "ti-device", book, 1, &device,
                     err))
        return false;
    plan->color = (enum tabia_color)(side - 1);
    plan->part = s->part;
    plan->file.device = (enum ti_container_device)(device - 1);
    return copy_name(plan->file.folder, choose_text(s->folder, folder, "tict"),
                     "folder", err) &&
           copy_name(plan->file.name, choose_text(s->name, name, "ticbook0"),
                     "name", err);
}

/* Finds the records of the part 'wanted'; returns how many parts there are. */
static size_t tibook_write_find_part(const struct ti_records_side *side,
                                     size_t wanted, size_t *from, size_t *to)
{
    size_t n = 0, at = 0;
    *from = *to = 0;
    do {
        const size_t end =
            ti_records_cut(side, at, TI_CONTAINER_PAYLOAD_MAX - OVERHEAD);
        if (n++ == wanted) {
            *from = at;
            *to = end;
        }
        at = end;
    } while (at < side->n);
    return n;
}

static bool choose_part(const struct ti_records *set, struct tibook_plan *plan,
                        struct tabia_error *err)
{
    const struct ti_records_side *side = &set->side[plan->color];
    const bool is_chosen = plan->part != TIBOOK_PART_NONE;
    plan->number = is_chosen ? (size_t)plan->part : 0;
    plan->nparts =
        tibook_write_find_part(side, plan->number, &plan->from, &plan->to);
    if (!is_chosen && plan->nparts > 1)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the book needs %zu files: write it to a file, or "
                         "choose a part from 0 to %zu",
                         plan->nparts, plan->nparts - 1);
    if (plan->number >= plan->nparts)
        return error_set(err, TABIA_ERR_MISUSE,
                         "part: expected a number from 0 to %zu, found '%zu'",
                         plan->nparts - 1, plan->number);
    if (plan->nparts > 1) {
        // Of several files, each has its number at the end of its name.
        const int ndigits = format_number_digits(plan->nparts);
        char *name = plan->file.name;
        size_t len = strlen(name);
        while (len > 1 && name[len - 1] >= '0' && name[len - 1] <= '9')
            len--;
        if (len + (size_t)ndigits > TI_CONTAINER_NAME_MAX)
            len = TI_CONTAINER_NAME_MAX - (size_t)ndigits;
        snprintf(name + len, NAME_SIZE - len, "%0*u", ndigits,
                 (unsigned)plan->number % FORMAT_NUMBERED_MAX);
    }
    return true;
}

static bool write_plan(const struct ti_records *set, struct tibook_plan *plan,
                       struct sink *dst, struct tabia_error *err)
{
    struct buf payload = { .limit = TI_CONTAINER_PAYLOAD_MAX };
    bool ok =
        ti_records_encode(set, plan->color, plan->from, plan->to, &payload) ||
        buf_error(&payload, err);
    plan->file.payload = buf_bytes(&payload);
    ok = ok && ti_container_write(&plan->file, dst);
    buf_clear(&payload);
    return ok;
}

bool tibook_count_files(const struct tabia_book *book,
                        const struct tabia_write_options *options, size_t *n,
                        struct tabia_error *err)
{
    struct ti_records set = { 0 };
    struct tabia_report ignored = { .n = 0 };
    struct tibook_plan plan = { 0 };
    struct tibook_settings settings = { .part = TIBOOK_PART_NONE };
    format_settings_get(tibook_settings_table, options, &settings);
    *n = 1;
    if (settings.part != TIBOOK_PART_NONE)
        return true;
    const bool ok = ti_records_init(&set, err) &&
                    ti_records_collect(&set, book, false, &ignored, err) &&
                    tibook_make_plan(book, &settings, &set, &plan, err);
    if (ok)
        *n = tibook_write_find_part(&set.side[plan.color], 0, &plan.from,
                                    &plan.to);
    ti_records_clear(&set);
    return ok;
}

bool tibook_write(const struct tabia_book *book,
                  const struct tabia_write_options *options, struct sink *dst,
                  struct tabia_report *report, struct tabia_error *err)
{
    struct tibook_settings settings = { .part = TIBOOK_PART_NONE };
    format_settings_get(tibook_settings_table, options, &settings);
    struct ti_records set = { 0 };
    struct tibook_plan plan = { 0 };
    bool ok = ti_records_init(&set, err) &&
              ti_records_collect(&set, book, settings.keeps_stale_rights,
                                 report, err) &&
              tibook_make_plan(book, &settings, &set, &plan, err) &&
              choose_part(&set, &plan, err);
    if (ok) {
        // What is not in the files, or not read on the calculator.
        const enum tabia_color other =
            plan.color == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE;
        const uint64_t n = set.side[other].n;
        report_addf(report, n, "%s with %s to move %s dropped",
                    plural(n, "position", "positions"),
                    other == TABIA_WHITE ? "White" : "Black",
                    plural(n, "is", "are"));
        report_add(report,
                   plan.nparts > FILES_READ ? plan.nparts - FILES_READ : 0,
                   "file beyond the ten per side that TI-Chess reads",
                   "files beyond the ten per side that TI-Chess reads");
        ok = write_plan(&set, &plan, dst, err);
    }
    ti_records_clear(&set);
    return ok;
}
