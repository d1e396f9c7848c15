/*
 * guard.c - buffers that end at memory nobody may touch
 */
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct guard guard_new(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t usable = (size + page - 1) / page * page;
    struct guard g = { .size = size, .npages_bytes = usable + page };
    g.pages = mmap(NULL, g.npages_bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint8_t *const fence = (uint8_t *)g.pages + usable;
    if (g.pages == MAP_FAILED || mprotect(fence, page, PROT_NONE) != 0) {
        perror("guard_new");
        abort();
    }
    g.data = fence - size;
    return g;
}

struct guard guard_copy(const void *data, size_t size)
{
    struct guard g = guard_new(size);
    if (size)
        memcpy(g.data, data, size);
    return g;
}

struct tabia_bytes guard_bytes(const struct guard *g)
{
    return (struct tabia_bytes){ g->data, g->size };
}

void guard_free(struct guard *g)
{
    munmap(g->pages, g->npages_bytes);
    *g = (struct guard){ 0 };
}
