/*
 * uci_answer.h - a book's move as the lines that a GUI expects
 */
#ifndef UCI_UCI_ANSWER_H
#define UCI_UCI_ANSWER_H

#include "uci/uci_proxy.h"

/*
 * Fills 'info' and 'best' of an answer: the move and its rivals with their
 * weights, up to 'multi_pv' lines of play, and the move with the reply that
 * the book expects.
 */
void uci_answer_print(struct uci_answer *answer, const struct book_hit *hit,
                      const struct tabia_pos *pos, bool is_chess960,
                      int64_t multi_pv);

#endif
