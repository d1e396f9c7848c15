/*
 * harvest_tags.c - what a build takes from the tags of a game
 */
#include <string.h>

#include "build/harvest_def.h"
#include "pgn/tags.h"
#include "pgn/variant.h"

#include "base/banned.h"

enum tag {
    TAG_NONE,
    TAG_WHITE,
    TAG_BLACK,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_DATE,
    TAG_UTC_DATE,
    TAG_RESULT,
    TAG_TIME_CONTROL,
    TAG_EVENT,
    TAG_VARIANT,
};

static const struct {
    const char *name;
    enum tag tag;
} tag_names[] = {
    { "White", TAG_WHITE },        { "Black", TAG_BLACK },
    { "WhiteElo", TAG_WHITE_ELO }, { "BlackElo", TAG_BLACK_ELO },
    { "Date", TAG_DATE },          { "UTCDate", TAG_UTC_DATE },
    { "Result", TAG_RESULT },      { "TimeControl", TAG_TIME_CONTROL },
    { "Event", TAG_EVENT },        { "Variant", TAG_VARIANT },
};

static enum tag find_tag(struct tabia_pgn_text name)
{
    for (size_t i = 0; i < COUNT_OF(tag_names); i++)
        if (strlen(tag_names[i].name) == name.len &&
            memcmp(tag_names[i].name, name.text, name.len) == 0)
            return tag_names[i].tag;
    return TAG_NONE;
}

/* "Casual blitz game", as Lichess names what is not rated. */
static bool is_casual(struct tabia_pgn_text event)
{
    static const char word[] = "Casual ";
    const size_t len = sizeof(word) - 1;
    return event.len >= len && memcmp(event.text, word, len) == 0;
}

void harvest_set_tag(struct harvest_now *now, struct tabia_pgn_text name,
                     struct tabia_pgn_text value)
{
    switch (find_tag(name)) {
    case TAG_WHITE:
        now->white = value;
        break;
    case TAG_BLACK:
        now->black = value;
        break;
    case TAG_WHITE_ELO:
        now->row.rating[TABIA_WHITE] = (uint16_t)tags_elo(value);
        break;
    case TAG_BLACK_ELO:
        now->row.rating[TABIA_BLACK] = (uint16_t)tags_elo(value);
        break;
    case TAG_DATE:
    case TAG_UTC_DATE: // some files have only this one
        if (!now->row.date)
            now->row.date = tags_parse_date(value);
        break;
    case TAG_RESULT:
        now->tag_result = tags_result(value);
        break;
    case TAG_TIME_CONTROL:
        now->row.speed = (uint8_t)tags_parse_speed(value);
        break;
    case TAG_EVENT:
        now->event = value;
        now->row.flags = is_casual(value) ? TALLY_CASUAL : 0;
        break;
    case TAG_VARIANT:
        now->is_chess960 = variant_is_chess960(value.text, value.len);
        break;
    case TAG_NONE:
        break;
    }
}
