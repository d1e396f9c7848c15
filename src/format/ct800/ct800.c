/*
 * ct800.c - CT800 book text, by Rasmus Althoff
 *
 *     e2e4 e7e5 f2f4? e5f4 g1f3x (King's Gambit)
 *
 * One line of moves per line, each from the starting position. '?' marks a
 * move that is known but never played, 'x' one that is avoided. A comment
 * runs from '(' to the end of the line; '#' starts a line of comment. There
 * are no promotion letters: a promotion is always to a queen.
 *
 * ct800_scan.c reads the lines, ct800_write.c writes them.
 */
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "format/ct800/ct800.h"
#include "format/formats.h"
#include "base/banned.h"

enum { LOOK_LINES = 64 }; // that detection reads

/* True if it is about the whole text, of which nothing can be read. */
static bool is_about_whole_text(enum ct800_fault fault)
{
    return fault == CT800_FAULT_UTF16 || fault == CT800_FAULT_UTF32;
}

struct finding_reporter {
    struct read_job *job;
    struct tabia_error *err;
};

static bool report_finding(void *ctx, const struct ct800_finding *finding)
{
    const struct finding_reporter *reporter = ctx;
    struct tabia_error problem = { 0 };
    // A finding in our own words.
    const size_t len = strlen(finding->token);
    const bool is_other = // Nf3 is short for the original, here it is no move
        finding->fault == CT800_FAULT_SHORT &&
        finding->col - finding->move_col < len;
    const char *text =
        ct800_fault_text(is_other ? CT800_FAULT_CHARACTER : finding->fault);
    char token[QUOTE_SIZE];
    quote(finding->token, len, token);
    if (is_about_whole_text(finding->fault))
        error_at_col(&problem, TABIA_ERR_SYNTAX, 1, "%s", text);
    else if (ct800_fault_is_syntax(finding->fault))
        error_at_location(&problem, TABIA_ERR_SYNTAX, finding->line,
                          finding->col, finding->offset, "%s, found '%s'", text,
                          token);
    else
        error_at_location(&problem, TABIA_ERR_ILLEGAL, finding->line,
                          finding->col, finding->offset, "%s: %s", token, text);
    if (is_about_whole_text(finding->fault))
        return error_pass(reporter->err, &problem);
    return format_problem(reporter->job, TABIA_SEVERITY_ERROR, &problem,
                          reporter->err);
}

static bool ct800_read(struct tabia_bytes bytes, struct read_job *job,
                       struct tabia_builder *out, struct tabia_error *err)
{
    struct finding_reporter reporter = { job, err };
    struct ct800_scan scan = {
        .on_finding = report_finding,
        .ctx = &reporter,
        .job = job,
    };
    return ct800_scan_text(&scan, bytes, out, err);
}

static enum format_match ct800_detect(struct tabia_bytes bytes)
{
    struct tabia_error err = { 0 };
    struct text t;
    if (!text_init(&t, format_first_lines(bytes), NULL, &err))
        return FORMAT_MAYBE; // to report what is wrong with it
    size_t ngood = 0, nbad = 0, most = 0;
    while (ngood + nbad < LOOK_LINES && text_next_line(&t)) {
        size_t nmoves = 0;
        if (!text_skip_blanks(&t) || strchr("#(", *t.p))
            continue;
        if (ct800_looks_right(t.p, t.end, &nmoves))
            ngood++;
        else
            nbad++;
        if (nmoves > most)
            most = nmoves;
    }
    if (ngood + nbad == 0)
        return format_looks_like_text(bytes) ? FORMAT_MAYBE : FORMAT_NO;
    if (most == 0)
        return FORMAT_NO;
    if (nbad == 0 && most > 1)
        return FORMAT_SURE;
    return ngood > nbad ? FORMAT_LIKELY : FORMAT_MAYBE;
}

static const char *const suffixes[] = { ".txt", NULL };
static const char *const text_keys[] = { "comment", "format", NULL };

const struct tabia_format format_ct800 = {
    .info = {
        .name = "ct800",
        .title = "CT800 book text",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .ignores_ep = true, // when found; its lines show the double step
        .holds = TABIA_HOLDS_EN_PASSANT | TABIA_HOLDS_LEAF_DATA,
        .attrs = TABIA_HAS_MARK | TABIA_HAS_NAME | TABIA_HAS_ECO |
                 TABIA_HAS_LOCATION,
        .text_keys = text_keys,
    },
    .limits = {
        [TABIA_ATTR_ECO] = { 3, "A00 to E99" },
    },
    .detect = ct800_detect,
    .read = ct800_read,
    .write = ct800_write,
};
