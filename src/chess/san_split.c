/*
 * san_split.c - a move in the notation of games, taken apart
 *
 * Everything that the field writes is understood, and what is not standard
 * about it is noted.
 */
#include "chess/san.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "base/banned.h"

enum { TEXT_MAX = 24 };

static bool san_unreadable(const struct san *s, size_t at, const char *expected)
{
    char buf[QUOTE_SIZE];
    if (at >= s->len)
        return error_at_col(s->err, TABIA_ERR_SYNTAX, at + 1,
                            "expected %s, found the end", expected);
    return error_at_col(s->err, TABIA_ERR_SYNTAX, at + 1,
                        "expected %s, found '%s'", expected,
                        quote(s->text + at, 1, buf));
}

/* Takes off one mark behind the move; false when there is none. */
static bool strip_one(struct san *s)
{
    static const struct {
        const char *text;
        unsigned form;
        char check;
    } tails[] = {
        { "!", TABIA_SAN_REFUSE_SUFFIX, 0 },
        { "?", TABIA_SAN_REFUSE_SUFFIX, 0 },
        { "++", TABIA_SAN_REFUSE_CHECK, '+' },
        { "+", 0, '+' },
        { "#", 0, '#' },
        { " e.p.", TABIA_SAN_REFUSE_EP, 0 },
        { "e.p.", TABIA_SAN_REFUSE_EP, 0 },
        { " ep", TABIA_SAN_REFUSE_EP, 0 },
        { "ep", TABIA_SAN_REFUSE_EP, 0 },
        { " ", TABIA_SAN_REFUSE_SUFFIX, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(tails); i++) {
        const size_t n = strlen(tails[i].text);
        if (s->len <= n || !text_ends(s->text, s->len, tails[i].text))
            continue;
        s->len -= n;
        s->forms |= tails[i].form;
        if (tails[i].check && s->check) // one mark is enough
            s->forms |= TABIA_SAN_REFUSE_CHECK;
        if (tails[i].check)
            s->check = tails[i].check;
        return true;
    }
    return false;
}

static char san_peek(const struct san *s)
{
    return s->at < s->len ? s->text[s->at] : '\0';
}

static unsigned type_of_letter(char c)
{
    const char *found = c > ' ' ? strchr(san_letters, c) : NULL;
    return found ? (unsigned)(found - san_letters) : 0;
}

/* U+2654 to U+265F, White's before Black's; U+FE0E or U+FE0F may follow. */
size_t san_figurine(const char *text, size_t len, unsigned *type)
{
    static const uint8_t types[] = { TABIA_KING,   TABIA_QUEEN,  TABIA_ROOK,
                                     TABIA_BISHOP, TABIA_KNIGHT, TABIA_PAWN };
    static const char first[] = "\xE2\x99\x94";
    if (len < 3 || memcmp(text, first, 2) != 0)
        return 0;
    const unsigned n = (uint8_t)text[2] - (unsigned)(uint8_t)first[2];
    if (n >= 2 * COUNT_OF(types))
        return 0;
    *type = types[n % COUNT_OF(types)];
    const bool has_selector =
        len >= 6 && (memcmp(text + 3, "\xEF\xB8\x8E", 3) == 0 ||
                     memcmp(text + 3, "\xEF\xB8\x8F", 3) == 0);
    return has_selector ? 6 : 3;
}

/* Steps over the symbol of a piece, if there is one. */
static bool split_figurine(struct san *s, unsigned *type)
{
    const size_t size = san_figurine(s->text + s->at, s->len - s->at, type);
    s->at += size;
    if (size)
        s->forms |= TABIA_SAN_REFUSE_FIGURINE;
    return size;
}

static bool split_castling(struct san *s)
{
    static const struct {
        const char *text;
        char side;
        unsigned form;
    } ways[] = {
        { "O-O-O", 'Q', 0 },
        { "0-0-0", 'Q', TABIA_SAN_REFUSE_ZEROS },
        { "o-o-o", 'Q', TABIA_SAN_REFUSE_ZEROS },
        { "O-O", 'K', 0 },
        { "0-0", 'K', TABIA_SAN_REFUSE_ZEROS },
        { "o-o", 'K', TABIA_SAN_REFUSE_ZEROS },
    };
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        const size_t n = strlen(ways[i].text);
        if (s->len != n || memcmp(s->text, ways[i].text, n) != 0)
            continue;
        s->castling = ways[i].side;
        s->forms |= ways[i].form;
        return true;
    }
    return false;
}

