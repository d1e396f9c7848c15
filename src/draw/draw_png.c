/*
 * draw_png.c - pictures as PNG, by other programs
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "draw/draw_internal.h"
#include "io/child.h"

#include "base/banned.h"

enum { PNG_MS = 120 * 1000, NS_PER_MS = 1000 * 1000 };

/* A program that reads a picture and writes PNG. */
struct png_converter {
    const char *program;
    const char *args[3];
    bool reads_svg; // else DOT
};

static const struct png_converter png_converters[] = {
    { "rsvg-convert", { "-f", "png" }, true },
    { "neato", { "-n2", "-Tpng" }, false },
};

static bool run_png_converter(const struct png_converter *c, char *path,
                              const struct buf *picture, struct buf *png,
                              struct tabia_error *err)
{
    char *argv[4] = { path, (char *)(uintptr_t)c->args[0],
                      (char *)(uintptr_t)c->args[1], NULL };
    const uint64_t deadline = clock_now_ns() + (uint64_t)PNG_MS * NS_PER_MS;
    struct child child = { .buffer = NULL };
    if (!child_start(&child, argv, err))
        return false;
    bool ok = child_write(&child, picture->data, picture->size, deadline, err);
    process_close_in(&child.process);
    ok = ok && child_read_all(&child, deadline, png, err);
    child_stop(&child);
    if (ok && (png->size < 8 || memcmp(png->data, "\x89PNG", 4) != 0))
        return error_set(err, TABIA_ERR_IO, "%s did not produce a PNG",
                         c->program);
    return ok;
}

bool draw_png_from_svg(const struct buf *svg, struct buf *png,
                       struct tabia_error *err)
{
    const struct png_converter *c = &png_converters[0];
    char *path = process_find(c->program);
    if (!path)
        return error_set(
            err, TABIA_ERR_MISUSE,
            "drawing a puzzle as PNG needs rsvg-convert (librsvg2-bin)");
    const bool ok = run_png_converter(c, path, svg, png, err);
    free(path);
    return ok;
}

bool draw_png(const struct drawing *d, struct buf *png, struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(png_converters); i++) {
        const struct png_converter *c = &png_converters[i];
        char *path = process_find(c->program);
        if (!path)
            continue;
        struct buf picture = { .limit = SIZE_MAX / 4 };
        struct sink dst = sink_to_buf(&picture, err);
        if (c->reads_svg)
            draw_svg(d, false, &dst);
        else
            draw_dot(d, &dst);
        const bool ok =
            sink_ok(&dst) && run_png_converter(c, path, &picture, png, err);
        buf_clear(&picture);
        free(path);
        return ok;
    }
    return error_set(err, TABIA_ERR_MISUSE,
                     "PNG needs rsvg-convert (librsvg2-bin) or Graphviz");
}
