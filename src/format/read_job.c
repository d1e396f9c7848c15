/*
 * read_job.c - one reading of one file, from its bytes down to its format
 */
#include "format/read_job.h"

#include "base/error_internal.h"
#include "format/format_contract.h"
#include "base/banned.h"

bool read_job_init(struct read_job *job, struct tabia_bytes bytes,
                   const struct tabia_read_options *user,
                   struct tabia_error *err)
{
    static const struct tabia_read_options defaults;
    if (!user)
        user = &defaults;
    *job = (struct read_job){
        .format = user->format,
        .name = user->name,
        .path = user->path,
        .user = user,
    };
    if (job->format)
        return true;
    struct tabia_error failure = { 0 };
    job->format =
        tabia_format_detect(bytes, user->path ? user->path : user->name,
                            &failure);
    if (job->format)
        return true;
    error_in_file(&failure, user->name);
    return error_pass(err, &failure);
}

bool read_job_check_settings(const struct read_job *job,
                             struct tabia_error *err)
{
    return format_settings_check(job->format, job->user->settings,
                                 job->user->nsettings, TABIA_WHEN_READING, err);
}

bool read_job_is_stopped(void *ctx)
{
    const struct read_job *job = ctx;
    const struct tabia_read_options *user = job->user;
    return job->is_over || (user->is_stopped && user->is_stopped(user->ctx));
}

bool read_job_end(const struct read_job *job, bool is_read,
                  const struct tabia_error *failure, struct tabia_error *err)
{
    if (job->first.status && (is_read || job->is_over))
        return error_pass(err, &job->first);
    return is_read || error_pass(err, failure);
}
