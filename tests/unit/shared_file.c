/*
 * shared_file.c - real files, which stand outside of the project
 */
#include "shared_file.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/attr.h"
#include "check.h"

bool shared_path(const char *name, char path[SHARED_PATH_SIZE])
{
    const char *shared = getenv("TABIA_SHARED");
    snprintf(path, SHARED_PATH_SIZE, "%s/%s", shared ? shared : "", name);
    if (shared && access(path, R_OK) == 0)
        return true;
    print_message("skipped: no %s\n", name);
    return false;
}

bool shared_open(const char *name, struct input *in)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    if (!shared_path(name, path))
        return false;
    if (!input_open(in, path, NULL, &err))
        fail_msg("%s: %s", name, err.msg);
    return true;
}

unsigned shared_folder(const char *name, const char *part,
                       bool (*each)(const char *path, const char *file))
{
    char folder_path[SHARED_PATH_SIZE], path[SHARED_PATH_SIZE + 256];
    unsigned n = 0;
    if (!shared_path(name, folder_path))
        return 0;
    DIR *folder = opendir(folder_path);
    assert_non_null(folder);
    bool goes_on = true;
    for (struct dirent *file; goes_on && (file = readdir(folder));) {
        if (file->d_name[0] == '.' || !strcasestr(file->d_name, part))
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder_path, file->d_name);
        goes_on = each(path, file->d_name);
        n++;
    }
    closedir(folder);
    return n;
}

bool shared_keys_open(struct shared_keys *keys)
{
    char path[SHARED_PATH_SIZE];
    *keys = (struct shared_keys){ .file = NULL };
    if (!shared_path("data/polyglot/key_vectors.tsv", path))
        return false;
    keys->file = fopen(path, "r");
    assert_non_null(keys->file);
    assert_non_null(fgets(keys->line, sizeof(keys->line), keys->file));
    assert_int_equal(strncmp(keys->line, "fen\t", 4), 0); // the heading
    return true;
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

struct tabia_book *shared_book(const char *name,
                               const struct tabia_read_options *options)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    if (!shared_path(name, path))
        return NULL;
    struct tabia_book *book = tabia_book_load(path, options, &err);
    if (!book)
        fail_msg("%s:%u:%u: %s", name, err.line, err.col, err.msg);
    return book;
}
