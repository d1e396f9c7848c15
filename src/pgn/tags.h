/*
 * tags.h - what the usual tags of a game mean
 *
 * Values are as in the file, in any state. Every function is total: what it
 * cannot read is unknown, and nothing fails.
 */
#ifndef PGN_TAGS_H
#define PGN_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/pgn.h"
#include "tabia/store.h"

/*
 * A date is year * 10000 + month * 100 + day, 0 for a part that is unknown.
 * The day is known only with its month, the month only with its year.
 */
typedef uint32_t tags_date;

/* The rating: 1 to 9999; 0 when there is none. */
unsigned tags_parse_elo(struct tabia_pgn_text value);

/* A whole number of at most nine digits, without the blanks around it. */
bool tags_parse_number(struct tabia_pgn_text value, int32_t *number);

/*
 * Reads "2015.06.01", "2015.06.??", "2015.6", "2015"; '-' and '/' part as
 * well as '.' does. What follows the day is ignored. A part that no calendar
 * has is unknown, with all behind it.
 */
tags_date tags_parse_date(struct tabia_pgn_text value);

/*
 * Less than, equal to or greater than 0, by the parts that both have: 2015
 * equals 2015.06.01. Not for dates without a year.
 */
int tags_compare_dates(tags_date a, tags_date b);

/* TABIA_RESULT_NONE when it is none of the four. */
enum tabia_result tags_parse_result(struct tabia_pgn_text value);

/*
 * The speed that the tag TimeControl stands for, by the time for 40 moves: all
 * seconds of its periods and 40 times the increment. "-" is correspondence.
 */
enum tabia_speed tags_parse_speed(struct tabia_pgn_text value);

/* The speed of that name, in upper or lower case; else TABIA_SPEED_NONE. */
enum tabia_speed tags_find_speed(const char *name, size_t len);

/* Does the value say something: more than blanks, '?' and '.'? */
bool tags_is_known(struct tabia_pgn_text value);

/*
 * The byte at 'i' as it is meant: steps over the backslash of an escape, as
 * tabia_pgn_unescape does. 'i' is below the length and stays so.
 */
static inline char tags_byte(struct tabia_pgn_text value, size_t *i)
{
    const char c = value.text[*i];
    if (c != '\\' || *i + 1 >= value.len)
        return c;
    const char next = value.text[*i + 1];
    *i += next == '"' || next == '\\';
    return value.text[*i];
}

enum { TAGS_TEXT_MAX = 255 };

/*
 * Copies a value as UTF-8, without its escapes, cut to TAGS_TEXT_MAX bytes;
 * bytes that are not UTF-8 are taken as Windows-1252. Returns the length; there
 * is no NUL behind it.
 */
size_t tags_copy_text(struct tabia_pgn_text value, char dst[TAGS_TEXT_MAX]);

/*
 * Like tags_copy_text, for a name that is compared: without blanks, ASCII
 * letters in lower case.
 */
size_t tags_fold_player(struct tabia_pgn_text value, char dst[TAGS_TEXT_MAX]);

/*
 * True if the player of the tag White or Black is called 'name', which has no
 * escapes. Both are folded as by tags_fold_player, so "Carlsen, Magnus" is
 * "carlsen,magnus", and a name in Windows-1252 is the same name in UTF-8.
 */
bool tags_is_player(struct tabia_pgn_text value, const char *name, size_t len);

/* ---- the tag Variant -------------------------------------------------- */

/* Is it orthodox chess or Chess960, by one of their many names? */
bool tags_is_chess(const char *name, size_t len);

/* Is it Chess960, with one array or two? */
bool tags_is_chess960(const char *name, size_t len);

#endif
