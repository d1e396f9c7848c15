/*
 * query.c - the parameters of a request, parsed and checked
 */
#include "serve/query.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "base/words.h"
#include "base/text.h"
#include "store/store.h"

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

/* A year, or a year and a month; 2024-3 as well as 2024-03. */
static bool query_read_month(const struct uri_param *param, unsigned month,
                             uint32_t *value, struct tabia_error *err)
{
    const char *at = param->value, *end = at + param->len;
    unsigned year;
    *value = 0;
    if (at == end)
        return true;
    if (!query_read_digits(&at, end, 9999, &year))
        return query_refuse(err, param, "a year, or a month such as 2024-03");
    if (at < end && *at == '-') {
        at++;
        if (!query_read_digits(&at, end, 12, &month) || month == 0)
            return query_refuse(err, param, "a month such as 2024-03");
    }
    if (at != end)
        return query_refuse(err, param, "a year, or a month such as 2024-03");
    *value = year * 100 + month;
    return true;
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
    const char *at = param->value, *end = at + param->len, *item;
    size_t len;
    while (query_next_item(&at, end, &item, &len)) {
        unsigned n;
        const char *digit = item;
        if (!query_read_digits(&digit, item + len, 10000, &n) ||
            digit != item + len)
            return query_refuse(err, param, "numbers separated by commas");
        // A number selects the group it falls into; 0 is the lowest.
        q->filter.ratings |= 1u << (n ? store_rating_group(n) : 0);
    }
    return true;
}

static bool query_read_speeds(const struct uri_param *param, struct query *q,
                              struct tabia_error *err)
{
    const char *at = param->value, *end = at + param->len, *item;
    size_t len;
    while (query_next_item(&at, end, &item, &len)) {
        unsigned speed = TABIA_SPEED_ULTRABULLET;
        while (speed < TABIA_NSPEEDS &&
               !text_is(item, len, tabia_speed_name((enum tabia_speed)speed)))
            speed++;
        if (speed == TABIA_NSPEEDS)
            return query_refuse(err, param,
                                "speeds such as bullet,blitz,rapid");
        q->filter.speeds |= 1u << speed;
    }
    return true;
}

static bool query_read_modes(const struct uri_param *param, struct query *q,
                             struct tabia_error *err)
{
    const char *at = param->value, *end = at + param->len, *item;
    size_t len;
    while (query_next_item(&at, end, &item, &len)) {
        if (text_is(item, len, "rated"))
            q->modes |= QUERY_RATED;
        else if (text_is(item, len, "casual"))
            q->modes |= QUERY_CASUAL;
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
    struct tabia_error why = { .status = TABIA_OK };
    char fen[QUERY_FEN_MAX];
    for (size_t i = 0; i < param->len; i++)
        fen[i] = param->value[i] == '_' ? ' ' : param->value[i];
    if (tabia_fen_parse(&q->start, fen, param->len, TABIA_FEN_TOLERANT, &why))
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
            q->history = words[i].value;
            return true;
        }
    }
    return query_refuse(err, param, "true or false");
}

static const struct query_param {
    const char *name;
    bool (*read)(const struct uri_param *param, struct query *q,
                 struct tabia_error *err);
} query_params[] = {
    { "fen", query_read_fen },         { "since", query_read_since },
    { "until", query_read_until },     { "ratings", query_read_ratings },
    { "speeds", query_read_speeds },   { "modes", query_read_modes },
    { "color", query_read_color },     { "side", query_read_color },
    { "variant", query_read_variant }, { "history", query_read_history },
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

bool query_parse(struct query *q, const struct uri *uri,
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
                    { "seed", &q->seed } };
    const struct {
        const char *name;
        const char **value;
    } texts[] = { { "book", &q->book },
                  { "format", &q->format },
                  { "id", &q->id },
                  { "player", &q->player },
                  { "q", &q->words } };
    const struct uri_param *param;
    q->nplayed = 0;
    q->filter = (struct tabia_store_filter){ .ratings = 0 };
    q->modes = 0;
    q->history = false;
    q->color = QUERY_ABSENT;
    tabia_pos_start(&q->start);
    for (size_t i = 0; i < COUNT_OF(query_params); i++) {
        param = uri_find(uri, query_params[i].name);
        if (param && !query_params[i].read(param, q, err))
            return false;
    }
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
