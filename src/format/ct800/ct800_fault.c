/*
 * ct800_fault.c - what can be wrong in a line of a CT800 book
 *
 * The original looks at the squares first, then at the way of the piece, then
 * at the kings, and names the first thing that is wrong; so do we. Where its
 * rules differ from those of chess we follow chess.
 */
#include "format/ct800/ct800_fault.h"

#include <assert.h>

#include "base/compiler.h"
#include "chess/pos.h"
#include "base/banned.h"

static const struct {
    const char *ours, *original;
} texts[] = {
    [CT800_FAULT_NONE] = { "", "" },
    [CT800_FAULT_START] = { "expected a move, '(' or '#' at the start of the "
                            "line",
                            "illegal line starting character" },
    [CT800_FAULT_CHARACTER] = { "expected a move such as e2e4",
                                "move has illegal character" },
    [CT800_FAULT_SHORT] = { "the move is truncated", "move is too short" },
    [CT800_FAULT_BLANK] = { "expected a blank after the move",
                            "white space expected" },
    [CT800_FAULT_UTF16] = { "the text is UTF-16; save it as UTF-8 and try "
                            "again",
                            "UTF-16 text format not supported. Use ASCII or "
                            "UTF-8" },
    [CT800_FAULT_UTF32] = { "the text is UTF-32; save it as UTF-8 and try "
                            "again",
                            "UTF-32 text format not supported. Use ASCII or "
                            "UTF-8" },
    [CT800_FAULT_SAME_SQUARE] = { "from and to square are the same",
                                  "from and to square identical" },
    [CT800_FAULT_EMPTY_SQUARE] = { "no piece on the from square",
                                   "move from empty square" },
    [CT800_FAULT_WHITE_MOVES_BLACK] = { "White is to move, but the piece is "
                                        "black",
                                        "white moving black piece" },
    [CT800_FAULT_WHITE_TAKES_WHITE] = { "White cannot capture a white piece",
                                        "white capturing white piece" },
    [CT800_FAULT_BLACK_MOVES_WHITE] = { "Black is to move, but the piece is "
                                        "white",
                                        "black moving white piece" },
    [CT800_FAULT_BLACK_TAKES_BLACK] = { "Black cannot capture a black piece",
                                        "black capturing black piece" },
    [CT800_FAULT_EN_PASSANT] = { "no pawn can be captured en passant there",
                                 "en passant capture illegal" },
    [CT800_FAULT_PAWN_MOVE] = { "a pawn does not move like that",
                                "pawn move illegal" },
    [CT800_FAULT_PAWN_CAPTURE] = { "a pawn does not capture like that",
                                   "pawn capture illegal" },
    [CT800_FAULT_CASTLING_MOVED] = { "the right to castle there is lost",
                                     "castling illegal (king/rook moved "
                                     "before)" },
    [CT800_FAULT_CASTLING_BLOCKED] = { "there is a piece between king and rook",
                                       "castling illegal (square blocked)" },
    [CT800_FAULT_CASTLING_CHECKED] = { "the king cannot castle out of check",
                                       "castling illegal (king in check)" },
    [CT800_FAULT_CASTLING_THREAT] = { "the king cannot castle through check",
                                      "castling illegal (square under "
                                      "threat)" },
    [CT800_FAULT_KING] = { "the king cannot get there", "king move illegal" },
    [CT800_FAULT_KNIGHT] = { "the knight cannot get there",
                             "knight move illegal" },
    [CT800_FAULT_ROOK] = { "the rook cannot get there", "rook move illegal" },
    [CT800_FAULT_BISHOP] = { "the bishop cannot get there",
                             "bishop move illegal" },
    [CT800_FAULT_QUEEN] = { "the queen cannot get there",
                            "queen move illegal" },
    [CT800_FAULT_BLACK_IN_CHECK] = { "it leaves the black king in check",
                                     "black king in check when white is to "
                                     "move" },
    [CT800_FAULT_WHITE_IN_CHECK] = { "it leaves the white king in check",
                                     "white king in check when black is to "
                                     "move" },
    [CT800_FAULT_UNKNOWN] = { "the move is not legal", "unknown error" },
};

static_assert(COUNT_OF(texts) == CT800_FAULT_COUNT, "unknown fault");

const char *ct800_fault_text(enum ct800_fault fault)
{
    return texts[fault].ours;
}

const char *ct800_fault_original(enum ct800_fault fault)
{
    return texts[fault].original;
}

/* Squares on the board, and steps between them. */
static int file_step(unsigned from, unsigned to)
{
    return (int)(to & 7) - (int)(from & 7);
}

static int rank_step(unsigned from, unsigned to)
{
    return (int)(to >> 3) - (int)(from >> 3);
}

static int size_of(int step)
{
    return step < 0 ? -step : step;
}

