/*
 * gen_attacks.c - prints the constant attack tables of src/chess/attacks.h
 *
 * Runs on the machine that builds. The magic multipliers are found by trial
 * with a fixed seed, so every build has the same tables.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"

enum { NDIRS = 8 };

static const int file_step[NDIRS] = { 0, 0, 1, -1, 1, -1, 1, -1 };
static const int rank_step[NDIRS] = { 1, -1, 0, 0, 1, -1, -1, 1 };

struct slider {
    uint64_t mask, magic;
    uint32_t offset;
    int nbits;
};

static struct slider sliders[2][64]; // rooks, bishops
static uint64_t by_pext[ATTACKS_SLIDER_ENTRIES],
    by_magic[ATTACKS_SLIDER_ENTRIES];

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* Squares seen from 'sq' in one direction, the first blocker included. */
static uint64_t ray(int sq, int dir, uint64_t occ)
{
    uint64_t seen = 0;
    int file = sq % 8 + file_step[dir], rank = sq / 8 + rank_step[dir];
    while (on_board(file, rank)) {
        const uint64_t bit = UINT64_C(1) << (8 * rank + file);
        seen |= bit;
        if (occ & bit)
            break;
        file += file_step[dir];
        rank += rank_step[dir];
    }
    return seen;
}

/* Rooks use directions 0 to 3, bishops 4 to 7. */
static uint64_t slide(int kind, int sq, uint64_t occ)
{
    uint64_t seen = 0;
    for (int dir = 4 * kind; dir < 4 * kind + 4; dir++)
        seen |= ray(sq, dir, occ);
    return seen;
}

/* The squares whose occupation matters: the last of each ray never does. */
static uint64_t relevant(int kind, int sq)
{
    uint64_t mask = 0;
    for (int dir = 4 * kind; dir < 4 * kind + 4; dir++) {
        const uint64_t full = ray(sq, dir, 0);
        int file = sq % 8, rank = sq / 8;
        while (on_board(file + file_step[dir], rank + rank_step[dir])) {
            file += file_step[dir];
            rank += rank_step[dir];
        }
        mask |= full & ~(UINT64_C(1) << (8 * rank + file));
    }
    return mask & ~(UINT64_C(1) << sq);
}

static uint64_t random_sparse(uint64_t *state)
{
    uint64_t bits = ~UINT64_C(0);
    for (int i = 0; i < 3; i++) {
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        bits &= *state * UINT64_C(2685821657736338717);
    }
    return bits;
}

/* Fills the square's part of by_magic; false when 'magic' collides. */
static bool try_magic(const struct slider *s, uint64_t magic, int n,
                      const uint64_t *occs, const uint64_t *seen)
{
    uint64_t *table = by_magic + s->offset;
    memset(table, 0, (size_t)n * sizeof(*table));
    for (int i = 0; i < n; i++) {
        const uint64_t at = (occs[i] * magic) >> (64 - s->nbits);
        if (table[at] && table[at] != seen[i])
            return false;
        table[at] = seen[i];
    }
    return true;
}

/* The bits of 'bits' at the places of 'mask', side by side: PEXT. */
static uint64_t gather(uint64_t bits, uint64_t mask)
{
    uint64_t out = 0;
    for (int n = 0; mask; mask &= mask - 1, n++)
        if (bits & mask & -mask)
            out |= UINT64_C(1) << n;
    return out;
}

static void fill_square(int kind, int sq, uint32_t offset, uint64_t *state)
{
    static uint64_t occs[4096], seen[4096];
    struct slider *s = &sliders[kind][sq];
    *s = (struct slider){ .mask = relevant(kind, sq), .offset = offset };
    for (uint64_t bits = s->mask; bits; bits &= bits - 1)
        s->nbits++;

    const int n = 1 << s->nbits;
    uint64_t occ = 0; // runs through the subsets in the order of PEXT
    for (int i = 0; i < n; i++) {
        occs[i] = occ;
        seen[i] = slide(kind, sq, occ);
        by_pext[offset + (uint32_t)i] = gather(seen[i], slide(kind, sq, 0));
        occ = (occ - s->mask) & s->mask;
    }
    do
        s->magic = random_sparse(state);
    while (!try_magic(s, s->magic, n, occs, seen));
}

static void fill_sliders(void)
{
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    uint32_t offset = 0;
    for (int kind = 0; kind < 2; kind++) {
        for (int sq = 0; sq < 64; sq++) {
            fill_square(kind, sq, offset, &state);
            offset += UINT32_C(1) << sliders[kind][sq].nbits;
        }
    }
    if (offset != ATTACKS_SLIDER_ENTRIES)
        abort();
}

static void print_table(const char *type, const char *name,
                        const uint64_t *table, int n)
{
    printf("const %s %s = {\n", type, name);
    for (int i = 0; i < n; i++)
        printf("%s0x%" PRIx64 ",%s", i % 4 ? " " : "    ", table[i],
               i % 4 == 3 || i == n - 1 ? "\n" : "");
    printf("};\n\n");
}

static void print_squares(const char *name, uint64_t (*table)[64], int n)
{
    printf("const uint64_t %s = {\n", name);
    for (int i = 0; i < n; i++) {
        printf("    {");
        for (int sq = 0; sq < 64; sq++)
            printf(" 0x%" PRIx64 ",", table[i][sq]);
        printf(" },\n");
    }
    printf("};\n\n");
}

