/*
 * same_files.c - files that are given twice
 */
#include "io/same_files.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "io/input.h"

#include "base/banned.h"

enum { HEAD_SIZE = 4096 };

struct listed_file {
    const char *path;
    size_t index;
    off_t size; // 0: not to be compared
    dev_t device;
    ino_t inode;
};

static struct listed_file identify_file(const char *path, size_t index)
{
    struct stat st;
    if (strcmp(path, "-") == 0 || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return (struct listed_file){ .path = path, .index = index };
    return (struct listed_file){ path, index, st.st_size, st.st_dev,
                                 st.st_ino };
}

static int compare_sizes(const void *a, const void *b, void *ctx)
{
    const struct listed_file *x = a, *y = b;
    (void)ctx;
    return (x->size > y->size) - (x->size < y->size);
}

static size_t read_head(const char *path, uint8_t head[HEAD_SIZE])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, head, HEAD_SIZE) : -1;
    if (fd >= 0)
        close(fd);
    return n > 0 ? (size_t)n : 0;
}

static bool has_same_bytes(const struct listed_file *a,
                           const struct listed_file *b)
{
    const struct input_options options = { .map_size =
                                               INPUT_MAP_SEARCHED_SIZE };
    uint8_t heads[2][HEAD_SIZE];
    struct input in[2] = { 0 };
    const size_t n = read_head(a->path, heads[0]);
    if (n == 0 || read_head(b->path, heads[1]) != n ||
        memcmp(heads[0], heads[1], n) != 0)
        return false;
    const bool is_same =
        input_open(&in[0], a->path, &options, NULL) &&
        input_open(&in[1], b->path, &options, NULL) &&
        in[0].bytes.size == in[1].bytes.size &&
        memcmp(in[0].bytes.data, in[1].bytes.data, in[0].bytes.size) == 0;
    input_close(&in[0]);
    input_close(&in[1]);
    return is_same;
}

static bool same_files_is_same_file(const struct listed_file *a,
                                    const struct listed_file *b)
{
    return (a->device == b->device && a->inode == b->inode) ||
           has_same_bytes(a, b);
}

bool same_files_find(const char *const *paths, size_t n,
                     void (*on_same)(void *ctx, size_t first, size_t again),
                     void *ctx, struct tabia_error *err)
{
    struct listed_file *files = calloc(n + 1, sizeof(*files));
    if (!files)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++)
        files[i] = identify_file(paths[i], i);
    const bool ok =
        sort_stable(files, n, sizeof(*files), compare_sizes, NULL, NULL, err);
    // Files of one size stand together, in their order.
    for (size_t i = 0; ok && i < n; i++)
        for (size_t k = i; files[i].size && k-- > 0;) {
            if (files[k].size != files[i].size)
                break;
            if (same_files_is_same_file(&files[k], &files[i])) {
                on_same(ctx, files[k].index, files[i].index);
                break;
            }
        }
    free(files);
    return ok;
}
