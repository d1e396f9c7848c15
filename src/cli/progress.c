/*
 * progress.c - shows on stderr how far a long job is
 */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/clock.h"
#include "base/banned.h"

enum { BAR_MIN = 10, BAR_MAX = 40 };

static const uint64_t second_ns = 1000000000u;
static const uint64_t first_draw_ns = 500000000u;
static const uint64_t redraw_ns = 100000000u;
static const uint64_t line_ns = 10000000000u;

struct progress_line {
    char *text;
    size_t len;
};

static void line_addf(struct progress_line *line, const char *fmt, ...)
    ATTR_PRINTF(2, 3);

static void line_addf(struct progress_line *line, const char *fmt, ...)
{
    const size_t room = PROGRESS_LINE_SIZE - line->len;
    va_list ap;
    va_start(ap, fmt);
    const int len = vsnprintf(line->text + line->len, room, fmt, ap);
    va_end(ap);
    if (len > 0)
        line->len += (size_t)len < room ? (size_t)len : room - 1;
}

/* 950, 12.3k, 4.5M: short, and never wider than six characters. */
static void progress_add_count(struct progress_line *line, uint64_t count)
{
    static const char units[] = "kMGTPE";
    if (count < 10000) {
        line_addf(line, "%" PRIu64, count);
        return;
    }
    size_t i = 0;
    for (; count >= 1000000 && units[i + 1]; i++)
        count /= 1000;
    line_addf(line, "%" PRIu64 ".%u%c", count / 1000,
              (unsigned)(count % 1000 / 100), units[i]);
}

static void add_time(struct progress_line *line, uint64_t seconds)
{
    const uint64_t hours = seconds / 3600;
    const unsigned min = (unsigned)(seconds / 60 % 60);
    const unsigned sec = (unsigned)(seconds % 60);
    if (hours)
        line_addf(line, "%" PRIu64 ":%02u:%02u", hours, min, sec);
    else
        line_addf(line, "%u:%02u", min, sec);
}

/* The done part of the total, at most 1; 0 when there is no total. */
static double done_fraction(const struct progress *p)
{
    if (!p->total)
        return 0;
    const double f = (double)p->done / (double)p->total;
    return f < 1 ? f : 1;
}

static void add_rate(struct progress_line *line, const struct progress *p,
                     uint64_t elapsed_ns)
{
    if (!elapsed_ns)
        return;
    const double seconds = (double)elapsed_ns / (double)second_ns;
    const double rate = (double)p->done / seconds;
    line_addf(line, ", ");
    progress_add_count(line, rate < 1e19 ? (uint64_t)rate : UINT64_MAX);
    line_addf(line, " %s/s", p->unit);
    if (p->total > p->done && p->done) {
        const double left = (double)(p->total - p->done) / rate;
        line_addf(line, ", ");
        add_time(line, left < 3.6e8 ? (uint64_t)(left + 0.5) : 360000000);
        line_addf(line, " left");
    }
}

size_t progress_format(const struct progress *p, uint64_t now_ns,
                       char text[PROGRESS_LINE_SIZE])
{
    struct progress_line line = { text, 0 };
    line_addf(&line, "%s", p->label);
    if (p->total && p->is_terminal) {
        int width = p->columns - 48 - (int)strlen(p->label);
        width = width < BAR_MIN ? BAR_MIN : width > BAR_MAX ? BAR_MAX : width;
        const int filled = (int)(done_fraction(p) * width);
        line_addf(&line, " [");
        for (int i = 0; i < width; i++)
            line_addf(&line, "%c", i < filled ? '=' : i == filled ? '>' : ' ');
        line_addf(&line, "]");
    } else {
        line_addf(&line, ":");
    }
    if (p->total) {
        line_addf(&line, " %d%%", (int)(done_fraction(p) * 100));
    } else {
        line_addf(&line, " ");
        progress_add_count(&line, p->done);
        line_addf(&line, " %s", p->unit);
    }
    add_rate(&line, p, now_ns - p->start_ns);

    // A line that wraps could not be redrawn.
    if (p->is_terminal && p->columns > 1 && line.len >= (size_t)p->columns)
        line.len = (size_t)p->columns - 1;
    text[line.len] = '\0';
    return line.len;
}

static bool is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

int progress_columns(int fd)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

void progress_init(struct progress *p, const char *label, const char *unit,
                   uint64_t total, bool quiet)
{
    const uint64_t now = clock_now_ns();
    *p = (struct progress){
        .label = label,
        .unit = unit,
        .total = total,
        .start_ns = now,
        .shown_ns = now,
        .fd = STDERR_FILENO,
        .columns = progress_columns(STDERR_FILENO),
        .is_quiet = quiet,
        .is_terminal = is_terminal(STDERR_FILENO),
    };
}

/* Writes for the user; a failure cannot be reported and is ignored. */
static void write_to_user(const struct progress *p, const char *text,
                          size_t len)
{
    while (len) {
        const ssize_t done = write(p->fd, text, len);
        if (done <= 0)
            return;
        text += done;
        len -= (size_t)done;
    }
}

static bool is_due(const struct progress *p, uint64_t now_ns)
{
    if (!p->is_terminal)
        return now_ns - p->shown_ns >= line_ns;
    return now_ns - p->start_ns >= first_draw_ns &&
           now_ns - p->shown_ns >= redraw_ns;
}

void progress_update(struct progress *p, uint64_t done)
{
    p->done = done;
    if (p->is_quiet)
        return;
    const uint64_t now = clock_now_ns();
    if (!is_due(p, now))
        return;

    char line[PROGRESS_LINE_SIZE];
    const size_t len = progress_format(p, now, line);
    if (p->is_terminal)
        write_to_user(p, "\r\033[K", 4);
    write_to_user(p, line, len);
    if (!p->is_terminal)
        write_to_user(p, "\n", 1);
    p->is_drawn = true;
    p->shown_ns = now;
}

void progress_finish(struct progress *p)
{
    if (p->is_drawn && p->is_terminal)
        write_to_user(p, "\r\033[K", 4);
    p->is_drawn = false;
}
