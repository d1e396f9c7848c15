/*
 * game_tags.h - what the tags of games mean for a book
 *
 * Some tags say what the book holds elsewhere: its title, the name of the
 * position that ends a line, the starting position. Readers and writers of
 * games take from here which they are, so that what was read is written back
 * as it stood while the book still says the same.
 */
#ifndef BOOK_GAME_TAGS_H
#define BOOK_GAME_TAGS_H

#include "base/buf.h"
#include "tabia/book.h"

enum game_tags_kind {
    GAME_TAGS_TITLE, // Event; see game_tags_common_value
    GAME_TAGS_AUTHOR,
    GAME_TAGS_SIDE,
    GAME_TAGS_NCOMMON,                   // those above are about the whole book
    GAME_TAGS_START = GAME_TAGS_NCOMMON, // FEN, SetUp, Variant
    GAME_TAGS_PLIES,                     // PlyCount
    GAME_TAGS_RESULT,
    GAME_TAGS_ECO,     // of the last position, while the game has no result
    GAME_TAGS_OPENING, // Opening, Variation, SubVariation: the same
    GAME_TAGS_STUDY,   // StudyName: the title of a book of several games
    GAME_TAGS_OTHER,
};

enum game_tags_kind game_tags_kind_of(const char *name);

/* The tag and the book's text of a kind below GAME_TAGS_NCOMMON. */
const char *game_tags_common_tag(enum game_tags_kind kind);
const char *game_tags_common_text(enum game_tags_kind kind);

/* The place in the standard's roster, Event to Result, or 7 behind it. */
enum { GAME_TAGS_ROSTER = 7 };
size_t game_tags_rank(const char *name, size_t len);

/* True if the value says nothing, as "?" does. */
bool game_tags_is_unknown(const char *value);

/* The first tag of a name, or NULL. */
const struct tabia_tag *game_tags_find(const struct tabia_tag *tags, size_t n,
                                       const char *name);

/*
 * The title of the chapter that starts with a node: that of the study's
 * chapter, else the event without the title of the book before it, else the
 * name of the position. NULL: none.
 */
const char *game_tags_chapter(const struct tabia_book *book,
                              const struct tabia_node_data *data);

/* What follows "Title: " in an event, as Lichess names chapters; or NULL. */
const char *game_tags_after_title(const char *event, const char *title);

/* "1-0", "0-1" or "1/2-1/2" as the tag Result has it, else "*". */
const char *game_tags_result(const struct tabia_tag *tags, size_t n);

/* The first code that is known, or NULL. */
const char *game_tags_eco(const struct tabia_tag *tags, size_t n);

/* "Sicilian: Najdorf, English attack" from up to three tags; or nothing. */
void game_tags_add_opening(const struct tabia_tag *tags, size_t n,
                           struct buf *dst);

/* ---- all games ------------------------------------------------------- */

/* What the games of a book agree on. Starts as zero; owns copies. */
struct game_tags_common {
    size_t ngames;
    struct game_tags_value {
        struct buf text;
        size_t n; // games that say anything
        bool differs;
    } values[GAME_TAGS_NCOMMON];
    struct game_tags_value study;
    size_t nshared;    // bytes that all events begin with, up to a ": "
    struct buf prefix; // the same without the ": "
};

bool game_tags_common_add(struct game_tags_common *common,
                          const struct tabia_tag *tags, size_t n,
                          struct tabia_error *err);

/* The games of a whole book. */
bool game_tags_common_of_book(struct game_tags_common *common,
                              const struct tabia_book *book,
                              struct tabia_error *err);

/*
 * What all games say that say anything; NULL where they differ. The title is
 * that of the study; without one the event; if events differ, what all of them
 * have before ": ".
 */
const char *game_tags_common_value(const struct game_tags_common *common,
                                   enum game_tags_kind kind);

/* True if all games have it. */
bool game_tags_common_is_everywhere(const struct game_tags_common *common,
                                    enum game_tags_kind kind);

void game_tags_common_clear(struct game_tags_common *common);

/*
 * True if the i-th tag of a root says something that the book does not hold
 * elsewhere: it is lost where tags are.
 */
bool game_tags_is_own(const struct tabia_book *book,
                      const struct tabia_node_data *root, size_t i);

/* How many of all roots are such. */
uint64_t game_tags_count_own(const struct tabia_book *book);

#endif
