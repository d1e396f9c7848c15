/*
 * where_def.h - a compiled expression
 */
#ifndef WHERE_WHERE_DEF_H
#define WHERE_WHERE_DEF_H

#include "base/arena.h"
#include "pgn/tags.h"
#include "where/pattern.h"
#include "where/where.h"

/* What a value is made from. */
enum where_origin {
    WHERE_NUMBER,   // 'number', as it stands in the expression
    WHERE_DATE,     // 'number' as a tags_date
    WHERE_TEXT,     // 'text'
    WHERE_TAG,      // the tag 'slot'
    WHERE_ELO_DIFF, // of the tags 'slot' and 'other', as the next three
    WHERE_ELO_MEAN,
    WHERE_ELO_MIN,
    WHERE_ELO_MAX,
    WHERE_YEAR, // of the date 'slot', or else 'other'
    WHERE_MONTH,
    WHERE_SPEED, // of the time control 'slot'
};

/* As what two values are compared. */
enum where_type {
    WHERE_AS_NUMBER,
    WHERE_AS_DATE,
    WHERE_AS_SPEED,
    WHERE_AS_TEXT,
};

/* What a tag is by its name. */
enum where_tag_kind { WHERE_ANY_TAG, WHERE_ELO_TAG, WHERE_DATE_TAG };

struct where_value {
    enum where_origin origin;
    enum where_tag_kind tag_kind; // of WHERE_TAG
    bool is_abs;                  // a number without its sign
    bool is_lower;                // a text in lower case
    uint8_t slot, other;          // the same where there is no other
    int32_t number;
    struct tabia_pgn_text text; // escaped as in PGN; a player's name is not
};

/* The outcomes that fulfil a comparison, as bits. */
enum where_relation {
    WHERE_LESS = 1,
    WHERE_EQUAL = 2,
    WHERE_GREATER = 4,
};

enum where_kind {
    WHERE_COMPARE, // 'left' and 'right' as 'type', by 'relation'
    WHERE_PATTERN, // 'pattern' in 'left', or not if 'is_not'
    WHERE_PLAYER,  // the name 'right' in one of the tags of 'left'
    WHERE_HAS,     // is 'left', a tag, there and known?
};

/* Where a test may lead, beside other tests. */
enum { WHERE_YES = UINT16_MAX, WHERE_NO = UINT16_MAX - 1 };

struct where_test {
    enum where_kind kind;
    enum where_type type;
    uint8_t relation;
    bool is_not;
    struct where_value left, right;
    struct pattern *pattern;    // owned by the expression
    uint16_t if_true, if_false; // a test, WHERE_YES or WHERE_NO
};

struct where {
    struct arena arena; // texts and names
    const char *tags[WHERE_TAGS_MAX + 1];
    size_t tag_lens[WHERE_TAGS_MAX];
    size_t ntags;
    struct where_test *tests;
    size_t ntests, room;
    uint16_t first;
};

/* ---- words of an expression ------------------------------------------ */

enum where_token_kind {
    WHERE_TOKEN_END,
    WHERE_TOKEN_NAME,
    WHERE_TOKEN_NUMBER,
    WHERE_TOKEN_DATE, // a number with points
    WHERE_TOKEN_STRING,
    WHERE_TOKEN_RELATION, // = != < <= > >=
    WHERE_TOKEN_MATCH,    // ~ ~* !~ !~*
    WHERE_TOKEN_OPEN,
    WHERE_TOKEN_CLOSE,
    WHERE_TOKEN_COMMA,
    WHERE_TOKEN_AND,
    WHERE_TOKEN_OR,
    WHERE_TOKEN_NOT,
};

struct where_token {
    enum where_token_kind kind;
    const char *text; // in the expression; of a string, with its quotes
    size_t len;
    uint8_t relation; // of a relation
    int32_t number;   // the value of a number or date
};

struct where_lexer {
    const char *text; // the whole expression
    const char *p;
    struct tabia_error *err;
};

/* Reads the next token. False if it is not a token. */
bool where_next_token(struct where_lexer *lexer, struct where_token *token);

/*
 * Reads a date of which each part that is written is known: "2015",
 * "2015.06", "2015.06.30", "2015.06.??".
 */
bool where_read_date(struct tabia_pgn_text text, int32_t *date);

/*
 * Writes what stands between the quotes of a string, without its escapes, to
 * 'buf', which is large enough for the token. Returns the length.
 */
size_t where_unquote(const struct where_token *token, char *buf);

/* The place in the expression of byte 'at' of the unquoted string. */
const char *where_quoted_place(const struct where_token *token, size_t at);

/* Records an error at a place of the expression. Returns false. */
bool where_fail(const struct where_lexer *lexer, const char *at,
                const char *fmt, ...) PRINTF_LIKE(3, 4) COLD;

/* ---- types ----------------------------------------------------------- */

/* Where the two values of a comparison stand. */
struct where_places {
    const char *left, *right;
};

bool where_can_be_number(const struct where_value *value);
bool where_can_be_text(const struct where_value *value);

/*
 * Finds out as what the two values are compared, and makes of a literal what
 * the other value is: of 2015 a date, of "blitz" a speed.
 */
bool where_choose_type(const struct where_lexer *lexer,
                       const struct where_places *at, struct where_test *test);

/* True if 'match', one of ~ ~* !~ !~*, may have this value on its left. */
bool where_check_match(const struct where_lexer *lexer,
                       const struct where_token *match, const char *at,
                       const struct where_value *value);

#endif
