/*
 * guard.c - who may read, and who may edit
 */
#include "serve/http/guard.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"

#include "base/banned.h"

enum { HOST_MAX = 256 };

bool guard_make_token(struct server *srv, struct tabia_error *err)
{
    unsigned char bytes[(TOKEN_SIZE - 1) / 2];
    srv->token[0] = '\0';
    if (srv->options.read_only)
        return true;
    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return error_system(err, errno, "cannot get random numbers");
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(&srv->token[2 * i], 3, "%02x", bytes[i]);
    return true;
}

bool guard_is_token(const struct server *srv, const char *token)
{
    const volatile char *a = srv->token;
    unsigned differences = 0;
    if (!token || !srv->token[0] || strlen(token) != TOKEN_SIZE - 1)
        return false;
    for (size_t i = 0; i < TOKEN_SIZE - 1; i++)
        differences |= (unsigned)(unsigned char)(a[i] ^ token[i]);
    return differences == 0;
}

/* The name in "name:port" or "[address]:port", without brackets. */
static bool host_without_port(const char *host, char name[HOST_MAX])
{
    const char *end, *start = host;
    if (*host == '[') {
        start++;
        end = strchr(start, ']');
    } else {
        end = strchr(start, ':');
    }
    const size_t len = end ? (size_t)(end - start) : strlen(start);
    if (len == 0 || len >= HOST_MAX || (*host == '[' && !end))
        return false;
    memcpy(name, start, len);
    name[len] = '\0';
    return true;
}

bool guard_is_own_host(const struct server *srv, const char *host)
{
    const struct server_options *o = &srv->options;
    unsigned char bytes[sizeof(struct in6_addr)];
    char name[HOST_MAX], own[HOST_MAX];
    if (!host)
        return true; // HTTP/1.0, so no browser
    if (!host_without_port(host, name))
        return false;
    // A name can be made to resolve to another address; an address cannot.
    if (inet_pton(AF_INET, name, bytes) == 1 ||
        inet_pton(AF_INET6, name, bytes) == 1 ||
        strcasecmp(name, "localhost") == 0 ||
        (o->host && strcasecmp(name, o->host) == 0))
        return true;
    for (size_t i = 0; o->allow && o->allow[i]; i++)
        if (strcasecmp(name, o->allow[i]) == 0)
            return true;
    return gethostname(own, sizeof(own)) == 0 && strcasecmp(name, own) == 0;
}

bool guard_is_own_origin(const char *origin, const char *scheme,
                         const char *host)
{
    static const char *const schemes[] = { "http", "https" };
    if (!origin)
        return true;
    for (size_t i = 0; host && i < COUNT_OF(schemes); i++) {
        const size_t len = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], len) == 0 &&
            strncmp(origin + len, "://", 3) == 0)
            return (!scheme || strcasecmp(scheme, schemes[i]) == 0) &&
                   strcasecmp(origin + len + 3, host) == 0;
    }
    return false;
}
