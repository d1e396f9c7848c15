/*
 * proxies.h - whose X-Forwarded-* headers are believed
 *
 * Anyone can send these headers, so they count only when they come from an
 * address that was named with --trusted-proxy.
 */
#ifndef SERVE_PROXIES_H
#define SERVE_PROXIES_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum { PROXIES_MAX = 16, ADDRESS_TEXT_SIZE = 48 };

struct sockaddr;

/* IPv6, IPv4 as ::ffff:a.b.c.d. */
struct net_address {
    unsigned char bytes[16];
};

/* The zero value trusts nobody. */
struct proxies {
    struct {
        struct net_address address;
        unsigned bits; // that have to be equal, of 128
    } list[PROXIES_MAX];
    size_t n;
};

/* Adds "192.0.2.1", "10.0.0.0/8", "::1" or "2001:db8::/32". */
bool proxies_add(struct proxies *proxies, const char *text,
                 struct tabia_error *err);

/* True if a connection from there is a proxy's. Accepts NULL. */
bool proxies_trust(const struct proxies *proxies, const struct sockaddr *from);

/*
 * The client, by the X-Forwarded-For of a trusted proxy: of the addresses that
 * proxies have added, the last that is not a trusted proxy. False: it has
 * none that can be read.
 */
bool proxies_client(const struct proxies *proxies, const char *forwarded_for,
                    char client[ADDRESS_TEXT_SIZE]);

#endif
