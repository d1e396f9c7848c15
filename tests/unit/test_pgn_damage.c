/*
 * test_pgn_damage.c - packed files cut short, damaged or too large; no memory
 */
#include "temp_folder.h"

#include <zlib.h>

#include "base/compiler.h"
#include "base/pool.h"
#include "fail_alloc.h"
#include "game_maker.h"
#include "packer.h"
#include "reader_check.h"

/* Random games, and the file into which they are packed. */
struct scene {
    struct temp_folder folder;
    struct game_maker maker;
    const char *path;
};

static void begin(struct scene *s, uint64_t seed, unsigned ngames)
{
    *s = (struct scene){ .maker = { .seed = seed } };
    temp_folder_make(&s->folder);
    s->path = temp_folder_path(&s->folder, "games");
    game_maker_add(&s->maker, ngames, 60);
}

static void end(struct scene *s)
{
    game_maker_clear(&s->maker);
    temp_folder_remove(&s->folder);
}

/* What the file holds then; the caller clears it. */
static struct buf pack(const struct scene *s, const struct packer *packer)
{
    struct buf packed = { .limit = SIZE_MAX / 2 };
    packer->pack(&packed, buf_bytes(&s->maker.text));
    write_file(s->path, buf_bytes(&packed));
    return packed;
}

/* ---- damage ---------------------------------------------------------- */

/* Reads a damaged file; returns how many bytes of 'text' came from it. */
static uint64_t read_damaged(const char *path, const char *name,
                             struct tabia_bytes text, bool may_differ,
                             struct tabia_error *damage)
{
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .nthreads = 2,
        .piece_size = 3000,
    };
    struct gathering g = { .name = name, .text = text };
    if (may_differ) { // only that it ends
        struct game_reader *reader = game_reader_open(&options, NULL);
        struct game_reader_piece piece;
        struct tabia_error err = { 0 };
        assert_non_null(reader);
        while (game_reader_next(reader, &piece, &err))
            game_reader_release(reader, &piece);
        assert_int_equal(err.status, TABIA_OK);
        *damage = game_reader_file_at(reader, 0)->damage;
        g.nbytes = game_reader_file_at(reader, 0)->text_size;
        game_reader_close(reader);
        return g.nbytes;
    }
    gather(&g, &options);
    *damage = game_reader_file_at(g.reader, 0)->damage;
    const uint64_t nbytes = g.nbytes;
    forget(&g);
    return nbytes;
}

/* The text that zlib itself gets from the first bytes of a file. */
static size_t inflate_prefix(struct tabia_bytes packed, uint8_t *out,
                             size_t room)
{
    z_stream z = { 0 };
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)packed.data;
    z.avail_in = (uInt)packed.size;
    z.next_out = out;
    z.avail_out = (uInt)room;
    inflate(&z, Z_SYNC_FLUSH);
    inflateEnd(&z);
    return room - z.avail_out;
}

/* The last game's beginning that lies within 'size' bytes. */
static size_t last_game(const struct places *games, size_t size)
{
    size_t last = 0;
    for (size_t i = 0; i < games->n && games->at[i] <= size; i++)
        last = games->at[i];
    return last;
}

static bool is_place(const struct places *places, uint64_t at)
{
    for (size_t i = 0; i < places->n; i++)
        if (places->at[i] == at)
            return true;
    return false;
}

