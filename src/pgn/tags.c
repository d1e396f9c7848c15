/*
 * tags.c - what the usual tags of a game mean
 */
#include "pgn/tags.h"

#include <string.h>

#include "base/compiler.h"
#include "base/cp1252.h"
#include "base/text.h"
#include "base/utf8.h"
#include "chess/chess_words.h"
#include "base/banned.h"

enum {
    NUMBER_DIGITS = 9, // so that every number fits into 32 bits
    MOVES = 40,        // of the game by which speeds are distinguished
};

/* ---- numbers --------------------------------------------------------- */

static struct tabia_pgn_text trim_value(struct tabia_pgn_text value)
{
    while (value.len > 0 && text_is_blank(*value.text))
        value.text++, value.len--;
    while (value.len > 0 && text_is_blank(value.text[value.len - 1]))
        value.len--;
    return value;
}

/* Takes up to 'most' digits from the front. Returns how many there were. */
static size_t take_digits(struct tabia_pgn_text *value, size_t most,
                          uint32_t *number)
{
    size_t n = 0;
    *number = 0;
    while (n < most && n < value->len && text_is_digit(value->text[n]))
        *number = *number * 10 + (uint32_t)(value->text[n++] - '0');
    value->text += n;
    value->len -= n;
    return n;
}

static bool take_byte(struct tabia_pgn_text *value, char c)
{
    if (value->len == 0 || *value->text != c)
        return false;
    value->text++;
    value->len--;
    return true;
}

bool tags_parse_number(struct tabia_pgn_text value, int32_t *number)
{
    value = trim_value(value);
    const bool is_negative = take_byte(&value, '-');
    if (!is_negative)
        take_byte(&value, '+');
    uint32_t size;
    if (!take_digits(&value, NUMBER_DIGITS, &size) || value.len > 0)
        return false;
    *number = is_negative ? -(int32_t)size : (int32_t)size;
    return true;
}

unsigned tags_parse_elo(struct tabia_pgn_text value)
{
    uint32_t elo;
    value = trim_value(value);
    return take_digits(&value, 4, &elo) && value.len == 0 ? elo : 0;
}

/* ---- dates ----------------------------------------------------------- */

/* The number behind a separator, from 1 to 'most'; else 0. */
static uint32_t take_part(struct tabia_pgn_text *value, uint32_t most)
{
    uint32_t part;
    if (!take_byte(value, '.') && !take_byte(value, '-') &&
        !take_byte(value, '/'))
        return 0;
    if (!take_digits(value, 2, &part) || part > most)
        return 0;
    return value->len > 0 && text_is_digit(*value->text) ? 0 : part;
}

tags_date tags_parse_date(struct tabia_pgn_text value)
{
    static const uint8_t lengths[] = { 0,  31, 28, 31, 30, 31, 30,
                                       31, 31, 30, 31, 30, 31 };
    uint32_t year;
    value = trim_value(value);
    if (take_digits(&value, 4, &year) != 4 || year == 0 ||
        (value.len > 0 && text_is_digit(*value.text)))
        return 0;
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const uint32_t month = take_part(&value, 12);
    const uint32_t days = lengths[month] + (uint32_t)(month == 2 && is_leap);
    const uint32_t day = month ? take_part(&value, days) : 0;
    return year * 10000 + month * 100 + day;
}

int tags_compare_dates(tags_date a, tags_date b)
{
    // What one of them lacks is cut off both.
    if (a % 100 == 0 || b % 100 == 0) {
        a /= 100;
        b /= 100;
        if (a % 100 == 0 || b % 100 == 0) {
            a /= 100;
            b /= 100;
        }
    }
    return (a > b) - (a < b);
}

/* ---- results and speeds ---------------------------------------------- */

static bool is_value(struct tabia_pgn_text value, const char *text)
{
    return value.len == strlen(text) &&
           memcmp(value.text, text, value.len) == 0;
}

enum tabia_result tags_parse_result(struct tabia_pgn_text value)
{
    value = trim_value(value);
    return is_value(value, "1/2")
               ? TABIA_RESULT_DRAW
               : chess_words_parse_result(value.text, value.len);
}

/* The seconds that a speed takes less than. */
static const uint64_t below[TABIA_SPEED_COUNT] = {
    [TABIA_SPEED_ULTRABULLET] = 30,  [TABIA_SPEED_BULLET] = 180,
    [TABIA_SPEED_BLITZ] = 480,       [TABIA_SPEED_RAPID] = 1500,
    [TABIA_SPEED_CLASSICAL] = 21600, [TABIA_SPEED_CORRESPONDENCE] = UINT64_MAX,
};

/* A sum over the periods that have been read. */
struct clock_sum {
    uint64_t seconds;
    uint32_t moves; // that the periods cover; MOVES: all
    uint32_t increment;
};

/*
 * One period: "300", "300+3", "40/7200", "40/7200+30" or "*180". The last
 * one recurs until all moves are made.
 */
static bool take_period(struct tabia_pgn_text *value, struct clock_sum *clock)
{
    uint32_t first, seconds, increment = 0, moves = 0;
    take_byte(value, '*');
    if (!take_digits(value, NUMBER_DIGITS, &first))
        return false;
    seconds = first;
    if (take_byte(value, '/')) {
        moves = first;
        if (moves == 0 || !take_digits(value, NUMBER_DIGITS, &seconds))
            return false;
    }
    if (take_byte(value, '+') && !take_digits(value, NUMBER_DIGITS, &increment))
        return false;
    if (increment > clock->increment)
        clock->increment = increment;

    const uint32_t left = MOVES - clock->moves;
    const bool comes_again = moves && moves < left && value->len == 0;
    const uint32_t times = comes_again ? (left + moves - 1) / moves : 1;
    clock->seconds += (uint64_t)seconds * times;
    clock->moves += moves && moves < left ? moves : left;
    return true;
}

