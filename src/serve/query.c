/*
 * query.c - the parameters of a request, parsed and checked
 */
#include "serve/query.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "store/filter_text.h"
#include "store/game_list.h"

#include "base/banned.h"

static bool query_refuse(struct tabia_error *err, const struct uri_param *param,
                         const char *expected)
{
    char text[QUOTE_SIZE];
    return error_set(err, TABIA_ERR_SYNTAX, "%.16s: expected %s, found '%s'",
                     param->name, expected,
                     quote(param->value, param->len, text));
}

/* ---- numbers --------------------------------------------------------- */

/* Reads digits; false if there are none or the number is above 'max'. */
static bool query_read_digits(const char **at, const char *end, unsigned max,
                              unsigned *value)
{
    const char *start = *at;
    unsigned n = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
        n = n * 10 + (unsigned)(**at - '0');
        if (n > max)
            return false;
    }
    *value = n;
    return *at > start;
}

/* Reports a value that the words of filters do not have. */
static bool query_refuse_filter(struct tabia_error *err,
                                const struct uri_param *param,
                                const struct tabia_error *why)
{
    return error_set(err, TABIA_ERR_SYNTAX, "%.16s: %.200s", param->name,
                     why->msg);
}

static bool query_read_month(const struct uri_param *param, unsigned month,
                             uint32_t *value, struct tabia_error *err)
{
    struct tabia_error why = { .status = TABIA_OK };
    *value = 0;
    return param->len == 0 ||
           filter_text_month(param->value, param->len, FILTER_LICHESS, month,
                             value, &why) ||
           query_refuse_filter(err, param, &why);
}

static bool query_read_since(const struct uri_param *param, struct query *q,
                             struct tabia_error *err)
{
    return query_read_month(param, 1, &q->filter.since, err);
}

static bool query_read_until(const struct uri_param *param, struct query *q,
                             struct tabia_error *err)
{
    return query_read_month(param, 12, &q->filter.until, err);
}

/* ---- lists ----------------------------------------------------------- */

/*
 * The next item of a comma-separated list; false at its end. Skips empty ones.
 */
static bool query_next_item(const char **at, const char *end, const char **item,
                            size_t *len)
{
    while (*at < end && (**at == ',' || **at == ' '))
        (*at)++;
    *item = *at;
    while (*at < end && **at != ',' && **at != ' ')
        (*at)++;
    *len = (size_t)(*at - *item);
    return *len > 0;
}

static bool query_read_ratings(const struct uri_param *param, struct query *q,
                               struct tabia_error *err)
{
    struct tabia_error why = { .status = TABIA_OK };
    return filter_text_ratings(param->value, param->len, FILTER_LICHESS,
                               &q->filter.ratings, &why) ||
           query_refuse_filter(err, param, &why);
}

static bool query_read_speeds(const struct uri_param *param, struct query *q,
                              struct tabia_error *err)
{
    struct tabia_error why = { .status = TABIA_OK };
    return filter_text_speeds(param->value, param->len, FILTER_LICHESS,
                              &q->filter.speeds, &why) ||
           query_refuse_filter(err, param, &why);
}

static bool query_read_modes(const struct uri_param *param, struct query *q,
                             struct tabia_error *err)
{
    const char *at = param->value, *end = at + param->len, *item;
    size_t len;
    while (query_next_item(&at, end, &item, &len)) {
        if (text_is(item, len, "rated"))
            q->modes |= TABIA_GAME_MODE_RATED;
        else if (text_is(item, len, "casual"))
            q->modes |= TABIA_GAME_MODE_CASUAL;
        else
            return query_refuse(err, param, "casual or rated");
    }
    return true;
}

/* ---- words ----------------------------------------------------------- */

static bool query_read_color(const struct uri_param *param, struct query *q,
                             struct tabia_error *err)
{
    if (param->len == 0)
        return true;
    if (strcmp(param->value, "white") == 0)
        q->color = TABIA_WHITE;
    else if (strcmp(param->value, "black") == 0)
        q->color = TABIA_BLACK;
    else
        return query_refuse(err, param, "white or black");
    return true;
}

/* Chess960 and custom positions are ordinary chess here. */
static bool query_read_variant(const struct uri_param *param, struct query *q,
                               struct tabia_error *err)
{
    static const char *const known[] = { "", "standard", "chess", "chess960",
                                         "fromPosition" };
    (void)q;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(param->value, known[i]) == 0)
            return true;
    return query_refuse(err, param, "standard chess");
}

/* Links on Lichess have '_' instead of spaces. */
static bool query_read_fen(const struct uri_param *param, struct query *q,
                           struct tabia_error *err)
{
    if (param->len > QUERY_FEN_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "fen: longer than %d bytes",
                         QUERY_FEN_MAX);
    if (param->len == 0)
        return true;
    q->has_fen = true;
    struct tabia_error why = { .status = TABIA_OK };
    char fen[QUERY_FEN_MAX];
    for (size_t i = 0; i < param->len; i++)
        fen[i] = param->value[i] == '_' ? ' ' : param->value[i];
    if (tabia_fen_parse(&q->start, fen, param->len, TABIA_FEN_LENIENT, &why))
        return true;
    return error_set(err, TABIA_ERR_SYNTAX, "fen: %.150s", why.msg);
}

