/*
 * practice.h - what all requests about practice have in common
 *
 *     struct practice_request r;
 *     if (!practice_begin(&r, srv, call, reply, PRACTICE_BOOK))
 *         return;
 *     if (practice_find_decisions(&r) && practice_read_cards(&r))
 *         ... reply ...
 *     practice_end(&r);
 *
 * With the token, progress is the file of the book; without it, it is a text
 * that the visitor's page keeps and sends along. A function that returns false
 * has replied with an error.
 */
#ifndef SERVE_PRACTICE_H
#define SERVE_PRACTICE_H

#include "serve/api/api_sources.h"
#include "study/practice/progress_file.h"

enum { PRACTICE_NEW_MAX = 10000 };

struct practice_request {
    struct server *srv;
    const struct call *call;
    const struct request_params *params;
    struct reply *reply;
    struct json_writer js;
    json_t *body;
    struct loan book; // or a set of puzzles
    enum tabia_color color;
    struct moment now;
    int32_t today;
    struct decisions decisions;
    struct progress_file file; // of the owner
    struct buf text;           // the progress
    struct cards cards;
    struct api_sources sources;
    struct tabia_pos *only; // owned; NULL: all
    size_t nonly;
    struct tabia_error err;
};

/* What a request is about. */
enum practice_kind { PRACTICE_BOOK, PRACTICE_PUZZLES, PRACTICE_ANY };

/* Borrows the book, or the set of puzzles, and reads the body. */
bool practice_begin(struct practice_request *r, struct server *srv,
                    const struct call *call, struct reply *reply,
                    enum practice_kind kind);

void practice_end(struct practice_request *r);

/* ---- the body ---------------------------------------------------------- */

unsigned practice_number(const struct practice_request *r, const char *key,
                         unsigned fallback, unsigned max);

bool practice_flag(const struct practice_request *r, const char *key);

/* Both reply with an error and return false. */
bool practice_refuse(struct practice_request *r, const char *what);
bool practice_fail(struct practice_request *r, unsigned bad_status);

/* ---- progress and decisions -------------------------------------------- */

/* The progress: of the file, or what the visitor sent. */
bool practice_read_progress(struct practice_request *r);

/* And its cards. */
bool practice_read_cards(struct practice_request *r);

bool practice_find_decisions(struct practice_request *r);

/* ---- output ------------------------------------------------------------ */

void practice_put_day(struct json_writer *js, const char *key, int32_t day);

/* In steps of 1 / 'unit'. */
void practice_put_rounded(struct json_writer *js, const char *key, double value,
                          double unit);

/* "moves": the right moves of a decision, with their cards. */
void practice_put_accepted(struct practice_request *r,
                           const struct tabia_pos *pos,
                           const struct decision *at);

/* 'move': which of its moves is asked for; TABIA_NUMBER_NONE: none. */
void practice_put_card(struct practice_request *r, uint32_t decision,
                       enum training_state state, uint32_t move);

void practice_put_head(struct practice_request *r);

void practice_put_counts(struct json_writer *js,
                         const struct training_counts *c);

#endif