enum tabia_speed tags_parse_speed(struct tabia_pgn_text value)
{
    struct clock_sum clock = { 0 };
    value = trim_value(value);
    if (is_value(value, "-"))
        return TABIA_SPEED_CORRESPONDENCE;
    do {
        if (!take_period(&value, &clock))
            return TABIA_SPEED_NONE;
    } while (take_byte(&value, ':'));
    if (value.len > 0)
        return TABIA_SPEED_NONE;

    const uint64_t time = clock.seconds + (uint64_t)clock.increment * MOVES;
    enum tabia_speed speed = TABIA_SPEED_ULTRABULLET;
    while (time >= below[speed])
        speed++;
    return speed;
}

enum tabia_speed tags_find_speed(const char *name, size_t len)
{
    for (unsigned i = TABIA_SPEED_ULTRABULLET; i < TABIA_SPEED_COUNT; i++) {
        const char *want = tabia_speed_name((enum tabia_speed)i);
        if (text_is_like(name, len, want))
            return (enum tabia_speed)i;
    }
    return TABIA_SPEED_NONE;
}

/* ---- what is known --------------------------------------------------- */

bool tags_is_known(struct tabia_pgn_text value)
{
    for (size_t i = 0; i < value.len; i++) {
        const char c = value.text[i];
        if (!text_is_blank(c) && c != '?' && c != '.')
            return true;
    }
    return false;
}

/* ---- variants -------------------------------------------------------- */

enum { NAME_MAX_LEN = 24 };

/* Letters in lower case and digits only; 0 when they are too many. */
static size_t squeeze_name(const char *name, size_t len, char out[NAME_MAX_LEN])
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!counts)
            continue;
        if (n == NAME_MAX_LEN)
            return 0;
        out[n++] = c;
    }
    return n;
}

static const struct {
    const char *name;
    bool is_960;
} variants[] = {
    { "standard", false },
    { "normal", false },
    { "chess", false },
    { "orthodox", false },
    { "fromposition", false },
    { "chess960", true },
    { "fischerandom", true },
    { "fischerrandom", true },
    { "960", true },
    { "frc", true },
    { "fischerandomchess", true },
    { "fischerrandomchess", true },
    { "freestyle", true },
    { "freestylechess", true },
    { "chess9lx", true },
    { "dfrc", true },
    { "doublefischerrandom", true },
};

/* The place of a name in the list, or its length. */
static size_t find_variant(const char *name, size_t len)
{
    char text[NAME_MAX_LEN];
    const size_t n = squeeze_name(name, len, text);
    size_t i = 0;
    while (i < COUNT_OF(variants) && (n != strlen(variants[i].name) ||
                                      memcmp(text, variants[i].name, n) != 0))
        i++;
    return i;
}

bool tags_is_chess(const char *name, size_t len)
{
    char text[NAME_MAX_LEN];
    // A short name without letters and digits says nothing.
    return (len < NAME_MAX_LEN && squeeze_name(name, len, text) == 0) ||
           find_variant(name, len) < COUNT_OF(variants);
}

bool tags_is_chess960(const char *name, size_t len)
{
    const size_t i = find_variant(name, len);
    return i < COUNT_OF(variants) && variants[i].is_960;
}

/* ---- texts ----------------------------------------------------------- */

/* As UTF-8; what is not is taken as Windows-1252. */
static size_t copy_valid_text(const char *text, size_t len,
                              char dst[TAGS_TEXT_MAX])
{
    if (utf8_is_valid(text, utf8_cut(text, len, len))) {
        const size_t cut = utf8_valid_prefix(text, len);
        memcpy(dst, text, cut);
        return cut;
    }
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char code[UTF8_MAX];
        const size_t size = utf8_encode(cp1252_decode((uint8_t)text[i]), code);
        if (n + size > TAGS_TEXT_MAX)
            break;
        memcpy(dst + n, code, size);
        n += size;
    }
    return n;
}

size_t tags_copy_text(struct tabia_pgn_text value, char dst[TAGS_TEXT_MAX])
{
    char text[TAGS_TEXT_MAX + 1];
    const size_t whole = tabia_pgn_unescape(value, text, sizeof(text));
    return copy_valid_text(text, whole < TAGS_TEXT_MAX ? whole : TAGS_TEXT_MAX,
                           dst);
}

/* ---- names of players ------------------------------------------------ */

/* In place; what it gets shorter by is zero. */
static size_t fold_name(char name[TAGS_TEXT_MAX], size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        if (!text_is_blank(name[i]))
            name[n++] = text_lower(name[i]);
    memset(name + n, 0, len - n);
    return n;
}

size_t tags_fold_player(struct tabia_pgn_text value, char dst[TAGS_TEXT_MAX])
{
    return fold_name(dst, tags_copy_text(value, dst));
}

bool tags_is_player(struct tabia_pgn_text value, const char *name, size_t len)
{
    char folded[TAGS_TEXT_MAX], wanted[TAGS_TEXT_MAX];
    const size_t n = tags_fold_player(value, folded);
    const size_t cut = len < TAGS_TEXT_MAX ? len : TAGS_TEXT_MAX;
    return fold_name(wanted, copy_valid_text(name, cut, wanted)) == n &&
           memcmp(folded, wanted, n) == 0;
}
