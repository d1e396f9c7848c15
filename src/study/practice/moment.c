/*
 * moment.c - moments and days of the calendar
 */
#include "study/practice/moment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/text.h"
#include "base/banned.h"

enum {
    SECONDS_PER_DAY = 86400,
    DAYS_PER_ERA = 146097, // 400 years
    DAYS_TO_1970 = 719468, // from March of the year 0
    DAY_MIN = -719528,     // 0000-01-01
    DAY_MAX = 2932896,     // 9999-12-31
    OFFSET_MAX = 18 * 3600,
    DATE_LENGTH = 10,
    MOMENT_LENGTH = 25,
};

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

int32_t moment_day(struct moment at)
{
    return (int32_t)floor_div(at.time + at.offset, SECONDS_PER_DAY);
}

struct moment moment_at(int64_t time)
{
    const time_t when = (time_t)time;
    struct tm tm;
    return (struct moment){
        .time = time,
        .offset = localtime_r(&when, &tm) ? (int32_t)tm.tm_gmtoff : 0,
    };
}

struct moment moment_now(void)
{
    return moment_at((int64_t)time(NULL));
}

/* ---- the calendar: years begin in March, so leap days come last ------- */

static int32_t day_of_date(int32_t year, unsigned month, unsigned day)
{
    year -= month <= 2;
    const int32_t era = (int32_t)floor_div(year, 400);
    const unsigned of_era = (unsigned)(year - era * 400);
    const unsigned of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    return era * DAYS_PER_ERA +
           (int32_t)(of_era * 365 + of_era / 4 - of_era / 100 + of_year) -
           DAYS_TO_1970;
}

void moment_print_day(int32_t day, char text[DAY_SIZE])
{
    if (day < DAY_MIN)
        day = DAY_MIN;
    if (day > DAY_MAX)
        day = DAY_MAX;
    const int64_t shifted = (int64_t)day + DAYS_TO_1970;
    const int64_t era = floor_div(shifted, DAYS_PER_ERA);
    const unsigned of_era = (unsigned)(shifted - era * DAYS_PER_ERA);
    const unsigned year =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const unsigned of_year = of_era - (365 * year + year / 4 - year / 100);
    const unsigned from_march = (5 * of_year + 2) / 153;
    const unsigned of_month = of_year - (153 * from_march + 2) / 5 + 1;
    const unsigned month = from_march < 10 ? from_march + 3 : from_march - 9;
    const int64_t whole = (int64_t)year + era * 400 + (month <= 2);
    snprintf(text, DAY_SIZE, "%04u-%02u-%02u", (unsigned)(whole % 10000),
             month % 100, of_month % 100);
}

/* Reads 'n' digits. */
static bool moment_read_digits(const char *text, size_t n, unsigned *value)
{
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (!text_is_digit(text[i]))
            return false;
        *value = *value * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

bool moment_parse_day(const char *text, size_t len, int32_t *day)
{
    char again[DAY_SIZE];
    unsigned year, month, of_month;
    if (len != DATE_LENGTH || !moment_read_digits(text, 4, &year) ||
        text[4] != '-' || !moment_read_digits(text + 5, 2, &month) ||
        text[7] != '-' || !moment_read_digits(text + 8, 2, &of_month) ||
        month < 1 || month > 12 || of_month < 1 || of_month > 31)
        return false;
    *day = day_of_date((int32_t)year, month, of_month);
    moment_print_day(*day, again);
    return memcmp(again, text, DATE_LENGTH) == 0; // there is such a day
}

/* ---- moments ---------------------------------------------------------- */

void moment_print(struct moment at, char text[MOMENT_SIZE])
{
    const int64_t local = at.time + at.offset;
    const unsigned second =
        (unsigned)(local - floor_div(local, SECONDS_PER_DAY) * SECONDS_PER_DAY);
    const unsigned zone = (unsigned)abs(at.offset) / 60;
    char date[DAY_SIZE];
    moment_print_day(moment_day(at), date);
    snprintf(text, MOMENT_SIZE, "%.10sT%02u:%02u:%02u%c%02u:%02u", date,
             second / 3600 % 24, second / 60 % 60, second % 60,
             at.offset < 0 ? '-' : '+', zone / 60 % 24, zone % 60);
}

bool moment_parse(const char *text, size_t len, struct moment *at)
{
    unsigned hour, minute, second, zone_hours, zone_minutes;
    int32_t day;
    if (len != MOMENT_LENGTH || !moment_parse_day(text, DATE_LENGTH, &day) ||
        text[10] != 'T' || !moment_read_digits(text + 11, 2, &hour) ||
        text[13] != ':' || !moment_read_digits(text + 14, 2, &minute) ||
        text[16] != ':' || !moment_read_digits(text + 17, 2, &second) ||
        (text[19] != '+' && text[19] != '-') ||
        !moment_read_digits(text + 20, 2, &zone_hours) || text[22] != ':' ||
        !moment_read_digits(text + 23, 2, &zone_minutes) || hour > 23 ||
        minute > 59 || second > 59 || zone_minutes > 59)
        return false;
    const int32_t zone = (int32_t)(zone_hours * 3600 + zone_minutes * 60);
    at->offset = text[19] == '-' ? -zone : zone;
    at->time = (int64_t)day * SECONDS_PER_DAY +
               (int64_t)(hour * 3600 + minute * 60 + second) - at->offset;
    return zone <= OFFSET_MAX;
}
