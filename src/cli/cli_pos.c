/*
 * cli_pos.c - positions and moves from the command line
 */
#include "cli/cli_pos.h"

#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "chess/pos.h"

#include "base/banned.h"

/*
 * Prints an error in a line of a longer text, of which only the line is here:
 * the line end before it lets its number count.
 */
static enum cli_status print_error_in_text(struct tabia_error *err,
                                           const char *line,
                                           const struct cli_location *at)
{
    struct buf text = { .limit = SIZE_MAX / 4 };
    if (at->line > 1) {
        err->line = at->line;
        err->offset++;
        buf_add_char(&text, '\n');
    }
    buf_add_text(&text, line);
    const enum cli_status status = cli_print_error_at(err, buf_bytes(&text));
    buf_clear(&text);
    return status;
}

enum cli_status cli_pos_read_at(struct tabia_pos *pos, const char *fen,
                                const struct cli_location *at)
{
    struct tabia_error err = error_for(at->name);
    if (tabia_fen_parse(pos, fen, strlen(fen), TABIA_FEN_LENIENT, &err))
        return CLI_DONE;
    return print_error_in_text(&err, fen, at);
}

enum cli_status cli_pos_read(struct tabia_pos *pos, const char *fen)
{
    static const struct cli_location option = { "--fen", 1 };
    if (fen)
        return cli_pos_read_at(pos, fen, &option);
    tabia_pos_set_start(pos);
    return CLI_DONE;
}

enum cli_status cli_pos_play(struct tabia_pos *pos, const char *moves)
{
    return cli_pos_play_list(pos, moves, NULL, 0, NULL);
}

enum cli_status cli_pos_play_list(struct tabia_pos *pos, const char *moves,
                                  tabia_move *list, size_t max, size_t *n)
{
    static const struct cli_location option = { "--moves", 1 };
    return cli_pos_play_at(pos, moves, list, max, n, &option);
}

enum cli_status cli_pos_play_at(struct tabia_pos *pos, const char *moves,
                                tabia_move *list, size_t max, size_t *n,
                                const struct cli_location *at)
{
    size_t nmoves = 0;
    static const char blanks[] = " \t\r\n";
    const char *p = moves ? moves : "";
    for (p += strspn(p, blanks); *p; p += strspn(p, blanks)) {
        // "12." or "3..." is skipped.
        const size_t ndigits = strspn(p, "0123456789");
        const size_t ndots = strspn(p + ndigits, ".");
        size_t skip = ndots > 0 ? ndigits + ndots : 0;
        p += skip;
        size_t len = strcspn(p, blanks);
        if (len == 0)
            continue;

        struct tabia_error err = error_for(at->name);
        tabia_move mv;
        if (!tabia_uci_parse(pos, p, len, &mv, NULL) &&
            !tabia_san_parse(pos, p, len, 0, &mv, &err)) {
            err.col += (uint32_t)(p - moves);
            err.offset += (uint64_t)(p - moves);
            return print_error_in_text(&err, moves, at);
        }
        tabia_pos_play(pos, mv);
        if (nmoves < max)
            list[nmoves] = mv;
        nmoves++;
        p += len;
    }
    if (n)
        *n = nmoves;
    return CLI_DONE;
}

bool cli_pos_is_chess960(const struct tabia_pos *pos)
{
    return pos_usual_rights(pos) != pos->castling;
}
