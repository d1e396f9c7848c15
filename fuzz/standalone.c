/*
 * standalone.c - runs a fuzz target without a fuzzer
 *
 *     fuzz_fen FOLDER [MUTATIONS]
 *
 * Feeds every file of FOLDER to the target, in the order of their names, and
 * then mutations of them. The mutations are the same on every machine, so a
 * failure can be repeated. Without a folder the empty input is the only seed;
 * a folder without files is an error, since it would test next to nothing.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    INPUT_MAX = 1 << 20, // longer files are fed whole but not mutated
    MUTATIONS = 1500,
    EDITS_MAX = 8,
};

struct seed {
    uint8_t *data;
    size_t size;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One step of splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static size_t below(uint64_t *state, size_t limit)
{
    return limit ? (size_t)(next_random(state) % limit) : 0;
}

/*
 * The target gets a block of exactly 'size' bytes, so that a sanitizer sees
 * every step beyond its end.
 */
static void feed(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        perror("standalone");
        exit(3);
    }
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static struct seed read_seed(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    struct seed seed = { .data = malloc(INPUT_MAX) };
    if (!file || !seed.data) {
        perror(path);
        exit(3);
    }
    seed.size = fread(seed.data, 1, INPUT_MAX, file);
    fclose(file);
    return seed;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* All files of a folder; returns how many. The caller owns them. */
static size_t read_seeds(const char *folder, struct seed **seeds)
{
    struct dirent **entries = NULL;
    int n = folder ? scandir(folder, &entries, is_visible, alphasort) : 0;
    if (folder && n <= 0) {
        fprintf(stderr, "%s: no seeds here\n", folder);
        exit(3);
    }
    size_t nseeds = (size_t)n;

    *seeds = calloc(nseeds + 1, sizeof(**seeds));
    if (!*seeds) {
        perror("standalone");
        exit(3);
    }
    for (size_t i = 0; i < nseeds; i++) {
        (*seeds)[i] = read_seed(folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return nseeds;
}

/* Changes one place: a bit, a byte, a cut, or a piece copied elsewhere. */
static size_t edit(uint8_t *buf, size_t size, uint64_t *state)
{
    static const uint8_t tempting[] = { 0,   0x7f, 0x80, 0xff, '\n',
                                        ' ', '/',  '0',  '9',  'a' };
    size_t at = below(state, size);
    size_t len = below(state, size - at < 16 ? size - at : 16);
    switch (next_random(state) % 6) {
    case 0:
        if (size)
            buf[at] ^= (uint8_t)(1u << below(state, 8));
        return size;
    case 1:
        if (size)
            buf[at] = (uint8_t)next_random(state);
        return size;
    case 2:
        if (size)
            buf[at] = tempting[below(state, sizeof(tempting))];
        return size;
    case 3:
        return at;
    case 4:
        memmove(buf + at, buf + at + len, size - at - len);
        return size - len;
    default:
        if (size + len > INPUT_MAX)
            return size;
        memmove(buf + at + len, buf + at, size - at);
        return size + len;
    }
}

static void feed_mutations(const struct seed *seeds, size_t nseeds, long count)
{
    uint64_t state = 1;
    uint8_t *buf = malloc(INPUT_MAX);
    if (!buf) {
        perror("standalone");
        exit(3);
    }
    for (long i = 0; i < count; i++) {
        size_t size = 0;
        if (nseeds) {
            const struct seed *seed = &seeds[below(&state, nseeds)];
            size = seed->size;
            memcpy(buf, seed->data, size);
        }
        size_t nedits = 1 + below(&state, EDITS_MAX);
        while (nedits--)
            size = edit(buf, size, &state);
        feed(buf, size);
    }
    free(buf);
}

int main(int argc, char **argv)
{
    struct seed *seeds;
    size_t nseeds = read_seeds(argc > 1 ? argv[1] : NULL, &seeds);
    long count = argc > 2 ? strtol(argv[2], NULL, 10) : MUTATIONS;

    feed((const uint8_t *)"", 0);
    for (size_t i = 0; i < nseeds; i++)
        feed(seeds[i].data, seeds[i].size);
    feed_mutations(seeds, nseeds, count);

    printf("%zu seeds, %ld mutations\n", nseeds, count);
    for (size_t i = 0; i < nseeds; i++)
        free(seeds[i].data);
    free(seeds);
    return 0;
}
