/*
 * uci_proxy_internal.h - what the parts of the proxy share
 */
#ifndef UCI_UCI_PROXY_INTERNAL_H
#define UCI_UCI_PROXY_INTERNAL_H

#include "uci/uci_proxy.h"

/* On while a program analyses: then a search is wanted, not a book move. */
#define UCI_ANALYSE_MODE "UCI_AnalyseMode"

/* A line of the GUI: all of it, and what follows the first word. */
struct uci_command {
    const char *line;
    size_t len;
    struct uci_rest rest;
};

/* The time 'ms' milliseconds from now. */
uint64_t uci_proxy_after(const struct uci_proxy *proxy, int64_t ms);

/* Sends a line to the engine, if there is one. */
void uci_proxy_pass(struct uci_proxy *proxy, const char *line, size_t len);

/* The answer to "uci" of one who has no engine. */
void uci_proxy_answer_uci(struct uci_proxy *proxy);

#endif
