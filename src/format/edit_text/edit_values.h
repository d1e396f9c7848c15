/*
 * edit_values.h - the words of a text for editing, and the values they make
 */
#ifndef FORMAT_EDIT_VALUES_H
#define FORMAT_EDIT_VALUES_H

#include "base/buf.h"
#include "base/text.h"
#include "book/attrs.h"

struct sink;

enum { EDIT_TEXTS_MAX = 8 }; // more than a line can have

/* The line at hand, and the texts that were read in it. */
struct edit_line {
    struct text text;
    struct buf texts[EDIT_TEXTS_MAX];
    size_t ntexts;
};

struct edit_word {
    const char *p, *end;
};

/* The next word; false at the end of the line, and then it is empty. */
bool edit_next_word(struct text *t, struct edit_word *word);

bool edit_word_is(const struct edit_word *word, const char *text);

/* "expected ..., found ..." with the word at 'at'. Returns false. */
bool edit_fail_found(struct text *t, const char *at, const char *want);

/* A string in quotes, which lives as long as the line. */
bool edit_read_string(struct edit_line *line, const char **text);

/* Reads the values up to the end of the line into the owner's struct. */
bool edit_read_values(struct edit_line *line, enum attr_owner owner,
                      void *data);

/* Writes a word and a string in quotes. */
void edit_write_string(struct sink *dst, const char *word, const char *text);

/* Writes what the owner's struct has; tags have lines of their own. */
void edit_write_values(struct sink *dst, enum attr_owner owner,
                       const void *data);

#endif
