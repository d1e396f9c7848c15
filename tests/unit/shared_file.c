/*
 * shared_file.c - real files, which stand outside of the project
 */
#include "shared_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"
#include "check.h"

enum {
    LIST_SIZE = 16 << 10,
    SUM_SIZE = 64 + 2, // a checksum and two blanks
};

static void own_path(const char *name, char path[SHARED_PATH_SIZE])
{
    const char *source = getenv("TABIA_SOURCE_DIR");
    snprintf(path, SHARED_PATH_SIZE, "%s/%s", source ? source : ".", name);
}

/* All real files that tests read, as sha256sum lists them. */
static void read_list(char text[LIST_SIZE])
{
    char path[SHARED_PATH_SIZE];
    own_path("tests/shared.sha256", path);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    const size_t size = fread(text, 1, LIST_SIZE, file);
    fclose(file);
    assert_in_range(size, 1, LIST_SIZE - 1);
    text[size] = '\0';
}

/* The next name of the list, or NULL. */
static const char *next_name(char **text)
{
    const char *line = strsep(text, "\n");
    return line && strlen(line) > SUM_SIZE ? line + SUM_SIZE : NULL;
}

void shared_path(const char *name, char path[SHARED_PATH_SIZE])
{
    const char *shared = getenv("TABIA_SHARED"), *listed;
    char text[LIST_SIZE], *rest = text;
    read_list(text);
    while ((listed = next_name(&rest)) && strcmp(listed, name) != 0)
        continue;
    if (!listed)
        fail_msg("%s is not in tests/shared.sha256", name);
    snprintf(path, SHARED_PATH_SIZE, "%s/%s", shared ? shared : "", name);
    if (!shared || access(path, R_OK) != 0) {
        print_message("no %s\n", name);
        skip();
    }
}

void shared_open(const char *name, struct input *in)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    shared_path(name, path);
    if (!input_open(in, path, NULL, &err))
        fail_msg("%s: %s", name, err.msg);
}

unsigned shared_folder(const char *folder, const char *part,
                       bool (*each)(const char *path, const char *file))
{
    char text[LIST_SIZE], path[SHARED_PATH_SIZE], *rest = text;
    const size_t len = strlen(folder);
    const char *name;
    unsigned n = 0;
    bool goes_on = true;
    read_list(text);
    while (goes_on && (name = next_name(&rest))) {
        if (strncmp(name, folder, len) != 0 || name[len] != '/' ||
            !strcasestr(name + len, part))
            continue;
        shared_path(name, path);
        goes_on = each(path, name + len + 1);
        n++;
    }
    return n;
}

void shared_keys_open(struct shared_keys *keys)
{
    char path[SHARED_PATH_SIZE];
    *keys = (struct shared_keys){ .file = NULL };
    shared_path("data/polyglot/key_vectors.tsv", path);
    keys->file = fopen(path, "r");
    assert_non_null(keys->file);
    assert_non_null(fgets(keys->line, sizeof(keys->line), keys->file));
    assert_int_equal(strncmp(keys->line, "fen\t", 4), 0); // the heading
}

bool shared_keys_next(struct shared_keys *keys)
{
    const char **const cells[] = { &keys->fen, &keys->polyglot,
                                   &keys->stockfish, &keys->ctg,
                                   &keys->ctg_hash };
    char *rest = keys->line;
    if (!fgets(keys->line, sizeof(keys->line), keys->file)) {
        fclose(keys->file);
        return false;
    }
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        *cells[i] = strsep(&rest, "\t\n");
        assert_true(*cells[i] && **cells[i]);
    }
    keys->n++;
    return true;
}

static struct tabia_book *load_book(const char *path,
                                    const struct tabia_read_options *options)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, options, &err);
    if (!book)
        fail_msg("%s:%u:%u: %s", path, err.line, err.col, err.msg);
    return book;
}

struct tabia_book *shared_book(const char *name,
                               const struct tabia_read_options *options)
{
    char path[SHARED_PATH_SIZE];
    shared_path(name, path);
    return load_book(path, options);
}

struct tabia_book *own_book(const char *name)
{
    char path[SHARED_PATH_SIZE];
    own_path(name, path);
    return load_book(path, NULL);
}
