/*
 * chess_table.h - helpers for tests that are tables
 *
 * A table's test compares texts, prints each row that differs as name, got
 * and want, and fails once at its end.
 */
#ifndef CHESS_TABLE_H
#define CHESS_TABLE_H

#include <stdlib.h>

#include "base/compiler.h"
#include "check.h"
#include "tabia/chess.h"

/* For adding up: 1 if the texts differ, which is then printed, else 0. */
static inline int table_differs(const char *name, const char *got,
                                const char *want)
{
    return !check_text(name, got, want);
}

/* An error as the tables write it: "column status: message". */
static inline void table_print_error(const struct tabia_error *err, char *buf,
                                     size_t size)
{
    snprintf(buf, size, "%u %s: %s", (unsigned)err->col,
             tabia_status_name(err->status), err->msg);
}

/* A position that the test itself wrote, so it must be readable. */
static inline struct tabia_pos table_pos(const char *fen)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    if (!tabia_fen_parse(&pos, fen, strlen(fen), 0, &err))
        fail_msg("%s: %u: %s", fen, (unsigned)err.col, err.msg);
    return pos;
}

/*
 * Plays moves in UCI, separated by blanks, from the starting position; how
 * many. 'list' gets them, unless it is NULL.
 */
static inline size_t table_line(const char *moves, struct tabia_pos *pos,
                                tabia_move *list)
{
    size_t n = 0;
    tabia_pos_set_start(pos);
    for (const char *p = moves; *p; p += strspn(p, " ")) {
        const size_t len = strcspn(p, " ");
        struct tabia_error err = { 0 };
        tabia_move mv;
        if (!tabia_uci_parse(pos, p, len, &mv, &err))
            fail_msg("%s: %s", moves, err.msg);
        tabia_pos_play(pos, mv);
        if (list)
            list[n] = mv;
        n++;
        p += len;
    }
    return n;
}

/* A text that is no move, and why: "column status: message". */
struct bad_move {
    const char *name, *fen, *text, *want;
};

typedef bool table_parse(const struct tabia_pos *pos, const char *text,
                         size_t len, tabia_move *mv, struct tabia_error *err);

/*
 * A copy that ends where its memory ends, so that ASan sees any read beyond
 * 'len' bytes. The caller frees it.
 */
static inline char *table_exact(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    return copy;
}

/* Returns how many rows fail. */
static inline int table_bad_moves(const struct bad_move *rows, size_t n,
                                  table_parse *parse)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_pos pos = table_pos(rows[i].fen);
        struct tabia_error err = { 0 };
        tabia_move mv;
        char got[256] = "accepted: ";
        const size_t len = strlen(rows[i].text);
        char *text = table_exact(rows[i].text, len);
        if (parse(&pos, text, len, &mv, &err))
            tabia_uci_print(&pos, mv, false, got + strlen(got));
        else
            table_print_error(&err, got, sizeof(got));
        free(text);
        nfailed += table_differs(rows[i].name, got, rows[i].want);
    }
    return nfailed;
}

#endif
