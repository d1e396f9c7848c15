/*
 * san.c - moves in the short notation of games
 *
 * Reading goes two ways. The kernel knows the usual forms and is fast; what
 * it does not take is split here into its parts, which either fit exactly one
 * legal move or tell what is wrong. No list of all moves is made.
 */
#include <string.h>

#include "base/error.h"
#include "base/quote.h"
#include "chess/attacks.h"
#include "chess/kernel.h"
#include "chess/position.h"
#include "base/banned.h"

enum { TEXT_MAX = 24 };

static const char letters[] = " PNBRQK";
static const char *const type_names[] = { "piece", "pawn",  "knight", "bishop",
                                          "rook",  "queen", "king" };

/* ---- printing -------------------------------------------------------- */

static char file_letter(unsigned sq)
{
    return (char)('a' + (sq & 7));
}

static char rank_digit(unsigned sq)
{
    return (char)('1' + (sq >> 3));
}

static char *put_square(char *p, unsigned sq)
{
    *p++ = file_letter(sq);
    *p++ = rank_digit(sq);
    return p;
}

/* The origin squares of other legal moves of such a piece to that square. */
static uint64_t rivals(const struct tabia_pos *pos, tabia_move mv)
{
    const struct kernel_query query = {
        .type = pos->board[tabia_move_from(mv)] >> 1,
        .from = ~attacks_bit(tabia_move_from(mv)),
        .to = attacks_bit(tabia_move_to(mv)),
    };
    tabia_move list[64];
    uint64_t from = 0;
    const size_t n = kernel()->fitting(pos, &query, list);
    for (size_t i = 0; i < n; i++)
        if (kernel()->is_safe(pos, list[i]))
            from |= attacks_bit(tabia_move_from(list[i]));
    return from;
}

static char *put_piece(const struct tabia_pos *pos, tabia_move mv, char *p)
{
    const unsigned from = tabia_move_from(mv);
    const unsigned type = pos->board[from] >> 1;
    *p++ = letters[type];
    const uint64_t others = type == TABIA_KING ? 0 : rivals(pos, mv);
    if (others) {
        const uint64_t file = UINT64_C(0x0101010101010101) << (from & 7);
        const uint64_t rank = UINT64_C(0xff) << (from & 56);
        if (!(others & file))
            *p++ = file_letter(from);
        else if (!(others & rank))
            *p++ = rank_digit(from);
        else
            p = put_square(p, from);
    }
    if (pos->board[tabia_move_to(mv)])
        *p++ = 'x';
    return put_square(p, tabia_move_to(mv));
}

static char *put_pawn(tabia_move mv, char *p)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    if ((from ^ to) & 7) {
        *p++ = file_letter(from);
        *p++ = 'x';
    }
    p = put_square(p, to);
    if (tabia_move_promotion(mv)) {
        *p++ = '=';
        *p++ = letters[tabia_move_promotion(mv)];
    }
    return p;
}

/* '+', '#', or 0. */
static char check_mark(const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_pos next = *pos;
    tabia_pos_play(&next, mv);
    if (!tabia_pos_in_check(&next))
        return 0;
    return tabia_pos_count(&next) ? '+' : '#';
}

size_t tabia_san_print(const struct tabia_pos *pos, tabia_move mv,
                       char buf[TABIA_SAN_SIZE])
{
    char *p = buf;
    if (tabia_pos_is_castling(pos, mv)) {
        const bool is_short = tabia_move_to(mv) > tabia_move_from(mv);
        const size_t len = is_short ? 3 : 5;
        memcpy(p, "O-O-O", len);
        p += len;
    } else if (pos->board[tabia_move_from(mv)] >> 1 == TABIA_PAWN) {
        p = put_pawn(mv, p);
    } else {
        p = put_piece(pos, mv, p);
    }
    const char mark = check_mark(pos, mv);
    if (mark)
        *p++ = mark;
    *p = '\0';
    return (size_t)(p - buf);
}

/* ---- splitting a text ------------------------------------------------ */

/* A SAN in its parts, and the forms of it that are not standard. */
struct san {
    const char *text;
    size_t len;
    size_t pos;    // where reading stands
    unsigned type; // enum tabia_piece_type; 0: whatever stands there
    int from[2];   // file and rank from 0; -1: not said
    int to[2];     // the rank may be missing, in exd
    bool takes;    // x was written
    char castling; // 'K', 'Q', or 0
    char check;    // '+', '#', or 0
    unsigned promotion;
    unsigned forms; // TABIA_SAN_REFUSE_ bits
    struct tabia_error *err;
};

