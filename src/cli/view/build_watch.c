/*
 * build_watch.c - progress and result of a build
 */
#include "cli/view/build_watch.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"

#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/view/verb_output.h"
#include "base/banned.h"

/* ---- while it runs --------------------------------------------------- */

static void update_bar(void *ctx, const struct tabia_build_progress *p)
{
    struct build_watch *watch = ctx;
    const bool is_reading = strcmp(p->stage, "reading") == 0;
    if (watch->stage != p->stage) {
        build_watch_finish(watch);
        progress_bar_init(&watch->bar, watch->label,
                          is_reading                           ? "bytes"
                          : strcmp(p->stage, "replaying") == 0 ? "games"
                                                               : "slices",
                          p->total, watch->is_quiet);
        watch->stage = p->stage;
    }
    const uint64_t ns = clock_now_ns() - watch->start_ns;
    const double seconds = (double)(ns ? ns : 1) / 1e9;
    int len = snprintf(watch->label, sizeof(watch->label), "%s", p->stage);
    if (is_reading)
        len += snprintf(watch->label + len, sizeof(watch->label) - (size_t)len,
                        " %" PRIu64 " %s, %.0f/s", p->games,
                        plural(p->games, "game", "games"),
                        (double)p->games / seconds);
    if (p->disk_bytes)
        snprintf(watch->label + len, sizeof(watch->label) - (size_t)len,
                 ", %" PRIu64 " MB on disk", p->disk_bytes >> 20);
    watch->bar.total = p->total;
    progress_bar_update(&watch->bar, p->done);
}

static bool keep_problem(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    struct build_watch *watch = ctx;
    (void)severity; // warnings are not reported
    if (watch->nproblems < TABIA_BUILD_PROBLEMS_MAX)
        watch->problems[watch->nproblems++] = *problem;
    return true;
}

void build_watch_start(struct build_watch *watch,
                       struct tabia_build_options *options, bool quiet)
{
    *watch =
        (struct build_watch){ .is_quiet = quiet, .start_ns = clock_now_ns() };
    options->on_progress = update_bar;
    options->on_problem = keep_problem;
    options->ctx = watch;
}

void build_watch_finish(struct build_watch *watch)
{
    if (watch->stage)
        progress_bar_finish(&watch->bar);
    watch->stage = NULL;
}

enum { PROBLEM_SIZE = 1024 }; // bytes of one as text

/* ---- what came of it ------------------------------------------------- */

/* One table for the words and for JSON. */
static const struct {
    const char *key, *words;
    size_t at;
} counts[] = {
#define AT(field) offsetof(struct tabia_build_result, field)
    { "games", "read", AT(games) },
    { "counted", "counted", AT(counted) },
    { "filtered", "filtered out", AT(filtered) },
    { "unfinished", "without a result", AT(unfinished) },
    { "duplicates", "duplicate", AT(duplicates) },
    { "broken", "broken", AT(broken) },
    { "resumed", "read by an earlier run", AT(resumed) },
#undef AT
};

static uint64_t count_at(const struct tabia_build_result *result, size_t i)
{
    uint64_t value;
    memcpy(&value, (const char *)result + counts[i].at, sizeof(value));
    return value;
}

/* What came of the games, in one line. */
static void build_watch_print_games(const struct args *args,
                                    const struct tabia_build_result *r)
{
    char text[256];
    size_t len = 0;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t n = count_at(r, i);
        if (n || i == 0)
            len += (size_t)snprintf(text + len, sizeof(text) - len,
                                    "%s%" PRIu64 " %s", i ? ", " : "", n,
                                    counts[i].words);
    }
    cli_note(args, "games: %s", text);
    if (r->runs)
        cli_note(args, "%" PRIu64 " %s, %" PRIu64 " MB on disk", r->runs,
                 plural(r->runs, "run", "runs"), r->disk_bytes >> 20);
}

static void put_build(const struct build_watch *watch,
                      const struct tabia_build_result *r, const char *what)
{
    struct verb_output out;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "output", NULL, fact_text(what));
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        verb_output_add(&out, counts[i].key, NULL, fact_count(count_at(r, i)));
    verb_output_add(&out, "plies", NULL, fact_count(r->events));
    verb_output_add(&out, "positions", NULL, fact_count(r->positions));
    verb_output_add(&out, "moves", NULL, fact_count(r->moves));
    verb_output_add(&out, "runs", NULL, fact_count(r->runs));
    verb_output_add(&out, "disk", NULL, fact_count(r->disk_bytes));
    verb_output_add(&out, "damaged", NULL, fact_flag(r->is_damaged));
    verb_output_array(&out, "problems");
    for (size_t i = 0; i < watch->nproblems; i++) {
        char text[PROBLEM_SIZE];
        tabia_error_print(&watch->problems[i], "error",
                          (struct tabia_bytes){ 0 }, text, sizeof(text));
        text[strcspn(text, "\n")] = '\0';
        json_writer_put_text(out.js, text);
    }
    verb_output_end(&out);
    report_put_json(out.js, &watch->losses);
    verb_output_end(&out);
    verb_output_close(&out);
}

enum cli_status build_watch_print(const struct args *args,
                                  const struct build_watch *watch,
                                  const struct tabia_build_result *result,
                                  const char *what,
                                  const struct tabia_error *err)
{
    for (size_t i = 0; i < watch->nproblems; i++)
        cli_print_problem(&watch->problems[i], "error",
                          (struct tabia_bytes){ 0 });
    if (result->broken > watch->nproblems)
        cli_note(args, "... and %" PRIu64 " more; see 'tabia games --errors'",
                 result->broken - watch->nproblems);
    book_output_note_losses(args, &watch->losses);
    build_watch_print_games(args, result);
    if (err->status)
        return book_output_print_error(args, err);

    const double seconds = (double)(clock_now_ns() - watch->start_ns) / 1e9;
    const uint64_t npositions = result->positions, nmoves = result->moves;
    if (npositions)
        cli_note(args, "%s: %" PRIu64 " %s, %" PRIu64 " %s, %.2f s", what,
                 npositions, plural(npositions, "position", "positions"),
                 nmoves, plural(nmoves, "move", "moves"), seconds);
    else if (!result->counted && !result->resumed)
        cli_note(args, "%s: empty, because no game was counted", what);
    else
        cli_note(args, "%s: %.2f s", what, seconds);
    if (args->json)
        put_build(watch, result, what);
    return result->is_damaged || result->broken ? CLI_NO : CLI_DONE;
}
