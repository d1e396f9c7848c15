/*
 * test_serve_head.c - what the head of a request decides, and whose word counts
 */
#include "format_check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "base/compiler.h"
#include "serve/http/proxies.h"
#include "serve/http/request_head.h"

/* "Name: value" lines, as the reader of a connection gives them. */
static void add_lines(struct request_head *head, char *text)
{
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        char *value = strchr(line, ':');
        *value++ = '\0';
        value += strspn(value, " ");
        request_head_add(head, line, strlen(line), value, strlen(value));
    }
}

/* ---- heads that are clear, and others -------------------------------- */

static const struct {
    const char *name, *headers, *why; // NULL: clear
    bool is_http10;
} clear_cases[] = {
    { "plain", "Host: a", NULL, false },
    { "a body", "Host: a\nContent-Length: 5", NULL, false },
    { "chunked", "Host: a\ntransfer-encoding: Chunked", NULL, false },
    { "HTTP/1.0", "X: y", NULL, true },
    { "no host", "X: y", "exactly one Host header is required", false },
    { "two hosts", "Host: a\nhost: a", "exactly one Host header is required",
      true },
    { "two lengths", "Host: a\nContent-Length: 5\nContent-Length: 5",
      "more than one Content-Length header", false },
    { "both", "Host: a\nTransfer-Encoding: chunked\nContent-Length: 5",
      "Content-Length and Transfer-Encoding cannot be combined", false },
    { "encodings", "Host: a\nTransfer-Encoding: gzip, chunked",
      "the only Transfer-Encoding supported is chunked", false },
    { "encoded twice",
      "Host: a\nTransfer-Encoding: chunked\nTransfer-Encoding: chunked",
      "the only Transfer-Encoding supported is chunked", false },
    { "a blank in a name", "Host: a\nContent-Length : 5",
      "a header contains invalid characters", false },
    { "a carriage return", "Host: a\nX: b\rContent-Length: 5",
      "a header contains invalid characters", false },
    { "a tab", "Host: a\nX: b\tc", NULL, false },
};

static void test_clear(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(clear_cases); i++) {
        struct request_head head = { .method = CALL_GET,
                                     .path = "/",
                                     .uri_len = 1,
                                     .is_http10 = clear_cases[i].is_http10 };
        char text[256];
        const char *why;
        snprintf(text, sizeof(text), "%s", clear_cases[i].headers);
        add_lines(&head, text);
        const bool is_clear = request_head_is_clear(&head, &why);
        if (is_clear != !clear_cases[i].why ||
            (!is_clear && strcmp(why, clear_cases[i].why) != 0))
            fail_msg("%s: got \"%s\"", clear_cases[i].name,
                     is_clear ? "clear" : why);
    }
}

/* ---- who may --------------------------------------------------------- */

enum { READ_ONLY = 1, NEEDS_TOKEN = 2, PROXY = 4 };

#define TOKEN "0123456789abcdef0123456789abcdef"

static const struct {
    const char *name, *method, *uri, *headers;
    unsigned server, status;
} check_cases[] = {
    { "reading", "GET", "/api/books", "Host: localhost", 0, 0 },
    { "another name", "GET", "/api/books", "Host: evil", 0, 403 },
    { "method", "POST", "/api/books", "Host: localhost", 0, 405 },
    { "session", "GET", "/api/session", "Host: localhost", 0, 0 },
    { "session, needed", "GET", "/api/session", "Host: localhost", NEEDS_TOKEN,
      403 },
    { "session, shown", "GET", "/api/session",
      "Host: localhost\nX-Tabia-Token: " TOKEN, NEEDS_TOKEN, 0 },
    { "edit", "POST", "/api/edit", "Host: localhost", 0, 403 },
    { "edit with it", "POST", "/api/edit",
      "Host: localhost\nX-Tabia-Token: " TOKEN, 0, 0 },
    { "read-only", "POST", "/api/edit",
      "Host: localhost\nX-Tabia-Token: " TOKEN, READ_ONLY, 403 },
    { "own page", "POST", "/api/edit",
      "Host: localhost:1\nOrigin: http://localhost:1\nX-Tabia-Token: " TOKEN, 0,
      0 },
    { "other page", "POST", "/api/edit",
      "Host: localhost:1\nOrigin: http://localhost:2\nX-Tabia-Token: " TOKEN, 0,
      403 },
    { "forwarded, not trusted", "POST", "/api/edit",
      "Host: localhost\nX-Forwarded-Host: site\nX-Forwarded-Proto: https\n"
      "Origin: https://site\nX-Tabia-Token: " TOKEN,
      0, 403 },
    { "forwarded", "POST", "/api/edit",
      "Host: localhost\nX-Forwarded-Host: site\nX-Forwarded-Proto: https\n"
      "Origin: https://site\nX-Tabia-Token: " TOKEN,
      PROXY, 0 },
    { "forwarded, another scheme", "POST", "/api/edit",
      "Host: localhost\nX-Forwarded-Host: site\nX-Forwarded-Proto: https\n"
      "Origin: http://site\nX-Tabia-Token: " TOKEN,
      PROXY, 403 },
    { "forwarded, another name", "GET", "/api/books",
      "Host: localhost\nX-Forwarded-Host: evil", PROXY, 403 },
};

