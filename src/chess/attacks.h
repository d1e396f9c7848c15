/*
 * attacks.h - which squares a piece sees
 *
 * All tables are constants, made at build time by tools/gen_attacks.c. The
 * sliders' look-up is PEXT where this file is compiled for it, and a magic
 * multiplication elsewhere; movegen.h chooses between the two at run time.
 */
#ifndef CHESS_ATTACKS_H
#define CHESS_ATTACKS_H

#include <stdalign.h>
#include <stdint.h>

#ifdef TABIA_MOVEGEN_BMI2
#include <immintrin.h>
#endif

#include "base/compiler.h"
#include "tabia/chess.h"

enum {
    ATTACKS_SLIDER_ENTRIES = 107648,
    ATTACKS_PIECES = 14, // by tabia_piece: type and colour; 0 and 1 are none
};

struct attacks_slider {
    uint64_t mask;   // squares whose occupation matters
    uint64_t magic;  // multiplier that gathers them in the top bits
    uint32_t offset; // of the square's entries in the tables
    uint32_t shift;  // 64 less the number of bits in 'mask'
    uint64_t rays;   // all squares seen from an empty board
};

/*
 * What pieces on a square attack, in two lines of the cache: the question
 * whether a king is safe asks for all of it.
 */
struct attacks_square {
    alignas(64) struct attacks_slider rook;
    struct attacks_slider bishop;
    uint64_t knight, king;
    uint64_t pawn[2]; // by enum tabia_color
};

extern const struct attacks_square attacks_squares[64];
extern const uint16_t attacks_by_pext[ATTACKS_SLIDER_ENTRIES];
extern const uint64_t attacks_by_magic[ATTACKS_SLIDER_ENTRIES];

/*
 * Where a piece can come from to a square of an empty board, without being
 * promoted there; ATTACKS_PIECES rows later, by a capture.
 */
extern const uint64_t attacks_origins[2 * ATTACKS_PIECES][64];

/* Squares strictly between two, and the whole line through both; 0 if none. */
extern const uint64_t attacks_between[64][64];
extern const uint64_t attacks_line[64][64];

static inline uint64_t attacks_bit(unsigned sq)
{
    return UINT64_C(1) << sq;
}

static inline unsigned attacks_lsb(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

static inline unsigned attacks_popcount(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

/* By PEXT and PDEP, for functions that are compiled for them. */
#if defined(__x86_64__) && defined(__GNUC__)
static inline __attribute__((target("bmi2"))) uint64_t attacks_slide_pext(
    const struct attacks_slider *s, uint64_t occ)
{
    return __builtin_ia32_pdep_di(
        attacks_by_pext[s->offset + __builtin_ia32_pext_di(occ, s->mask)],
        s->rays);
}
#else
#define attacks_slide_pext attacks_slide
#endif

static ALWAYS_INLINE uint64_t attacks_slide(const struct attacks_slider *s,
                                            uint64_t occ)
{
#ifdef TABIA_MOVEGEN_BMI2
    return attacks_slide_pext(s, occ);
#else
    return attacks_by_magic[s->offset +
                            (((occ & s->mask) * s->magic) >> s->shift)];
#endif
}

static ALWAYS_INLINE uint64_t attacks_rook(unsigned sq, uint64_t occ)
{
    return attacks_slide(&attacks_squares[sq].rook, occ);
}

static ALWAYS_INLINE uint64_t attacks_bishop(unsigned sq, uint64_t occ)
{
    return attacks_slide(&attacks_squares[sq].bishop, occ);
}

/* Everything of color 'by' that attacks 'sq' on a board filled by 'occ'. */
static ALWAYS_INLINE uint64_t attacks_to(const struct tabia_pos *pos,
                                         unsigned sq, uint64_t occ, unsigned by)
{
    const uint64_t queens = pos->by_type[TABIA_QUEEN];
    uint64_t from = attacks_squares[sq].pawn[by ^ 1] & pos->by_type[TABIA_PAWN];
    from |= attacks_squares[sq].knight & pos->by_type[TABIA_KNIGHT];
    from |= attacks_squares[sq].king & pos->by_type[TABIA_KING];
    from |= attacks_bishop(sq, occ) & (pos->by_type[TABIA_BISHOP] | queens);
    from |= attacks_rook(sq, occ) & (pos->by_type[TABIA_ROOK] | queens);
    return from & pos->by_color[by];
}

#endif
