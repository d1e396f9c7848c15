/*
 * listen.c - the listening socket
 */
#include "serve/http/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error_internal.h"

#include "base/banned.h"

static void describe_listener(struct listener *l, const struct addrinfo *at)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } own;
    socklen_t size = sizeof(own);
    l->is_ipv6 = at->ai_family == AF_INET6;
    if (getsockname(l->fd, &own.any, &size) != 0)
        return;
    if (l->is_ipv6) {
        l->port = ntohs(own.six.sin6_port);
        l->is_loopback = IN6_IS_ADDR_LOOPBACK(&own.six.sin6_addr);
        l->is_any = IN6_IS_ADDR_UNSPECIFIED(&own.six.sin6_addr);
    } else {
        l->port = ntohs(own.four.sin_port);
        l->is_loopback = ntohl(own.four.sin_addr.s_addr) >> 24 == 127;
        l->is_any = own.four.sin_addr.s_addr == 0;
    }
}

bool listen_open(struct listener *l, const char *host, int port,
                 struct tabia_error *err)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                                    .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
    const int on = 1;
    struct addrinfo *list = NULL;
    char service[16];
    int why = 0;
    snprintf(service, sizeof(service), "%d", port);
    const int unknown = getaddrinfo(host, service, &hints, &list);
    if (unknown)
        return error_set(err, TABIA_ERR_IO, "%s: %s", host,
                         gai_strerror(unknown));
    *l = (struct listener){ .fd = -1, .port = port };
    for (const struct addrinfo *at = list; at && l->fd < 0; at = at->ai_next) {
        l->fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (l->fd >= 0 &&
            setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
            bind(l->fd, at->ai_addr, at->ai_addrlen) == 0) {
            describe_listener(l, at);
            break;
        }
        why = errno;
        if (l->fd >= 0)
            close(l->fd);
        l->fd = -1;
    }
    freeaddrinfo(list);
    return l->fd >= 0 ||
           error_system(err, why, "cannot listen on %s port %d", host, port);
}

bool listen_start(struct listener *l, const char *host, struct tabia_error *err)
{
    return listen(l->fd, SOMAXCONN) == 0 ||
           error_system(err, errno, "cannot listen on %s port %d", host,
                        l->port);
}

void listen_close(struct listener *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
}
