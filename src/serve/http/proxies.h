/*
 * proxies.h - whose X-Forwarded-* headers are trusted
 *
 * Anyone can send these headers, so they are used only if they come from an
 * address given with --trusted-proxy.
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

/* The zero value trusts no proxy. */
struct proxies {
    struct {
        struct net_address address;
        unsigned bits; // leading bits that must match, of 128
    } list[PROXIES_MAX];
    size_t n;
};

/* Adds "192.0.2.1", "10.0.0.0/8", "::1" or "2001:db8::/32". */
bool proxies_add(struct proxies *proxies, const char *text,
                 struct tabia_error *err);

/* True if 'from' is a trusted proxy. Accepts NULL. */
bool proxies_trust(const struct proxies *proxies, const struct sockaddr *from);

/*
 * The client's address, from the X-Forwarded-For header of a trusted proxy: the
 * last address in it that is not itself a trusted proxy. False if none can be
 * parsed.
 */
bool proxies_client(const struct proxies *proxies, const char *forwarded_for,
                    char client[ADDRESS_TEXT_SIZE]);

#endif
