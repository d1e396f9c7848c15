/*
 * fuzz_journal.c - any bytes as a journal of changes that were not saved
 *
 * The head is given, unless the input has its own, so that the bytes are spent
 * on the changes. Whatever the journal says, the book opens. What came back
 * comes back again the next time, and nothing of the journal is lost: it is
 * still there, or set aside.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/formats.h"
#include "require.h"
#include "serve/shelf/shelf_open.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Lines that meet, and one that comes back to itself. */
static const char book_text[] = "e2e4 e7e6 d2d4 d7d5 b1c3\n"
                                "d2d4 e7e6 e2e4 d7d5\n"
                                "g1f3 g8f6 f3g1 f6g8 e2e4\n";

static char folder[] = "/dev/shm/fuzz_journal-XXXXXX";
static char book_path[sizeof(folder) + 16];
static char journal_path[sizeof(book_path) + 16];
static char aside_path[sizeof(journal_path) + 16];

static void remove_files(void)
{
    unlink(journal_path);
    unlink(aside_path);
    unlink(book_path);
    rmdir(folder);
}

static void write_file(const char *path, const void *head, size_t nhead,
                       const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file);
    require(fwrite(head, 1, nhead, file) == nhead);
    require(fwrite(data, 1, size, file) == size);
    require(fclose(file) == 0);
}

/* In memory, where files are quick; made once. */
static void make_folder(void)
{
    if (book_path[0])
        return;
    require(mkdtemp(folder));
    snprintf(book_path, sizeof(book_path), "%s/book.txt", folder);
    snprintf(journal_path, sizeof(journal_path), "%s.tabia-edits", book_path);
    snprintf(aside_path, sizeof(aside_path), "%s.old", journal_path);
    write_file(book_path, "", 0, book_text, sizeof(book_text) - 1);
    require(atexit(remove_files) == 0);
}

static void write_journal(const uint8_t *data, size_t size)
{
    static const char own[] = "{\"tabia-edits\"";
    const struct file_checksum sum =
        edit_journal_checksum_of((struct tabia_bytes){
            (const uint8_t *)book_text, sizeof(book_text) - 1 });
    char head[128] = "";
    if (size < sizeof(own) - 1 || memcmp(data, own, sizeof(own) - 1) != 0)
        snprintf(head, sizeof(head),
                 "{\"tabia-edits\":1,\"size\":%zu,\"crc\":\"%08x\"}\n",
                 (size_t)sum.size, (unsigned)sum.crc);
    write_file(journal_path, head, strlen(head), data, size);
}

/* The book as a text that the caller frees. */
static char *open_book(size_t *nbytes, bool *is_editable)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL)
    };
    struct tabia_error err = { 0 };
    struct shelf shelf;
    struct loan loan;
    uint8_t *text;
    require(shelf_init(&shelf, &err));
    require(shelf_add_file(&shelf, book_path, &options, &err));
    require(shelf_lend(&shelf, NULL, &loan));
    *is_editable = loan.volume->is_editable;
    require(tabia_book_encode(loan.edition->book, &format_edit, NULL, &text,
                              nbytes, NULL, NULL));
    shelf_return(&loan);
    shelf_clear(&shelf);
    return (char *)text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t nonce, ntwice;
    bool is_editable, is_still;
    make_folder();
    write_journal(data, size);
    char *once = open_book(&nonce, &is_editable);
    require(access(journal_path, F_OK) == 0 || access(aside_path, F_OK) == 0);
    require(is_editable);
    char *twice = open_book(&ntwice, &is_still);
    require(is_still && nonce == ntwice && memcmp(once, twice, nonce) == 0);
    free(once);
    free(twice);
    unlink(journal_path);
    unlink(aside_path);
    return 0;
}
