/*
 * request_params.c - the parameters of a request, parsed and checked
 */
#include "serve/request_params.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "store/filter_text.h"
#include "store/game_list.h"

#include "base/banned.h"

static bool param_refuse(struct tabia_error *err, const struct uri_param *param,
                         const char *expected)
{
    char text[QUOTE_SIZE];
    return error_set(err, TABIA_ERR_SYNTAX, "%.16s: expected %s, found '%s'",
                     param->name, expected,
                     quote(param->value, param->len, text));
}

/* ---- numbers --------------------------------------------------------- */

/* Reads digits; false if there are none or the number is above 'max'. */
static bool param_read_digits(const char **at, const char *end, unsigned max,
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
static bool param_refuse_filter(struct tabia_error *err,
                                const struct uri_param *param,
                                const struct tabia_error *why)
{
    return error_set(err, TABIA_ERR_SYNTAX, "%.16s: %.200s", param->name,
                     why->msg);
}

static bool param_read_month(const struct uri_param *param, unsigned month,
                             uint32_t *value, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    *value = 0;
    return param->len == 0 ||
           filter_text_month(param->value, param->len, FILTER_LICHESS, month,
                             value, &why) ||
           param_refuse_filter(err, param, &why);
}

static bool param_read_since(const struct uri_param *param,
                             struct request_params *params,
                             struct tabia_error *err)
{
    return param_read_month(param, 1, &params->filter.since, err);
}

static bool param_read_until(const struct uri_param *param,
                             struct request_params *params,
                             struct tabia_error *err)
{
    return param_read_month(param, 12, &params->filter.until, err);
}

/* ---- lists ----------------------------------------------------------- */

/*
 * The next item of a comma-separated list; false at its end. Skips empty ones.
 */
static bool param_next_item(const char **at, const char *end, const char **item,
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

static bool param_read_ratings(const struct uri_param *param,
                               struct request_params *params,
                               struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    return filter_text_ratings(param->value, param->len, FILTER_LICHESS,
                               &params->filter.ratings, &why) ||
           param_refuse_filter(err, param, &why);
}

static bool param_read_speeds(const struct uri_param *param,
                              struct request_params *params,
                              struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    return filter_text_speeds(param->value, param->len, FILTER_LICHESS,
                              &params->filter.speeds, &why) ||
           param_refuse_filter(err, param, &why);
}

static bool param_read_modes(const struct uri_param *param,
                             struct request_params *params,
                             struct tabia_error *err)
{
    const char *at = param->value, *end = at + param->len, *item;
    size_t len;
    while (param_next_item(&at, end, &item, &len)) {
        if (text_is(item, len, "rated"))
            params->modes |= TABIA_GAME_MODE_RATED;
        else if (text_is(item, len, "casual"))
            params->modes |= TABIA_GAME_MODE_CASUAL;
        else
            return param_refuse(err, param, "casual or rated");
    }
    return true;
}

/* ---- words ----------------------------------------------------------- */

static bool param_read_color(const struct uri_param *param,
                             struct request_params *params,
                             struct tabia_error *err)
{
    if (param->len == 0)
        return true;
    if (strcmp(param->value, "white") == 0)
        params->player_color = TABIA_WHITE;
    else if (strcmp(param->value, "black") == 0)
        params->player_color = TABIA_BLACK;
    else
        return param_refuse(err, param, "white or black");
    return true;
}

/* Chess960 and custom positions are ordinary chess here. */
static bool param_read_variant(const struct uri_param *param,
                               struct request_params *params,
                               struct tabia_error *err)
{
    static const char *const known[] = { "", "standard", "chess", "chess960",
                                         "fromPosition" };
    (void)params;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(param->value, known[i]) == 0)
            return true;
    return param_refuse(err, param, "standard chess");
}

/* Links on Lichess have '_' instead of spaces. */
static bool param_read_fen(const struct uri_param *param,
                           struct request_params *params,
                           struct tabia_error *err)
{
    if (param->len > PARAM_FEN_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "fen: longer than %d bytes",
                         PARAM_FEN_MAX);
    if (param->len == 0)
        return true;
    params->has_fen = true;
    struct tabia_error why = { 0 };
    char fen[PARAM_FEN_MAX];
    for (size_t i = 0; i < param->len; i++)
        fen[i] = param->value[i] == '_' ? ' ' : param->value[i];
    if (tabia_fen_parse(&params->start, fen, param->len, TABIA_FEN_LENIENT,
                        &why))
        return true;
    return error_set(err, TABIA_ERR_SYNTAX, "fen: %.150s", why.msg);
}

static bool param_read_history(const struct uri_param *param,
                               struct request_params *params,
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
            params->wants_history = words[i].value;
            return true;
        }
    }
    return param_refuse(err, param, "true or false");
}

