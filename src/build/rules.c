/*
 * rules.c - from the options of a build to what its parts are told
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "build/build_def.h"
#include "build/settings_list.h"

#include "base/banned.h"

#define MEMORY_DEFAULT ((uint64_t)1 << 30)
#define MEMORY_LEAST   ((uint64_t)8 << 20)

bool product_is_store(const struct tabia_build_options *options)
{
    return !options->format || tabia_format_info(options->format)->is_store;
}

bool product_is_polyglot(const struct tabia_build_options *options)
{
    return options->format &&
           tabia_format_info(options->format)->has_polyglot_keys;
}

static bool check(const struct tabia_build_options *o, struct tabia_error *err)
{
    if (o->polyglot_compatible && !product_is_polyglot(o))
        return error_set(err, TABIA_MISUSE,
                         "only PolyGlot books can be compatible with its "
                         "make-book");
    if (o->polyglot_compatible &&
        (o->weight == TABIA_BUILD_WINS || o->half_life > 0))
        return error_set(err, TABIA_MISUSE,
                         "PolyGlot's make-book weighs neither by wins nor by "
                         "age");
    if ((o->max_ply && o->min_ply > o->max_ply) ||
        o->min_ply > TABIA_BUILD_PLIES)
        return error_set(err, TABIA_MISUSE, "no ply from %u on is counted",
                         o->min_ply);
    if (o->nparts && o->dedupe)
        return error_set(err, TABIA_MISUSE,
                         "games that come twice can only be told when all "
                         "games are read at once, not in parts");
    if (o->nparts > TABIA_BUILD_PARTS || (o->nparts && o->part >= o->nparts))
        return error_set(err, TABIA_MISUSE, "there is no such part");
    if ((o->min_rate[0] != o->min_rate[1]) && !o->own)
        return error_set(err, TABIA_MISUSE,
                         "different rates for the own side and the other "
                         "need to know whose side is the own");
    return true;
}

static enum counting choose_counting(const struct tabia_build_options *o)
{
    if (product_is_store(o))
        return COUNT_TALLIES;
    return o->polyglot_compatible ? COUNT_IN_TURN : COUNT_RESULTS;
}

static void make_rule(struct build *b)
{
    const struct tabia_build_options *o = b->options;
    b->rule = (struct harvest_rule){
        .counting = choose_counting(o),
        .where = b->where,
        .tags = b->tags,
        .player = o->player,
        .variant = o->variant,
        .color = o->color,
        .min_ply = o->min_ply,
        .max_ply = o->max_ply && o->max_ply < TABIA_BUILD_PLIES
                       ? o->max_ply
                       : TABIA_BUILD_PLIES,
        .every_time = o->polyglot_compatible,
        .open_is_draw = o->polyglot_compatible,
        .is_polyglot = product_is_polyglot(o),
        .wants_details = product_is_store(o),
        .wants_prints = o->dedupe,
        .wants_roots = !product_is_polyglot(o),
        .wants_dates = o->half_life > 0,
    };
    b->count = (struct count_rule){
        .counting = b->rule.counting,
        .tally = { .by = o->by },
    };
    if (o->half_life > 0) {
        count_fill_ages(b->ages, o->half_life);
        b->count.ages = b->ages;
    }
}

/* The list has room for ours and for all that an expression may name. */
static void add_tag(struct build *b, const char *name)
{
    size_t n = 0;
    while (b->tags[n] && strcmp(b->tags[n], name) != 0)
        n++;
    b->tags[n] = name;
}

static void make_tags(struct build *b)
{
    const struct harvest_rule *rule = &b->rule;
    const bool is_store = rule->wants_details;
    const struct {
        const char *name;
        bool is_wanted;
    } tags[] = {
        { "Result", true },
        { "White", is_store || rule->wants_prints || rule->player },
        { "Black", is_store || rule->wants_prints || rule->player },
        { "Date", is_store || rule->wants_prints || rule->wants_dates },
        { "UTCDate", is_store || rule->wants_prints || rule->wants_dates },
        { "WhiteElo", is_store },
        { "BlackElo", is_store },
        { "TimeControl", is_store },
        { "Event", is_store },
        { "Variant", rule->variant != TABIA_BUILD_ANY },
    };
    for (size_t i = 0; i < COUNT_OF(tags); i++)
        if (tags[i].is_wanted)
            add_tag(b, tags[i].name);
    for (size_t i = 0; b->where && where_tags(b->where)[i]; i++)
        add_tag(b, where_tags(b->where)[i]);
}

/*
 * The folder of the output: where there is room for it, there is for runs. A
 * part's output is a folder itself.
 */
static char *folder_of(const struct tabia_build_options *o)
{
    const char *slash = strrchr(o->output, '/');
    if (strcmp(o->output, "-") == 0)
        return NULL;
    if (o->nparts)
        return strdup(o->output);
    if (!slash)
        return strdup(".");
    return strndup(o->output,
                   slash == o->output ? 1 : (size_t)(slash - o->output));
}

bool build_init(struct build *b, const struct tabia_build_options *options,
                struct tabia_error *err)
{
    *b = (struct build){ .options = options, .work_lock = -1 };
    b->memory = options->memory ? options->memory : MEMORY_DEFAULT;
    if (b->memory < MEMORY_LEAST)
        b->memory = MEMORY_LEAST;
    if (!check(options, err))
        return false;
    if (options->where && !(b->where = where_parse(options->where, err)))
        return false;
    make_rule(b);
    make_tags(b);
    b->kind = (struct run_kind){ .counting = b->rule.counting };
    if (!settings_hash(options, &b->kind.identity, err))
        return false;
    b->folder = folder_of(options);
    if (!b->folder && strcmp(options->output, "-") != 0)
        return error_nomem(err);
    b->pool = pool_new(options->threads, err);
    return b->pool;
}

void build_clear(struct build *b)
{
    intake_clear(&b->intake);
    spool_close(&b->intake.rows);
    spool_close(&b->intake.details);
    spool_close(&b->intake.prints_file);
    runs_clear(&b->runs);
    if (b->work_lock >= 0)
        close(b->work_lock);
    bins_free(b->bins);
    feed_close(b->feed);
    pool_free(b->pool);
    where_free(b->where);
    free(b->folder);
}

void build_tell(const struct tabia_build_options *options, const char *stage,
                uint64_t done, uint64_t total, uint64_t games, uint64_t disk)
{
    const struct tabia_build_progress progress = {
        .stage = stage,
        .done = done,
        .total = total,
        .games = games,
        .disk = disk,
    };
    if (options->progress)
        options->progress(options->ctx, &progress);
}

struct tally_games build_games(struct tabia_bytes rows)
{
    return (struct tally_games){
        .rows = (const struct tally_game *)(const void *)rows.data,
        .count = rows.size / sizeof(struct tally_game),
    };
}
