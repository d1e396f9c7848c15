/*
 * fuzz_http.c - any bytes as the head of a request
 *
 * The first line is a method, an address and how the request came: "1.0",
 * "proxy" or "remote", where only the printed address tells the token. Each
 * further line is a header. Whatever the head says, a change is let through
 * only with the server's token, from a page of its own, under its own name; so
 * is a large body.
 */
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "serve/http/guard.h"
#include "serve/http/request_head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TOKEN "0123456789abcdef0123456789abcdef"

/* The text up to 'stop', which becomes its end; 'p' then is behind it. */
static char *cut(char **p, char stop)
{
    char *start = *p, *end = strchr(start, stop);
    *p = end ? end + 1 : start + strlen(start);
    if (end)
        *end = '\0';
    return start;
}

static void add_headers(struct request_head *head, char *p)
{
    while (*p) {
        char *line = cut(&p, '\n');
        const char *name = cut(&line, ':');
        const char *value = line + strspn(line, " \t");
        request_head_add(head, name, strlen(name), value, strlen(value));
    }
}

/* The headers are those that count: a double one was refused before. */
static void check_accepted(const struct server *srv, const struct route *route,
                           const struct request_head *head)
{
    const char *host = head->from_proxy && head->forwarded_host
                           ? head->forwarded_host
                           : head->host;
    const char *scheme = head->from_proxy ? head->forwarded_proto : NULL;
    require(head->uri_len < URI_SIZE && head->nhosts <= 1);
    require(guard_is_own_host(srv, host));
    if (!route || head->method == CALL_OPTIONS)
        return;
    const bool is_own = route->flags & (ROUTE_WRITES | ROUTE_OWN_PAGE);
    if (is_own)
        require(guard_is_own_origin(head->origin, scheme, host));
    if (route->flags & ROUTE_WRITES || (is_own && srv->needs_token))
        require(head->token && strcmp(head->token, TOKEN) == 0);
}

/* What the head leads to: the parameters, before anybody uses them. */
static void check_query(const char *address, size_t len)
{
    static struct uri uri;
    static struct request_params params;
    struct tabia_error err = { 0 };
    if (!uri_parse(&uri, address, len, &err) ||
        !request_params_parse(&params, &uri, 0, &err))
        require(err.status != TABIA_OK && err.msg[0]);
}

static void check_head(const struct server *srv,
                       const struct request_head *head, const char *address)
{
    const char *why = NULL;
    if (!request_head_is_clear(head, &why)) {
        require(why && *why);
        return;
    }
    const struct route *route = route_find(head->path);
    const unsigned status = request_head_check(srv, route, head, &why);
    require(status == 0 || (status >= 400 && status < 600 && why && *why));
    const bool has_token = head->token && strcmp(head->token, TOKEN) == 0;
    require(request_head_body_limit(srv, route, head) <=
            (has_token ? REQUEST_EDIT_MAX : REQUEST_BODY_MAX));
    if (status == 0) {
        check_accepted(srv, route, head);
        check_query(address, head->uri_len);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct server srv = {
        .options = { .host = "127.0.0.1", .import_limit = REQUEST_BODY_MAX },
        .token = TOKEN,
    };
    static char path[URI_SIZE + 1];
    struct request_head head = { 0 };
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    char *p = text, *first = cut(&p, '\n');
    head.method = request_head_method(cut(&first, ' '));
    const char *address = cut(&first, ' ');
    head.uri_len = strnlen(address, URI_SIZE);
    head.path = uri_decode_path(address, head.uri_len, path) ? path : NULL;
    head.is_http10 = strstr(first, "1.0");
    head.from_proxy = strstr(first, "proxy");
    srv.needs_token = strstr(first, "remote");
    add_headers(&head, p);
    check_head(&srv, &head, address);
    free(text);
    return 0;
}
