/*
 * eco_scid.c - Scid's list of names of openings
 *
 *     # comment
 *     A00b "Fried fox"  1.f3 e5 2.Kf2 *
 *
 * A code, which Scid extends by a letter and a digit, a name in quotes, and
 * moves up to a star. A record may go on over several lines; what stands
 * between records is skipped, as Scid does. The list names positions, however
 * they came about.
 */
#include <string.h>

#include "base/wording.h"
#include "format/eco/eco.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

/* Where the word at 'p' ends; a star and a quote are words of their own. */
static const char *word_end(const char *p, const char *end)
{
    while (p < end && !text_is_blank(*p) && *p != '*' && *p != '"')
        p++;
    return p;
}

/* Goes on to what comes next, on whatever line. False at the end. */
static bool eco_scid_skip_space(struct text *t)
{
    for (;;) {
        if (t->line && text_skip_blanks(t) &&
            !(t->p == t->line_start && *t->p == '#'))
            return true;
        if (!text_next_line(t))
            return false;
    }
}

/* True if a record begins here. */
static bool is_code_next(const struct text *t)
{
    const char *end = word_end(t->p, t->end);
    return eco_is_code(t->p, (size_t)(end - t->p)) &&
           (end == t->end || *end != '*');
}

enum format_match eco_scid_detect(struct tabia_bytes bytes)
{
    struct text t;
    if (bytes.size > FORMAT_DETECT_SIZE)
        bytes.size = FORMAT_DETECT_SIZE;
    if (!text_init(&t, bytes, NULL, NULL) || !eco_scid_skip_space(&t) ||
        !is_code_next(&t))
        return FORMAT_NO;
    t.p = word_end(t.p, t.end);
    return eco_scid_skip_space(&t) && *t.p == '"' ? FORMAT_LIKELY : FORMAT_NO;
}

/* ---- reading --------------------------------------------------------- */

static bool fail_found(struct eco_reader *r, const char *want)
{
    const struct text *t = &r->text;
    char found[QUOTE_SIZE];
    const char *end = word_end(t->p, t->end);
    if (end == t->p)
        end += t->p < t->end;
    return text_fail(&r->text, t->p, TABIA_ERR_SYNTAX,
                     "expected %s, found '%s'", want,
                     quote(t->p, (size_t)(end - t->p), found));
}

static bool fail_end(struct eco_reader *r)
{
    return text_fail(&r->text, r->text.p, TABIA_ERR_SYNTAX,
                     "the record has no '*' at its end");
}

static bool read_record(struct eco_reader *r)
{
    struct text *t = &r->text;
    const char *end = word_end(t->p, t->end);
    buf_add(&r->line.eco, t->p, (size_t)(end - t->p));
    t->p = end;
    if (!eco_scid_skip_space(t))
        return fail_end(r);
    if (*t->p != '"')
        return fail_found(r, "a name in quotes");
    const char *start = t->p + 1;
    const char *quotes = memchr(start, '"', (size_t)(t->end - start));
    if (!quotes)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "the name has no closing quote on its line");
    foreign_text_add(&r->line.name, start, (size_t)(quotes - start));
    t->p = quotes + 1;
    while (eco_scid_skip_space(t)) {
        if (text_accept(t, '*'))
            return true;
        end = word_end(t->p, t->end);
        if (end == t->p)
            return fail_found(r, "a move or '*'");
        if (!eco_play_word(r, t->p, end))
            return false;
        t->p = end;
    }
    return fail_end(r);
}

/* What stands before the first record belongs to the whole. */
static bool read_header(struct eco_reader *r)
{
    struct text t = r->text;
    while (text_next_line(&t)) {
        if (text_is_at_end(&t))
            continue;
        if (*t.p != '#')
            break;
        foreign_text_add_line(&r->header, t.p + 1, t.end);
    }
    if (r->header.failed)
        return buf_error(&r->header, r->err);
    return !r->header.size ||
           tabia_builder_add_text(r->out, "comment", r->header.data,
                                  r->header.size, r->err);
}

bool eco_scid_read(struct eco_reader *r)
{
    struct text *t = &r->text;
    if (!read_header(r))
        return false;
    while (eco_scid_skip_space(t)) {
        if (!is_code_next(t)) {
            const char *end = word_end(t->p, t->end);
            t->p = end > t->p ? end : t->p + 1;
            continue;
        }
        eco_begin_line(r);
        const bool is_good = read_record(r);
        // Behind a fault: to the end of the record, or of the line.
        while (!is_good && t->p < t->end && *t->p != '*')
            t->p++;
        if (!eco_end_line(r, is_good))
            return false;
    }
    return true;
}
