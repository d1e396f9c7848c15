/*
 * uci_search.h - the commands "go", "stop" and "ponderhit"
 *
 * A position that a book knows is answered here, any other by the engine.
 */
#ifndef UCI_UCI_SEARCH_H
#define UCI_UCI_SEARCH_H

#include "uci/uci_proxy_internal.h"

void uci_search_go(struct uci_proxy *p, const struct uci_command *c);
void uci_search_stop(struct uci_proxy *p, const struct uci_command *c);
void uci_search_ponderhit(struct uci_proxy *p, const struct uci_command *c);

#endif