/* Cuts a packed file short at 'size' and looks at what is left. */
static int check_cut_short(const char *path, const struct packer *packer,
                           struct tabia_bytes packed, struct tabia_bytes text,
                           uint64_t *least)
{
    char name[80];
    struct tabia_error damage;
    struct places games = find_games(text);
    snprintf(name, sizeof(name), "%s cut to %zu bytes", packer->name,
             packed.size);
    write_file(path, packed);
    const uint64_t got = read_damaged(path, name, text, false, &damage);
    // Everything up to a game, the more bytes the more games.
    int nfailed = !is_place(&games, got) || got < *least;
    if (nfailed)
        print_error("%s: %llu bytes of text\n", name, (unsigned long long)got);
    *least = got;
    if (damage.status) {
        nfailed += !check_number(name, damage.offset, packed.size);
        nfailed += !strstr(damage.msg, "data is truncated");
    } else if (strstr(packer->name, "gz") == packer->name &&
               !strchr(packer->name, ',')) {
        nfailed += !check_text(name, "whole", "damaged");
    }
    if (strcmp(packer->name, "gz") == 0) {
        uint8_t *out = malloc(text.size + 1);
        assert_non_null(out);
        const size_t there = inflate_prefix(packed, out, text.size + 1);
        const size_t last = last_game(&games, there);
        // The game that is cut off may have been whole but for blank lines.
        nfailed += got != last && (got < last || got - last > there - last);
        free(out);
    }
    free(games.at);
    return nfailed;
}

static void test_cut_short(void **state)
{
    struct scene s;
    int nfailed = 0;
    (void)state;
    begin(&s, 11, 80);
    const struct tabia_bytes text = buf_bytes(&s.maker.text);
    for (size_t i = 1; i < npackers; i++) {
        struct buf packed = pack(&s, &packers[i]);
        struct tabia_bytes cut = buf_bytes(&packed);
        uint64_t least = 0;
        for (cut.size = 8; cut.size < packed.size;
             cut.size += packed.size / 40 + 1)
            nfailed += check_cut_short(s.path, &packers[i], cut, text, &least);
        // Without the last byte, often only a checksum is not whole.
        cut.size = packed.size - 1;
        nfailed += check_cut_short(s.path, &packers[i], cut, text, &least);
        buf_clear(&packed);
    }
    end(&s);
    assert_int_equal(nfailed, 0);
}

static void test_flipped_bits(void **state)
{
    struct scene s;
    int nfailed = 0;
    (void)state;
    begin(&s, 12, 80);
    const struct tabia_bytes text = buf_bytes(&s.maker.text);
    for (size_t i = 1; i < npackers; i++) {
        struct buf packed = pack(&s, &packers[i]);
        for (size_t k = 1; k < 60; k++) {
            char name[80];
            const size_t at = packed.size * k / 60;
            struct tabia_error damage;
            packed.data[at] ^= 0x10;
            snprintf(name, sizeof(name), "%s, byte %zu", packers[i].name, at);
            write_file(s.path, buf_bytes(&packed));
            read_damaged(s.path, name, text, true, &damage);
            // Bits that carry nothing may be flipped unseen: then all is there.
            if (!damage.status)
                nfailed += !check_number(
                    name, read_damaged(s.path, name, text, false, &damage),
                    text.size);
            packed.data[at] ^= 0x10;
        }
        buf_clear(&packed);
    }
    end(&s);
    assert_int_equal(nfailed, 0);
}

/* What follows a packed file's end must be packed too, or zeros. */
static void test_bytes_behind(void **state)
{
    static const struct {
        const char *name;
        struct tabia_bytes tail;
        bool is_damage;
    } cases[] = {
        { "zeros", { (const uint8_t *)"\0\0\0\0\0\0\0", 8 }, false },
        { "garbage", { (const uint8_t *)"some other text", 15 }, true },
    };
    struct scene s;
    int nfailed = 0;
    (void)state;
    begin(&s, 13, 20);
    const struct tabia_bytes text = buf_bytes(&s.maker.text);
    for (size_t i = 1; i < npackers; i++) {
        for (size_t k = 0; k < COUNT_OF(cases); k++) {
            char name[80];
            struct tabia_error damage;
            struct buf packed = pack(&s, &packers[i]);
            buf_add(&packed, cases[k].tail.data, cases[k].tail.size);
            write_file(s.path, buf_bytes(&packed));
            snprintf(name, sizeof(name), "%s, %s", packers[i].name,
                     cases[k].name);
            const uint64_t got =
                read_damaged(s.path, name, text, false, &damage);
            nfailed += !check_number(name, got, text.size);
            nfailed += !check_number(name, damage.status != TABIA_OK,
                                     cases[k].is_damage);
            buf_clear(&packed);
        }
    }
    end(&s);
    assert_int_equal(nfailed, 0);
}

