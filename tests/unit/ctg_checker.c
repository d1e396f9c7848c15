/*
 * ctg_checker.c - an independent check of ChessBase books
 *
 * Slow and plain on purpose. Signatures are turned into strings of '0' and
 * '1', boards into strings of 64 letters.
 */
#include "ctg_checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/ctg/ctg.h" // for the 64 numbers alone

struct book {
    struct tabia_bytes ctg, cto, ctb;
    uint32_t lower, upper, nslots;
    struct ctg_facts *facts;
};

static bool fault(struct ctg_facts *facts, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(facts->fault, sizeof(facts->fault), fmt, ap);
    va_end(ap);
    return false;
}

static uint32_t number(const uint8_t *p, int n)
{
    uint32_t value = 0;
    while (n--)
        value = value * 256 + *p++;
    return value;
}

/* ---- the files as wholes --------------------------------------------- */

static bool check_heads(struct book *b)
{
    struct ctg_facts *f = b->facts;
    if (b->ctb.size < 12 || number(b->ctb.data, 4) != 0x000C0001)
        return fault(f, "ctb: header");
    if (b->cto.size < 16 || number(b->cto.data, 4) != 0x00100001)
        return fault(f, "cto: header");
    b->lower = number(b->ctb.data + 4, 4);
    b->upper = number(b->ctb.data + 8, 4);
    b->nslots = number(b->cto.data + 4, 4);
    if (b->ctb.size != 12 + b->upper / 8 || b->upper % 8)
        return fault(f, "ctb: %zu bytes for %u bits", b->ctb.size, b->upper);
    if (b->cto.size != 16 + 4 * (size_t)b->nslots)
        return fault(f, "cto: %zu bytes for %u slots", b->cto.size, b->nslots);
    if (number(b->cto.data + 8, 4) != 0)
        return fault(f, "cto: number at 8");
    if (number(b->cto.data + 12, 4) != b->lower)
        return fault(f, "cto: lower bound");
    if (b->ctg.size < 4096 || b->ctg.size % 4096)
        return fault(f, "ctg: %zu bytes", b->ctg.size);
    static const uint8_t head[16] = {
        0, 0x20, 0x10, 0, 0, 1, 0, 1, 0, 0, 0x10, 0, 0x7f, 0xff, 0x7f, 0xff
    };
    if (memcmp(b->ctg.data, head, sizeof(head)) != 0)
        return fault(f, "ctg: header");
    f->npages = number(b->ctg.data + 16, 4);
    if (number(b->ctg.data + 20, 4) != 0xFFFFFFFF)
        return fault(f, "ctg: number at 20");
    if (b->ctg.size != ((size_t)f->npages + 1) * 4096)
        return fault(f, "ctg: %u pages in %zu bytes", f->npages, b->ctg.size);
    return true;
}

static bool is_split(const struct book *b, uint64_t node)
{
    return node < b->upper && b->ctb.data[12 + node / 8] >> (node % 8) & 1;
}

static int64_t page_at(const struct book *b, uint64_t node)
{
    if (node >= b->nslots)
        return -1;
    return (int32_t)number(b->cto.data + 16 + 4 * node, 4);
}

/* Every page once; pages only where a split ends; splits only below splits. */
static bool check_trie(struct book *b)
{
    struct ctg_facts *f = b->facts;
    uint8_t *seen = calloc((size_t)f->npages + 1, 1);
    uint32_t nsplit = 0, nused = 0;
    bool is_good = seen != NULL;
    for (uint32_t i = 0; i < b->upper; i++)
        nsplit += is_split(b, i);
    if (nsplit + 1 != f->npages)
        is_good = fault(f, "%u splits, %u pages", nsplit, f->npages);
    for (uint32_t i = 0; i < b->lower && is_good; i++)
        if (!is_split(b, i))
            is_good = fault(f, "node %u below the lower bound is no split", i);
    for (uint32_t i = 0; i < b->nslots && is_good; i++) {
        const int64_t page = page_at(b, i);
        if (page < -1 || page >= (int64_t)f->npages)
            is_good = fault(f, "slot %u has page %lld", i, (long long)page);
        else if (page >= 0 && seen[page]++)
            is_good = fault(f, "page %lld has two slots", (long long)page);
        else if (page >= 0 && is_split(b, i))
            is_good = fault(f, "node %u has a page and is split", i);
        nused += page >= 0;
    }
    free(seen);
    if (is_good && nused != f->npages)
        return fault(f, "%u of %u pages have a slot", nused, f->npages);
    return is_good;
}

