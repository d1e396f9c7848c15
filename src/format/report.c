/*
 * report.c - each loss of a book once, with its count
 */
#include "format/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "base/banned.h"

struct tabia_report *tabia_report_new(struct tabia_error *err)
{
    struct tabia_report *report = calloc(1, sizeof(*report));
    if (!report)
        error_nomem(err);
    return report;
}

void tabia_report_free(struct tabia_report *report)
{
    free(report);
}

const struct tabia_loss *tabia_report_at(const struct tabia_report *report,
                                         size_t i)
{
    return report && i < report->n ? &report->list[i] : NULL;
}

void report_put_json(struct json_writer *js, const struct tabia_report *report)
{
    json_writer_key(js, "losses");
    json_writer_begin_array(js);
    for (size_t i = 0; i < report->n; i++) {
        json_writer_begin_object(js);
        json_writer_pair_uint(js, "count", report->list[i].count);
        json_writer_pair_text(js, "what", report->list[i].what);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static struct tabia_loss *find_loss(struct tabia_report *report,
                                    const char *what)
{
    const size_t len = utf8_cut(what, strlen(what), TABIA_LOSS_SIZE - 1);
    for (size_t i = 0; i < report->n; i++)
        if (strlen(report->list[i].what) == len &&
            memcmp(report->list[i].what, what, len) == 0)
            return &report->list[i];
    return NULL;
}

/* A full list keeps its last place for all that has no place of its own. */
void report_add(struct tabia_report *report, uint64_t count, const char *one,
                const char *many)
{
    struct tabia_loss *last = &report->list[REPORT_LOSSES_MAX - 1];
    if (!count)
        return;
    struct tabia_loss *loss = find_loss(report, one);
    if (!loss)
        loss = find_loss(report, many);
    if (!loss && report->n < REPORT_LOSSES_MAX) {
        loss = &report->list[report->n++];
        loss->count = 0;
    }
    if (!loss || loss == last) {
        loss = last;
        one = "other thing is lost";
        many = "other things are lost";
    }
    loss->count += count;
    const char *words = plural(loss->count, one, many);
    const size_t len = utf8_cut(words, strlen(words), TABIA_LOSS_SIZE - 1);
    memcpy(loss->what, words, len);
    loss->what[len] = '\0';
}

void report_add_all(struct tabia_report *report,
                    const struct tabia_report *more)
{
    for (size_t i = 0; i < more->n; i++)
        report_addf(report, more->list[i].count, "%s", more->list[i].what);
}

void report_add_moved(struct tabia_report *report, uint64_t count,
                      const char *one, const char *many)
{
    const size_t n = report->n;
    report_add(report, count, one, many);
    report->nmoved += report->n - n;
}

void report_add_lost_moves(struct tabia_report *report, uint64_t count,
                           const char *one, const char *many)
{
    report->moves += count;
    report_add(report, count, one, many);
}

void report_addf(struct tabia_report *report, uint64_t count, const char *fmt,
                 ...)
{
    char what[TABIA_LOSS_SIZE + UTF8_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    report_add(report, count, what, what);
}

void report_add_cut(struct tabia_report *report, uint64_t count,
                    const char *setting)
{
    report_addf(report, count, "%s not repeated (limit: %s)",
                plural(count, "transposition is", "transpositions are"),
                setting);
}
