/*
 * engine_info.c - what a UCI engine reports while it searches
 */
#include "engine/engine_info.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "base/banned.h"

enum { SCORE_MAX = 1000 * 1000 };

/* ---- words ----------------------------------------------------------- */

const char *engine_info_next_word(const char **p, size_t *len)
{
    *p += strspn(*p, " \t");
    const char *word = *p;
    *len = strcspn(word, " \t");
    *p += *len;
    return *len ? word : NULL;
}

/* The number that comes next, within reason. */
static bool next_number(const char **p, int32_t *value)
{
    size_t len;
    const char *word = engine_info_next_word(p, &len);
    if (!word)
        return false;
    char *end;
    const long number = strtol(word, &end, 10);
    if (end != word + len || number > SCORE_MAX || number < -SCORE_MAX)
        return false;
    *value = (int32_t)number;
    return true;
}

/* A number that may be large; one that is not understood is 0. */
static uint64_t next_count(const char **p)
{
    size_t len;
    const char *word = engine_info_next_word(p, &len);
    if (!word || *word < '0' || *word > '9')
        return 0;
    char *end;
    const unsigned long long number = strtoull(word, &end, 10);
    return end == word + len && number < UINT64_C(1) << 53 ? number : 0;
}

/* ---- lines ----------------------------------------------------------- */

static bool read_score(const char **p, struct engine_info *info)
{
    size_t len;
    const char *kind = engine_info_next_word(p, &len);
    if (!kind || !(text_is(kind, len, "cp") || text_is(kind, len, "mate")))
        return false;
    info->eval.kind = *kind == 'c' ? TABIA_EVAL_CP : TABIA_EVAL_MATE;
    info->has_score = next_number(p, &info->eval.value);
    return info->has_score;
}

bool engine_info_read(const char *p, struct engine_info *info)
{
    size_t len;
    *info = (struct engine_info){ .multipv = 1, .is_exact = true };
    for (const char *word; (word = engine_info_next_word(&p, &len));) {
        bool is_good = true;
        if (text_is(word, len, "pv"))
            info->pv = p;
        if (info->pv || text_is(word, len, "string"))
            break;
        if (text_is(word, len, "score"))
            is_good = read_score(&p, info);
        else if (text_is(word, len, "multipv"))
            is_good = next_number(&p, &info->multipv);
        else if (text_is(word, len, "depth"))
            is_good = next_number(&p, &info->depth);
        else if (text_is(word, len, "nodes"))
            info->nodes = next_count(&p);
        else if (text_is(word, len, "nps"))
            info->nps = next_count(&p);
        else if (text_is(word, len, "lowerbound") ||
                 text_is(word, len, "upperbound"))
            info->is_exact = false;
        if (!is_good)
            return false;
    }
    info->eval.depth = info->depth > 0 ? (uint32_t)info->depth : 0;
    return info->has_score;
}

size_t engine_info_read_moves(const struct tabia_pos *pos, const char *p,
                              tabia_move *moves, size_t size)
{
    struct tabia_pos at = *pos;
    size_t n = 0, len;
    for (const char *word; n < size && (word = engine_info_next_word(&p, &len));
         n++) {
        if (!tabia_uci_parse(&at, word, len, &moves[n], NULL))
            break;
        tabia_pos_play(&at, moves[n]);
    }
    return n;
}

bool engine_info_check_move(const char *p, const struct tabia_pos *pos,
                            struct tabia_error *err)
{
    size_t len;
    const char *word = engine_info_next_word(&p, &len);
    tabia_move mv;
    char buf[QUOTE_SIZE];
    if (word && tabia_uci_parse(pos, word, len, &mv, NULL))
        return true;
    return error_set(err, TABIA_ERR_IO,
                     "the engine's move '%s' is not legal here",
                     quote(word ? word : "", word ? len : 0, buf));
}
