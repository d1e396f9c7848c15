/*
 * test_pgn_reader.c - the same pieces, whatever the packing and the threads
 */
#include "temp_folder.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <xxhash.h>

#include "base/compiler.h"
#include "base/vec.h"
#include "game_maker.h"
#include "io/stream.h"
#include "packer.h"
#include "pgn/cut.h"
#include "random.h"
#include "reader_check.h"
#include "tabia/pgn.h"

static struct tabia_bytes bytes_of(const char *text)
{
    return (struct tabia_bytes){ (const uint8_t *)text, strlen(text) };
}

/* ---- pieces ---------------------------------------------------------- */

static int check_file(const char *path, const struct packer *packer,
                      struct tabia_bytes text, size_t piece_size, int nthreads)
{
    char name[120];
    snprintf(name, sizeof(name), "%s, pieces of %zu, %d threads", packer->name,
             piece_size, nthreads);
    struct gathering g = { .name = name, .text = text, .has_lines = true };
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .nthreads = nthreads,
        .piece_size = piece_size,
        .memory = piece_size * 40, // so that not all fits
    };
    gather(&g, &options);
    const struct game_reader_file *file = game_reader_file_at(g.reader, 0);
    int nfailed = check_cuts(&g, piece_size);
    nfailed += !check_text(name, file->compression, packer->packing);
    nfailed += !check_text(name, file->damage.msg, "");
    nfailed += !check_number(name, file->text_size, text.size);
    nfailed += !check_number(name, file->ngames, g.npieces);
    nfailed +=
        !check_number(name, game_reader_bytes_done(g.reader), file->size);
    nfailed +=
        !check_number(name, game_reader_bytes_total(g.reader), file->size);
    forget(&g);
    return nfailed;
}

static int check_packings(struct temp_folder *folder, struct tabia_bytes text)
{
    static const size_t sizes[] = { 1, 700, 4096, 30000, 1 << 20 };
    int nfailed = 0;
    const char *path = temp_folder_path(folder, "games");
    for (size_t i = 0; i < npackers; i++) {
        struct buf packed = { .limit = SIZE_MAX / 2 };
        packers[i].pack(&packed, text);
        write_file(path, buf_bytes(&packed));
        for (size_t k = 0; k < COUNT_OF(sizes); k++)
            for (int nthreads = 1; nthreads <= 4; nthreads++)
                nfailed +=
                    check_file(path, &packers[i], text, sizes[k], nthreads);
        buf_clear(&packed);
    }
    return nfailed;
}

