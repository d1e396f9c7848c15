/*
 * oracle_openings.c - FILE...: the transitions of Chess Openings files
 *
 * Converts each file to version 4.0 and prints every transition of the result
 * as "from FEN, tab, SAN, tab, normalised FEN of the target", for another
 * program to replay.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tabia/format.h"
#include "base/banned.h"

static bool fail(const char *path, const struct tabia_error *err)
{
    fprintf(stderr, "%s:%u:%u: %s\n", path, err->line, err->col, err->msg);
    return false;
}

/* Plays the move of one line and prints it. */
static bool print_line(const char *line, const char *arrow, const char *end,
                       struct tabia_error *err)
{
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE], to[TABIA_FEN_SIZE];
    const char *san = arrow + strlen(" -> ");
    const size_t from_len = (size_t)(arrow - line);
    tabia_move mv;
    if (from_len == 5 && memcmp(line, "start", 5) == 0)
        tabia_pos_set_start(&pos);
    else if (!tabia_fen_parse(&pos, line, from_len, 0, err))
        return false;
    tabia_fen_print(&pos, 0, fen);
    if (!tabia_san_parse(&pos, san, (size_t)(end - san), TABIA_SAN_STRICT, &mv,
                         err))
        return false;
    tabia_pos_play(&pos, mv);
    pos.ep_file = TABIA_FILE_NONE;
    pos.halfmove = 0;
    pos.fullmove = 1;
    tabia_fen_print(&pos, 0, to);
    printf("%s\t%.*s\t%s\n", fen, (int)(end - san), san, to);
    return true;
}

static bool print_text(struct tabia_bytes bytes, struct tabia_error *err)
{
    struct text t;
    if (!text_init(&t, bytes, NULL, err))
        return false;
    while (text_next_line(&t)) {
        const size_t len = (size_t)(t.end - t.p);
        const char *arrow = len ? memmem(t.p, len, " -> ", 4) : NULL;
        if (arrow && *t.p != '#' && !print_line(t.p, arrow, t.end, err))
            return false;
    }
    return true;
}

static bool print_file(const char *path)
{
    const struct tabia_format *format = tabia_format_find("openings", NULL);
    const struct tabia_read_options options = { .format = format };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, &options, &err);
    uint8_t *data = NULL;
    size_t size = 0;
    const bool is_done =
        book &&
        tabia_book_encode(book, format, NULL, &data, &size, NULL, &err) &&
        print_text((struct tabia_bytes){ data, size }, &err);
    tabia_book_free(book);
    free(data);
    return is_done || fail(path, &err);
}

int main(int argc, char **argv)
{
    bool is_good = true;
    for (int i = 1; i < argc; i++)
        is_good &= print_file(argv[i]);
    return is_good ? 0 : 1;
}