static bool unreadable(const struct san *s, size_t at, const char *expected)
{
    char buf[QUOTE_SIZE];
    if (at >= s->len)
        return error_at(s->err, TABIA_SYNTAX, at + 1,
                        "expected %s, found the end", expected);
    return error_at(s->err, TABIA_SYNTAX, at + 1, "expected %s, found '%s'",
                    expected, quote(s->text + at, 1, buf));
}

static bool ends_with(const struct san *s, const char *tail)
{
    const size_t n = strlen(tail);
    return s->len > n && memcmp(s->text + s->len - n, tail, n) == 0;
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
        if (!ends_with(s, tails[i].text))
            continue;
        s->len -= strlen(tails[i].text);
        s->forms |= tails[i].form;
        if (tails[i].check && s->check) // one mark is enough
            s->forms |= TABIA_SAN_REFUSE_CHECK;
        if (tails[i].check)
            s->check = tails[i].check;
        return true;
    }
    return false;
}

static char peek(const struct san *s)
{
    return s->pos < s->len ? s->text[s->pos] : '\0';
}

static unsigned type_of_letter(char c)
{
    const char *found = c > ' ' ? strchr(letters, c) : NULL;
    return found ? (unsigned)(found - letters) : 0;
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
    if (peek(s) >= 'a' && peek(s) <= 'h') {
        place[0] = s->text[s->pos++] - 'a';
        n++;
    }
    if (peek(s) >= '1' && peek(s) <= '8') {
        place[1] = s->text[s->pos++] - '1';
        n++;
    }
    return n;
}

static bool split_promotion(struct san *s)
{
    const char open = peek(s);
    const bool is_marked = open == '=' || open == '(' || open == '/';
    if (open == '\0')
        return true;
    s->pos += is_marked;
    char letter = peek(s);
    if (letter >= 'a' && letter <= 'z') {
        letter = (char)(letter - 'a' + 'A');
        s->forms |= TABIA_SAN_REFUSE_PROMOTION_BARE;
    }
    const unsigned type = type_of_letter(letter);
    if (type < TABIA_KNIGHT || type > TABIA_QUEEN)
        return unreadable(s, s->pos,
                          is_marked ? "a piece to promote to"
                                    : "the end of the move");
    s->promotion = type;
    s->pos++;
    if (!is_marked)
        s->forms |= TABIA_SAN_REFUSE_PROMOTION_BARE;
    else if (open != '=')
        s->forms |= TABIA_SAN_REFUSE_PROMOTION_PAREN;
    if (open == '(' && peek(s) != ')')
        return unreadable(s, s->pos, "')'");
    s->pos += open == '(';
    return true;
}

static void split_letter(struct san *s)
{
    s->type = type_of_letter(peek(s));
    if (s->type)
        s->pos++;
    if (s->type == TABIA_PAWN)
        s->forms |= TABIA_SAN_REFUSE_LONG;
    else if (!s->type)
        s->type = TABIA_PAWN;
}