static bool query_read_history(const struct uri_param *param, struct query *q,
                               struct tabia_error *err)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = { { "true", true }, { "1", true },   { "yes", true },
                  { "on", true },   { "", false },   { "false", false },
                  { "0", false },   { "no", false }, { "off", false } };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (strcasecmp(words[i].word, param->value) == 0) {
            q->wants_history = words[i].value;
            return true;
        }
    }
    return query_refuse(err, param, "true or false");
}

static bool query_read_sort(const struct uri_param *param, struct query *q,
                            struct tabia_error *err)
{
    q->sorts_by_date = strcmp(param->value, "date") == 0;
    return q->sorts_by_date || param->len == 0 ||
           strcmp(param->value, "rating") == 0 ||
           query_refuse(err, param, "rating or date");
}

static const struct query_param {
    const char *name;
    bool (*read)(const struct uri_param *param, struct query *q,
                 struct tabia_error *err);
    unsigned skip; // the query_skip that leaves it out
} query_params[] = {
    { "fen", query_read_fen, 0 },
    { "since", query_read_since, 0 },
    { "until", query_read_until, 0 },
    { "ratings", query_read_ratings, QUERY_SKIP_RATINGS },
    { "speeds", query_read_speeds, QUERY_SKIP_SPEEDS },
    { "modes", query_read_modes, 0 },
    { "color", query_read_color, 0 },
    { "side", query_read_color, 0 },
    { "variant", query_read_variant, 0 },
    { "history", query_read_history, 0 },
    { "sort", query_read_sort, 0 },
};

static bool query_read_play(struct query *q, const struct uri_param *param,
                            struct tabia_error *err)
{
    const char *at = param ? param->value : NULL;
    const char *end = param ? at + param->len : NULL, *item;
    size_t len;
    q->pos = q->start;
    while (query_next_item(&at, end, &item, &len)) {
        struct tabia_error why = { .status = TABIA_OK };
        tabia_move *mv = &q->played[q->nplayed];
        if (q->nplayed == QUERY_PLIES_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "play: more than %d moves",
                             QUERY_PLIES_MAX);
        if (!tabia_uci_parse(&q->pos, item, len, mv, &why))
            return error_set(err, TABIA_ERR_ILLEGAL, "play: move %zu: %.150s",
                             q->nplayed + 1, why.msg);
        tabia_pos_play(&q->pos, *mv);
        q->nplayed++;
    }
    return true;
}

bool query_parse(struct query *q, const struct uri *uri, unsigned skips,
                 struct tabia_error *err)
{
    const struct {
        const char *name;
        int *value;
    } numbers[] = { { "moves", &q->moves },
                    { "topGames", &q->top_games },
                    { "recentGames", &q->recent_games },
                    { "limit", &q->limit },
                    { "depth", &q->depth },
                    { "seed", &q->seed },
                    { "page", &q->page } };
    const struct {
        const char *name;
        const char **value;
    } texts[] = { { "book", &q->book },     { "format", &q->format },
                  { "id", &q->id },         { "player", &q->player },
                  { "after", &q->after },   { "move", &q->move },
                  { "source", &q->source }, { "sources", &q->sources },
                  { "q", &q->words },       { "imports", &q->imports } };
    const struct uri_param *param;
    q->nplayed = 0;
    q->filter = (struct tabia_store_filter){ .ratings = 0 };
    q->modes = 0;
    q->wants_history = q->sorts_by_date = false;
    q->color = QUERY_ABSENT;
    tabia_pos_set_start(&q->start);
    for (size_t i = 0; i < COUNT_OF(query_params); i++) {
        if (skips & query_params[i].skip)
            continue;
        param = uri_find(uri, query_params[i].name);
        if (param && !query_params[i].read(param, q, err))
            return false;
    }
    filter_text_widen(&q->filter);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        param = uri_find(uri, numbers[i].name);
        *numbers[i].value = QUERY_ABSENT;
        if (!param || param->len == 0)
            continue;
        const char *at = param->value, *end = at + param->len;
        unsigned n;
        if (!query_read_digits(&at, end, QUERY_NUMBER_MAX, &n) || at != end)
            return query_refuse(err, param, "a number from 0 to 1000000");
        *numbers[i].value = (int)n;
    }
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        param = uri_find(uri, texts[i].name);
        *texts[i].value = param && param->len > 0 ? param->value : NULL;
        if (param && param->len > QUERY_TEXT_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "%s: longer than %d bytes",
                             texts[i].name, QUERY_TEXT_MAX);
    }
    return query_read_play(q, uri_find(uri, "play"), err);
}
