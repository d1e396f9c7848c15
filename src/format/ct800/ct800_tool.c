/*
 * ct800_tool.c - the steps of the original compiler, for the verb booktool
 */
#include <string.h>

#include "base/buf.h"
#include "format/ct800/ct800.h"
#include "format/ct800/ct800_c.h"
#include "format/ct800/ct800_compile.h"
#include "format/ct800/ct800_tool.h"
#include "format/formats.h"
#include "tabia/builder.h"
#include "base/banned.h"

struct tool_reporter {
    ct800_tool_finding_fn *on_finding;
    void *ctx;
};

/* The original points at the move, and quotes single bytes. */
static bool report_tool_finding(void *ctx, const struct ct800_finding *finding)
{
    const struct tool_reporter *reporter = ctx;
    const enum ct800_fault fault = finding->fault;
    const bool is_whole =
        fault == CT800_FAULT_UTF16 || fault == CT800_FAULT_UTF32;
    struct ct800_tool_finding original = {
        .line = finding->line,
        .col = is_whole ? 0 : finding->move_col,
        .is_char = fault == CT800_FAULT_START || fault == CT800_FAULT_BLANK,
        .text = ct800_fault_original(fault),
    };
    memcpy(original.token, finding->token, sizeof(original.token));
    if (reporter->on_finding)
        reporter->on_finding(reporter->ctx, &original);
    return true;
}

struct tabia_book *ct800_tool_scan(struct tabia_bytes bytes,
                                   ct800_tool_finding_fn *on_finding, void *ctx,
                                   struct ct800_tool_stats *stats,
                                   struct tabia_error *err)
{
    static const struct tabia_read_options defaults;
    struct read_job job = { .format = &format_ct800, .user = &defaults };
    struct tool_reporter reporter = { on_finding, ctx };
    struct ct800_scan scan = {
        .on_finding = report_tool_finding,
        .ctx = &reporter,
        .job = &job,
    };
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    if (!b)
        return NULL;
    if (!ct800_scan_text(&scan, bytes, b, err)) {
        tabia_builder_free(b);
        return NULL;
    }
    stats->lines = scan.lines;
    stats->plies = scan.plies;
    stats->errors = scan.errors;
    return tabia_builder_freeze(b, err);
}

bool ct800_tool_compile(const struct tabia_book *book, uint8_t **data,
                        size_t *size, struct ct800_tool_stats *stats,
                        struct tabia_error *err)
{
    struct ct800_compiled compiled;
    if (!ct800_compile(book, &compiled, err))
        return false;
    stats->raw = compiled.nraw;
    stats->positions = compiled.npositions;
    stats->moves = compiled.nmoves;
    stats->max_moves = compiled.max_moves;
    stats->surplus = compiled.nsurplus;
    stats->collisions = compiled.ncollisions;
    stats->bytes = compiled.records.size;

    struct buf file = { .limit = SIZE_MAX / 2 };
    struct sink dst = sink_to_buf(&file, err);
    const bool ok =
        !compiled.nraw || ct800_c_put(&dst, buf_bytes(&compiled.records));
    ct800_compiled_clear(&compiled);
    if (!ok)
        buf_clear(&file);
    *data = (uint8_t *)file.data;
    *size = file.size;
    return ok;
}
