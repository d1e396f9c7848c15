/*
 * review_view.h - a review as JSON, and its positions as EPD
 */
#ifndef STUDY_REVIEW_VIEW_H
#define STUDY_REVIEW_VIEW_H

#include "base/json_writer.h"
#include "study/review/review.h"

/*
 * The facts as one JSON object, with the first 'limit' departures, and with
 * all games if they were kept: docs/http.md describes it.
 */
void review_view_put_json(const struct review *review, size_t limit,
                          struct json_writer *js);

/*
 * The positions of all deviations as EPD, the worst first: 'bm' has the moves
 * that I may choose.
 */
void review_view_put_epd(const struct review *review, struct sink *dst);

#endif
