/*
 * polyglot_check.c - what is wrong with the entries of a PolyGlot book
 *
 * A sound book has whole entries in the order of their keys, and no move
 * twice for one key. One pass over the file sees all of that, unless the
 * order is broken: then a sorted copy shows which entries are repeated.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/wording.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

enum {
    REPORTED_MAX = 1000, // problems of one kind; the others are only counted
    NCODES = 65536,
};

struct polyglot_checker {
    struct read_job *job;
    enum tabia_severity severity;
    struct polyglot_entries *e;
    struct tabia_error *err;
};

/* Reports a problem in the file. False: the caller does not want to go on. */
static bool report_entry(struct polyglot_checker *c, uint64_t offset,
                         const char *fmt, ...) PRINTF_LIKE(3, 4);

static bool report_entry(struct polyglot_checker *c, uint64_t offset,
                         const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(c->job, c->severity, TABIA_ERR_CORRUPT, offset,
                            c->err, fmt, ap);
    va_end(ap);
    return goes_on;
}

/* After the first thousand of a kind, only how many there are. */
static bool report_unlisted(struct polyglot_checker *c, uint64_t count,
                            const char *what)
{
    if (count <= REPORTED_MAX)
        return true;
    const unsigned long long rest = count - REPORTED_MAX;
    return report_entry(c, c->e->n * (uint64_t)POLYGLOT_ENTRY_SIZE,
                        "%llu more %s %s", rest,
                        plural(rest, "entry is", "entries are"), what);
}

static uint64_t checked_key(const struct polyglot_entries *e, size_t i)
{
    return load_be64(polyglot_entry_at(e, i) + POLYGLOT_KEY_AT);
}

static uint16_t code_at(const struct polyglot_entries *e, size_t i)
{
    return load_be16(polyglot_entry_at(e, i) + POLYGLOT_MOVE_AT);
}

/* ---- a sorted copy --------------------------------------------------- */

struct key_index {
    uint64_t key, index;
};

static bool sort_entries(struct polyglot_entries *e, struct tabia_error *err)
{
    struct key_index *places = malloc(e->n * sizeof(*places));
    e->owned = malloc(e->n * POLYGLOT_ENTRY_SIZE);
    e->origin = malloc(e->n * sizeof(*e->origin));
    bool ok = (places && e->owned && e->origin) || error_nomem(err);
    for (size_t i = 0; ok && i < e->n; i++)
        places[i] = (struct key_index){ checked_key(e, i), i };
    ok = ok && sort_radix(places, e->n, sizeof(*places), 0, NULL, err);
    for (size_t i = 0; ok && i < e->n; i++) {
        memcpy(e->owned + i * POLYGLOT_ENTRY_SIZE,
               polyglot_entry_at(e, (size_t)places[i].index),
               POLYGLOT_ENTRY_SIZE);
        e->origin[i] = places[i].index;
    }
    if (ok)
        e->data = e->owned;
    free(places);
    return ok;
}

/* ---- entries that repeat another ------------------------------------- */

/* A look at all entries in the order of their keys. */
struct polyglot_sweep {
    struct polyglot_checker *c;
    uint64_t nrepeats, nbad;
    size_t nkept;
    // For each code the last entry that has it, plus one. Since keys are in
    // order, an earlier entry of the same key and code can only be that one.
    size_t latest[NCODES];
};

static unsigned long long entry_number(const struct polyglot_entries *e,
                                       size_t i)
{
    return polyglot_entry_offset(e, i) / POLYGLOT_ENTRY_SIZE + 1;
}

