/*
 * fuzz_jsonl.c - any bytes as evaluations of Lichess's database
 */
#include "round_trip.h"
#include "source/evals.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char text[] =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"
        "7k/5Q2/6K1/8/8/8/8/8 w - - ce 32766; acd 10;\n";
    const struct tabia_bytes epd = { (const uint8_t *)text, sizeof(text) - 1 };
    const struct tabia_bytes bytes = { data, size };
    const struct evals_options options = { .on_problem = go_on };
    struct evals_result result;
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        read_bytes(tabia_format_find("epd", NULL), epd, false);
    struct tabia_book *copy =
        evals_add_bytes(book, bytes, &options, &result, &err);
    require(!copy == (err.status != TABIA_OK));
    if (copy) {
        require(tabia_book_edge_count(copy) == tabia_book_edge_count(book));
        require(result.found <= result.records && result.filled <= 2);
    }
    tabia_book_free(copy);
    tabia_book_free(book);
    return 0;
}
