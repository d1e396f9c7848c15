/*
 * gen_books.c - prints the built-in books as C, as they lie in memory
 *
 *     gen_books openings.txt names.tsv > built_in_books.c
 *
 * A book that is read once, when the program is built, is there at once when
 * the program runs. It is read by the library itself, which then has the
 * constants of this program instead of those that it prints.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "book/book_def.h"
#include "book/names_internal.h"
#include "format/built_in.h"
#include "format/formats.h"
#include "tabia/format.h"

const struct tabia_book built_in_book, built_in_names;

/* ---- arrays ---------------------------------------------------------- */

static void print_array(const char *book, const char *type, const char *name)
{
    printf("static const %s %s_%s[] = {", type, book, name);
}

static void print_number(size_t i, uint64_t number)
{
    printf("%s%" PRIu64 ",", i % 16 ? "" : "\n", number);
}

static void print_end(size_t n)
{
    puts(n ? "\n};" : " 0 };"); // no array is empty
}

static void print_bytes(const char *book, const char *name, const void *data,
                        size_t n)
{
    const uint8_t *bytes = data;
    print_array(book, "_Alignas(8) uint8_t", name);
    for (size_t i = 0; i < n; i++)
        print_number(i, bytes[i]);
    print_end(n);
}

static void print_words(const char *book, const char *name,
                        const uint32_t *words, size_t n)
{
    print_array(book, "uint32_t", name);
    for (size_t i = 0; i < n; i++)
        print_number(i, words[i]);
    print_end(n);
}

static void print_longs(const char *book, const char *name,
                        const uint64_t *words, size_t n)
{
    print_array(book, "uint64_t", name);
    for (size_t i = 0; i < n; i++)
        printf("%s%" PRIu64 "u,", i % 4 ? "" : "\n", words[i]);
    print_end(n);
}

/* ---- books ----------------------------------------------------------- */

static void print_columns(const char *name, const struct tabia_book *book)
{
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct column *c = &book->columns[i];
        const size_t nwords = (c->len + 63u) / 64;
        char column[32];
        if (!c->count)
            continue;
        snprintf(column, sizeof(column), "data_%zu", i);
        print_bytes(name, column, c->data, (size_t)c->count * c->width);
        snprintf(column, sizeof(column), "bits_%zu", i);
        print_longs(name, column, c->bits, nwords);
        snprintf(column, sizeof(column), "ranks_%zu", i);
        if (c->ranks)
            print_words(name, column, c->ranks, nwords);
    }
}

static void print_arrays(const char *name, const struct tabia_book *book)
{
    print_bytes(name, "positions", book->positions,
                book->npositions * sizeof(*book->positions));
    print_array(name, "struct book_node", "nodes");
    for (size_t i = 0; i <= book->nnodes; i++)
        printf("%s{%" PRIu32 ",%" PRIu32 "},", i % 8 ? "" : "\n",
               book->nodes[i].position, book->nodes[i].first_edge);
    print_end(1);
    print_array(name, "struct book_edge", "edges");
    for (size_t i = 0; i < book->nedges; i++)
        printf("%s{%" PRIu32 ",%u},", i % 8 ? "" : "\n", book->edges[i].target,
               (unsigned)book->edges[i].move);
    puts(book->nedges ? "\n};" : " { 0, 0 } };");
    print_array(name, "struct book_root", "roots");
    for (size_t i = 0; i < book->nroots; i++)
        printf("%s{%" PRIu32 ",%" PRIu32 "},", i % 8 ? "" : "\n",
               book->roots[i].node, book->roots[i].start);
    puts(book->nroots ? "\n};" : " { 0, 0 } };");
    print_bytes(name, "starts", book->starts,
                book->nstarts * sizeof(*book->starts));
    print_array(name, "struct book_text", "texts");
    for (size_t i = 0; i < book->ntexts; i++)
        printf("%s{%" PRIu32 ",%" PRIu32 "},", i % 8 ? "" : "\n",
               book->texts[i].key, book->texts[i].value);
    puts(book->ntexts ? "\n};" : " { 0, 0 } };");
    print_words(name, "first_of", book->first_of, book->npositions + 1u);
    print_words(name, "nodes_of", book->nodes_of, book->nnodes);
    print_longs(name, "slots", book->index.slots, (size_t)book->index.mask + 1);
    print_bytes(name, "strings", book->strings.data, book->strings.size);
    print_columns(name, book);
}

static void print_book(const char *name, const struct tabia_book *book)
{
    print_arrays(name, book);
    printf("const struct tabia_book %s = {\n", name);
    printf(".positions = (void *)%s_positions,\n", name);
    printf(".starts = (void *)%s_starts,\n", name);
    printf(".strings.data = (void *)%s_strings,\n", name);
    static const char *const arrays[] = { "nodes", "edges",    "roots",
                                          "texts", "first_of", "nodes_of" };
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++)
        printf(".%s = (void *)%s_%s,\n", arrays[i], name, arrays[i]);
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {
        { "npositions", book->npositions },
        { "nnodes", book->nnodes },
        { "nedges", book->nedges },
        { "nroots", book->nroots },
        { "nstarts", book->nstarts },
        { "ntexts", book->ntexts },
        { "strings.size", book->strings.size },
        { "strings.room", book->strings.room },
        { "index.mask", book->index.mask },
        { "index.shift", book->index.shift },
        { "index.count", book->index.count },
        { "index.limit", book->index.limit },
        { "move_attrs", book->move_attrs },
        { "node_attrs", book->node_attrs },
        { "memory", book->memory },
        { "share.priority", book->share.priority },
        { "share.games", book->share.games },
        { "share.score", book->share.score },
        { "ignores_ep", book->ignores_ep },
        { "is_constant", true },
    };
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        printf(".%s = %" PRIu64 "u,\n", numbers[i].name, numbers[i].value);
    printf(".share.rule = (enum share_rule)%d,\n", (int)book->share.rule);
    printf(".index.slots = (void *)%s_slots,\n", name);
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++) {
        const struct column *c = &book->columns[i];
        printf(".columns[%zu] = { .width = %" PRIu32 "u, .room = %zuu, "
               ".len = %" PRIu32 "u, .count = %" PRIu32 "u,\n",
               i, c->width, c->room, c->len, c->count);
        if (c->count)
            printf(".data = (void *)%s_data_%zu, .bits = (void *)%s_bits_%zu,",
                   name, i, name, i);
        if (c->count && c->ranks)
            printf(" .ranks = (void *)%s_ranks_%zu,", name, i);
        puts("},");
    }
    puts("};");
}

static struct tabia_book *read_file(const char *path,
                                    const struct tabia_format *format)
{
    const struct tabia_read_options options = { .format = format };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, &options, &err);
    if (!book)
        fprintf(stderr, "gen_books: %s:%u: %s\n", path, (unsigned)err.line,
                err.msg);
    return book;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    struct tabia_book *book = read_file(argv[1], &format_ct800);
    struct tabia_book *openings = read_file(argv[2], &format_eco);
    struct tabia_book *names =
        openings ? names_copy_book(openings, NULL) : NULL;
    // The printed book has no tags: their texts would need pointers.
    const bool ok = book && names && !book->ntags && !names->ntags;
    if (ok) {
        puts("/* Made by tools/gen_books.c. */\n"
             "#include \"format/built_in.h\"\n"
             "#include \"book/book_def.h\"\n");
        print_book("built_in_book", book);
        print_book("built_in_names", names);
    }
    tabia_book_free(names);
    tabia_book_free(openings);
    tabia_book_free(book);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
