/*
 * harvest_game.c - what is kept of a game that counts
 */
#include <stddef.h>
#include <string.h>
#include <xxhash.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "build/details.h"
#include "build/harvest_def.h"
#include "pgn/tags.h"

#include "base/banned.h"

enum { TEXT_MAX = 255 }; // bytes of a name that are kept

/*
 * Copies a tag's value as UTF-8, cut to TEXT_MAX bytes; "?" is no name.
 * Returns the length.
 */
static size_t copy_text(struct tabia_pgn_text value, char dst[TEXT_MAX])
{
    char text[TEXT_MAX + 1];
    const size_t whole = tabia_pgn_unescape(value, text, sizeof(text));
    const size_t len = whole < TEXT_MAX ? whole : TEXT_MAX;
    if (utf8_is_valid(text, utf8_cut(text, len, len))) {
        const size_t cut = utf8_valid_prefix(text, len);
        memcpy(dst, text, cut);
        return cut;
    }
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char code[UTF8_MAX];
        const size_t size =
            utf8_encode(utf8_from_cp1252((uint8_t)text[i]), code);
        if (n + size > TEXT_MAX)
            break;
        memcpy(dst + n, code, size);
        n += size;
    }
    return n;
}

static void add_details(struct harvest_now *now)
{
    const struct tabia_pgn_text values[3] = { now->white, now->black,
                                              now->event };
    char room[3][TEXT_MAX];
    const char *texts[3];
    size_t lens[3];
    for (size_t i = 0; i < 3; i++) {
        lens[i] = copy_text(values[i], room[i]);
        for (size_t k = 0; k < lens[i]; k++) // a NUL would end the text
            if (!room[i][k])
                room[i][k] = ' ';
        texts[i] = room[i];
    }
    const size_t end = tabia_pgn_tell(now->pgn);
    details_add(&now->h->details, texts, lens, now->chunk->file,
                now->chunk->offset + now->begin, (uint32_t)(end - now->begin));
}

/* All that makes two games the same. */
struct same {
    char names[2][TEXT_MAX]; // without blanks and case, as players are told
    uint32_t date;
    uint64_t start; // key
    uint16_t moves[TABIA_BUILD_PLIES];
};

static void fold_name(struct tabia_pgn_text value, char dst[TEXT_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < value.len && n < TEXT_MAX; i++) {
        const char c = tags_byte(value, &i);
        if (c != ' ')
            dst[n++] = tags_lower(c);
    }
}

static bool add_print(struct harvest_now *now)
{
    struct harvest *h = now->h;
    struct harvest_print *prints =
        vec_grow(h->prints, &h->prints_room, h->ngames + 1, sizeof(*prints),
                 HARVEST_GAMES_MAX);
    if (!prints)
        return false;
    h->prints = prints;
    struct same same;
    memset(&same, 0, offsetof(struct same, moves)); // the gaps, too
    fold_name(now->white, same.names[0]);
    fold_name(now->black, same.names[1]);
    same.date = now->row.date;
    same.start = now->start;
    memcpy(same.moves, now->moves, now->ply * sizeof(now->moves[0]));
    const XXH128_hash_t hash = XXH3_128bits(
        &same, offsetof(struct same, moves) + now->ply * sizeof(same.moves[0]));
    prints[h->ngames] = (struct harvest_print){ hash.low64, hash.high64 };
    return true;
}

bool harvest_find_result(struct harvest_now *now)
{
    enum tabia_pgn_result result = now->result;
    if (now->h->rule->open_is_draw)
        result = now->tag_result; // as PolyGlot does
    else if (result == TABIA_PGN_NO_RESULT || result == TABIA_PGN_OPEN)
        result = now->tag_result;
    switch (result) {
    case TABIA_PGN_WHITE_WINS:
        now->row.result = 0;
        return true;
    case TABIA_PGN_DRAW:
        now->row.result = 1;
        return true;
    case TABIA_PGN_BLACK_WINS:
        now->row.result = 2;
        return true;
    default:
        now->row.result = 1;
        break;
    }
    return now->h->rule->open_is_draw;
}

/* Makes room for one more game. */
static bool has_game_room(struct harvest *h)
{
    const size_t n = h->ngames + 1;
    struct tally_game *rows =
        vec_grow(h->rows, &h->rows_room, n, sizeof(*rows), HARVEST_GAMES_MAX);
    if (rows)
        h->rows = rows;
    struct harvest_extent *extents =
        vec_grow(h->extents, &h->extents_room, n, sizeof(*extents),
                 HARVEST_GAMES_MAX);
    if (extents)
        h->extents = extents;
    return rows && extents;
}

bool harvest_add_game(struct harvest_now *now)
{
    struct harvest *h = now->h;
    const size_t before = h->details.size;
    if (!has_game_room(h) || (h->rule->wants_prints && !add_print(now)))
        return false;
    if (h->rule->wants_details)
        add_details(now);
    h->rows[h->ngames] = now->row;
    h->extents[h->ngames++] = (struct harvest_extent){
        .events = (uint32_t)(h->nevents - now->first_event),
        .details = (uint32_t)(h->details.size - before),
    };
    return !h->details.failed;
}
