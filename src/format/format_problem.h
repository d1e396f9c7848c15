/*
 * format_problem.h - problems of a file, on their way to the caller
 */
#ifndef FORMAT_FORMAT_PROBLEM_H
#define FORMAT_FORMAT_PROBLEM_H

#include <stdarg.h>

#include "base/compiler.h"
#include "base/text.h"
#include "format/read_job.h"

/*
 * Reports a problem to the reader's caller. Returns true when reading may go
 * on. Else 'err' gets the problem. Without a callback errors end reading,
 * warnings do not.
 */
bool format_problem(struct read_job *job, enum tabia_severity severity,
                    const struct tabia_error *problem, struct tabia_error *err);

/*
 * Warns of 'count' things at once. The message of 'problem' is what follows
 * this number ("of 30 entries are unreachable"): a report of losses keeps the
 * two apart.
 */
bool format_warn_count(struct read_job *job, uint64_t count,
                       const struct tabia_error *problem,
                       struct tabia_error *err);

/*
 * Like format_problem, at 'at', a byte of the current line of 't' or its end:
 * for a problem that was found without knowing the text.
 */
bool format_problem_in_text(struct read_job *job, enum tabia_severity severity,
                            const struct tabia_error *problem,
                            const struct text *t, const char *at,
                            struct tabia_error *err);

/* The same for a problem at a byte of the file. */
bool format_problem_at_v(struct read_job *job, enum tabia_severity severity,
                         enum tabia_status status, uint64_t offset,
                         struct tabia_error *err, const char *fmt, va_list ap)
    PRINTF_LIKE(6, 0);

/*
 * Warns of a contradiction at a byte of the file. A reader may ignore the
 * result: if the caller wants no more, the builder ends reading.
 */
bool format_warn_at(struct read_job *job, uint64_t offset, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Like format_warn_at, of something that the book will not have. */
bool format_warn_loss_at(struct read_job *job, uint64_t offset, const char *fmt,
                         ...) PRINTF_LIKE(3, 4);

#endif
