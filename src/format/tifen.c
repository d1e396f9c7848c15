/*
 * tifen.c - FEN as TI-Chess's compilers take it
 */
#include "format/tifen.h"

#include <string.h>

#include "base/error.h"
#include "base/banned.h"

enum { CASTLING = 2, EN_PASSANT = 3 };

/* Puts castling letters in the order of the standard, if they are nothing
 * else. The length stays, so columns stay too. */
static void sort_castling(char *field, size_t len)
{
    static const char order[] = "KQkq";
    char sorted[sizeof(order)];
    size_t n = 0;
    for (const char *p = order; *p; p++)
        if (memchr(field, *p, len))
            sorted[n++] = *p;
    if (n == len)
        memcpy(field, sorted, len);
}

static void lower_square(char *field, size_t len)
{
    if (len == 2 && field[0] >= 'A' && field[0] <= 'H')
        field[0] = (char)(field[0] - 'A' + 'a');
}

bool tifen_parse(const char *text, size_t len, struct tabia_pos *pos,
                 struct tabia_error *err)
{
    char fen[TABIA_FEN_SIZE];
    if (len >= sizeof(fen))
        return error_at(err, TABIA_SYNTAX, sizeof(fen),
                        "invalid FEN: more than %zu bytes", sizeof(fen) - 1);
    memcpy(fen, text, len);
    fen[len] = '\0';

    char *field = fen;
    for (int i = 0; *field && i <= EN_PASSANT; i++) {
        const size_t n = strcspn(field, " ");
        if (i == CASTLING)
            sort_castling(field, n);
        else if (i == EN_PASSANT)
            lower_square(field, n);
        field += n + (field[n] == ' ');
    }
    struct tabia_error why = { 0 };
    if (tabia_pos_from_fen(pos, fen, len, 0, &why))
        return true;
    return error_at(err, why.status, why.col, "invalid FEN: %.160s", why.msg);
}
