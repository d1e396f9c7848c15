/*
 * openings_old.c - the states of version 2.0 of the Chess Openings format
 *
 *     qJvJind3d3cAAAAAAAAAAAABAAAAAAAAERAREUI1YyQ=[b]
 *     JHIKLIHJGGGGGGGG991A93AAA1AAAADBCEFCBD[b]
 *
 * Two encodings had the same header. In both the squares come from a8 to h8,
 * then a7 to h7 and so on, followed by the side to move in brackets.
 *
 *     base64      32 bytes, a nibble per square, the high one first:
 *                 0 empty, 1-6 PNBRQK, 7-12 pnbrqk
 *     run-length  A-F PNBRQK, G-L pnbrqk, 1-9 that many empty squares, also
 *                 across the border of a rank
 *
 * Neither has castling rights or en passant.
 */
#include <string.h>

#include "base/error_internal.h"
#include "format/openings/openings.h"
#include "base/banned.h"

enum {
    SQUARES = 64,
    PACKED_LEN = 44, // 32 bytes as base64, the '=' included
    SIDE_LEN = 3,    // "[w]"
    FEN_MAX = 96,
};

static const char letters[] = "PNBRQKpnbrqk";

static bool fail_old_text(struct tabia_error *err, struct openings_span text,
                          const char *at, const char *msg)
{
    return error_at_col(err, TABIA_ERR_SYNTAX, (size_t)(at - text.p) + 1, "%s",
                        msg);
}

/* ---- squares --------------------------------------------------------- */

/* Fills 'board' with letters of FEN, a blank for an empty square. */
static bool read_runs(struct openings_span text, char board[SQUARES],
                      struct tabia_error *err)
{
    size_t n = 0;
    for (const char *p = text.p; p < text.end; p++) {
        const size_t run =
            *p >= '1' && *p <= '9' ? (size_t)(*p - '0') : (size_t)1;
        if (n + run > SQUARES)
            return fail_old_text(err, text, p, "more than 64 squares");
        const bool is_piece = *p >= 'A' && *p <= 'L';
        memset(board + n, is_piece ? letters[*p - 'A'] : ' ', run);
        n += run;
    }
    return n == SQUARES ||
           fail_old_text(err, text, text.end, "fewer than 64 squares");
}

static bool read_base64(struct openings_span text, char board[SQUARES],
                        struct tabia_error *err)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (openings_span_len(text) != PACKED_LEN || text.end[-1] != '=')
        return fail_old_text(err, text, text.p,
                             "expected 'start' or a board of version 2.0");
    unsigned bits = 0, nbits = 0;
    size_t n = 0;
    for (const char *p = text.p; n < SQUARES; p++) {
        const char *at = *p ? strchr(digits, *p) : NULL;
        if (!at)
            return fail_old_text(err, text, p, "not a digit of base64");
        bits = (bits << 6 | (unsigned)(at - digits)) & 0xFFF;
        for (nbits += 6; nbits >= 4 && n < SQUARES; nbits -= 4) {
            const unsigned nibble = bits >> (nbits - 4) & 15;
            if (nibble > 12)
                return fail_old_text(err, text, p, "not the number of a piece");
            board[n++] = ' ';
            if (nibble)
                board[n - 1] = letters[nibble - 1];
        }
    }
    return true;
}

static bool is_runs(struct openings_span text)
{
    for (const char *p = text.p; p < text.end; p++)
        if (!(*p >= 'A' && *p <= 'L') && !(*p >= '1' && *p <= '9'))
            return false;
    return text.p < text.end;
}

/* ---- the state ------------------------------------------------------- */

/* Writes the board and the rest of a FEN; returns its length. */
static size_t print_fen(const char board[SQUARES], char side, char fen[FEN_MAX])
{
    size_t len = 0;
    for (size_t i = 0; i < SQUARES;) {
        const size_t start = i;
        if (i && i % 8 == 0)
            fen[len++] = '/';
        do
            i++;
        while (i % 8 && board[start] == ' ' && board[i] == ' ');
        fen[len++] =
            board[start] == ' ' ? (char)('0' + (i - start)) : board[start];
    }
    const char rest[] = { ' ', side, ' ', '-', ' ', '-',
                          ' ', '0',  ' ', '1', '\0' };
    memcpy(fen + len, rest, sizeof(rest));
    return len + sizeof(rest) - 1;
}

bool openings_parse_old_state(struct openings_span text, struct tabia_pos *pos,
                              struct tabia_error *err)
{
    static const char start[] = "start";
    char board[SQUARES], fen[FEN_MAX], side = 'w';
    const char *p = text.end - SIDE_LEN;
    if (openings_span_len(text) < SIDE_LEN || p[0] != '[' || p[2] != ']' ||
        (p[1] != 'w' && p[1] != 'b'))
        return fail_old_text(err, text, text.end, "expected [w] or [b]");
    side = p[1];
    const struct openings_span squares = { text.p, p };
    if (openings_span_len(squares) == strlen(start) && side == 'w' &&
        memcmp(squares.p, start, strlen(start)) == 0) {
        tabia_pos_set_start(pos);
        return true;
    }
    const bool is_read = is_runs(squares) ? read_runs(squares, board, err)
                                          : read_base64(squares, board, err);
    if (!is_read)
        return false;
    struct tabia_error why = { 0 };
    const size_t len = print_fen(board, side, fen);
    return tabia_fen_parse(pos, fen, len, 0, &why) ||
           fail_old_text(err, text, text.p, why.msg);
}