/* Reads a file, a rank, or both into 'place'; returns how many it read. */
static int split_place(struct san *s, int place[2])
{
    int n = 0;
    if (san_peek(s) >= 'a' && san_peek(s) <= 'h') {
        place[0] = s->text[s->at++] - 'a';
        n++;
    }
    if (san_peek(s) >= '1' && san_peek(s) <= '8') {
        place[1] = s->text[s->at++] - '1';
        n++;
    }
    return n;
}

static bool split_promotion(struct san *s)
{
    const char open = san_peek(s);
    const bool is_marked = open == '=' || open == '(' || open == '/';
    if (open == '\0')
        return true;
    s->at += is_marked;
    const size_t start = s->at;
    if (!split_figurine(s, &s->promotion)) {
        char letter = san_peek(s);
        if (letter >= 'a' && letter <= 'z') {
            letter = (char)(letter - 'a' + 'A');
            s->forms |= TABIA_SAN_REFUSE_PROMOTION_BARE;
        }
        s->promotion = type_of_letter(letter);
        s->at++;
    }
    if (s->promotion < TABIA_KNIGHT || s->promotion > TABIA_QUEEN)
        return san_unreadable(s, start,
                              is_marked ? "a piece to promote to"
                                        : "the end of the move");
    if (!is_marked)
        s->forms |= TABIA_SAN_REFUSE_PROMOTION_BARE;
    else if (open != '=')
        s->forms |= TABIA_SAN_REFUSE_PROMOTION_PAREN;
    if (open == '(' && san_peek(s) != ')')
        return san_unreadable(s, s->at, "')'");
    s->at += open == '(';
    return true;
}

static void split_letter(struct san *s)
{
    if (!split_figurine(s, &s->type)) {
        s->type = type_of_letter(san_peek(s));
        s->at += s->type != 0;
    }
    if (s->type == TABIA_PAWN)
        s->forms |= TABIA_SAN_REFUSE_LONG;
    else if (!s->type)
        s->type = TABIA_PAWN;
}

/* An x or a dash between the two places. */
static void split_middle(struct san *s)
{
    const char c = san_peek(s);
    if (c != 'x' && c != ':' && c != '-' && c != 'X')
        return;
    s->at++;
    s->takes = c != '-';
    if (c == '-')
        s->forms |= TABIA_SAN_REFUSE_LONG;
    else if (c != 'x')
        s->forms |= TABIA_SAN_REFUSE_CAPTURE;
}

/* Sorts out what the first and second place are, when the second is short. */
static bool split_places(struct san *s)
{
    int first[2] = { -1, -1 }, second[2] = { -1, -1 };
    const size_t start = s->at;
    const int nfirst = split_place(s, first);
    const size_t middle = s->at;
    split_middle(s);
    const bool has_middle = s->at > middle;
    const int nsecond = split_place(s, second);

    if (!nfirst && !(has_middle && s->takes && s->type != TABIA_PAWN))
        return san_unreadable(
            s, start, s->at == 0 ? "a piece letter or a square" : "a square");
    if (!nsecond && !has_middle) { // only one place: where the piece goes
        memcpy(s->to, first, sizeof(first));
        return nfirst == 2 ||
               san_unreadable(s, middle,
                              first[0] < 0 ? "a file before the rank"
                                           : "a rank after the file");
    }
    memcpy(s->from, first, sizeof(first));
    memcpy(s->to, second, sizeof(second));
    if (nsecond == 2)
        return true;
    if (nsecond == 1 && second[0] >= 0 && s->type == TABIA_PAWN &&
        nfirst == 1 && first[0] >= 0) { // exd, ed
        s->forms |= TABIA_SAN_REFUSE_FILES;
        return true;
    }
    return san_unreadable(s, s->at,
                          nsecond && second[0] >= 0 ? "a rank after the file"
                                                    : "a square");
}

bool san_split(struct san *s)
{
    if (s->len == 0)
        return error_at_col(s->err, TABIA_ERR_SYNTAX, 1,
                            "expected a move, found nothing");
    if (s->len > TEXT_MAX)
        return error_at_col(s->err, TABIA_ERR_SYNTAX, 1,
                            "move of %zu bytes is too long", s->len);
    while (strip_one(s))
        ;
    if (split_castling(s))
        return true;
    split_letter(s);
    if (!split_places(s) || !split_promotion(s))
        return false;
    return s->at == s->len || san_unreadable(s, s->at, "the end of the move");
}
