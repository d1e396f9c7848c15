/*
 * proxies.c - whose X-Forwarded-* headers are trusted
 */
#include "serve/http/proxies.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/error_internal.h"

#include "base/banned.h"

enum { MAPPED_BITS = 96, ALL_BITS = 128 }; // of ::ffff:0:0

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

static void map_ipv4(struct net_address *address, const void *four)
{
    memcpy(address->bytes, mapped, sizeof(mapped));
    memcpy(address->bytes + sizeof(mapped), four, 4);
}

/* 'is_ipv4' gets true for IPv4 notation. */
static bool parse_ip_address(const char *text, size_t len,
                             struct net_address *address, bool *is_ipv4)
{
    char copy[INET6_ADDRSTRLEN];
    unsigned char four[4];
    if (len >= sizeof(copy))
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    *is_ipv4 = inet_pton(AF_INET, copy, four) == 1;
    if (*is_ipv4)
        map_ipv4(address, four);
    return *is_ipv4 || inet_pton(AF_INET6, copy, address->bytes) == 1;
}

bool proxies_add(struct proxies *proxies, const char *text,
                 struct tabia_error *err)
{
    const size_t len = strcspn(text, "/");
    struct net_address address;
    bool is_ipv4;
    char *end = NULL;
    if (!parse_ip_address(text, len, &address, &is_ipv4))
        return error_set(err, TABIA_ERR_MISUSE,
                         "expected an address or a network such as "
                         "10.0.0.0/8, found '%.60s'",
                         text);
    const unsigned long most = is_ipv4 ? ALL_BITS - MAPPED_BITS : ALL_BITS;
    const bool has_bits = text[len] == '/';
    const unsigned long bits =
        has_bits ? strtoul(text + len + 1, &end, 10) : most;
    if (has_bits &&
        (text[len + 1] < '0' || text[len + 1] > '9' || *end || bits > most))
        return error_set(err, TABIA_ERR_MISUSE,
                         "expected 0 to %lu bits after '/', found '%.60s'",
                         most, text + len + 1);
    if (proxies->n == PROXIES_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d trusted proxies",
                         PROXIES_MAX);
    proxies->list[proxies->n].address = address;
    proxies->list[proxies->n].bits =
        (unsigned)(is_ipv4 ? bits + MAPPED_BITS : bits);
    proxies->n++;
    return true;
}

static bool proxies_include(const struct proxies *proxies,
                            const struct net_address *address)
{
    for (size_t i = 0; i < proxies->n; i++) {
        const unsigned char *net = proxies->list[i].address.bytes;
        const size_t whole = proxies->list[i].bits / 8;
        const unsigned rest = proxies->list[i].bits % 8;
        if (memcmp(address->bytes, net, whole) == 0 &&
            (rest == 0 ||
             (address->bytes[whole] ^ net[whole]) >> (8 - rest) == 0))
            return true;
    }
    return false;
}

bool proxies_trust(const struct proxies *proxies, const struct sockaddr *from)
{
    struct net_address address;
    if (!from || proxies->n == 0)
        return false;
    if (from->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, from, sizeof(four));
        map_ipv4(&address, &four.sin_addr);
    } else if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, from, sizeof(six));
        memcpy(address.bytes, &six.sin6_addr, sizeof(address.bytes));
    } else {
        return false;
    }
    return proxies_include(proxies, &address);
}

/* Strips blanks, brackets and a port. */
static void trim_address(const char **text, size_t *len)
{
    while (*len && ((*text)[0] == ' ' || (*text)[0] == '\t'))
        ++*text, --*len;
    while (*len && ((*text)[*len - 1] == ' ' || (*text)[*len - 1] == '\t'))
        --*len;
    const char *close = *len ? memchr(*text, ']', *len) : NULL;
    if (close && **text == '[') {
        ++*text;
        *len = (size_t)(close - *text);
        return;
    }
    const char *colon = *len ? memchr(*text, ':', *len) : NULL;
    const size_t at = colon ? (size_t)(colon - *text) : *len;
    if (colon && !memchr(colon + 1, ':', *len - at - 1))
        *len = at;
}

bool proxies_client(const struct proxies *proxies, const char *forwarded_for,
                    char client[ADDRESS_TEXT_SIZE])
{
    bool is_found = false;
    size_t end = strlen(forwarded_for);
    for (;;) {
        size_t start = end;
        while (start > 0 && forwarded_for[start - 1] != ',')
            start--;
        const char *text = forwarded_for + start;
        size_t len = end - start;
        struct net_address address;
        bool is_ipv4;
        trim_address(&text, &len);
        if (!parse_ip_address(text, len, &address, &is_ipv4))
            return is_found; // what precedes it cannot be trusted
        memcpy(client, text, len);
        client[len] = '\0';
        is_found = true;
        if (start == 0 || !proxies_include(proxies, &address))
            return true;
        end = start - 1;
    }
}
