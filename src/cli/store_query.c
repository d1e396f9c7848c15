/*
 * store_query.c - which games of stores are asked for
 */
#include <stdlib.h>
#include <string.h>

#include "cli/store_files.h"
#include "cli/verbs.h"

#include "base/banned.h"

bool store_query_is_empty(const struct store_query *query)
{
    return !query->ratings && !query->speeds && !query->since &&
           !query->until && !query->history && !query->samples;
}

/* A group by any rating in it; "none" for games without ratings. */
static bool read_rating(const char *word, size_t len, unsigned *mask)
{
    unsigned rating = 0;
    if (len == 4 && memcmp(word, "none", 4) == 0) {
        *mask |= 1u << TABIA_RATING_NONE;
        return true;
    }
    if (len == 0 || len > 4)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        rating = rating * 10 + (unsigned)(word[i] - '0');
    }
    *mask |= 1u << tabia_rating_group(rating ? rating : 1);
    return true;
}

static bool read_speed(const char *word, size_t len, unsigned *mask)
{
    for (unsigned i = 0; i < TABIA_NSPEEDS; i++) {
        const char *name = tabia_speed_name((enum tabia_speed)i);
        if (strlen(name) == len && strncmp(name, word, len) == 0) {
            *mask |= 1u << i;
            return true;
        }
    }
    return false;
}

/* Words with commas between them. */
static enum cli_status read_list(const struct args *args, const char *option,
                                 const char *text, unsigned *mask,
                                 bool (*read)(const char *word, size_t len,
                                              unsigned *mask))
{
    while (text) {
        const size_t len = strcspn(text, ",");
        if (!read(text, len, mask))
            return cli_misuse(args->verb, "--%s does not know '%.*s'", option,
                              (int)(len < 40 ? len : 40), text);
        text = text[len] ? text + len + 1 : NULL;
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
                                       &filter->ratings, read_rating);
    if (status == CLI_DONE)
        status = read_list(args, "speeds", query->speeds, &filter->speeds,
                           read_speed);
    if (status == CLI_DONE)
        status = read_month(args, "since", query->since, 1, &filter->since);
    if (status == CLI_DONE)
        status = read_month(args, "until", query->until, 12, &filter->until);
    return status;
}
