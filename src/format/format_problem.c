/*
 * format_problem.c - problems of a file, on their way to the caller
 */
#include "format/format_problem.h"

#include "base/error_internal.h"
#include "format/report.h"
#include "base/banned.h"

static bool watch_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    struct problem_watch *watch = ctx;
    const struct tabia_read_options *user = watch->user;
    if (watch->is_over)
        return false;
    const bool goes_on = user->on_problem
                             ? user->on_problem(user->ctx, severity, problem)
                             : severity == TABIA_SEVERITY_WARNING;
    watch->is_over = !goes_on;
    if (severity == TABIA_SEVERITY_ERROR || watch->is_over)
        error_pass(&watch->first, problem);
    return goes_on;
}

static bool watch_stopped(void *ctx)
{
    const struct problem_watch *watch = ctx;
    const struct tabia_read_options *user = watch->user;
    return watch->is_over || (user->is_stopped && user->is_stopped(user->ctx));
}

static void watch_progress(void *ctx, uint64_t done, uint64_t total)
{
    const struct tabia_read_options *user = ((struct problem_watch *)ctx)->user;
    user->on_progress(user->ctx, done, total);
}

void problem_watch_init(struct problem_watch *watch,
                        const struct tabia_read_options *user)
{
    *watch = (struct problem_watch){ .user = user, .options = *user };
    watch->options.on_problem = watch_problem;
    watch->options.ctx = watch;
    if (user->on_progress)
        watch->options.on_progress = watch_progress;
    watch->options.is_stopped = watch_stopped;
}

bool problem_watch_end(const struct problem_watch *watch, bool is_read,
                       const struct tabia_error *failure,
                       struct tabia_error *err)
{
    if (watch->first.status && (is_read || watch->is_over))
        return error_pass(err, &watch->first);
    return is_read || error_pass(err, failure);
}

bool format_problem(const struct tabia_read_options *options,
                    enum tabia_severity severity,
                    const struct tabia_error *problem, struct tabia_error *err)
{
    struct tabia_error placed = *problem;
    if (!placed.status)
        placed.status = TABIA_ERR_SYNTAX;
    error_in_file(&placed, options->name);

    if (options->lenient && severity == TABIA_SEVERITY_ERROR) {
        severity = TABIA_SEVERITY_WARNING;
        placed.status = TABIA_ERR_LOSS;
    }
    if (placed.status == TABIA_ERR_LOSS && options->report)
        report_addf(options->report, 1, "%s", placed.msg);
    const bool goes_on =
        options->on_problem
            ? options->on_problem(options->ctx, severity, &placed)
            : severity == TABIA_SEVERITY_WARNING;
    return goes_on || error_pass(err, &placed);
}

bool format_problem_in_text(const struct tabia_read_options *options,
                            enum tabia_severity severity,
                            const struct tabia_error *problem,
                            const struct text *t, const char *at,
                            struct tabia_error *err)
{
    struct tabia_error placed = { 0 };
    struct text there = *t;
    there.err = &placed;
    text_fail(&there, at, problem->status, "%s", problem->msg);
    return format_problem(options, severity, &placed, err);
}

bool format_problem_at_v(const struct tabia_read_options *options,
                         enum tabia_severity severity, enum tabia_status status,
                         uint64_t offset, struct tabia_error *err,
                         const char *fmt, va_list ap)
{
    struct tabia_error problem = { 0 };
    error_at_location_v(&problem, status, 0, 1, offset, fmt, ap);
    return format_problem(options, severity, &problem, err);
}

bool format_warn_at(const struct tabia_read_options *options, uint64_t offset,
                    const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(options, TABIA_SEVERITY_WARNING, TABIA_ERR_CORRUPT,
                            offset, NULL, fmt, ap);
    va_end(ap);
    return goes_on;
}

bool format_warn_loss_at(const struct tabia_read_options *options,
                         uint64_t offset, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(options, TABIA_SEVERITY_WARNING, TABIA_ERR_LOSS,
                            offset, NULL, fmt, ap);
    va_end(ap);
    return goes_on;
}
