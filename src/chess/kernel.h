/*
 * kernel.h - the hot functions, compiled once per kind of processor
 *
 * kernel.c is compiled twice on x86-64: for any processor, and for those with
 * fast PEXT. Both give the same answers in the same order.
 */
#ifndef CHESS_KERNEL_H
#define CHESS_KERNEL_H

#include "tabia/chess.h"

enum { KERNEL_GATHER_SIZE = 24 }; // 16 bytes, and room to write beyond

/* What a text says about a move: all that is known is filled in. */
struct kernel_query {
    uint8_t type;      // enum tabia_piece_type
    uint8_t promotion; // enum tabia_piece_type, or 0
    bool takes;        // a pawn's move only: straight ahead, or a capture
    uint64_t from;     // squares where the move may begin
    uint64_t to;       // squares where it may end
};

struct kernel {
    const char *name;
    size_t (*moves)(const struct tabia_pos *pos, tabia_move *list);
    size_t (*count)(const struct tabia_pos *pos);

    /*
     * The low nibbles of 'codes' at the squares in 'occ' (32 at most), from
     * a1 to h8, side by side, low nibble first; the rest of 'out' is 0.
     */
    void (*gather)(const uint8_t codes[64], uint64_t occ,
                   uint8_t out[KERNEL_GATHER_SIZE]);

    bool (*is_legal)(const struct tabia_pos *pos, tabia_move mv);
    bool (*is_safe)(const struct tabia_pos *pos, tabia_move mv);
    bool (*is_attacked)(const struct tabia_pos *pos, unsigned sq, unsigned by);
    void (*play)(struct tabia_pos *pos, tabia_move mv);
    uint64_t (*perft)(const struct tabia_pos *pos, int depth);

    /*
     * The move named by a SAN in its usual form, or TABIA_MOVE_NONE when the
     * text is anything else: unusual, ambiguous or wrong.
     */
    tabia_move (*san)(const struct tabia_pos *pos, const char *text,
                      size_t len);

    /* Finds the move as 'san' does and plays it, if there is one. */
    tabia_move (*san_play)(struct tabia_pos *pos, const char *text, size_t len);

    /* The moves that fit 'query', whether or not they leave a check. */
    size_t (*fitting)(const struct tabia_pos *pos,
                      const struct kernel_query *query, tabia_move *list);
};

extern const struct kernel kernel_plain;
#ifdef TABIA_HAVE_KERNEL_BMI2
extern const struct kernel kernel_bmi2;
#endif

/* PEXT and PDEP are there but very slow on AMD's processors before Zen 3. */
static inline bool kernel_has_bmi2(void)
{
#ifdef TABIA_HAVE_KERNEL_BMI2
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

static inline const struct kernel *kernel_get(void)
{
#ifdef TABIA_HAVE_KERNEL_BMI2
    if (kernel_has_bmi2())
        return &kernel_bmi2;
#endif
    return &kernel_plain;
}

#endif
