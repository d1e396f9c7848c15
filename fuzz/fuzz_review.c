/*
 * fuzz_review.c - any bytes as games that are reviewed against a book
 */
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_writer.h"
#include "require.h"
#include "source/source_internal.h"
#include "study/review/review_view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reviews a text; its games with comments go to 'annotated'. */
static struct review_totals review_bytes(const struct tabia_source *book,
                                         struct tabia_bytes text,
                                         struct buf *annotated)
{
    struct buf json = { .limit = 1 << 24 };
    struct tabia_error err = { 0 };
    struct sink pgn = sink_to_buf(annotated, &err);
    struct sink dst = sink_to_buf(&json, &err);
    const struct review_options options = {
        .books = &book,
        .nbooks = 1,
        .side = text.size % 3 == 0   ? TABIA_SIDE_BOTH
                : text.size % 3 == 1 ? TABIA_SIDE_WHITE
                                     : TABIA_SIDE_BLACK,
        .nthreads = 1,
        .keep_games = true,
        .annotated = &pgn,
    };
    struct review *r = review_new(&options, &err);
    require(r && review_read_text(r, text, &err) && review_finish(r, &err));
    struct json_writer js;
    json_writer_init(&js, &dst, false);
    review_view_put_json(r, 100, &js);
    review_view_put_epd(r, &dst);
    const struct review_totals totals = review_get_totals(r);
    require(!dst.failed && !pgn.failed);
    require(totals.read == totals.broken + totals.reviewed);
    require(review_record_count(r) == totals.reviewed);
    uint64_t sum = 0;
    for (int i = 0; i < REVIEW_OUTCOME_COUNT; i++)
        sum += totals.outcomes[i].games;
    require(sum == totals.reviewed);
    for (size_t i = 0; i < review_departure_count(r); i++) {
        const struct review_departure d = review_departure_at(r, i);
        require(d.games.games > 0 && d.games.games <= d.reached &&
                d.nplayed > 0 && d.returned <= d.games.games);
        require((d.kind == REVIEW_GAP) == (d.nwanted == 0));
    }
    review_free(r);
    buf_clear(&json);
    return totals;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Small: it is prepared for every input.
    static const char lines[] = "e2e4 e7e5 g1f3 b8c6 f1b5\n"
                                "d2d4 d7d5 c2c4\n"
                                "f2f4x d7d5\n"
                                "g2g4? e7e5\n";
    static struct tabia_source *book;
    struct tabia_error err = { 0 };
    struct buf annotated = { .limit = 1 << 24 };
    if (!book)
        book = tabia_source_open_bytes(
            (struct tabia_bytes){ (const uint8_t *)lines, sizeof(lines) - 1 },
            NULL, &err);
    require(book);
    review_bytes(book, (struct tabia_bytes){ data, size }, &annotated);
    buf_clear(&annotated);
    return 0;
}
