/*
 * uci_signals.h - signals as bytes in a pipe, for poll
 *
 * Catches SIGCHLD, and SIGINT, SIGTERM and SIGHUP unless they are ignored.
 * The pipe is the process's, so only one of these can be open at a time.
 */
#ifndef UCI_UCI_SIGNALS_H
#define UCI_UCI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

#include "tabia/error.h"

enum { UCI_SIGNAL_COUNT = 4 };

struct uci_signals {
    int fd; // readable when a signal has come
    struct sigaction before[UCI_SIGNAL_COUNT];
};

bool uci_signals_open(struct uci_signals *signals, struct tabia_error *err);

/* The next signal that came, 0 if there is none. */
int uci_signals_next(int fd);

/* The signals do again what they did before. */
void uci_signals_close(struct uci_signals *signals);

#endif
