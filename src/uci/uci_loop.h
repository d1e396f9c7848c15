/*
 * uci_loop.h - the proxy at work: standard input and output, and an engine
 */
#ifndef UCI_UCI_LOOP_H
#define UCI_UCI_LOOP_H

#include "uci/uci_proxy.h"

/*
 * 'engine' is a command line; NULL: no engine. Takes the books of 'setup' and
 * closes them in any case.
 *
 * Talks until the GUI says "quit" or closes its end; then the engine is asked
 * to quit, waited for, and killed if it does not. A signal that would end
 * this process does the same first. Handles SIGCHLD, SIGINT, SIGTERM and
 * SIGHUP meanwhile, so there can be only one loop in a process. False with
 * an error when the system failed, and false without one when the engine could
 * not be started or ended by itself, as reported to the GUI and on stderr.
 */
bool uci_loop_run(struct uci_proxy_setup *setup, char *const *engine,
                  struct tabia_error *err);

#endif
