/*
 * progress_bar.c - shows on stderr how far a long job is
 */
#include "cli/progress_bar.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
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
    PRINTF_LIKE(2, 3);

static void line_addf(struct progress_line *line, const char *fmt, ...)
{
    const size_t room = PROGRESS_BAR_SIZE - line->len;
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
static double done_fraction(const struct progress_bar *bar)
{
    if (!bar->total)
        return 0;
    const double f = (double)bar->done / (double)bar->total;
    return f < 1 ? f : 1;
}

static void add_rate(struct progress_line *line, const struct progress_bar *bar,
                     uint64_t elapsed_ns)
{
    if (!elapsed_ns)
        return;
    const double seconds = (double)elapsed_ns / (double)second_ns;
    const double rate = (double)bar->done / seconds;
    line_addf(line, ", ");
    progress_add_count(line, rate < 1e19 ? (uint64_t)rate : UINT64_MAX);
    line_addf(line, " %s/s", bar->unit);
    if (bar->total > bar->done && bar->done) {
        const double left = (double)(bar->total - bar->done) / rate;
        line_addf(line, ", ");
        add_time(line, left < 3.6e8 ? (uint64_t)(left + 0.5) : 360000000);
        line_addf(line, " left");
    }
}

size_t progress_bar_print(const struct progress_bar *bar, uint64_t now_ns,
                          char text[PROGRESS_BAR_SIZE])
{
    struct progress_line line = { text, 0 };
    line_addf(&line, "%s", bar->label);
    if (bar->total && bar->is_terminal) {
        int width = bar->columns - 48 - (int)strlen(bar->label);
        width = width < BAR_MIN ? BAR_MIN : width > BAR_MAX ? BAR_MAX : width;
        const int filled = (int)(done_fraction(bar) * width);
        line_addf(&line, " [");
        for (int i = 0; i < width; i++)
            line_addf(&line, "%c", i < filled ? '=' : i == filled ? '>' : ' ');
        line_addf(&line, "]");
    } else {
        line_addf(&line, ":");
    }
    if (bar->total) {
        line_addf(&line, " %d%%", (int)(done_fraction(bar) * 100));
    } else {
        line_addf(&line, " ");
        progress_add_count(&line, bar->done);
        line_addf(&line, " %s", bar->unit);
    }
    add_rate(&line, bar, now_ns - bar->start_ns);

    // A line that wraps could not be redrawn.
    if (bar->is_terminal && bar->columns > 1 &&
        line.len >= (size_t)bar->columns)
        line.len = (size_t)bar->columns - 1;
    text[line.len] = '\0';
    return line.len;
}

static bool is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

int progress_bar_columns(int fd)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

void progress_bar_init(struct progress_bar *bar, const char *label,
                       const char *unit, uint64_t total, bool quiet)
{
    const uint64_t now = clock_now_ns();
    *bar = (struct progress_bar){
        .label = label,
        .unit = unit,
        .total = total,
        .start_ns = now,
        .shown_ns = now,
        .fd = STDERR_FILENO,
        .columns = progress_bar_columns(STDERR_FILENO),
        .is_quiet = quiet,
        .is_terminal = is_terminal(STDERR_FILENO),
    };
}

/* Writes for the user; a failure cannot be reported and is ignored. */
static void write_to_user(const struct progress_bar *bar, const char *text,
                          size_t len)
{
    while (len) {
        const ssize_t done = write(bar->fd, text, len);
        if (done <= 0)
            return;
        text += done;
        len -= (size_t)done;
    }
}

static bool is_due(const struct progress_bar *bar, uint64_t now_ns)
{
    if (!bar->is_terminal)
        return now_ns - bar->shown_ns >= line_ns;
    return now_ns - bar->start_ns >= first_draw_ns &&
           now_ns - bar->shown_ns >= redraw_ns;
}

void progress_bar_update(struct progress_bar *bar, uint64_t done)
{
    bar->done = done;
    if (bar->is_quiet)
        return;
    const uint64_t now = clock_now_ns();
    if (!is_due(bar, now))
        return;

    char line[PROGRESS_BAR_SIZE];
    const size_t len = progress_bar_print(bar, now, line);
    if (bar->is_terminal)
        write_to_user(bar, "\r\033[K", 4);
    write_to_user(bar, line, len);
    if (!bar->is_terminal)
        write_to_user(bar, "\n", 1);
    bar->is_drawn = true;
    bar->shown_ns = now;
}

void progress_bar_finish(struct progress_bar *bar)
{
    if (bar->is_drawn && bar->is_terminal)
        write_to_user(bar, "\r\033[K", 4);
    bar->is_drawn = false;
}