/* An x or a dash between the two places. */
static void split_middle(struct san *s)
{
    const char c = peek(s);
    if (c != 'x' && c != ':' && c != '-' && c != 'X')
        return;
    s->pos++;
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
    const size_t start = s->pos;
    const int nfirst = split_place(s, first);
    const size_t middle = s->pos;
    split_middle(s);
    const bool has_middle = s->pos > middle;
    const int nsecond = split_place(s, second);

    if (!nfirst && !(has_middle && s->takes && s->type != TABIA_PAWN))
        return unreadable(
            s, start, s->pos == 0 ? "a piece letter or a square" : "a square");
    if (!nsecond && !has_middle) { // only one place: where the piece goes
        memcpy(s->to, first, sizeof(first));
        return nfirst == 2 ||
               unreadable(s, middle,
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
    return unreadable(s, s->pos,
                      nsecond && second[0] >= 0 ? "a rank after the file"
                                                : "a square");
}

static bool split(struct san *s)
{
    if (s->len == 0)
        return error_at(s->err, TABIA_SYNTAX, 1,
                        "expected a move, found nothing");
    if (s->len > TEXT_MAX)
        return error_at(s->err, TABIA_SYNTAX, 1,
                        "move of %zu bytes is too long", s->len);
    while (strip_one(s))
        ;
    if (split_castling(s))
        return true;
    split_letter(s);
    if (!split_places(s) || !split_promotion(s))
        return false;
    return s->pos == s->len || unreadable(s, s->pos, "the end of the move");
}

/* ---- finding the move ------------------------------------------------ */

static uint64_t place_mask(const int place[2])
{
    uint64_t mask = ~UINT64_C(0);
    if (place[0] >= 0)
        mask &= UINT64_C(0x0101010101010101) << place[0];
    if (place[1] >= 0)
        mask &= UINT64_C(0xff) << (8 * place[1]);
    return mask;
}

static bool find_castling(const struct tabia_pos *pos, const struct san *s,
                          tabia_move *mv)
{
    const bool is_short = s->castling == 'K';
    switch (position_castling_fault(pos, is_short, mv)) {
    case POSITION_CASTLING_OK:
        return true;
    case POSITION_CASTLING_NO_RIGHT:
        return error_at(s->err, TABIA_ILLEGAL, 1,
                        "king or rook has moved, no castling on the %s side",
                        is_short ? "king's" : "queen's");
    case POSITION_CASTLING_CHECKED:
        return error_at(s->err, TABIA_ILLEGAL, 1, "cannot castle out of check");
    case POSITION_CASTLING_BLOCKED:
        return error_at(s->err, TABIA_ILLEGAL, 1,
                        "castling is blocked by a piece in between");
    default:
        return error_at(s->err, TABIA_ILLEGAL, 1,
                        "cannot castle through or into check");
    }
}

/* Lists the candidates in the message: "ambiguous: Nbd2 or Nfd2". */
static bool fail_ambiguous(const struct tabia_pos *pos, const struct san *s,
                           const tabia_move *list, size_t n)
{
    char text[TABIA_ERROR_MSG_SIZE / 2] = "";
    size_t used = 0;
    for (size_t i = 0; i < n && used + 16 < sizeof(text); i++) {
        if (i > 0) {
            const char *glue = i + 1 == n ? " or " : ", ";
            memcpy(text + used, glue, strlen(glue));
            used += strlen(glue);
        }
        used += tabia_san_print(pos, list[i], text + used);
    }
    text[used] = '\0';
    return error_at(s->err, TABIA_AMBIGUOUS, 1, "ambiguous: %s", text);
}

static bool fail_none(const struct tabia_pos *pos, const struct san *s,
                      const struct kernel_query *query)
{
    char to[3] = { (char)('a' + s->to[0]), '\0', '\0' };
    if (s->to[1] >= 0)
        to[1] = (char)('1' + s->to[1]);
    return error_at(s->err, TABIA_ILLEGAL, 1, "no %s %s%s can %s %s",
                    pos->turn == TABIA_WHITE ? "white" : "black",
                    type_names[s->type],
                    query->from != ~UINT64_C(0) ? " from there" : "",
                    query->takes && s->type == TABIA_PAWN ? "take on" : "go to",
                    to);
}

/* Keeps the moves that leave no check, at the front of the list. */
static size_t keep_safe(const struct tabia_pos *pos, tabia_move *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kernel()->is_safe(pos, list[i]))
            list[kept++] = list[i];
    return kept;
}

/*
 * Gives every pawn move to the last rank its promotion, a queen where the
 * text names none, and drops moves that promote too early.
 */
static size_t settle_promotions(struct san *s, tabia_move *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned rank = list[i] >> 9 & 7;
        const bool due = s->type == TABIA_PAWN && (rank == 0 || rank == 7);
        if (s->promotion && !due)
            continue;
        if (due && !s->promotion)
            s->forms |= TABIA_SAN_REFUSE_PROMOTION_NONE;
        const unsigned to = s->promotion ? s->promotion : TABIA_QUEEN;
        list[kept++] = (tabia_move)(list[i] | (due ? to << 12 : 0));
    }
    return kept;
}

static bool find_piece(const struct tabia_pos *pos, struct san *s,
                       tabia_move *mv)
{
    const struct kernel_query query = {
        .type = (uint8_t)s->type,
        .takes = s->from[0] >= 0 && s->from[0] != s->to[0],
        .from = place_mask(s->from),
        .to = place_mask(s->to),
    };
    tabia_move list[64];
    size_t n = kernel()->fitting(pos, &query, list);
    if (n == 0)
        return fail_none(pos, s, &query);
    n = settle_promotions(s, list, n);
    if (n == 0)
        return error_at(s->err, TABIA_ILLEGAL, 1,
                        s->type == TABIA_PAWN ? "promotion before the last rank"
                                              : "only a pawn can be promoted");
    n = keep_safe(pos, list, n);
    if (n == 0)
        return error_at(s->err, TABIA_CHECK, 1,
                        "the move leaves the king in check");
    if (n > 1)
        return fail_ambiguous(pos, s, list, n);
    *mv = list[0];
    return true;
}

