/*
 * read_job.h - one reading of one file, from its bytes down to its format
 *
 * Made where the bytes become a book, a table or a set of puzzles: by
 * read_job_init, or by a source, which knows its format already. All below are
 * passed the same job. What the caller wishes is in 'user', and never changed;
 * what the file is, in the members above it, which count instead of those of
 * the same name in 'user'.
 */
#ifndef FORMAT_READ_JOB_H
#define FORMAT_READ_JOB_H

#include "tabia/format.h"

struct read_job {
    const struct tabia_format *format;
    const char *name; // of the file, for messages; or NULL
    const char *path; // of the file, to find others beside it; or NULL
    const struct tabia_read_options *user; // borrowed; not NULL

    /*
     * A problem that the caller goes on after: reading fails in the end
     * nevertheless. Or a warning that the caller stops at.
     */
    struct tabia_error first;
    bool is_over; // the caller wants no more
};

/*
 * Bytes of the format that 'user' asks for, else of the one detected, with the
 * help of their path or name. 'user' may be NULL. False with an error.
 */
bool read_job_init(struct read_job *job, struct tabia_bytes bytes,
                   const struct tabia_read_options *user,
                   struct tabia_error *err);

/* False with an error if the format does not know one of the settings. */
bool read_job_check_settings(const struct read_job *job,
                             struct tabia_error *err);

/* A tabia_stop_fn; 'ctx' is the job. */
bool read_job_is_stopped(void *ctx);

/*
 * After reading, which failed unless 'is_read': false with the first problem,
 * if the caller wanted no more or there was an error; else with 'failure'.
 */
bool read_job_end(const struct read_job *job, bool is_read,
                  const struct tabia_error *failure, struct tabia_error *err);

#endif
