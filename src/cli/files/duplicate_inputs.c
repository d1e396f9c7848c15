/*
 * duplicate_inputs.c - inputs that would be counted twice
 */
#include "cli/files/duplicate_inputs.h"

#include "base/error_internal.h"
#include "cli/verbs/verbs.h"
#include "io/same_files.h"
#include "store/store_internal.h"
#include "tabia/store.h"

#include "base/banned.h"

enum { SHOWN = 10 };

struct repeated_inputs {
    const struct args *args;
    bool strict;
    size_t n;
};

/* Prints the first ones. */
static void print_repeat(struct repeated_inputs *r,
                         const struct tabia_error *err)
{
    if (r->n++ < SHOWN && (r->strict || !r->args->quiet))
        cli_print_problem(err, r->strict ? "error" : "warning",
                          (struct tabia_bytes){ 0 });
}

static enum cli_status finish_repeats(const struct repeated_inputs *r)
{
    if (r->n > SHOWN)
        cli_note(r->args, "... and %zu more", r->n - SHOWN);
    return r->n && r->strict ? CLI_NO : CLI_DONE;
}

static void print_same_file(void *ctx, size_t first, size_t again)
{
    struct repeated_inputs *r = ctx;
    struct tabia_error err = error_for(r->args->operands[again]);
    error_set(&err, TABIA_ERR_MISUSE,
              "identical to %.150s; its content is counted twice",
              r->args->operands[first]);
    print_repeat(r, &err);
}

enum cli_status duplicate_inputs_check_files(const struct args *args,
                                             bool strict)
{
    struct tabia_error err = { 0 };
    struct repeated_inputs r = { args, strict, 0 };
    if (!same_files_find((const char *const *)args->operands,
                         (size_t)args->noperands, print_same_file, &r, &err))
        return cli_print_error(&err);
    return finish_repeats(&r);
}

static void print_shared_input(void *ctx, const char *name, size_t first,
                               size_t second)
{
    struct repeated_inputs *r = ctx;
    struct tabia_error err = error_for(r->args->operands[second]);
    error_set(&err, TABIA_ERR_MISUSE,
              "built from %.80s, like %.80s; games in both are counted twice",
              name, r->args->operands[first]);
    print_repeat(r, &err);
}

enum cli_status duplicate_inputs_check_stores(
    const struct args *args, const struct tabia_store *const *stores, size_t n,
    bool strict)
{
    struct tabia_error err = { 0 };
    struct repeated_inputs r = { args, strict, 0 };
    if (!store_list_overlaps(stores, n, print_shared_input, &r, &err))
        return cli_print_error(&err);
    return finish_repeats(&r);
}