static void test_pieces(void **state)
{
    static const char *const line_ends[] = { "\n", "\r\n", "\r" };
    struct temp_folder folder;
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    for (size_t i = 0; i < COUNT_OF(line_ends); i++) {
        struct game_maker maker = {
            .line_end = line_ends[i],
            .has_comments = i == 0,
            .seed = i,
        };
        game_maker_add(&maker, 60, 60);
        nfailed += check_packings(&folder, buf_bytes(&maker.text));
        game_maker_clear(&maker);
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

static void test_odd_texts(void **state)
{
    static const char *const texts[] = {
        "",
        "\n",
        "\n\n  \n",
        "e4 e5",
        "1. e4 *\n",
        "[Event \"a\"]\n\n*\n",
        "\xEF\xBB\xBF[Event \"a\"]\n\n*\n\xEF\xBB\xBF[Event \"b\"]\n\n*\n",
        "[Event \"a\"]\n\n\n[White \"b\"]\n*\n[Event \"c\"]\n*",
        "[Event \"a\"]\n*\n\n[Event \"b\"]\n*\n\n[Ev",
        "\n\n[Event \"a\"]\n[Event \"a\"]\n[Event \"a\"]\n",
        "{ [Event \"a\"]\n\n[Event \"b\"]\n } *\n\n[Event \"c\"]\n",
        "* \n[Event\"a\"]\n* \n[Event \"a\"]\n* \n[Event    \"b\"]\n*",
    };
    struct temp_folder folder;
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        nfailed += check_packings(&folder, bytes_of(texts[i]));
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* ---- standard input -------------------------------------------------- */

struct writing {
    int fd;
    struct tabia_bytes bytes;
};

/* In small pieces, as a slow program writes. */
static void *write_pipe(void *arg)
{
    struct writing *w = arg;
    for (size_t at = 0; at < w->bytes.size;) {
        const size_t left = w->bytes.size - at;
        const ssize_t n =
            write(w->fd, w->bytes.data + at, left < 999 ? left : 999);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    close(w->fd);
    return NULL;
}

static int check_pipe(const struct packer *packer, struct tabia_bytes text)
{
    static const char *const path = "-";
    struct buf packed = { .limit = SIZE_MAX / 2 };
    int ends[2];
    packer->pack(&packed, text);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    struct writing writing = { ends[1], buf_bytes(&packed) };
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_pipe, &writing), 0);

    struct gathering g = {
        .name = packer->name,
        .text = text,
        .has_lines = true,
    };
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .nthreads = 3,
        .piece_size = 2000,
        .wants_checksums = true,
    };
    gather(&g, &options);
    pthread_join(writer, NULL);
    const struct game_reader_file *file = game_reader_file_at(g.reader, 0);
    int nfailed = check_cuts(&g, options.piece_size);
    nfailed += !check_text(packer->name, file->name, "<stdin>");
    nfailed += !check_text(packer->name, file->damage.msg, "");
    nfailed += !check_number(packer->name, file->size, packed.size);
    nfailed += !check_number(packer->name, file->checksum,
                             XXH3_64bits(packed.data, packed.size));
    forget(&g);
    buf_clear(&packed);
    return nfailed;
}

static void test_pipes(void **state)
{
    struct game_maker maker = { .seed = 7 };
    const int own = dup(STDIN_FILENO);
    int nfailed = 0;
    (void)state;
    game_maker_add(&maker, 400, 60);
    for (size_t i = 0; i < npackers; i++)
        nfailed += check_pipe(&packers[i], buf_bytes(&maker.text));
    if (own >= 0) {
        dup2(own, STDIN_FILENO);
        close(own);
    }
    game_maker_clear(&maker);
    assert_int_equal(nfailed, 0);
}

/* ---- several files, and parts of them -------------------------------- */

enum { NFILES = 5, PARTS_PIECE = 2500 };

struct part_piece {
    uint64_t file, offset, size, sum;
};

struct part_list {
    struct part_piece *pieces;
    size_t n, room;
};

/* Adds the pieces of a part, in their order. */
static void list_part(struct part_list *list, const char *const *paths,
                      uint32_t part, uint32_t nparts)
{
    const struct game_reader_options options = {
        .paths = paths,
        .npaths = NFILES,
        .piece_size = PARTS_PIECE,
        .part = part,
        .nparts = nparts,
    };
    struct tabia_error err = { 0 };
    struct game_reader *reader = game_reader_open(&options, &err);
    struct game_reader_piece piece;
    assert_non_null(reader);
    while (game_reader_next(reader, &piece, &err)) {
        list->pieces = vec_grow(list->pieces, &list->room, list->n + 1,
                                sizeof(*list->pieces), SIZE_MAX / 256);
        assert_non_null(list->pieces);
        list->pieces[list->n++] = (struct part_piece){
            .file = piece.file,
            .offset = piece.offset,
            .size = piece.bytes.size,
            .sum = XXH3_64bits(piece.bytes.data, piece.bytes.size),
        };
        game_reader_release(reader, &piece);
    }
    assert_int_equal(err.status, TABIA_OK);
    game_reader_close(reader);
}

static void test_parts(void **state)
{
    static const uint32_t counts[] = { 1, 2, 3, 7, 100 };
    struct temp_folder folder;
    const char *paths[NFILES];
    (void)state;
    temp_folder_make(&folder);
    for (size_t i = 0; i < NFILES; i++) {
        char name[20];
        struct game_maker maker = { .seed = i };
        struct buf packed = { .limit = SIZE_MAX / 2 };
        snprintf(name, sizeof(name), "%zu", i);
        paths[i] = temp_folder_path(&folder, name);
        game_maker_add(&maker, i == 2 ? 0 : 100 + 50 * (unsigned)i, 50);
        packers[i == 3 ? npackers - 1 : 0].pack(&packed,
                                                buf_bytes(&maker.text));
        write_file(paths[i], buf_bytes(&packed));
        buf_clear(&packed);
        game_maker_clear(&maker);
    }
    struct part_list whole = { 0 };
    list_part(&whole, paths, 0, 0);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct part_list parts = { 0 };
        size_t largest = 0;
        for (uint32_t part = 0; part < counts[i]; part++) {
            const size_t before = parts.n;
            list_part(&parts, paths, part, counts[i]);
            if (parts.n - before > largest)
                largest = parts.n - before;
        }
        assert_int_equal(parts.n, whole.n);
        for (size_t k = 0; k < whole.n; k++)
            assert_memory_equal(&parts.pieces[k], &whole.pieces[k],
                                sizeof(whole.pieces[k]));
        if (counts[i] == 2) // they are divided indeed
            assert_in_range(largest, whole.n / 3, whole.n * 2 / 3 + 1);
        free(parts.pieces);
    }
    free(whole.pieces);
    temp_folder_remove(&folder);
}

