/*
 * test_format_openings_shared.c - real Chess Openings files, if they are here
 */
#include "book/edges.h"
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/text.h"
#include "shared_file.h"

static struct tabia_book *decode(struct tabia_bytes bytes, const char *name)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("openings", NULL),
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    if (!book)
        fail_msg("%s:%u:%u: %s", name, err.line, err.col, err.msg);
    return book;
}

static struct tabia_bytes encode(const struct tabia_book *book)
{
    const struct tabia_setting setting = { "version", "5" };
    const bool has_side = tabia_book_find_text(book, "side");
    const struct tabia_write_options options = { .settings = &setting,
                                                 .nsettings = has_side };
    uint8_t *data = NULL;
    size_t size = 0;
    assert_true(tabia_book_encode(book, tabia_format_find("openings", NULL),
                                  &options, &data, &size, NULL, NULL));
    return (struct tabia_bytes){ data, size };
}

/* ---- what a file says ------------------------------------------------ */

/* Counts of lines, and sums over what must be kept whatever the order. */
struct tally {
    unsigned npositions, nevals, nmoves, ncomments;
    unsigned long long places, comments; // sums of hashes
};

static unsigned long long hash_text(const char *p, const char *end)
{
    unsigned long long hash = 5381;
    for (; p < end; p++)
        if (*p != ' ')
            hash = hash * 33 + (unsigned char)*p;
    return hash;
}

static struct tally count(struct tabia_bytes bytes)
{
    struct tally tally = { 0 };
    struct text t;
    assert_true(text_init(&t, bytes, NULL, NULL));
    while (text_next_line(&t)) {
        const size_t len = (size_t)(t.end - t.p);
        const char *colon = len ? memchr(t.p, ':', len) : NULL;
        if (len && *t.p == '#') {
            tally.ncomments++;
            tally.comments += hash_text(t.p + 1, t.end);
        } else if (memmem(t.p, len, "->", 2)) {
            tally.nmoves++;
        } else if (colon) {
            tally.npositions++;
            tally.places += hash_text(colon, t.end);
            tally.nevals +=
                memmem(colon, (size_t)(t.end - colon), "white", 5) ||
                memmem(colon, (size_t)(t.end - colon), "black", 5);
        }
    }
    return tally;
}

/* The graph of a book, whatever its numbers: a sum over positions. */
static unsigned long long hash_graph(const struct tabia_book *book)
{
    unsigned long long sum = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        struct tabia_pos pos;
        struct edges it = edges_of(book, i);
        struct tabia_book_move entry;
        tabia_book_position_pos_at(book, i, &pos);
        sum += tabia_pos_key(&pos) * 3;
        while (edges_next(&it, &entry))
            sum += (tabia_pos_key(&pos) ^ entry.move) * 0x9E3779B97F4A7C15ull;
    }
    return sum;
}

static bool check_file(const char *path, const char *name)
{
    struct input in;
    assert_true(input_open(&in, path, NULL, NULL));
    struct tabia_book *book = decode(in.bytes, name);
    const struct tabia_bytes once = encode(book);
    struct tabia_book *back = decode(once, name);
    const struct tabia_bytes twice = encode(back);
    assert_int_equal(once.size, twice.size);
    assert_memory_equal(once.data, twice.data, once.size);
    assert_true(check_number(name, hash_graph(back), hash_graph(book)));

    const struct tally before = count(in.bytes), after = count(once);
    assert_true(check_number(name, after.nmoves, before.nmoves));
    assert_true(check_number(name, after.npositions, before.npositions));
    assert_true(check_number(name, after.nevals, before.nevals));
    assert_true(check_number(name, after.ncomments, before.ncomments));
    assert_true(check_number(name, after.places, before.places));
    assert_true(check_number(name, after.comments, before.comments));
    free((void *)once.data);
    free((void *)twice.data);
    tabia_book_free(book);
    tabia_book_free(back);
    input_close(&in);
    return true;
}

static void test_real_files(void **state)
{
    (void)state;
    const unsigned n = shared_folder("data/openings-text", "_", check_file);
    assert_true(n >= 10);
}

/* The complete example of the document comes back byte for byte. */
static void test_example(void **state)
{
    (void)state;
    struct input in;
    shared_open("seeds/002_14196f2c302f871a.txt", &in);
    const char *text = (const char *)in.bytes.data;
    const char *p = memmem(text, in.bytes.size, "## Complete Example", 19);
    assert_non_null(p);
    p = strstr(p, "v4.0\n");
    assert_non_null(p);
    const char *end = strstr(p, "```");
    assert_non_null(end);
    const struct tabia_bytes bytes = { (const uint8_t *)p, (size_t)(end - p) };
    struct tabia_book *book = decode(bytes, "example");
    const struct tabia_bytes got = encode(book);
    assert_int_equal(got.size, bytes.size);
    assert_memory_equal(got.data, bytes.data, bytes.size);
    free((void *)got.data);
    tabia_book_free(book);
    input_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_files),
        cmocka_unit_test(test_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
