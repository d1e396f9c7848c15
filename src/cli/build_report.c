/*
 * build_report.c - telling how far a build is, and what came of it
 */
#include "cli/build_report.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"

#include "base/plural.h"
#include "cli/saving.h"
#include "base/banned.h"

/* ---- the bar --------------------------------------------------------- */

void build_bar_start(struct build_bar *bar, bool quiet)
{
    *bar = (struct build_bar){ .quiet = quiet, .start_ns = clock_now_ns() };
}

void build_bar_update(void *ctx, const struct tabia_build_progress *p)
{
    struct build_bar *bar = ctx;
    const bool is_reading = strcmp(p->stage, "reading") == 0;
    if (bar->stage != p->stage) {
        build_bar_finish(bar);
        progress_init(&bar->progress, bar->label,
                      is_reading ? "bytes" : "slices", p->total, bar->quiet);
        bar->stage = p->stage;
    }
    const uint64_t ns = clock_now_ns() - bar->start_ns;
    const double seconds = (double)(ns ? ns : 1) / 1e9;
    int len = snprintf(bar->label, sizeof(bar->label), "%s", p->stage);
    if (is_reading)
        len += snprintf(bar->label + len, sizeof(bar->label) - (size_t)len,
                        " %" PRIu64 " %s, %.0f/s", p->games,
                        plural(p->games, "game", "games"),
                        (double)p->games / seconds);
    if (p->disk)
        snprintf(bar->label + len, sizeof(bar->label) - (size_t)len,
                 ", %" PRIu64 " MB on disk", p->disk >> 20);
    bar->progress.total = p->total;
    progress_update(&bar->progress, p->done);
}

void build_bar_finish(struct build_bar *bar)
{
    if (bar->stage)
        progress_finish(&bar->progress);
    bar->stage = NULL;
}

/* ---- what came of it ------------------------------------------------- */

/* One table for the words and for JSON. */
static const struct {
    const char *key, *words;
    size_t at;
} counts[] = {
#define AT(field) offsetof(struct tabia_build_report, field)
    { "games", "read", AT(games) },
    { "counted", "counted", AT(counted) },
    { "filtered", "not asked for", AT(filtered) },
    { "unfinished", "without a result", AT(unfinished) },
    { "repeated", "met before", AT(repeated) },
    { "broken", "broken", AT(broken) },
    { "resumed", "read by an earlier call", AT(resumed) },
#undef AT
};

static uint64_t count_at(const struct tabia_build_report *report, size_t i)
{
    uint64_t value;
    memcpy(&value, (const char *)report + counts[i].at, sizeof(value));
    return value;
}

static void print_json(const struct tabia_build_report *r, const char *what)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_pair_text(&js, "output", what);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        json_pair_uint(&js, counts[i].key, count_at(r, i));
    json_pair_uint(&js, "plies", r->events);
    json_pair_uint(&js, "positions", r->positions);
    json_pair_uint(&js, "moves", r->moves);
    json_pair_uint(&js, "runs", r->runs);
    json_pair_uint(&js, "disk", r->disk);
    json_pair_bool(&js, "damaged", r->damaged);
    json_key(&js, "problems");
    json_begin_array(&js);
    for (size_t i = 0; i < r->nproblems; i++)
        json_put_text(&js, r->problems[i]);
    json_end(&js);
    saving_json_losses(&js, &r->losses);
    json_end(&js);
}

static void print_problems(const struct args *args,
                           const struct tabia_build_report *r)
{
    for (size_t i = 0; i < r->nproblems; i++) {
        const size_t len = strlen(r->problems[i]);
        const bool has_end = len && r->problems[i][len - 1] == '\n';
        fprintf(stderr, "%s%s", r->problems[i], has_end ? "" : "\n");
    }
    if (r->broken > r->nproblems)
        cli_note(args,
                 "... and %" PRIu64 " more: 'tabia games --errors' prints more",
                 r->broken - r->nproblems);
    saving_note_losses(args, &r->losses);
}

static void print_games(const struct args *args,
                        const struct tabia_build_report *r)
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
                 plural(r->runs, "run", "runs"), r->disk >> 20);
}

static void print_output(const struct args *args, const struct build_bar *bar,
                         const struct tabia_build_report *r, const char *what)
{
    const double seconds = (double)(clock_now_ns() - bar->start_ns) / 1e9;
    if (r->positions)
        cli_note(args, "%s: %" PRIu64 " %s, %" PRIu64 " %s, %.2f s", what,
                 r->positions, plural(r->positions, "position", "positions"),
                 r->moves, plural(r->moves, "move", "moves"), seconds);
    else if (!r->counted && !r->resumed)
        cli_note(args, "%s: empty, as no game counts", what);
    else
        cli_note(args, "%s: %.2f s", what, seconds);
}

enum cli_status build_report_print(const struct args *args,
                                   const struct build_bar *bar,
                                   const struct tabia_build_report *report,
                                   const char *what,
                                   const struct tabia_error *err)
{
    print_problems(args, report);
    print_games(args, report);
    if (err->status)
        return saving_error(args, err);
    print_output(args, bar, report, what);
    if (args->json)
        print_json(report, what);
    return report->damaged || report->broken ? CLI_NO : CLI_DONE;
}
