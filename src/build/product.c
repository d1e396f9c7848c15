/*
 * product.c - what was counted becomes the output
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "io/output.h"
#include "build/build_def.h"
#include "build/outlet_book.h"
#include "build/outlet_store.h"
#include "build/outlets.h"

#include "base/banned.h"

enum { PROVENANCE_MAX = 1 << 26 };

static void tell(void *ctx, size_t done, size_t total)
{
    const struct product *p = ctx;
    build_tell(p->options, "merging", done, total, p->report->games,
               p->report->disk);
}

static void note_counts(struct product *p, const struct outlet *outlet)
{
    p->report->positions = outlet->positions;
    p->report->moves = outlet->moves;
}

static bool gather_into(struct product *p, struct outlet *outlet,
                        struct sink *dst, struct tabia_error *err)
{
    outlet->progress = tell;
    outlet->ctx = p;
    const bool done =
        gather_all(&p->from, p->pool, outlet, dst, NULL, 0, BINS, err);
    note_counts(p, outlet);
    return done;
}

/* Most likely not what was meant, and never worth a good file. */
static bool check_empty(const struct product *p, struct tabia_error *err)
{
    const struct tabia_build_report *r = p->report;
    if (r->moves || p->options->write.allow_empty)
        return true;
    error_set(err, TABIA_NOTHING, "nothing to write: %s",
              r->counted || r->resumed ? "no move is left" : "no game counts");
    return error_in_file(err, p->options->output);
}

/* ---- rows ------------------------------------------------------------ */

static bool write_rows(struct product *p, struct sink *dst,
                       struct tabia_error *err)
{
    const struct keep_rule keep = keep_rule_of(p->options);
    struct outlet_rows outlet;
    outlet_rows_init(&outlet, &keep);
    return gather_into(p, &outlet.base, dst, err);
}

/* ---- a store --------------------------------------------------------- */

struct store_texts {
    struct buf provenance;
    const char **sources;
    struct tabia_pos *roots;
};

static bool make_texts(const struct product *p, struct store_texts *texts,
                       struct tabia_error *err)
{
    *texts = (struct store_texts){
        .provenance = { .limit = PROVENANCE_MAX },
        .sources = calloc(p->ninputs + 1, sizeof(*texts->sources)),
        .roots = calloc(p->nroots + 1, sizeof(*texts->roots)),
    };
    if (!texts->sources || !texts->roots)
        return error_nomem(err);
    for (size_t i = 0; i < p->ninputs; i++)
        texts->sources[i] = p->inputs[i].name;
    for (size_t i = 0; i < p->nroots; i++)
        if (!tabia_pos_unpack(&texts->roots[i], &p->roots[i], err))
            return false;
    return provenance_print(&texts->provenance, p->options, p->inputs,
                            p->ninputs, p->report, err);
}

static void free_texts(struct store_texts *texts)
{
    buf_clear(&texts->provenance);
    free(texts->sources);
    free(texts->roots);
}

static bool fill_store(struct product *p, struct store_writer *w,
                       struct tabia_error *err)
{
    struct outlet_store outlet;
    struct sink nowhere = sink_to_nothing();
    outlet_store_init(&outlet, w, &p->from.rule->tally, p->options->min_games);
    return outlet_store_games(w, &p->games, p->details, err) &&
           gather_into(p, &outlet.base, &nowhere, err) &&
           store_writer_end(w, err);
}

static bool write_store(struct product *p, struct sink *dst,
                        struct tabia_error *err)
{
    struct store_texts texts;
    struct store_writer *w = NULL;
    bool done = make_texts(p, &texts, err);
    const struct store_config config = {
        .by = p->options->by,
        .player = p->options->player,
        .provenance = buf_text(&texts.provenance),
        .sources = texts.sources,
        .nsources = p->ninputs,
        .roots = texts.roots,
        .nroots = p->nroots,
    };
    if (done)
        w = store_writer_new(dst, &config, err);
    done = w && fill_store(p, w, err);
    store_writer_free(w);
    free_texts(&texts);
    return done;
}

/* ---- a book ---------------------------------------------------------- */

static bool write_book(struct product *p, struct tabia_error *err)
{
    const struct keep_rule keep = keep_rule_of(p->options);
    struct outlet_book outlet;
    struct sink nowhere = sink_to_nothing();
    struct tabia_book *book = NULL;
    outlet_book_init(&outlet, &keep);
    if (gather_into(p, &outlet.base, &nowhere, err) && check_empty(p, err))
        book = outlet_book_make(&outlet, p->roots, p->nroots,
                                &p->report->losses, err);
    note_counts(p, &outlet.base);
    outlet_book_clear(&outlet);
    struct tabia_write_options how = p->options->write;
    how.force |= p->options->force;
    const bool done =
        book && tabia_book_save(book, p->options->output, p->options->format,
                                &how, &p->report->losses, err);
    tabia_book_free(book);
    return done;
}

/* ---- the output ------------------------------------------------------ */

bool product_can_write(const struct tabia_build_options *options,
                       struct tabia_error *err)
{
    const struct output_options how = {
        .force = options->force || options->write.force,
        .cleanup = options->cleanup,
    };
    struct output out;
    struct stat st;
    // Pipes and devices are opened once only.
    if (strcmp(options->output, "-") == 0 ||
        (stat(options->output, &st) == 0 && !S_ISREG(st.st_mode)))
        return true;
    const bool done = output_open(&out, options->output, &how, err);
    if (done)
        output_abort(&out);
    return done;
}

bool product_write(struct product *p, struct tabia_error *err)
{
    const struct output_options how = {
        .force = p->options->force,
        .cleanup = p->options->cleanup,
        .note = p->options->write.on_note,
        .note_ctx = p->options->write.ctx,
    };
    const bool is_store = product_is_store(p->options);
    struct output out;
    if (!is_store && !product_is_polyglot(p->options))
        return write_book(p, err);
    if (!output_open(&out, p->options->output, &how, err))
        return false;
    struct sink dst = output_sink(&out, err);
    if ((is_store ? write_store(p, &dst, err) : write_rows(p, &dst, err)) &&
        check_empty(p, err))
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}