/* ---- limits and failures --------------------------------------------- */

static void test_huge_game(void **state)
{
    struct scene s;
    int nfailed = 0;
    (void)state;
    begin(&s, 14, 30);
    struct buf *text = &s.maker.text;
    const size_t before = text->size;
    buf_add_text(text, "[Event \"huge\"]\n\n1. e4 { ");
    for (int i = 0; i < 9000; i++)
        buf_add_text(text, "many words \n");
    buf_add_text(text, "} *\n\n");
    const size_t after = text->size;
    game_maker_add(&s.maker, 30, 40);
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = pack(&s, &packers[i]);
        for (size_t limit = 50000; limit <= 200000; limit += 150000) {
            const struct game_reader_options options = {
                .paths = &s.path,
                .npaths = 1,
                .nthreads = 2,
                .piece_size = 1000,
                .game_limit = limit,
            };
            struct gathering g = {
                .name = packers[i].name,
                .text = buf_bytes(text),
            };
            const bool is_too_large = limit < after - before;
            gather(&g, &options);
            nfailed += !check_number(g.name, g.nbytes,
                                     is_too_large ? before : text->size);
            nfailed += !check_text(g.name,
                                   game_reader_file_at(g.reader, 0)->damage.msg,
                                   is_too_large ? "no game begins in 50000 "
                                                  "bytes of text"
                                                : "");
            forget(&g);
        }
        buf_clear(&packed);
    }
    end(&s);
    assert_int_equal(nfailed, 0);
}

static bool read_all(void *ctx, struct tabia_error *err)
{
    const char *path = ctx;
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .piece_size = 4000,
        .wants_checksums = true,
    };
    struct game_reader *reader = game_reader_open(&options, err);
    struct game_reader_piece piece;
    if (!reader)
        return false;
    while (game_reader_next(reader, &piece, err))
        game_reader_release(reader, &piece);
    game_reader_close(reader);
    return !err->status;
}

static void test_no_memory(void **state)
{
    struct scene s;
    (void)state;
    begin(&s, 15, 60);
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = pack(&s, &packers[i]);
        assert_true(fail_alloc_each(read_all, (void *)(uintptr_t)s.path) < 100);
        buf_clear(&packed);
    }
    end(&s);
}

static bool stop_soon(void *ctx, int worker, struct game_reader_piece *piece,
                      struct tabia_error *err)
{
    (void)ctx;
    (void)worker;
    (void)piece;
    err->status = TABIA_ERR_LIMIT;
    snprintf(err->msg, sizeof(err->msg), "enough");
    return false;
}

/* A task that fails ends all, and nothing leaks. */
static void test_stop(void **state)
{
    struct scene s;
    struct pool *pool = pool_new(3, NULL);
    (void)state;
    assert_non_null(pool);
    begin(&s, 16, 200);
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = pack(&s, &packers[i]);
        struct tabia_error err = { 0 };
        const struct game_reader_options options = {
            .paths = &s.path,
            .npaths = 1,
            .nthreads = 3,
            .piece_size = 1000,
        };
        struct game_reader *reader = game_reader_open(&options, NULL);
        assert_non_null(reader);
        assert_false(
            game_reader_each_piece(reader, pool, stop_soon, NULL, &err));
        assert_string_equal(err.msg, "enough");
        game_reader_close(reader);
        buf_clear(&packed);
    }
    pool_free(pool);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_bytes_behind),
        cmocka_unit_test(test_huge_game),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
