/*
 * dimensions.c - what games are grouped by: mean rating, speed, month
 */
#include "store/dimensions.h"

#include <string.h>

#include "base/compiler.h"
#include "base/banned.h"

const char *const dimensions_names[] = { "rating", "speed", "month", NULL };

static const char *const speeds[TABIA_SPEED_COUNT] = {
    [TABIA_SPEED_NONE] = "unknown",
    [TABIA_SPEED_ULTRABULLET] = "ultraBullet",
    [TABIA_SPEED_BULLET] = "bullet",
    [TABIA_SPEED_BLITZ] = "blitz",
    [TABIA_SPEED_RAPID] = "rapid",
    [TABIA_SPEED_CLASSICAL] = "classical",
    [TABIA_SPEED_CORRESPONDENCE] = "correspondence",
};

const char *tabia_speed_name(enum tabia_speed speed)
{
    return (unsigned)speed < TABIA_SPEED_COUNT ? speeds[speed] : speeds[0];
}

bool dimensions_parse(const char *text, unsigned *mask)
{
    *mask = 0;
    while (*text) {
        const size_t len = strcspn(text, ",");
        size_t i = 0;
        while (i < DIMENSIONS_COUNT &&
               (strlen(dimensions_names[i]) != len ||
                strncmp(dimensions_names[i], text, len) != 0))
            i++;
        if (i == DIMENSIONS_COUNT)
            return false;
        *mask |= 1u << i;
        text += len + (text[len] == ',');
    }
    return *mask;
}

unsigned dimensions_rating_group(unsigned mean)
{
    unsigned group = 0;
    if (mean == 0)
        return TABIA_RATING_NONE;
    while (group + 1 < TABIA_RATING_NONE &&
           mean >= tabia_rating_group_bound(group + 1))
        group++;
    return group;
}
