/*
 * temp_folder.h - a folder for the files of one test
 */
#ifndef TESTS_TEMP_FOLDER_H
#define TESTS_TEMP_FOLDER_H

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEMP_FOLDER_FILES = 12, TEMP_FOLDER_PATH = 96 };

struct temp_folder {
    char name[32];
    char paths[TEMP_FOLDER_FILES][TEMP_FOLDER_PATH];
    size_t npaths;
};

static inline void temp_folder_make(struct temp_folder *f)
{
    *f = (struct temp_folder){ .name = "/tmp/tabia-test-XXXXXX" };
    assert_non_null(mkdtemp(f->name));
}

/* The path of a file in the folder, which is removed along with it. */
static inline const char *temp_folder_path(struct temp_folder *f,
                                           const char *file)
{
    char path[TEMP_FOLDER_PATH];
    snprintf(path, sizeof(path), "%s/%s", f->name, file);
    for (size_t i = 0; i < f->npaths; i++)
        if (strcmp(f->paths[i], path) == 0)
            return f->paths[i];
    assert_true(f->npaths < TEMP_FOLDER_FILES);
    memcpy(f->paths[f->npaths], path, sizeof(path));
    return f->paths[f->npaths++];
}

static inline void temp_folder_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

/* What the file holds, or "no file". */
static inline const char *temp_folder_read(const char *path, char *buf,
                                           size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return "no file";
    buf[fread(buf, 1, size - 1, file)] = '\0';
    fclose(file);
    return buf;
}

/* Fails when something else was left behind in the folder. */
static inline void temp_folder_remove(struct temp_folder *f)
{
    for (size_t i = 0; i < f->npaths; i++)
        unlink(f->paths[i]);
    assert_int_equal(rmdir(f->name), 0);
}

#endif
