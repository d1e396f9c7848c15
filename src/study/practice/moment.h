/*
 * moment.h - moments and days of the calendar
 *
 * The present is always a parameter. A moment knows its time zone, so that its
 * day is the same wherever it is read.
 */
#ifndef STUDY_MOMENT_H
#define STUDY_MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 'offset' seconds are added to get the local time. */
struct moment {
    int64_t time; // seconds since 1970, UTC
    int32_t offset;
};

enum { DAY_SIZE = 16, MOMENT_SIZE = 32 };

/* The number of the local day; 1970-01-01 is 0. */
int32_t moment_day(struct moment at);

/* The present; another time. Both in the system's time zone. */
struct moment moment_now(void);
struct moment moment_at(int64_t time);

/* "2026-11-18"; years from 0 to 9999. */
void moment_print_day(int32_t day, char text[DAY_SIZE]);
bool moment_parse_day(const char *text, size_t len, int32_t *day);

/* "2026-11-18T09:12:35+01:00". */
void moment_print(struct moment at, char text[MOMENT_SIZE]);
bool moment_parse(const char *text, size_t len, struct moment *at);

#endif