static uint64_t jump(int sq, const int (*steps)[2], int nsteps)
{
    uint64_t seen = 0;
    for (int i = 0; i < nsteps; i++) {
        const int file = sq % 8 + steps[i][0], rank = sq / 8 + steps[i][1];
        if (on_board(file, rank))
            seen |= UINT64_C(1) << (8 * rank + file);
    }
    return seen;
}

static const int knight[8][2] = {
    { 1, 2 },   { 2, 1 },   { 2, -1 }, { 1, -2 },
    { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 }
};
static const int king[8][2] = { { 0, 1 },  { 1, 1 },   { 1, 0 },  { 1, -1 },
                                { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } };
static const int pawn[2][2][2] = { { { -1, 1 }, { 1, 1 } },
                                   { { -1, -1 }, { 1, -1 } } };

static void print_slider(int kind, int sq)
{
    const struct slider *s = &sliders[kind][sq];
    printf("{ 0x%" PRIx64 ", 0x%" PRIx64 ", %" PRIu32 ", %d, 0x%" PRIx64 " }",
           s->mask, s->magic, s->offset, 64 - s->nbits, slide(kind, sq, 0));
}

static void print_attacks(void)
{
    printf("const struct attacks_square attacks_squares[64] = {\n");
    for (int sq = 0; sq < 64; sq++) {
        printf("    { .rook = ");
        print_slider(0, sq);
        printf(", .bishop = ");
        print_slider(1, sq);
        printf(", .knight = 0x%" PRIx64 ", .king = 0x%" PRIx64
               ", .pawn = { 0x%" PRIx64 ", 0x%" PRIx64 " } },\n",
               jump(sq, knight, 8), jump(sq, king, 8), jump(sq, pawn[0], 2),
               jump(sq, pawn[1], 2));
    }
    printf("};\n\n");
}

/* The squares that a piece other than a pawn sees on an empty board. */
static uint64_t seen_by(enum tabia_piece_type type, int sq)
{
    switch (type) {
    case TABIA_KNIGHT:
        return jump(sq, knight, 8);
    case TABIA_BISHOP:
        return slide(1, sq, 0);
    case TABIA_ROOK:
        return slide(0, sq, 0);
    case TABIA_QUEEN:
        return slide(0, sq, 0) | slide(1, sq, 0);
    case TABIA_KING:
        return jump(sq, king, 8);
    default:
        return 0;
    }
}

/* Where a pawn can come from to 'sq' without being promoted there. */
static uint64_t pawn_origins(int color, int sq, bool takes)
{
    const int rank = color == TABIA_WHITE ? sq / 8 : 7 - sq / 8;
    const int back = color == TABIA_WHITE ? -8 : 8;
    if (rank < 2 || rank > 6)
        return 0;
    if (takes)
        return jump(sq, pawn[color ^ 1], 2);
    const uint64_t one = UINT64_C(1) << (sq + back);
    return rank == 3 ? one | UINT64_C(1) << (sq + 2 * back) : one;
}

static void print_origins(void)
{
    static uint64_t rows[2 * ATTACKS_PIECES][64];
    for (int row = 2 * TABIA_PAWN; row < 2 * ATTACKS_PIECES; row++) {
        const int piece = row % ATTACKS_PIECES;
        for (int sq = 0; sq < 64; sq++)
            rows[row][sq] =
                piece / 2 == TABIA_PAWN
                    ? pawn_origins(piece % 2, sq, row > piece)
                    : seen_by((enum tabia_piece_type)(piece / 2), sq);
    }
    print_squares("attacks_origins[2 * ATTACKS_PIECES][64]", rows,
                  2 * ATTACKS_PIECES);
}

/* For every pair of squares: those strictly between, and the whole line. */
static void print_lines(void)
{
    static uint64_t between[64][64], line[64][64];
    for (int a = 0; a < 64; a++) {
        for (int dir = 0; dir < NDIRS; dir++) {
            const uint64_t ahead = ray(a, dir, 0), behind = ray(a, dir ^ 1, 0);
            for (int b = 0; b < 64; b++) {
                const uint64_t bit = UINT64_C(1) << b;
                if (!(ahead & bit))
                    continue;
                between[a][b] = ray(a, dir, bit) & ~bit;
                line[a][b] = ahead | behind | UINT64_C(1) << a;
            }
        }
    }
    print_squares("attacks_between[64][64]", between, 64);
    print_squares("attacks_line[64][64]", line, 64);
}

int main(void)
{
    fill_sliders();
    printf("/* Generated by tools/gen_attacks.c. */\n");
    printf("#include \"chess/attacks.h\"\n\n");
    print_attacks();
    print_table("uint16_t", "attacks_by_pext[ATTACKS_SLIDER_ENTRIES]", by_pext,
                ATTACKS_SLIDER_ENTRIES);
    print_table("uint64_t", "attacks_by_magic[ATTACKS_SLIDER_ENTRIES]",
                by_magic, ATTACKS_SLIDER_ENTRIES);
    print_origins();
    print_lines();
    return fflush(stdout) || ferror(stdout);
}
