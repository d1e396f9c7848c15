/*
 * journal.c - evaluations as they come, so that a run can be resumed
 */
#include "cli/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/banned.h"

enum { LINE_SIZE = 256 };

static int compare(const void *a, const void *b, void *ctx)
{
    const struct journal_entry *x = a, *y = b;
    (void)ctx;
    return strcmp(x->fen, y->fen);
}

/* Reads one line; false if it is not whole. */
static bool read_line(const struct text *t, struct journal_entry *entry)
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

static bool read_all(struct journal *journal, struct tabia_bytes src,
                     struct tabia_error *err)
{
    struct text t;
    size_t room = 0;
    if (!text_init(&t, src, journal->path, err))
        return false;
    while (text_next_line(&t)) {
        struct journal_entry *p =
            vec_grow(journal->entries, &room, journal->nentries + 1, sizeof(*p),
                     UINT32_MAX);
        if (!p)
            return error_nomem(err);
        journal->entries = p;
        journal->nentries += read_line(&t, &p[journal->nentries]);
    }
    return !journal->nentries ||
           sort_merge(journal->entries, journal->nentries,
                      sizeof(*journal->entries), compare, NULL, NULL, err);
}

/* Where a line was cut short, the next one starts on its own. */
static bool is_cut(struct tabia_bytes src)
{
    return src.size && src.data[src.size - 1] != '\n';
}

static bool read_old(struct journal *journal, struct tabia_error *err)
{
    struct input in;
    if (access(journal->path, F_OK) != 0)
        return true;
    if (!input_open(&in, journal->path, NULL, err))
        return false;
    const bool is_read = read_all(journal, in.bytes, err);
    const bool needs_end = is_cut(in.bytes);
    input_close(&in);
    return is_read && (!needs_end || write(journal->fd, "\n", 1) == 1);
}

bool journal_open(struct journal *journal, const char *output,
                  struct tabia_error *err)
{
    *journal = (struct journal){ .fd = -1 };
    if (asprintf(&journal->path, "%s.journal", output) < 0) {
        journal->path = NULL;
        return error_nomem(err);
    }
    journal->fd =
        open(journal->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (journal->fd < 0) {
        error_system(err, errno, "cannot write %.100s", journal->path);
        journal_close(journal, false);
        return false;
    }
    if (read_old(journal, err))
        return true;
    journal_close(journal, false);
    return false;
}

bool journal_add(struct journal *journal, const struct tabia_pos *pos,
                 const struct tabia_eval *eval)
{
    char fen[TABIA_FEN_SIZE], line[LINE_SIZE];
    tabia_pos_to_fen(pos, 0, fen);
    const int len = snprintf(line, sizeof(line), "%s\t%s\t%d\t%u\n", fen,
                             eval->kind == TABIA_EVAL_MATE ? "mate" : "cp",
                             eval->value, eval->depth);
    return write(journal->fd, line, (size_t)len) == len;
}

bool journal_find(const struct journal *journal, const struct tabia_pos *pos,
                  struct tabia_eval *eval)
{
    struct journal_entry wanted;
    size_t low = 0, high = journal->nentries;
    tabia_pos_to_fen(pos, 0, wanted.fen);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct journal_entry *entry = &journal->entries[middle];
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

void journal_close(struct journal *journal, bool is_done)
{
    const bool is_empty =
        journal->fd >= 0 && lseek(journal->fd, 0, SEEK_END) == 0;
    if (journal->fd >= 0)
        close(journal->fd);
    if ((is_done || is_empty) && journal->path)
        unlink(journal->path);
    free(journal->path);
    free(journal->entries);
    *journal = (struct journal){ .fd = -1 };
}