/* ---- one signature --------------------------------------------------- */

static const struct {
    const char *bits;
    char letter;
} letters[] = {
    { "0", '.' },      { "110", 'P' },    { "111", 'p' },    { "10010", 'N' },
    { "10011", 'n' },  { "10100", 'B' },  { "10101", 'b' },  { "10110", 'R' },
    { "10111", 'r' },  { "100010", 'Q' }, { "100011", 'q' }, { "100000", 'K' },
    { "100001", 'k' },
};

static const char *take_letter(const char *bits, char *letter)
{
    for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
        const size_t len = strlen(letters[i].bits);
        if (strncmp(bits, letters[i].bits, len) == 0) {
            *letter = letters[i].letter;
            return bits + len;
        }
    }
    return NULL;
}

static size_t count_letter(const char *board, char letter)
{
    size_t n = 0;
    for (; *board; board++)
        n += *board == letter;
    return n;
}

/* Files one after another: a1 is 0, a8 7, h1 56. */
static bool rights_stand(const char *board, const char *bits)
{
    static const struct {
        int king, rook;
        char letters[3];
    } places[4] = {
        { 39, 63, "kr" }, { 39, 7, "kr" }, { 32, 56, "KR" }, { 32, 0, "KR" }
    };
    for (int i = 0; i < 4; i++)
        if (bits[i] == '1' && (board[places[i].king] != places[i].letters[0] ||
                               board[places[i].rook] != places[i].letters[1]))
            return false;
    return true;
}

static bool ep_stands(const char *board, const char *bits)
{
    const int file = (bits[0] - '0') * 4 + (bits[1] - '0') * 2 + bits[2] - '0';
    const int at = file * 8 + 4;
    const bool left = file > 0 && board[at - 8] == 'P';
    const bool right = file < 7 && board[at + 8] == 'P';
    return board[at] == 'p' && board[at + 1] == '.' && board[at + 2] == '.' &&
           (left || right);
}

static bool check_tail(const char *rest, const char *board, int head,
                       struct ctg_facts *f)
{
    const size_t nflags = (head & 0x20 ? 3u : 0) + (head & 0x40 ? 4u : 0);
    const size_t len = strlen(rest);
    if (len < nflags || len - nflags > (nflags ? 7 : 8) || len == 0)
        return fault(f, "%zu bits behind the board", len);
    if (strspn(rest, "0") < len - nflags)
        return fault(f, "the padding is not 0");
    const char *flags = rest + len - nflags;
    if (head & 0x20 && !ep_stands(board, flags))
        return fault(f, "no capture en passant");
    flags += head & 0x20 ? 3 : 0;
    if (head & 0x40 &&
        (!rights_stand(board, flags) || strcmp(flags, "0000") == 0))
        return fault(f, "castling rights %s", flags);
    if (!(head & 0x40) && strchr(board, 'K') < board + 32)
        return fault(f, "the board should have been mirrored");
    return true;
}

static bool check_signature(const uint8_t *sig, struct ctg_facts *f)
{
    const size_t size = sig[0] & 31;
    char bits[32 * 8] = "", board[65] = "";
    size_t n = 0;
    for (size_t i = 1; i < size; i++)
        for (int k = 7; k >= 0; k--)
            bits[n++] = (char)('0' + (sig[i] >> k & 1));
    const char *p = bits;
    for (int i = 0; i < 64; i++) {
        p = take_letter(p, &board[i]);
        if (!p)
            return fault(f, "square %d of the signature", i);
    }
    if (count_letter(board, 'K') != 1 || count_letter(board, 'k') != 1)
        return fault(f, "kings in %s", board);
    return !(sig[0] & 0x80) && check_tail(p, board, sig[0], f);
}

