/*
 * movegen.h - the hot functions, compiled once per kind of processor
 *
 * movegen.c is compiled twice on x86-64: for any processor, and for those with
 * fast PEXT. Both give the same answers in the same order.
 */
#ifndef CHESS_MOVEGEN_H
#define CHESS_MOVEGEN_H

#include "tabia/chess.h"

enum { MOVEGEN_GATHER_SIZE = 24 }; // 16 bytes, and room to write beyond

/* What a text says about a move: all that is known is filled in. */
struct movegen_spec {
    uint8_t type;      // enum tabia_piece_type
    uint8_t promotion; // enum tabia_piece_type, or 0
    bool takes;        // a pawn's move only: straight ahead, or a capture
    uint64_t from;     // squares where the move may begin
    uint64_t to;       // squares where it may end
};

struct movegen {
    const char *name;
    size_t (*list_moves)(const struct tabia_pos *pos, tabia_move *list);
    size_t (*count_moves)(const struct tabia_pos *pos);

    /*
     * The low nibbles of 'codes' at the squares in 'occ' (32 at most), from
     * a1 to h8, side by side, low nibble first; the rest of 'out' is 0.
     */
    void (*gather)(const uint8_t codes[64], uint64_t occ,
                   uint8_t out[MOVEGEN_GATHER_SIZE]);

    bool (*is_legal)(const struct tabia_pos *pos, tabia_move mv);
    bool (*is_safe)(const struct tabia_pos *pos, tabia_move mv);
    bool (*is_attacked)(const struct tabia_pos *pos, unsigned sq, unsigned by);
    void (*play)(struct tabia_pos *pos, tabia_move mv);
    uint64_t (*perft)(const struct tabia_pos *pos, int depth);

    /*
     * The move named by a SAN in its usual form, or TABIA_MOVE_NONE when the
     * text is anything else: unusual, ambiguous or wrong.
     */
    tabia_move (*parse_san)(const struct tabia_pos *pos, const char *text,
                            size_t len);

    /* Finds the move as 'parse_san' does and plays it, if there is one. */
    tabia_move (*play_san)(struct tabia_pos *pos, const char *text, size_t len);

    /* The moves that fit 'query', whether or not they leave a check. */
    size_t (*list_fitting)(const struct tabia_pos *pos,
                           const struct movegen_spec *query, tabia_move *list);
};

extern const struct movegen movegen_plain;
#ifdef TABIA_HAVE_MOVEGEN_BMI2
extern const struct movegen movegen_bmi2;
#endif

/* PEXT and PDEP are there but very slow on AMD's processors before Zen 3. */
static inline bool movegen_has_bmi2(void)
{
#ifdef TABIA_HAVE_MOVEGEN_BMI2
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

static inline const struct movegen *movegen_get(void)
{
#ifdef TABIA_HAVE_MOVEGEN_BMI2
    if (movegen_has_bmi2())
        return &movegen_bmi2;
#endif
    return &movegen_plain;
}

#endif
