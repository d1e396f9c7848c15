/*
 * uci_options.h - the options that the proxy adds to those of the engine
 *
 * One table defines how each is announced, read and stored. A name that the
 * engine has too stays the engine's: ours is then announced as "Tabia NAME",
 * which is understood in any case.
 */
#ifndef UCI_UCI_OPTIONS_H
#define UCI_UCI_OPTIONS_H

#include "base/buf.h"
#include "uci/book_choice.h"
#include "uci/uci_words.h"

enum { UCI_OPTIONS_MAX = 16 };

/* The values, and which names belong to the engine. */
struct uci_options {
    struct book_choice_options choice;
    bool is_taken[UCI_OPTIONS_MAX];
};

enum uci_set_result {
    UCI_SET_FOREIGN, // not one of ours: the engine's business
    UCI_SET_DONE,
    UCI_SET_BOOKS, // done when the caller has opened the books in the value
    UCI_SET_BAD,   // ours, but the value is invalid; see the error
};

/* The default options of the choice. */
struct book_choice_options uci_options_defaults(void);

/* Notes that the engine has an option of this name. */
void uci_options_note_engine(struct uci_options *options, struct uci_word name);

/* Adds the lines that announce our options. */
void uci_options_print(const struct uci_options *options,
                       const struct book_stack *stack, struct buf *dst);

/* Obeys a setoption; the rules of amateur books are those of the stack. */
enum uci_set_result uci_options_set(struct uci_options *options,
                                    struct book_stack *stack,
                                    const struct uci_setoption *setoption,
                                    struct tabia_error *err);

#endif
