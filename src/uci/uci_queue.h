/*
 * uci_queue.h - who answers which "go", in the order in which they came
 *
 * A GUI may say "stop" and "go" without waiting for the first "bestmove". So
 * that answers never overtake each other, a book's answer waits until the
 * engine has given those before it, "uciok" and "readyok" included.
 */
#ifndef UCI_UCI_QUEUE_H
#define UCI_UCI_QUEUE_H

#include "uci/uci_proxy.h"

/* A new answer at the end, cleared; NULL when there are too many. */
struct uci_answer *uci_queue_push(struct uci_proxy *proxy);

/* The oldest answer, or NULL. */
struct uci_answer *uci_queue_front(struct uci_proxy *proxy);

/* The newest answer, or NULL. */
struct uci_answer *uci_queue_back(struct uci_proxy *proxy);

/* Takes the oldest off, then sends what no longer has to wait. */
void uci_queue_pop(struct uci_proxy *proxy);

/* Sends the books' answers that are due. */
void uci_queue_settle(struct uci_proxy *proxy);

/* Releases answers that are held. True if there were any. */
bool uci_queue_release(struct uci_proxy *proxy, enum uci_hold hold);

/* True if an answer of the engine is in the queue. */
bool uci_queue_has_engine(struct uci_proxy *proxy);

/* True if the engine still owes an answer that comes without a "stop". */
bool uci_queue_ends_alone(struct uci_proxy *proxy);

/* Gives the engine only the timeout from now on. */
void uci_queue_hurry(struct uci_proxy *proxy);

/*
 * Fills in an answer in the engine's place, with a move of the books, even
 * against the rules. False if they have none.
 */
bool uci_queue_rescue(struct uci_proxy *proxy, struct uci_answer *answer);

/* Frees all. */
void uci_queue_clear(struct uci_proxy *proxy);

#endif
