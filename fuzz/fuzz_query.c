/*
 * fuzz_query.c - any bytes as the address of a request
 *
 * What is taken keeps within its limits, holds text in UTF-8 without control
 * characters, and leads to the position that its moves lead to.
 */
#include <string.h>

#include "base/utf8.h"
#include "require.h"
#include "serve/request_params.h"
#include "serve/routes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text, size_t len)
{
    require(strlen(text) == len);
    require(utf8_is_valid(text, len));
    for (size_t i = 0; i < len; i++)
        require((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
}

static void check_uri(const struct uri *uri)
{
    require(uri->nparams <= URI_PARAMS_MAX);
    for (size_t i = 0; i < uri->nparams; i++) {
        check_text(uri->params[i].name, strlen(uri->params[i].name));
        check_text(uri->params[i].value, uri->params[i].len);
    }
}

static void check_number(int value)
{
    require(value >= PARAM_ABSENT && value <= PARAM_NUMBER_MAX);
}

static void check_query(const struct request_params *q)
{
    struct tabia_pos pos = q->start;
    require(q->nplayed <= PARAM_PLIES_MAX);
    for (size_t i = 0; i < q->nplayed; i++) {
        require(tabia_pos_is_legal(&pos, q->played[i]));
        tabia_pos_play(&pos, q->played[i]);
    }
    require(tabia_pos_is_same(&pos, &q->pos));
    check_number(q->moves);
    check_number(q->top_games);
    check_number(q->recent_games);
    check_number(q->limit);
    check_number(q->depth);
    require(q->filter.ratings < 1u << TABIA_RATING_GROUPS);
    require(q->filter.speeds < 1u << TABIA_SPEED_COUNT);
    require(q->filter.since <= 999912 && q->filter.until <= 999912);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct uri uri;
    static char path[URI_SIZE];
    static struct request_params q;
    struct tabia_error err = { 0 };
    if (!uri_parse(&uri, (const char *)data, size, &err)) {
        require(err.status != TABIA_OK && err.msg[0]);
        return 0;
    }
    check_uri(&uri);
    if (uri_decode_path((const char *)data, size, path)) {
        check_text(path, strlen(path));
        (void)route_find(path);
    }
    if (request_params_parse(&q, &uri, 0, &err))
        check_query(&q);
    else
        require(err.status != TABIA_OK && err.msg[0]);
    return 0;
}