static int check_checksum(const char *path, const struct packer *packer,
                          struct tabia_bytes text, bool is_damaged)
{
    struct buf packed = { .limit = SIZE_MAX / 2 };
    packer->pack(&packed, text);
    if (is_damaged && packed.size)
        packed.data[packed.size / 2] ^= 1;
    const struct tabia_bytes bytes = { (const uint8_t *)buf_text(&packed),
                                       packed.size };
    write_file(path, bytes);
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .wants_checksums = true,
    };
    struct game_reader *reader = game_reader_open(&options, NULL);
    struct game_reader_piece piece;
    assert_non_null(reader);
    while (game_reader_next(reader, &piece, NULL))
        game_reader_release(reader, &piece);
    const struct game_reader_file *file = game_reader_file_at(reader, 0);
    int nfailed = !check_number(packer->name, file->has_checksum, true);
    nfailed += !check_number(packer->name, file->checksum,
                             XXH3_64bits(bytes.data, bytes.size));
    game_reader_close(reader);
    buf_clear(&packed);
    return nfailed;
}

/* Of the whole file, though it may be empty or damaged. */
static void test_checksums(void **state)
{
    struct temp_folder folder;
    struct game_maker maker = { .seed = 3 };
    int nfailed = 0;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    game_maker_add(&maker, 300, 60);
    const struct tabia_bytes text = buf_bytes(&maker.text);
    for (size_t i = 0; i < npackers; i++) {
        nfailed += check_checksum(path, &packers[i], text, false);
        nfailed += check_checksum(path, &packers[i], text, true);
        nfailed += check_checksum(path, &packers[i], bytes_of(""), false);
    }
    game_maker_clear(&maker);
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* One large frame is summed up as it is read, not before its first byte. */
static void test_checksum_on_the_way(void **state)
{
    struct temp_folder folder;
    struct game_maker maker = { .seed = 5 };
    struct buf packed = { .limit = SIZE_MAX / 2 };
    const struct stream_options options = {
        .nthreads = 2,
        .memory = 1 << 20,
        .wants_checksum = true,
    };
    struct stream stream;
    uint8_t byte;
    size_t got;
    uint64_t sum;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    game_maker_add(&maker, 5000, 60);
    const struct packer *packer = packers;
    while (strcmp(packer->name, "zst") != 0)
        packer++;
    packer->pack(&packed, buf_bytes(&maker.text));
    write_file(path, buf_bytes(&packed));
    assert_true(stream_open(&stream, path, &options, NULL));
    assert_true(stream_read(&stream, &byte, 1, &got, NULL));
    assert_int_equal(got, 1);
    assert_true(stream_tell(&stream) < packed.size / 2);
    assert_true(stream.raw.hashed < packed.size / 2);
    assert_true(raw_file_checksum(&stream.raw, &sum));
    assert_true(sum == XXH3_64bits(packed.data, packed.size));
    stream_close(&stream);
    buf_clear(&packed);
    game_maker_clear(&maker);
    temp_folder_remove(&folder);
}

/* A pipe that was left early is summed up to its end, or not at all. */
static void test_checksum_of_pipe(void **state)
{
    enum { SIZE = 600000 };
    struct temp_folder folder;
    struct raw_file raw;
    uint64_t sum;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    const struct tabia_bytes zeros = { calloc(1, SIZE), SIZE }; // some pieces
    assert_non_null(zeros.data);
    write_file(path, zeros);
    assert_true(raw_file_open(&raw, "/dev/null", true, NULL));
    assert_false(raw.is_mapped);
    close(raw.fd);
    raw.fd = open(path, O_RDONLY);
    assert_true(raw.fd >= 0);
    assert_true(raw_file_checksum(&raw, &sum));
    assert_true(sum == XXH3_64bits(zeros.data, SIZE));
    free((void *)zeros.data);
    close(raw.fd);
    raw.is_at_end = false;
    raw.fd = open(folder.name, O_RDONLY | O_DIRECTORY); // cannot be read
    assert_true(raw.fd >= 0);
    assert_false(raw_file_checksum(&raw, &sum));
    raw_file_close(&raw);
    temp_folder_remove(&folder);
}

/* ---- opening --------------------------------------------------------- */

static void test_opening(void **state)
{
    static const struct {
        const char *name, *path, *want;
        uint32_t part, nparts;
    } cases[] = {
        { "no file", "/nowhere/x.pgn", "cannot open: No such file or directory",
          0, 0 },
        { "a folder", "/tmp", "cannot read: Is a directory", 0, 0 },
        { "a pipe in parts", "/dev/null", "a pipe cannot be divided into parts",
          0, 2 },
        { "no such part", "/dev/null", "there is no part 4 of 3", 3, 3 },
    };
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        const struct game_reader_options options = {
            .paths = &cases[i].path,
            .npaths = 1,
            .part = cases[i].part,
            .nparts = cases[i].nparts,
        };
        assert_null(game_reader_open(&options, &err));
        nfailed += !check_text(cases[i].name, err.msg, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- lines ----------------------------------------------------------- */

/* Texts of line ends and little else, of every length and at every offset. */
static void test_lines(void **state)
{
    char text[300];
    uint64_t random = 3;
    (void)state;
    for (size_t size = 0; size < sizeof(text); size++) {
        for (size_t i = 0; i < size; i++)
            text[i] = "\n\r\ra"[random_next(&random) % 4];
        for (size_t from = 0; from <= size; from++) {
            uint32_t want = 0;
            for (size_t i = from; i < size; i++)
                want +=
                    text[i] == '\n' ||
                    (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
            const struct tabia_bytes bytes = { (const uint8_t *)text + from,
                                               size - from };
            assert_int_equal(cut_count_lines(bytes), want);
        }
    }
}

/* ---- through a visitor ------------------------------------------------ */

struct visited {
    uint64_t games, problems;
    uint32_t line; // of the last problem
};

static enum tabia_pgn_flow visit_move(void *ctx,
                                      const struct tabia_pgn_move *move)
{
    (void)ctx;
    (void)move;
    return TABIA_PGN_GO;
}

static bool visit_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    struct visited *visited = ctx;
    (void)severity;
    visited->problems++;
    visited->line = problem->line;
    return true;
}

/* Files of several pieces, packed or not: all games, and lines of the file. */
static void test_pgn_open(void **state)
{
    static const struct tabia_pgn_visitor visitor = { .on_move = visit_move,
                                                      .on_problem =
                                                          visit_problem };
    struct game_maker maker = { .seed = 5 };
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "games");
    game_maker_add(&maker, 12000, 60);
    assert_true(maker.text.size > 2 * GAME_READER_PIECE_SIZE);
    uint32_t line = 1 + cut_count_lines(buf_bytes(&maker.text));
    buf_add_text(&maker.text, "1. e4 e4 *\n");
    for (size_t i = 0; i < npackers; i++) {
        struct tabia_error err = { 0 };
        struct visited visited = { 0 };
        struct buf packed = { .limit = SIZE_MAX / 2 };
        packers[i].pack(&packed, buf_bytes(&maker.text));
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(packed.data, 1, packed.size, file);
        assert_int_equal(fclose(file), 0);
        struct tabia_pgn *pgn = tabia_pgn_open(path, NULL, &err);
        assert_non_null(pgn);
        while (tabia_pgn_next(pgn, &visitor, &visited, &err))
            visited.games++;
        tabia_pgn_close(pgn);
        assert_true(check_text(packers[i].name, err.msg, ""));
        assert_true(
            check_number(packers[i].name, visited.games, maker.ngames + 1));
        assert_true(check_number(packers[i].name, visited.problems, 1));
        assert_true(check_number(packers[i].name, visited.line, line));
        // Half a file has the games up to there, and an error.
        if (strcmp(packers[i].packing, "gz") == 0) {
            assert_int_equal(truncate(path, (off_t)(packed.size / 2)), 0);
            pgn = tabia_pgn_open(path, NULL, &err);
            assert_non_null(pgn);
            visited.games = 0;
            while (tabia_pgn_next(pgn, &visitor, &visited, &err))
                visited.games++;
            tabia_pgn_close(pgn);
            assert_true(visited.games > 100);
            assert_true(visited.games < maker.ngames);
            assert_int_equal(err.status, TABIA_ERR_CORRUPT);
            char want[80];
            snprintf(want, sizeof(want),
                     "the gz data is truncated; the %" PRIu64
                     " games before that are kept",
                     visited.games);
            assert_true(check_text(packers[i].name, err.msg, want));
        }
        buf_clear(&packed);
    }
    struct tabia_error err = { 0 };
    assert_null(tabia_pgn_open("/nowhere/games.pgn", NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    assert_string_equal(err.file, "/nowhere/games.pgn");
    temp_folder_write(path, "");
    struct tabia_pgn *pgn = tabia_pgn_open(path, NULL, NULL);
    assert_non_null(pgn);
    assert_false(tabia_pgn_next(pgn, &visitor, NULL, NULL));
    tabia_pgn_close(pgn);
    game_maker_clear(&maker);
    temp_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_odd_texts),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_pipes),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_checksums),
        cmocka_unit_test(test_checksum_on_the_way),
        cmocka_unit_test(test_opening),
        cmocka_unit_test(test_checksum_of_pipe),
        cmocka_unit_test(test_pgn_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
