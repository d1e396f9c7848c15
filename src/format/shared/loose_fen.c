/*
 * loose_fen.c - FEN as people type it, and as TI-Chess's compilers take it
 */
#include "format/shared/loose_fen.h"

#include <string.h>

#include "base/error_internal.h"
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

/* A FEN with one blank between its fields. */
struct fen_copy {
    char fen[TABIA_FEN_SIZE];
    size_t column[TABIA_FEN_SIZE + 1]; // from 1, in the text
    size_t n;
    size_t extra; // the column of the first blank that was skipped, or 0
};

/* False when the text is too long for a FEN. */
static bool copy_fields(const char *text, size_t len, struct fen_copy *copy)
{
    copy->n = copy->extra = 0;
    while (len && text[len - 1] == ' ')
        copy->extra = len--;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ' ' && (!copy->n || copy->fen[copy->n - 1] == ' ')) {
            if (!copy->extra || copy->extra > i)
                copy->extra = i + 1;
            continue;
        }
        if (copy->n + 1 == sizeof(copy->fen))
            return false;
        copy->fen[copy->n] = text[i];
        copy->column[copy->n++] = i + 1;
    }
    copy->fen[copy->n] = '\0';
    copy->column[copy->n] = len + 1;
    return true;
}

bool loose_fen_parse(const char *text, size_t len, struct tabia_pos *pos,
                     size_t *extra, struct tabia_error *err)
{
    struct fen_copy copy;
    if (!copy_fields(text, len, &copy))
        return error_at_col(err, TABIA_ERR_SYNTAX, sizeof(copy.fen),
                            "invalid FEN: more than %zu bytes",
                            sizeof(copy.fen) - 1);
    if (extra)
        *extra = copy.extra;

    char *field = copy.fen;
    for (int i = 0; *field && i <= EN_PASSANT; i++) {
        const size_t n = strcspn(field, " ");
        if (i == CASTLING)
            sort_castling(field, n);
        else if (i == EN_PASSANT) {
            if (n == 2 && field[0] >= 'A' && field[0] <= 'H')
                field[0] = (char)(field[0] - 'A' + 'a');
        }
        field += n + (field[n] == ' ');
    }
    struct tabia_error why = { 0 };
    if (tabia_fen_parse(pos, copy.fen, copy.n, 0, &why))
        return true;
    const size_t at = why.col && why.col <= copy.n ? why.col - 1 : copy.n;
    return error_at_col(err, why.status, copy.column[at], "invalid FEN: %.160s",
                        why.msg);
}