/*
 * Two whole squares and no letter, g1f3: the piece that stands there moves,
 * and a king that steps too far castles.
 */
static void settle_type(const struct tabia_pos *pos, struct san *s)
{
    if (s->type != TABIA_PAWN || s->from[0] < 0 || s->from[1] < 0 ||
        s->to[1] < 0)
        return;
    const unsigned from = 8 * (unsigned)s->from[1] + (unsigned)s->from[0];
    const unsigned to = 8 * (unsigned)s->to[1] + (unsigned)s->to[0];
    const tabia_piece piece = pos->board[from];
    if (!piece || (piece & 1) != pos->turn)
        return;
    s->type = piece >> 1;
    if (s->type != TABIA_PAWN)
        s->forms |= TABIA_SAN_REFUSE_LONG;
    if (s->type == TABIA_KING && s->from[1] == s->to[1] &&
        !(attacks_king[from] & attacks_bit(to) & ~pos->by_color[pos->turn]))
        s->castling = to > from ? 'K' : 'Q';
}

/* How much of the origin square the standard wants: bit 0 file, 1 rank. */
static unsigned wanted_origin(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const unsigned type = pos->board[from] >> 1;
    if (type == TABIA_PAWN)
        return ((from ^ to) & 7) != 0;
    char san[8];
    const char *end = put_piece(pos, mv, san);
    const size_t extra = (size_t)(end - san) - 3 - (pos->board[to] != 0);
    if (extra == 1)
        return san[1] >= 'a' ? 1 : 2;
    return extra ? 3 : 0;
}

/* Which unusual forms does the text have, now that the move is known? */
static unsigned forms_of(const struct tabia_pos *pos, const struct san *s,
                         tabia_move mv)
{
    unsigned forms = s->forms;
    if (s->check != check_mark(pos, mv))
        forms |= TABIA_SAN_REFUSE_CHECK;
    if (tabia_pos_is_castling(pos, mv))
        return s->pos ? forms | TABIA_SAN_REFUSE_LONG : forms;

    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const bool is_capture =
        pos->board[to] ||
        (pos->board[from] >> 1 == TABIA_PAWN && ((from ^ to) & 7));
    if (s->takes != is_capture)
        forms |= TABIA_SAN_REFUSE_CAPTURE;
    const unsigned said = (s->from[0] >= 0) | (unsigned)(s->from[1] >= 0) << 1;
    if (said != wanted_origin(pos, mv))
        forms |= said == 3 ? TABIA_SAN_REFUSE_LONG : TABIA_SAN_REFUSE_SURPLUS;
    return forms;
}

static bool parse_parts(const struct tabia_pos *pos, struct san *s,
                        unsigned refuse, tabia_move *mv)
{
    if (!split(s))
        return false;
    settle_type(pos, s);
    if (!(s->castling ? find_castling(pos, s, mv) : find_piece(pos, s, mv)))
        return false;
    if (!refuse || !(forms_of(pos, s, *mv) & refuse))
        return true;
    char san[TABIA_SAN_SIZE];
    tabia_san_print(pos, *mv, san);
    return error_at(s->err, TABIA_SYNTAX, 1,
                    "not in the form wanted, which is '%s'", san);
}

bool tabia_san_parse(const struct tabia_pos *pos, const char *text, size_t len,
                     unsigned refuse, tabia_move *mv, struct tabia_error *err)
{
    if (LIKELY(!refuse)) {
        *mv = kernel()->san(pos, text, len);
        if (LIKELY(*mv != TABIA_MOVE_NONE))
            return true;
    }
    struct tabia_error ignored = { .status = TABIA_OK };
    struct san s = {
        .text = text,
        .len = len,
        .from = { -1, -1 },
        .to = { -1, -1 },
        .err = err ? err : &ignored,
    };
    return parse_parts(pos, &s, refuse, mv);
}

bool tabia_san_play(struct tabia_pos *pos, const char *text, size_t len,
                    tabia_move *mv, struct tabia_error *err)
{
    *mv = kernel()->san_play(pos, text, len);
    if (LIKELY(*mv != TABIA_MOVE_NONE))
        return true;
    if (!tabia_san_parse(pos, text, len, 0, mv, err))
        return false;
    tabia_pos_play(pos, *mv);
    return true;
}
