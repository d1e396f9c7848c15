/*
 * report.h - what reading or writing a book lost, as the library keeps it
 *
 * A program outside sees it through tabia_report_at alone. Inside, it is a
 * value: the zero value is empty, it owns nothing, and adding a loss cannot
 * fail.
 */
#ifndef FORMAT_REPORT_H
#define FORMAT_REPORT_H

#include "base/compiler.h"
#include "tabia/format.h"

enum { REPORT_LOSSES_MAX = 48 };

struct tabia_report {
    size_t n;
    struct tabia_loss list[REPORT_LOSSES_MAX];
    size_t nmoved;  // of these, only in another place: nothing is lost
    uint64_t moves; // of all losses: moves that are not in the file
};

/* Adds all losses of another report. */
void report_add_all(struct tabia_report *report,
                    const struct tabia_report *more);

/* Adds to the loss of that name, or a new one. A count of 0 adds nothing. */
void report_addf(struct tabia_report *report, uint64_t count, const char *fmt,
                 ...) PRINTF_LIKE(3, 4);

/*
 * Like report_add, for what is elsewhere in the file, and found there by
 * position.
 */
void report_add_moved(struct tabia_report *report, uint64_t count,
                      const char *one, const char *many);

/* Adds 'count' to a loss that has other words for one than for many. */
void report_add(struct tabia_report *report, uint64_t count, const char *one,
                const char *many);

/* The same for moves that are not in the file. */
void report_add_lost_moves(struct tabia_report *report, uint64_t count,
                           const char *one, const char *many);

/* Adds transpositions that a setting, the limit, did not let be repeated. */
void report_add_cut(struct tabia_report *report, uint64_t count,
                    const char *setting);

struct json_writer;

/* Adds the member "losses" to the open object. */
void report_put_json(struct json_writer *js, const struct tabia_report *report);

#endif
