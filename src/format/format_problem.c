/*
 * format_problem.c - problems of a file, on their way to the caller
 */
#include "format/format_problem.h"

#include "base/error_internal.h"
#include "format/report.h"
#include "base/banned.h"

/* Whether the caller goes on; 'job' keeps what makes reading fail. */
static bool report_to_user(struct read_job *job, enum tabia_severity severity,
                           const struct tabia_error *problem)
{
    const struct tabia_read_options *user = job->user;
    if (job->is_over)
        return false;
    job->is_over = user->on_problem
                       ? !user->on_problem(user->ctx, severity, problem)
                       : severity == TABIA_SEVERITY_ERROR;
    if (severity == TABIA_SEVERITY_ERROR || job->is_over)
        error_pass(&job->first, problem);
    return !job->is_over;
}

/* A loss is 'count' times 'what'. */
static bool report_counted(struct read_job *job, enum tabia_severity severity,
                           const struct tabia_error *problem, uint64_t count,
                           const char *what, struct tabia_error *err)
{
    struct tabia_error placed = *problem;
    if (!placed.status)
        placed.status = TABIA_ERR_SYNTAX;
    error_in_file(&placed, job->name);

    if (job->user->lenient && severity == TABIA_SEVERITY_ERROR) {
        severity = TABIA_SEVERITY_WARNING;
        placed.status = TABIA_ERR_LOSS;
    }
    if (placed.status == TABIA_ERR_LOSS && job->user->report)
        report_add(job->user->report, count, what, what);
    return report_to_user(job, severity, &placed) || error_pass(err, &placed);
}

bool format_problem(struct read_job *job, enum tabia_severity severity,
                    const struct tabia_error *problem, struct tabia_error *err)
{
    return report_counted(job, severity, problem, 1, problem->msg, err);
}

bool format_warn_count(struct read_job *job, uint64_t count,
                       const struct tabia_error *problem,
                       struct tabia_error *err)
{
    struct tabia_error counted = *problem;
    counted.status = TABIA_OK;
    error_at_location(&counted, problem->status, problem->line, problem->col,
                      problem->offset, "%llu %s", (unsigned long long)count,
                      problem->msg);
    return report_counted(job, TABIA_SEVERITY_WARNING, &counted, count,
                          problem->msg, err);
}

bool format_problem_in_text(struct read_job *job, enum tabia_severity severity,
                            const struct tabia_error *problem,
                            const struct text *t, const char *at,
                            struct tabia_error *err)
{
    struct tabia_error placed = { 0 };
    struct text there = *t;
    there.err = &placed;
    text_fail(&there, at, problem->status, "%s", problem->msg);
    return format_problem(job, severity, &placed, err);
}

bool format_problem_at_v(struct read_job *job, enum tabia_severity severity,
                         enum tabia_status status, uint64_t offset,
                         struct tabia_error *err, const char *fmt, va_list ap)
{
    struct tabia_error problem = { 0 };
    error_at_location_v(&problem, status, 0, 1, offset, fmt, ap);
    return format_problem(job, severity, &problem, err);
}

bool format_warn_at(struct read_job *job, uint64_t offset, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(job, TABIA_SEVERITY_WARNING, TABIA_ERR_CORRUPT,
                            offset, NULL, fmt, ap);
    va_end(ap);
    return goes_on;
}

bool format_warn_loss_at(struct read_job *job, uint64_t offset, const char *fmt,
                         ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(job, TABIA_SEVERITY_WARNING, TABIA_ERR_LOSS, offset,
                            NULL, fmt, ap);
    va_end(ap);
    return goes_on;
}