/* ---- one entry ------------------------------------------------------- */

static uint32_t hash_of(const uint8_t *sig)
{
    unsigned step = 0;
    uint32_t sum = 0;
    for (int i = 0; i < (sig[0] & 31); i++) {
        const unsigned low = sig[i] % 16, high = sig[i] / 16;
        step += 4 * (15 - low) + 1;
        sum += ctg_hash_table[step % 64];
        step += 4 * (15 - high) + 1;
        sum += ctg_hash_table[step % 64];
    }
    return sum;
}

/* The page by the rule of the readers, and by the bitmap. */
static bool check_place(struct book *b, const uint8_t *sig, uint32_t page)
{
    const uint32_t hash = hash_of(sig);
    int64_t found = -1;
    uint32_t nprobes = 0;
    for (uint64_t mask = 0; found < 0; mask = 2 * mask + 1) {
        const uint64_t node = (hash & mask) + mask;
        if (node >= b->lower) {
            nprobes++;
            found = page_at(b, node);
        }
        if (node >= b->upper || mask > UINT32_MAX)
            break;
    }
    uint64_t mask = 0;
    while (is_split(b, (hash & mask) + mask))
        mask = 2 * mask + 1;
    if (found != page || page_at(b, (hash & mask) + mask) != page)
        return fault(b->facts, "found on page %lld", (long long)found);
    b->facts->nprobes[nprobes < 8 ? nprobes : 7]++;
    return true;
}

static bool check_stats(const uint8_t *p, struct ctg_facts *f)
{
    const uint32_t games = number(p, 3);
    const uint64_t sum =
        (uint64_t)number(p + 3, 3) + number(p + 6, 3) + number(p + 9, 3);
    return sum <= games ||
           fault(f, "%llu results of %u games", (unsigned long long)sum, games);
}

static bool check_page(struct book *b, uint32_t page)
{
    struct ctg_facts *f = b->facts;
    const uint8_t *p = b->ctg.data + ((size_t)page + 1) * 4096;
    const uint32_t n = number(p, 2), used = number(p + 2, 2);
    uint32_t at = 4;
    if (used < 4 || used > 4096)
        return fault(f, "%u bytes used", used);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t size = p[at] & 31;
        if (at + size >= used)
            return fault(f, "entry %u: signature beyond the end", i);
        const uint32_t nmoves = p[at + size];
        if (nmoves % 2 != 1 || at + size + nmoves + 33 > used)
            return fault(f, "entry %u: block of %u bytes", i, nmoves);
        if (!check_signature(p + at, f) || !check_place(b, p + at, page) ||
            !check_stats(p + at + size + nmoves, f))
            return false;
        f->nmoves += nmoves / 2;
        at += size + nmoves + 33;
    }
    f->npositions += n;
    f->fill += used / 4096.0 / f->npages;
    return at == used || fault(f, "%u bytes used, %u counted", used, at);
}

bool ctg_checker_run(struct tabia_bytes ctg, struct tabia_bytes cto,
                     struct tabia_bytes ctb, struct ctg_facts *facts)
{
    *facts = (struct ctg_facts){ 0 };
    struct book b = { .ctg = ctg, .cto = cto, .ctb = ctb, .facts = facts };
    if (!check_heads(&b) || !check_trie(&b))
        return false;
    for (uint32_t page = 0; page < facts->npages; page++) {
        if (check_page(&b, page))
            continue;
        char why[CTG_FAULT_SIZE];
        memcpy(why, facts->fault, sizeof(why));
        return fault(facts, "page %u: %.120s", page, why);
    }
    if (number(ctg.data + 24, 4) < facts->npositions)
        return fault(facts, "the header has too few positions");
    return true;
}
