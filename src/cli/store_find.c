/*
 * store_find.c - filters for the games of a store
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/store_files.h"

#include "base/banned.h"

enum { NAME_SIZE = 24, LIST_SIZE = 160 };

bool store_query_is_empty(const struct store_query *query)
{
    return !query->ratings && !query->speeds && !query->since &&
           !query->until && !query->history && !query->samples;
}

/* The name of a value, or NULL behind the last one. */
typedef const char *name_of(unsigned i, char text[NAME_SIZE]);

/* A group is named by its lower bound; "none" is for games without ratings. */
static const char *rating_name(unsigned i, char text[NAME_SIZE])
{
    if (i == TABIA_RATING_NONE)
        return "none";
    snprintf(text, NAME_SIZE, "%u", tabia_rating_bound(i));
    return i < TABIA_NRATINGS ? text : NULL;
}

static const char *speed_name(unsigned i, char text[NAME_SIZE])
{
    (void)text;
    return i < TABIA_NSPEEDS ? tabia_speed_name((enum tabia_speed)i) : NULL;
}

static enum cli_status refuse_word(const struct args *args, const char *option,
                                   const char *word, size_t len, name_of *name)
{
    char all[LIST_SIZE], text[NAME_SIZE];
    const char *next;
    size_t at = 0;
    for (unsigned i = 0; (next = name(i, text)); i++)
        at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s",
                               i ? ", " : "", next);
    return cli_misuse(args->verb, "--%s: expected some of %s; found '%.*s'",
                      option, all, (int)(len < 40 ? len : 40), word);
}

/* Words separated by commas. */
static enum cli_status read_list(const struct args *args, const char *option,
                                 const char *list, unsigned *mask,
                                 name_of *name)
{
    while (list) {
        const size_t len = strcspn(list, ",");
        char text[NAME_SIZE];
        const char *known;
        unsigned i = 0;
        while ((known = name(i, text)) &&
               (strlen(known) != len || strncmp(known, list, len) != 0))
            i++;
        if (!known)
            return refuse_word(args, option, list, len, name);
        *mask |= 1u << i;
        list = list[len] ? list + len + 1 : NULL;
    }
    return CLI_DONE;
}

/* YYYY or YYYY-MM; a year alone is its first or its last month. */
static enum cli_status read_month(const struct args *args, const char *option,
                                  const char *text, uint32_t month,
                                  uint32_t *yyyymm)
{
    static const char digits[] = "0123456789";
    if (!text)
        return CLI_DONE;
    const char *end = text + strspn(text, digits);
    bool is_sound = end == text + 4;
    if (is_sound && *end == '-') {
        const char *second = end + 1;
        end = second + strspn(second, digits);
        month = (uint32_t)strtoul(second, NULL, 10);
        is_sound = end == second + 2 && month >= 1 && month <= 12;
    }
    if (!is_sound || *end)
        return cli_misuse(args->verb,
                          "--%s expects YYYY or YYYY-MM, found '%.40s'", option,
                          text);
    *yyyymm = (uint32_t)strtoul(text, NULL, 10) * 100 + month;
    return CLI_DONE;
}

enum cli_status store_query_read(const struct args *args,
                                 const struct store_query *query,
                                 struct tabia_store_filter *filter)
{
    enum cli_status status = read_list(args, "ratings", query->ratings,
                                       &filter->ratings, rating_name);
    if (status == CLI_DONE)
        status = read_list(args, "speeds", query->speeds, &filter->speeds,
                           speed_name);
    if (status == CLI_DONE)
        status = read_month(args, "since", query->since, 1, &filter->since);
    if (status == CLI_DONE)
        status = read_month(args, "until", query->until, 12, &filter->until);
    return status;
}
