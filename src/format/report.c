/*
 * report.c - the list of what is lost, each loss once with its count
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/utf8.h"
#include "format/format_def.h"
#include "base/banned.h"

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
static struct tabia_loss *new_loss(struct tabia_report *report)
{
    if (report->n == TABIA_LOSSES_MAX)
        return &report->list[TABIA_LOSSES_MAX - 1];
    struct tabia_loss *loss = &report->list[report->n++];
    loss->count = 0;
    return loss;
}

static void set_words(struct tabia_loss *loss, const char *words)
{
    const size_t len = utf8_cut(words, strlen(words), TABIA_LOSS_SIZE - 1);
    memcpy(loss->what, words, len);
    loss->what[len] = '\0';
}

void format_loss(struct tabia_report *report, uint64_t count, const char *one,
                 const char *many)
{
    if (!count)
        return;
    struct tabia_loss *loss = find_loss(report, one);
    if (!loss)
        loss = find_loss(report, many);
    if (!loss)
        loss = new_loss(report);
    if (loss == &report->list[TABIA_LOSSES_MAX - 1]) {
        one = "other thing is lost";
        many = "other things are lost";
    }
    loss->count += count;
    set_words(loss, plural(loss->count, one, many));
}

void format_loss_of_moves(struct tabia_report *report, uint64_t count,
                          const char *one, const char *many)
{
    report->moves += count;
    format_loss(report, count, one, many);
}

/* Steps over a number before the words and returns it; 1 without any. */
static uint64_t split_number(char **words)
{
    char *end;
    if (**words < '0' || **words > '9')
        return 1;
    const uint64_t n = strtoull(*words, &end, 10);
    if (!n || *end != ' ')
        return 1;
    *words = end + 1;
    return n;
}

void tabia_report_add(struct tabia_report *report, uint64_t count,
                      const char *fmt, ...)
{
    char what[TABIA_LOSS_SIZE + UTF8_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    char *words = what;
    if (count == 1)
        count = split_number(&words);
    format_loss(report, count, words, words);
}

void format_cut(struct tabia_report *report, uint64_t count,
                const char *setting)
{
    tabia_report_add(report, count, "%s not repeated: %s is the limit",
                     plural(count, "transposition is", "transpositions are"),
                     setting);
}
