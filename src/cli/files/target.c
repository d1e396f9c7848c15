/*
 * target.c - where a verb is to write, before it works
 */
#include "cli/files/target.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "cli/verbs/verbs.h"
#include "io/output.h"

#include "base/banned.h"

/* Known before anything is read; the library looks again when it writes. */
enum cli_status target_check_file(const struct args *args, const char *path)
{
    struct stat st;
    if (args->force || strcmp(path, "-") == 0 || stat(path, &st) != 0 ||
        !S_ISREG(st.st_mode))
        return CLI_DONE;
    struct tabia_error err = error_for(path);
    error_set(&err, TABIA_ERR_IO, "already exists");
    error_hint(&err, TABIA_HINT_FORCE);
    return cli_print_error(&err);
}

enum cli_status target_try(const struct args *args, const char *path)
{
    struct tabia_error err = { 0 };
    const enum cli_status status = target_check_file(args, path);
    if (status != CLI_DONE)
        return status;
    return output_try(path, true, &err) ? CLI_DONE : cli_print_error(&err);
}

enum cli_status target_try_in_place(const struct args *args, const char *path)
{
    struct args options = *args;
    options.force = true;
    if (args->force || access(path, W_OK) == 0 || errno != EACCES)
        return target_try(&options, path);
    struct tabia_error err = error_for(path);
    error_set(&err, TABIA_ERR_IO, "is read-only; use --force to replace it");
    return cli_print_error(&err);
}

enum cli_status target_check_json(const struct args *args, const char *path)
{
    if (!args->json || strcmp(path, "-") != 0)
        return CLI_DONE;
    return cli_misuse(args->verb, "--json and the book cannot both go to "
                                  "standard output");
}

enum cli_status target_check(const struct args *args, const char *path)
{
    const enum cli_status status = target_check_json(args, path);
    return status == CLI_DONE ? target_check_file(args, path) : status;
}