static bool param_read_sort(const struct uri_param *param,
                            struct request_params *params,
                            struct tabia_error *err)
{
    params->sorts_by_date = strcmp(param->value, "date") == 0;
    return params->sorts_by_date || param->len == 0 ||
           strcmp(param->value, "rating") == 0 ||
           param_refuse(err, param, "rating or date");
}

static const struct param_row {
    const char *name;
    bool (*read)(const struct uri_param *param, struct request_params *params,
                 struct tabia_error *err);
    unsigned skip; // the request_params_skip that leaves it out
} param_rows[] = {
    { "fen", param_read_fen, 0 },
    { "since", param_read_since, 0 },
    { "until", param_read_until, 0 },
    { "ratings", param_read_ratings, PARAM_SKIP_RATINGS },
    { "speeds", param_read_speeds, PARAM_SKIP_SPEEDS },
    { "modes", param_read_modes, 0 },
    { "color", param_read_color, 0 },
    { "side", param_read_color, 0 },
    { "variant", param_read_variant, 0 },
    { "history", param_read_history, 0 },
    { "sort", param_read_sort, 0 },
};

static bool param_read_play(struct request_params *params,
                            const struct uri_param *param,
                            struct tabia_error *err)
{
    const char *at = param ? param->value : NULL;
    const char *end = param ? at + param->len : NULL, *item;
    size_t len;
    params->pos = params->start;
    while (param_next_item(&at, end, &item, &len)) {
        struct tabia_error why = { 0 };
        tabia_move *mv = &params->played[params->nplayed];
        if (params->nplayed == PARAM_PLIES_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "play: more than %d moves",
                             PARAM_PLIES_MAX);
        if (!tabia_uci_parse(&params->pos, item, len, mv, &why))
            return error_set(err, TABIA_ERR_ILLEGAL, "play: move %zu: %.150s",
                             params->nplayed + 1, why.msg);
        tabia_pos_play(&params->pos, *mv);
        params->nplayed++;
    }
    return true;
}

bool request_params_parse(struct request_params *params, const struct uri *uri,
                          unsigned skips, struct tabia_error *err)
{
    const struct {
        const char *name;
        int *value;
    } numbers[] = { { "moves", &params->moves },
                    { "topGames", &params->top_games },
                    { "recentGames", &params->recent_games },
                    { "limit", &params->limit },
                    { "depth", &params->depth },
                    { "seed", &params->seed },
                    { "page", &params->page } };
    const struct {
        const char *name;
        const char **value;
    } texts[] = {
        { "book", &params->book },     { "format", &params->format },
        { "id", &params->id },         { "player", &params->player },
        { "after", &params->after },   { "move", &params->move },
        { "source", &params->source }, { "sources", &params->sources },
        { "q", &params->words },       { "imports", &params->imports }
    };
    const struct uri_param *param;
    *params = (struct request_params){ .player_color = PARAM_ABSENT };
    tabia_pos_set_start(&params->start);
    for (size_t i = 0; i < COUNT_OF(param_rows); i++) {
        if (skips & param_rows[i].skip)
            continue;
        param = uri_find(uri, param_rows[i].name);
        if (param && !param_rows[i].read(param, params, err))
            return false;
    }
    filter_text_widen(&params->filter);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        param = uri_find(uri, numbers[i].name);
        *numbers[i].value = PARAM_ABSENT;
        if (!param || param->len == 0)
            continue;
        const char *at = param->value, *end = at + param->len;
        unsigned n;
        if (!param_read_digits(&at, end, PARAM_NUMBER_MAX, &n) || at != end)
            return param_refuse(err, param, "a number from 0 to 1000000");
        *numbers[i].value = (int)n;
    }
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        param = uri_find(uri, texts[i].name);
        *texts[i].value = param && param->len > 0 ? param->value : NULL;
        if (param && param->len > PARAM_TEXT_MAX)
            return error_set(err, TABIA_ERR_LIMIT, "%s: longer than %d bytes",
                             texts[i].name, PARAM_TEXT_MAX);
    }
    return param_read_play(params, uri_find(uri, "play"), err);
}
