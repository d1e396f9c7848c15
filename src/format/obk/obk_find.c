/*
 * obk_find.c - looking positions up in a Chessmaster book as it lies there
 *
 * The moves stay in the file. A line is followed from the first move on, past
 * the branches that it does not take. For positions, one walk at opening notes
 * for each move the key of the position in which it is played, and its offset:
 * 16 bytes a move. They are sorted by key, so that a position is found
 * whatever line led to it. A table for TABLE_USE_LINE has no rows, one for
 * TABLE_USE_ONCE only those of its position.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "format/obk/obk.h"
#include "format/shared/position_index.h"
#include "base/banned.h"

struct obk_index {
    struct obk_file file;
    bool is_asked; // rows of no other position are noted
    tabia_key asked;
    struct position_row *rows; // at: the offset of a move
    size_t nrows, room;
};

static bool obk_add_row(void *ctx, struct tabia_builder_cursor *c,
                        tabia_move mv, uint32_t index, struct tabia_error *err)
{
    struct obk_index *x = ctx;
    const tabia_key key = position_rows_key(&c->pos);
    if (!x->is_asked || key == x->asked) {
        if (!VEC_RESERVE(x->rows, x->room, x->nrows + 1, UINT32_MAX, err))
            return false;
        x->rows[x->nrows++] = (struct position_row){
            .key = key,
            .at = obk_move_offset(&x->file, index),
        };
    }
    tabia_pos_play(&c->pos, mv);
    return true;
}

/*
 * Adds the move at 'bytes', or joins it with the one that is there. One that
 * is not legal is skipped: two positions may share a key, and a table for
 * lines has not been checked.
 */
static size_t obk_add_entry(struct tabia_book_move *list, size_t n,
                            const struct tabia_pos *pos, const uint8_t *bytes)
{
    const tabia_move mv = obk_move_decode(pos, bytes);
    const struct tabia_move_data data = {
        .has = TABIA_HAS_WEIGHT,
        .weight = obk_steps[bytes[1] >> OBK_WEIGHT_SHIFT],
    };
    if (!mv)
        return n;
    return table_add_entry(list, n, mv, &data, TABIA_MERGE_DEFAULT);
}

static size_t obk_table_find(const struct table_impl *t,
                             const struct tabia_pos *pos,
                             struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct obk_index *x = t->state;
    const tabia_key key = position_rows_key(pos);
    size_t n = 0;
    for (size_t i = position_rows_first(x->rows, x->nrows, key);
         i < x->nrows && x->rows[i].key == key; i++)
        n = obk_add_entry(list, n, pos, t->bytes.data + x->rows[i].at);
    return n;
}

/* ---- along a line ---------------------------------------------------- */

static const uint8_t *move_at(const struct obk_file *f, uint32_t i)
{
    return f->bytes.data + obk_move_offset(f, i);
}

/* The next alternative to move 'i'; the number of moves if it is the last. */
static uint32_t next_sibling(const struct obk_file *f, uint32_t i)
{
    if (*move_at(f, i) & OBK_LAST_SIBLING)
        return f->nmoves;
    uint32_t nopen = 1; // the branch itself, and those left open in it
    for (uint32_t first = i; i < f->nmoves && nopen; i++) {
        const uint8_t flags = *move_at(f, i);
        nopen += i > first && !(flags & OBK_LAST_SIBLING);
        nopen -= (flags & OBK_LINE_ENDS) != 0;
    }
    return i;
}

static size_t obk_table_find_line(const struct table_impl *t,
                                  const struct tabia_pos *start,
                                  const tabia_move *moves, size_t nmoves,
                                  struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const struct obk_file *f = &((const struct obk_index *)t->state)->file;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    if (position_rows_key(start) != position_rows_key(&pos))
        return 0; // the tree has no line from there
    uint32_t at = 0;
    for (size_t i = 0; i < nmoves && at < f->nmoves; i++) {
        uint8_t want[OBK_MOVE_SIZE];
        if (!obk_move_encode(&pos, moves[i], want))
            return 0;
        while (at < f->nmoves && ((move_at(f, at)[0] & OBK_SQUARE) != want[0] ||
                                  (move_at(f, at)[1] & OBK_SQUARE) != want[1]))
            at = next_sibling(f, at);
        if (at < f->nmoves)
            at = *move_at(f, at) & OBK_LINE_ENDS ? f->nmoves : at + 1;
        tabia_pos_play(&pos, moves[i]);
    }
    size_t n = 0;
    for (; at < f->nmoves; at = next_sibling(f, at))
        n = obk_add_entry(list, n, &pos, move_at(f, at));
    return n;
}

/* ---- opening --------------------------------------------------------- */

static void obk_index_free(struct obk_index *x)
{
    free(x->rows);
    free(x);
}

static void obk_table_close(struct table_impl *t)
{
    obk_index_free(t->state);
    t->state = NULL;
}

bool obk_open(struct tabia_bytes bytes, struct read_job *job,
              struct table_impl *table, struct tabia_error *err)
{
    struct obk_reader r = { .job = job, .err = err };
    if (!obk_file_parse(&r, bytes))
        return false;
    struct obk_index *x = malloc(sizeof(*x));
    if (!x)
        return error_nomem(err);
    *x = (struct obk_index){
        .file = r.file,
        .is_asked = table->lookup.pos != NULL,
        .asked = table->lookup.pos ? position_rows_key(table->lookup.pos) : 0,
    };
    struct tabia_builder_cursor root = { .edge = TABIA_NUMBER_NONE };
    tabia_pos_set_start(&root.pos);
    if (table->lookup.use != TABLE_USE_LINE &&
        (!obk_walk(&r, &root, obk_add_row, x) ||
         !position_rows_sort(x->rows, x->nrows, err))) {
        obk_index_free(x);
        return false;
    }
    *table = (struct table_impl){
        .bytes = bytes,
        .state = x,
        .find = obk_table_find,
        .find_line = obk_table_find_line,
        .close = obk_table_close,
    };
    return true;
}