static bool polyglot_check_entry(struct polyglot_sweep *s, size_t i,
                                 bool repair)
{
    struct polyglot_entries *e = s->c->e;
    const uint16_t code = code_at(e, i);
    const size_t before = s->latest[code];
    const bool is_repeat =
        before && checked_key(e, before - 1) == checked_key(e, i);
    const bool is_bad = code && !move_code_is_possible(code);
    if (is_bad && s->nbad++ < REPORTED_MAX &&
        !report_entry(s->c, polyglot_entry_offset(e, i),
                      "entry %llu has code %04x, which is not a move",
                      entry_number(e, i), code))
        return false;
    if (is_repeat && s->nrepeats++ < REPORTED_MAX &&
        !report_entry(s->c, polyglot_entry_offset(e, i),
                      "entry %llu repeats entry %llu: key %016llx, code %04x",
                      entry_number(e, i), entry_number(e, before - 1),
                      (unsigned long long)checked_key(e, i), code))
        return false;
    if (repair && (is_repeat || is_bad))
        return true;
    if (repair) {
        // Moves an entry of the copy to where it belongs after those kept.
        memmove(e->owned + s->nkept * POLYGLOT_ENTRY_SIZE,
                polyglot_entry_at(e, i), POLYGLOT_ENTRY_SIZE);
        e->origin[s->nkept] = e->origin[i];
    }
    ++s->nkept;
    if (!is_repeat)
        s->latest[code] = s->nkept;
    return true;
}

/* ---- all of it ------------------------------------------------------- */

static bool check_all(struct polyglot_checker *c, struct tabia_bytes bytes,
                      bool repair)
{
    const size_t rest = bytes.size % POLYGLOT_ENTRY_SIZE;
    if (rest && !report_entry(c, bytes.size - rest,
                              "the last entry is truncated: %zu of %d bytes",
                              rest, POLYGLOT_ENTRY_SIZE))
        return false;
    uint64_t nwrong = 0; // out of order
    for (size_t i = 1; i < c->e->n; i++) {
        const uint64_t before = checked_key(c->e, i - 1),
                       key = checked_key(c->e, i);
        if (before <= key || nwrong++ >= REPORTED_MAX)
            continue;
        if (!report_entry(
                c, i * (uint64_t)POLYGLOT_ENTRY_SIZE,
                "entry %zu is out of order: key %016llx after %016llx", i + 1,
                (unsigned long long)key, (unsigned long long)before))
            return false;
    }
    if (!report_unlisted(c, nwrong, "out of order"))
        return false;
    if ((nwrong || repair) && c->e->n) {
        if (!sort_entries(c->e, c->err))
            return false;
        const struct tabia_bytes copy = { c->e->owned,
                                          c->e->n * POLYGLOT_ENTRY_SIZE };
        c->e->nheader = polyglot_entries_of(copy).nheader;
    }
    // Repeated entries and bad codes; repairing takes them out.
    struct polyglot_sweep *s = calloc(1, sizeof(*s));
    if (!s)
        return error_nomem(c->err);
    s->c = c;
    s->nkept = c->e->nheader;
    bool ok = true;
    for (size_t i = s->nkept; ok && i < c->e->n; i++)
        ok = polyglot_check_entry(s, i, repair && c->e->n);
    ok = ok && report_unlisted(c, s->nrepeats, "repeated") &&
         report_unlisted(c, s->nbad, "without a move");
    c->e->n = s->nkept;
    free(s);
    return ok;
}

bool polyglot_entries_check(struct tabia_bytes bytes, struct read_job *job,
                            bool repair, struct polyglot_entries *e,
                            struct tabia_error *err)
{
    *e = polyglot_entries_of(bytes);
    struct polyglot_checker c = {
        .job = job,
        .severity = repair ? TABIA_SEVERITY_WARNING : TABIA_SEVERITY_ERROR,
        .e = e,
        .err = err,
    };
    if (check_all(&c, bytes, repair))
        return true;
    polyglot_entries_clear(e);
    return false;
}

void polyglot_entries_clear(struct polyglot_entries *e)
{
    free(e->owned);
    free(e->origin);
    free(e->guesses);
    *e = (struct polyglot_entries){ 0 };
}
