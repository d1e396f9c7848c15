/*
 * eval_journal.c - evaluations as they come, so that a run can be resumed
 */
#include "cli/evaluate/eval_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "io/input.h"
#include "base/banned.h"

enum { LINE_SIZE = 256 };

static int compare_journal_entries(const void *a, const void *b, void *ctx)
{
    const struct eval_journal_entry *x = a, *y = b;
    (void)ctx;
    return strcmp(x->fen, y->fen);
}

/* Reads one line; false if it is not whole. */
static bool read_journal_line(const struct text *t,
                              struct eval_journal_entry *entry)
{
    char line[LINE_SIZE], kind[8];
    const size_t len = (size_t)(t->end - t->p);
    int value, n = 0;
    unsigned depth;
    if (len >= sizeof(line) || t->end == t->src_end)
        return false;
    memcpy(line, t->p, len);
    line[len] = '\0';
    if (sscanf(line, "%127[^\t]\t%7[a-z]\t%d\t%u%n", entry->fen, kind, &value,
               &depth, &n) != 4 ||
        (size_t)n != len)
        return false;
    entry->eval = (struct tabia_eval){
        .kind = *kind == 'm' ? TABIA_EVAL_MATE : TABIA_EVAL_CP,
        .value = value,
        .depth = depth,
    };
    return true;
}

static bool write_journal_text(const struct eval_journal *journal,
                               const char *text, struct tabia_error *err)
{
    const size_t len = strlen(text);
    if (write(journal->fd, text, len) == (ssize_t)len)
        return true;
    return error_system(err, errno, "cannot write %.100s", journal->path);
}

static bool read_old(struct eval_journal *journal, struct tabia_bytes bytes,
                     const char *settings, struct tabia_error *err)
{
    if (!bytes.size || !memchr(bytes.data, '\n', bytes.size)) {
        // Begins a journal, in place of one whose first line was cut short.
        if (ftruncate(journal->fd, 0) != 0)
            return error_system(err, errno, "cannot write %.100s",
                                journal->path);
        return write_journal_text(journal, "# ", err) &&
               write_journal_text(journal, settings, err) &&
               write_journal_text(journal, "\n", err);
    }
    const size_t len = strlen(settings);
    if (bytes.size < len + 3 || memcmp(bytes.data, "# ", 2) != 0 ||
        memcmp(bytes.data + 2, settings, len) != 0 ||
        bytes.data[2 + len] != '\n')
        return error_set(
            err, TABIA_ERR_MISUSE,
            "%.80s belongs to a run with another engine or other limits (see "
            "its first line): use the same, or remove the journal",
            journal->path);
    // Where a line was cut short, the next one starts on its own.
    const bool is_cut = bytes.data[bytes.size - 1] != '\n';
    struct text t;
    size_t room = 0;
    if (!text_init(&t, bytes, journal->path, err))
        return false;
    while (text_next_line(&t)) {
        if (!VEC_RESERVE(journal->entries, room, journal->nentries + 1,
                         UINT32_MAX, err))
            return false;
        journal->nentries +=
            read_journal_line(&t, &journal->entries[journal->nentries]);
    }

    if (journal->nentries &&
        !sort_stable(journal->entries, journal->nentries,
                     sizeof(*journal->entries), compare_journal_entries, NULL,
                     NULL, err))
        return false;
    if (is_cut && !write_journal_text(journal, "\n", err))
        return false;
    journal->has_values = journal->nentries;
    return true;
}

static void release_journal(struct eval_journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    free(journal->path);
    free(journal->entries);
    *journal = (struct eval_journal){ .fd = -1 };
}

bool eval_journal_open(struct eval_journal *journal, const char *output,
                       const char *settings, struct tabia_error *err)
{
    *journal = (struct eval_journal){ .fd = -1 };
    if (asprintf(&journal->path, "%s.journal", output) < 0) {
        journal->path = NULL;
        return error_nomem(err);
    }
    journal->fd =
        open(journal->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        error_system(err, errno, "cannot write %.100s", journal->path);
    struct input in;
    bool is_read =
        journal->fd >= 0 && input_open(&in, journal->path, NULL, err);
    if (is_read) {
        is_read = read_old(journal, in.bytes, settings, err);
        input_close(&in);
    }
    if (!is_read)
        release_journal(journal);
    return is_read;
}

bool eval_journal_add(struct eval_journal *journal, const struct tabia_pos *pos,
                      const struct tabia_eval *eval)
{
    char fen[TABIA_FEN_SIZE], line[LINE_SIZE];
    tabia_fen_print(pos, 0, fen);
    const int len = snprintf(line, sizeof(line), "%s\t%s\t%d\t%u\n", fen,
                             eval->kind == TABIA_EVAL_MATE ? "mate" : "cp",
                             eval->value, eval->depth);
    journal->has_values = true;
    return write(journal->fd, line, (size_t)len) == len;
}

bool eval_journal_find(const struct eval_journal *journal,
                       const struct tabia_pos *pos, struct tabia_eval *eval)
{
    struct eval_journal_entry wanted;
    size_t low = 0, high = journal->nentries;
    tabia_fen_print(pos, 0, wanted.fen);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct eval_journal_entry *entry = &journal->entries[middle];
        const int order = strcmp(entry->fen, wanted.fen);
        if (order == 0) {
            *eval = entry->eval;
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

void eval_journal_close(struct eval_journal *journal, bool ok)
{
    if ((ok || !journal->has_values) && journal->path)
        unlink(journal->path);
    release_journal(journal);
}
