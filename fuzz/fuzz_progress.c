/*
 * fuzz_progress.c - any bytes as a progress file
 *
 * The head is given, unless the input has its own. What can be read is printed
 * in its shortest form, which reads as the same again; and a text has nothing
 * new for itself.
 */
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "study/practice/cards.h"
#include "study/practice/progress_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char magic[] = CARDS_MAGIC "\n";

static void check_import(struct tabia_bytes text)
{
    struct tabia_error err = { 0 };
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    struct cards_import_result result;
    require(cards_import_text(&lines, text, text, &result, &err));
    require(result.imported == 0 && lines.size == 0);
    buf_clear(&lines);
}

/* A card that was answered is due after its last answer, and bounded. */
static void check_cards(const struct cards *cards)
{
    for (size_t i = 0; i < cards->n; i++) {
        const struct card *card = &cards->list[i];
        const struct fsrs_card *m = &card->memory;
        require(cards_find(cards, card->key, card->move) == card);
        require(m->reps > 0 && m->stability > 0 &&
                m->stability <= FSRS_STABILITY_MAX && m->difficulty >= 1 &&
                m->difficulty <= 10);
        const double retention = fsrs_retention(m, m->last);
        require(retention >= 0 && retention <= 1);
    }
    for (size_t i = 1; i < cards->ndays; i++)
        require(cards->days[i - 1].day < cards->days[i].day);
    for (size_t i = 0; i < cards->nsolved; i++)
        require(cards_find_solved(cards, cards->solved[i].key) ==
                &cards->solved[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tabia_error err = { 0 };
    struct buf text = { .limit = CARDS_TEXT_MAX }, once = text, twice = text;
    struct cards cards;
    struct book_sketch book;
    if (size < 6 || memcmp(data, magic, 6) != 0)
        buf_add_text(&text, magic);
    buf_add(&text, data, size);
    (void)progress_lines_read_sketch(buf_bytes(&text), &book);
    if (cards_read(&cards, buf_bytes(&text), &err)) {
        check_cards(&cards);
        cards_print(&once, &cards);
        cards_clear(&cards);
        check_import(buf_bytes(&text));
        require(cards_read(&cards, buf_bytes(&once), &err));
        require(cards.ndamaged == 0);
        cards_print(&twice, &cards);
        cards_clear(&cards);
        require(once.size == twice.size &&
                memcmp(once.data, twice.data, once.size) == 0);
    }
    buf_clear(&text);
    buf_clear(&once);
    buf_clear(&twice);
    return 0;
}
