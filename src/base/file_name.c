/*
 * file_name.c - the names in paths
 */
#include "base/file_name.h"

#include <stddef.h>
#include <string.h>

#include "base/banned.h"

const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_name_ends(const char *path, const char *tail)
{
    const size_t len = strlen(path), tail_len = strlen(tail);
    if (len < tail_len || strcmp(path + len - tail_len, tail) != 0)
        return false;
    return len == tail_len || path[len - tail_len - 1] == '/';
}

const char *file_name_find(const char *const *paths, const char *name)
{
    const char *best = NULL;
    for (size_t i = 0; paths && paths[i]; i++)
        if (file_name_ends(paths[i], name) &&
            (!best || strlen(paths[i]) < strlen(best)))
            best = paths[i];
    for (size_t i = 0; !best && paths && paths[i]; i++)
        if (strcmp(file_name_of(paths[i]), file_name_of(name)) == 0)
            best = paths[i];
    return best;
}
