/*
 * fuzz_spracklen_bin.c - any bytes as a tree in bytes, with and without jumps
 */
#include "format/report.h"
#include "settled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* With jumps a book has the same moves in the same positions. */
static void check_jumps(struct tabia_bytes src, const char *setting)
{
    struct tabia_book *book = read_with("spracklen-bin", src, setting);
    if (!book)
        return;
    struct tabia_report report = { 0 };
    const struct tabia_bytes bytes =
        write_with("spracklen-bin", book, "jumps", setting, &report);
    struct tabia_book *back = read_with("spracklen-bin", bytes, setting);
    require(back);
    check_same(book, back, &report);
    free((void *)bytes.data);
    tabia_book_free(back);
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    check_settled("spracklen-bin", bytes, NULL);
    check_settled("spracklen-bin", bytes, "offsets");
    check_jumps(bytes, NULL);
    check_jumps(bytes, "offsets");
    return 0;
}