static void test_check(void **state)
{
    static const char *const names[] = { "site", NULL };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(check_cases); i++) {
        const unsigned how = check_cases[i].server;
        const struct server_options options = { .allow = names,
                                                .read_only = how & READ_ONLY };
        struct server *srv = calloc(1, sizeof(*srv));
        char text[256];
        const char *why;
        assert_non_null(srv);
        srv->options = options;
        srv->needs_token = how & NEEDS_TOKEN;
        snprintf(srv->token, sizeof(srv->token), "%s",
                 how & READ_ONLY ? "" : TOKEN);
        struct request_head head = { .method = request_head_method(
                                         check_cases[i].method),
                                     .path = check_cases[i].uri,
                                     .uri_len = strlen(check_cases[i].uri),
                                     .from_proxy = how & PROXY };
        snprintf(text, sizeof(text), "%s", check_cases[i].headers);
        add_lines(&head, text);
        const unsigned status =
            request_head_check(srv, route_find(head.path), &head, &why);
        if (status != check_cases[i].status)
            fail_msg("%s: got %u (%s), want %u", check_cases[i].name, status,
                     why, check_cases[i].status);
        free(srv);
    }
}

/* ---- proxies --------------------------------------------------------- */

static const struct {
    const char *proxy, *from; // NULL: the text of 'proxy' is refused
    bool trusts;
} proxy_cases[] = {
    { "192.0.2.1", "192.0.2.1", true },
    { "192.0.2.1", "192.0.2.2", false },
    { "192.0.2.1", "::ffff:192.0.2.1", true },
    { "10.0.0.0/8", "10.255.0.1", true },
    { "10.0.0.0/8", "11.0.0.1", false },
    { "10.128.0.0/9", "10.127.0.1", false },
    { "10.128.0.0/9", "10.129.0.1", true },
    { "0.0.0.0/0", "8.8.8.8", true },
    { "0.0.0.0/0", "2001:db8::1", false },
    { "::/0", "8.8.8.8", true },
    { "2001:db8::/33", "2001:db8:7fff::1", true },
    { "2001:db8::/33", "2001:db8:8000::1", false },
    { "localhost", NULL, false },
    { "10.0.0.0/33", NULL, false },
    { "10.0.0.0/", NULL, false },
    { "10.0.0.0/-1", NULL, false },
    { "10.0.0.0/8x", NULL, false },
    { "::/129", NULL, false },
    { "", NULL, false },
};

static bool is_trusted(const struct proxies *proxies, const char *from)
{
    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    if (inet_pton(AF_INET, from, &four.sin_addr) == 1)
        return proxies_trust(proxies, (const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, from, &six.sin6_addr), 1);
    return proxies_trust(proxies, (const struct sockaddr *)&six);
}

static void test_proxies(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(proxy_cases); i++) {
        struct proxies proxies = { .n = 0 };
        struct tabia_error err = { 0 };
        const bool is_added = proxies_add(&proxies, proxy_cases[i].proxy, &err);
        if (is_added != (proxy_cases[i].from != NULL))
            fail_msg("'%s': %s", proxy_cases[i].proxy, err.msg);
        if (is_added &&
            is_trusted(&proxies, proxy_cases[i].from) != proxy_cases[i].trusts)
            fail_msg("%s and %s", proxy_cases[i].proxy, proxy_cases[i].from);
    }
}

static const struct {
    const char *forwarded, *client; // NULL: none
} client_cases[] = {
    { "203.0.113.9", "203.0.113.9" },
    { "192.0.2.7, 203.0.113.9", "203.0.113.9" },
    { "192.0.2.7,203.0.113.9, 10.1.1.1 ,\t10.0.0.2", "203.0.113.9" },
    { "10.0.0.1", "10.0.0.1" },
    { "203.0.113.9:4711", "203.0.113.9" },
    { "[2001:db8::1]:4711", "2001:db8::1" },
    { "2001:db8::1", "2001:db8::1" },
    { "evil, 10.0.0.1", "10.0.0.1" },
    { "evil", NULL },
    { "", NULL },
    { ",", NULL },
    { "[", NULL },
};

static void test_clients(void **state)
{
    struct proxies proxies = { .n = 0 };
    (void)state;
    assert_true(proxies_add(&proxies, "10.0.0.0/8", NULL));
    for (size_t i = 0; i < COUNT_OF(client_cases); i++) {
        char client[ADDRESS_TEXT_SIZE] = "";
        const bool has =
            proxies_client(&proxies, client_cases[i].forwarded, client);
        if (has != (client_cases[i].client != NULL) ||
            (has && strcmp(client, client_cases[i].client) != 0))
            fail_msg("'%s': got '%s'", client_cases[i].forwarded, client);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_proxies),
        cmocka_unit_test(test_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
