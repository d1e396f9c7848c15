/*
 * size_estimates.c - sizes of representations that are no file format here
 */
#include "cli/verbs/size_estimates.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "book/edges.h"

#include "base/banned.h"

enum {
    KEY_BITS = 40,
    MOVE_BITS = 16,
    SYMBOLS = 13,           // 12 pieces and the empty square
    STATE_BITS = 1 + 4 + 4, // side to move, castling, en passant
};

/* ---- counting -------------------------------------------------------- */

static bool position_has_moves(const struct tabia_book *book, uint32_t position)
{
    struct edges it = edges_of(book, position);
    struct tabia_book_move entry;
    return edges_next(&it, &entry);
}

bool size_estimates_count(const struct tabia_book *book,
                          struct size_counts *counts, struct tabia_error *err)
{
    uint32_t *depth =
        calloc((size_t)tabia_book_node_count(book) + 1, sizeof(*depth));
    if (!depth)
        return error_nomem(err);
    *counts = (struct size_counts){ 0 };
    counts->positions = tabia_book_position_count(book);
    for (uint32_t i = 0; i < counts->positions; i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_FIRST,
                                                   list, TABIA_MOVES_MAX);
        counts->moves += n;
        counts->answered += n > 0;
    }
    // Depths of all nodes; in a tree a node comes after the one before it.
    for (uint32_t node = 0; node < tabia_book_node_count(book); node++) {
        uint32_t first, count;
        tabia_book_node_edges(book, node, &first, &count);
        for (uint32_t i = first; i < first + count; i++)
            depth[tabia_book_edge_target(book, i)] = depth[node] + 1;
        counts->lines += !count && depth[node];
        counts->plies += count ? 0 : depth[node];
    }
    free(depth);
    return true;
}

/* ---- positions under keys -------------------------------------------- */

bool size_estimates_keyed(const struct tabia_book *book,
                          const struct size_counts *counts, uint64_t *nbytes,
                          uint64_t *nsame, struct tabia_error *err)
{
    uint64_t *keys = calloc((size_t)counts->positions + 1, sizeof(*keys));
    size_t n = 0;
    if (!keys)
        return error_nomem(err);
    for (uint32_t i = 0; i < counts->positions; i++) {
        struct tabia_pos pos;
        if (!position_has_moves(book, i))
            continue;
        tabia_book_position_pos_at(book, i, &pos);
        keys[n++] = tabia_pos_key(&pos) >> (64 - KEY_BITS);
    }
    const bool ok = sort_radix(keys, n, sizeof(*keys), 0, NULL, err);
    *nsame = 0;
    for (size_t i = 0; i < n; i++)
        *nsame += (i > 0 && keys[i] == keys[i - 1]) ||
                  (i + 1 < n && keys[i] == keys[i + 1]);
    *nbytes = (n * KEY_BITS + counts->moves * MOVE_BITS) / 8;
    free(keys);
    return ok;
}

/* ---- whole positions ------------------------------------------------- */

/* The bits that a Huffman code takes for symbols met so often. */
static uint64_t huffman_bits(uint64_t weights[SYMBOLS])
{
    uint64_t bits = 0;
    size_t n = 0;
    for (size_t i = 0; i < SYMBOLS; i++)
        if (weights[i])
            weights[n++] = weights[i];
    for (; n > 1; n--) { // the two lightest become one, a bit longer each
        for (size_t k = 0; k < 2; k++)
            for (size_t i = 0; i + 1 < n - k; i++)
                if (weights[i] < weights[i + 1]) {
                    const uint64_t swap = weights[i];
                    weights[i] = weights[i + 1];
                    weights[i + 1] = swap;
                }
        weights[n - 2] += weights[n - 1];
        bits += weights[n - 2];
    }
    return bits;
}

uint64_t size_estimates_huffman(const struct tabia_book *book,
                                const struct size_counts *counts)
{
    uint64_t weights[SYMBOLS] = { 0 };
    for (uint32_t i = 0; i < counts->positions; i++) {
        struct tabia_pos pos;
        if (!position_has_moves(book, i))
            continue;
        tabia_book_position_pos_at(book, i, &pos);
        for (int sq = 0; sq < 64; sq++) // pieces are 2 to 13
            weights[pos.board[sq] ? pos.board[sq] - 1 : 0]++;
    }
    const uint64_t bits = huffman_bits(weights) +
                          counts->answered * STATE_BITS +
                          counts->moves * MOVE_BITS;
    return (bits + 7) / 8;
}

/* ---- zstd ------------------------------------------------------------ */

/* Runs it with files for both ends, so that no pipe can fill up. */
static bool run_zstd(FILE *in, FILE *out)
{
    static const char *const argv[] = { "zstd", "-19", "-q", "-c", NULL };
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool ok = posix_spawn_file_actions_adddup2(&actions, fileno(in), 0) == 0 &&
              posix_spawn_file_actions_adddup2(&actions, fileno(out), 1) == 0 &&
              posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv,
                           environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return ok && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

bool size_estimates_zstd(struct tabia_bytes text, uint64_t *nbytes)
{
    FILE *in = tmpfile(), *out = tmpfile();
    struct stat st;
    bool ok = in && out && fwrite(text.data, 1, text.size, in) == text.size &&
              fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0 &&
              run_zstd(in, out) && fstat(fileno(out), &st) == 0;
    if (ok)
        *nbytes = (uint64_t)st.st_size;
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return ok;
}