static enum ct800_fault check_pawn(const struct tabia_pos *pos, unsigned from,
                                   unsigned to)
{
    const bool is_white = pos->turn == TABIA_WHITE;
    const int across = size_of(file_step(from, to));
    const int ahead = rank_step(from, to) * (is_white ? 1 : -1);
    const bool is_taken = pos->board[to];
    const unsigned home = is_white ? 1 : 6, beyond = is_white ? 5 : 2;

    if (across == 1 && ahead == 1) {
        if (is_taken)
            return CT800_FAULT_NONE;
        if (to >> 3 != beyond)
            return CT800_FAULT_PAWN_CAPTURE;
        const unsigned target = pos_ep_target(pos, pos->turn);
        return pos->ep_file != TABIA_FILE_NONE && to == target
                   ? CT800_FAULT_NONE
                   : CT800_FAULT_EN_PASSANT;
    }
    if (across != 0 || ahead < 1 || ahead > 2)
        return CT800_FAULT_PAWN_MOVE;
    if (ahead == 2 && (from >> 3 != home || pos->board[(from + to) / 2]))
        return CT800_FAULT_PAWN_MOVE;
    return is_taken ? CT800_FAULT_PAWN_CAPTURE : CT800_FAULT_NONE;
}

static enum ct800_fault check_king(const struct tabia_pos *pos, unsigned from,
                                   unsigned to)
{
    static const enum ct800_fault castling[] = {
        [POS_CASTLING_OK] = CT800_FAULT_NONE,
        [POS_CASTLING_NO_RIGHT] = CT800_FAULT_CASTLING_MOVED,
        [POS_CASTLING_BLOCKED] = CT800_FAULT_CASTLING_BLOCKED,
        [POS_CASTLING_CHECKED] = CT800_FAULT_CASTLING_CHECKED,
        [POS_CASTLING_THREAT] = CT800_FAULT_CASTLING_THREAT,
    };
    const unsigned home = pos->turn == TABIA_WHITE ? 4 : 60;
    const int across = file_step(from, to), ahead = rank_step(from, to);
    if (from == home && ahead == 0 && size_of(across) == 2) {
        tabia_move mv;
        return castling[pos_find_castling(pos, across > 0, &mv)];
    }
    return size_of(across) <= 1 && size_of(ahead) <= 1 ? CT800_FAULT_NONE
                                                       : CT800_FAULT_KING;
}

/* True if the squares between two on one line are all empty. */
static bool is_free_way(const struct tabia_pos *pos, unsigned from, unsigned to)
{
    const int across = file_step(from, to), ahead = rank_step(from, to);
    const int step =
        ((across > 0) - (across < 0)) + 8 * ((ahead > 0) - (ahead < 0));
    for (int sq = (int)from + step; sq != (int)to; sq += step)
        if (pos->board[sq])
            return false;
    return true;
}

static enum ct800_fault check_slider(const struct tabia_pos *pos, unsigned from,
                                     unsigned to)
{
    const int across = size_of(file_step(from, to));
    const int ahead = size_of(rank_step(from, to));
    const bool is_straight = across == 0 || ahead == 0;
    const bool is_diagonal = across == ahead;
    const enum tabia_piece_type type = tabia_piece_type_of(pos->board[from]);
    const bool can = (is_straight && type != TABIA_BISHOP) ||
                     (is_diagonal && type != TABIA_ROOK);
    if (can && is_free_way(pos, from, to))
        return CT800_FAULT_NONE;
    return type == TABIA_ROOK     ? CT800_FAULT_ROOK
           : type == TABIA_BISHOP ? CT800_FAULT_BISHOP
                                  : CT800_FAULT_QUEEN;
}

static enum ct800_fault check_way(const struct tabia_pos *pos, unsigned from,
                                  unsigned to)
{
    switch (tabia_piece_type_of(pos->board[from])) {
    case TABIA_PAWN:
        return check_pawn(pos, from, to);
    case TABIA_KING:
        return check_king(pos, from, to);
    case TABIA_KNIGHT:
        return size_of(file_step(from, to)) * size_of(rank_step(from, to)) == 2
                   ? CT800_FAULT_NONE
                   : CT800_FAULT_KNIGHT;
    default:
        return check_slider(pos, from, to);
    }
}

enum ct800_fault ct800_fault_find(const struct tabia_pos *pos, unsigned from,
                                  unsigned to, tabia_move mv)
{
    const bool is_white = pos->turn == TABIA_WHITE;
    const tabia_piece piece = pos->board[from], victim = pos->board[to];
    if (from == to)
        return CT800_FAULT_SAME_SQUARE;
    if (!piece)
        return CT800_FAULT_EMPTY_SQUARE;
    if (tabia_piece_color_of(piece) != pos->turn)
        return is_white ? CT800_FAULT_WHITE_MOVES_BLACK
                        : CT800_FAULT_BLACK_MOVES_WHITE;
    if (victim && tabia_piece_color_of(victim) == pos->turn)
        return is_white ? CT800_FAULT_WHITE_TAKES_WHITE
                        : CT800_FAULT_BLACK_TAKES_BLACK;
    const enum ct800_fault fault = check_way(pos, from, to);
    if (fault != CT800_FAULT_NONE || tabia_pos_is_legal(pos, mv))
        return fault;
    return is_white ? CT800_FAULT_WHITE_IN_CHECK : CT800_FAULT_BLACK_IN_CHECK;
}
