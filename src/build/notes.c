/*
 * notes.c - small files of names and values, which a build leaves behind
 */
#include "build/notes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "io/input.h"
#include "io/output.h"
#include "io/path.h"

#include "base/banned.h"

enum { SIZE_LIMIT = 1 << 28 };

static const char first_line[] = "tabia-notes 1\n";

/* ---- writing --------------------------------------------------------- */

void notes_begin(struct buf *dst)
{
    dst->limit = SIZE_LIMIT;
    buf_reset(dst);
    buf_add_text(dst, first_line);
}

void notes_put(struct buf *dst, const char *name, const char *value)
{
    buf_addf(dst, "%s ", name);
    for (const char *p = value; *p; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c <= ' ' || c == '%')
            buf_addf(dst, "%%%02x", c);
        else
            buf_add_char(dst, *p);
    }
    buf_add_char(dst, '\n');
}

void notes_put_number(struct buf *dst, const char *name, uint64_t value)
{
    buf_addf(dst, "%s %" PRIu64 "\n", name, value);
}

void notes_put_sum(struct buf *dst, const char *name, uint64_t sum)
{
    buf_addf(dst, "%s %016" PRIx64 "\n", name, sum);
}

void notes_end(struct buf *dst)
{
    notes_put_sum(dst, "end", XXH3_64bits(buf_text(dst), dst->size));
}

bool notes_save(const struct buf *notes, const char *folder, const char *name,
                struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    if (notes->failed)
        return buf_error(notes, err);
    if (!buf_addf(&path, "%s/%s", folder, name))
        return buf_error(&path, err);
    const bool ok =
        output_write_file(path.data, notes->data, notes->size,
                          &(struct output_options){ .force = true }, err);
    buf_clear(&path);
    return ok;
}

bool notes_remove(const char *folder, const char *name, struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    if (!buf_addf(&path, "%s/%s", folder, name))
        return buf_error(&path, err);
    const bool ok = unlink(path.data) == 0 || errno == ENOENT ||
                    error_system(err, errno, "cannot remove %s", path.data);
    buf_clear(&path);
    return ok;
}

/* ---- reading --------------------------------------------------------- */

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool notes_parse(struct notes *notes, const char *path,
                 struct tabia_bytes bytes, struct tabia_error *err)
{
    // The last line is the checksum of all before it.
    const size_t last = sizeof("end 0123456789abcdef\n") - 1;
    const size_t size = bytes.size > last ? bytes.size - last : 0;
    size_t room = 1;
    char sum[32];
    *notes = (struct notes){ .arena = { .limit = SIZE_LIMIT } };
    snprintf(sum, sizeof(sum), "end %016" PRIx64 "\n",
             (uint64_t)XXH3_64bits(bytes.data, size));
    if (size < sizeof(first_line) - 1 ||
        memcmp(bytes.data, first_line, sizeof(first_line) - 1) != 0 ||
        memcmp(bytes.data + size, sum, last) != 0)
        return error_set(err, TABIA_ERR_CORRUPT, "%s is damaged", path);
    char *text = arena_dup_text(&notes->arena, (const char *)bytes.data, size);
    if (!text)
        return error_nomem(err);
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        room++;
    notes->lines = arena_alloc(&notes->arena, room, sizeof(*notes->lines));
    if (!notes->lines)
        return error_nomem(err);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        char *blank = strchr(line, ' ');
        if (!blank)
            continue;
        *blank = '\0';
        char *to = blank + 1; // where % and two digits become a byte
        for (const char *p = to; *p; p++)
            if (*p == '%' && digit(p[1]) >= 0 && digit(p[2]) >= 0) {
                *to++ = (char)(digit(p[1]) * 16 + digit(p[2]));
                p += 2;
            } else {
                *to++ = *p;
            }
        *to = '\0';
        notes->lines[notes->n++] =
            (struct notes_line){ .name = line, .value = blank + 1 };
    }
    return true;
}

bool notes_load(struct notes *notes, const char *folder, const char *name,
                bool *found, struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    struct input in;
    *notes = (struct notes){ 0 };
    if (!buf_addf(&path, "%s/%s", folder, name))
        return buf_error(&path, err);
    *found = access(path.data, F_OK) == 0;
    bool ok = !*found || input_open(&in, path.data, NULL, err);
    if (*found && ok) {
        ok = notes_parse(notes, path.data, in.bytes, err);
        input_close(&in);
    }
    buf_clear(&path);
    return ok;
}

const char *notes_next(const struct notes *notes, const char *name, size_t *at)
{
    while (*at < notes->n) {
        const struct notes_line *line = &notes->lines[(*at)++];
        if (strcmp(line->name, name) == 0)
            return line->value;
    }
    return NULL;
}

const char *notes_get(const struct notes *notes, const char *name)
{
    size_t at = 0;
    return notes_next(notes, name, &at);
}

uint64_t notes_number(const struct notes *notes, const char *name)
{
    const char *value = notes_get(notes, name);
    return value ? strtoull(value, NULL, 10) : 0;
}

bool notes_has_sum(const struct notes *notes, const char *name, uint64_t sum)
{
    const char *value = notes_get(notes, name);
    char text[32];
    snprintf(text, sizeof(text), "%016" PRIx64, sum);
    return value && strcmp(value, text) == 0;
}

void notes_clear(struct notes *notes)
{
    arena_clear(&notes->arena);
    *notes = (struct notes){ 0 };
}
