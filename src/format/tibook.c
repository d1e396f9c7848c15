/*
 * tibook.c - the compiled opening book of TI-Chess
 *
 * The container is described in ticontainer.c, the payload in tirecords.c,
 * positions and moves in tihuff.c. A file has the positions of one side to
 * move only. Every position becomes a root of the book, with its moves.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error.h"
#include "format/formats.h"
#include "format/ticontainer.h"
#include "format/tirecords.h"
#include "base/banned.h"

enum {
    COLLECT_MAX = 100, // moves that the calculator collects
    NAME_SIZE = 9,
};

/* A book whose header and index have been checked. */
struct tibook {
    struct ticontainer file;
    const uint8_t *data; // the payload
    size_t size;
    size_t n; // positions
    enum tabia_color side;
    struct tihash hash;
};

/* ---- the index ------------------------------------------------------- */

static bool fail_at(struct tabia_error *err, size_t at, const char *msg)
{
    return error_offset(err, TABIA_CORRUPT, TICONTAINER_HEAD + at, "%s", msg);
}

static uint64_t key_at(const struct tibook *b, size_t i)
{
    return load_be64(b->data + TIRECORDS_HEAD + i * TIRECORDS_INDEX);
}

static size_t record_at(const struct tibook *b, size_t i)
{
    return load_be16(b->data + TIRECORDS_HEAD + i * TIRECORDS_INDEX + 8);
}

/* The n-th move of a record whose moves have been checked. */
static uint16_t code_at(const struct tibook *b, size_t record, size_t n)
{
    return load_be16(b->data + record + TIHUFF_SIZE + 2 * n);
}

/* Do the record's position and all its moves lie within the file? */
static bool check_record(const struct tibook *b, size_t i, size_t *nmoves,
                         struct tabia_error *err)
{
    const size_t index_end = TIRECORDS_HEAD + b->n * TIRECORDS_INDEX;
    const size_t entry = TIRECORDS_HEAD + i * TIRECORDS_INDEX;
    size_t at = record_at(b, i);
    if (at < index_end || at + TIHUFF_SIZE + 2 > b->size)
        return error_offset(err, TABIA_CORRUPT, TICONTAINER_HEAD + entry + 8,
                            "position %zu lies outside of the file", i + 1);
    at += TIHUFF_SIZE;
    while (load_be16(b->data + at) & TIMOVE_MORE) {
        at += 2;
        ++*nmoves;
        if (at + 2 > b->size)
            return fail_at(err, at, "the last move is missing");
    }
    ++*nmoves;
    return true;
}

static bool check_index(const struct tibook *b, struct tabia_error *err)
{
    enum { CLIP = 65535 };
    size_t nmoves = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (i && key_at(b, i) < key_at(b, i - 1))
            return error_offset(
                err, TABIA_CORRUPT,
                TICONTAINER_HEAD + TIRECORDS_HEAD + i * TIRECORDS_INDEX,
                "the index is not sorted at position %zu", i + 1);
        if (!check_record(b, i, &nmoves, err))
            return false;
    }
    const size_t stored = load_be16(b->data + 6);
    if (stored == nmoves || (stored == CLIP && nmoves > CLIP))
        return true;
    return error_offset(err, TABIA_CORRUPT, TICONTAINER_HEAD + 6,
                        "the header says %zu moves, the file has %zu", stored,
                        nmoves);
}

static bool open_book(struct tabia_bytes src, struct tibook *b,
                      struct tabia_error *err)
{
    if (!ticontainer_parse(src, &b->file, err))
        return false;
    b->data = b->file.payload.data;
    b->size = b->file.payload.size;
    if (b->size < TIRECORDS_HEAD)
        return fail_at(err, b->size, "the book's header is cut short");
    if (memcmp(b->data, "BKW0", 4) != 0 && memcmp(b->data, "BKB0", 4) != 0)
        return fail_at(err, 0, "expected BKW0 or BKB0, this is no book");
    b->side = b->data[2] == 'W' ? TABIA_WHITE : TABIA_BLACK;
    b->n = load_be16(b->data + 4);
    if (TIRECORDS_HEAD + b->n * TIRECORDS_INDEX > b->size)
        return error_offset(err, TABIA_CORRUPT, TICONTAINER_HEAD + 4,
                            "no room for an index of %zu positions", b->n);
    tihash_init(&b->hash);
    return check_index(b, err);
}

/* ---- reading --------------------------------------------------------- */

static bool read_position(const struct tibook *b, size_t i,
                          struct tabia_pos *pos, bool *is_clean,
                          struct tabia_error *err)
{
    const size_t at = record_at(b, i);
    struct tihuff packed;
    struct tabia_error why = { 0 };
    if (!tihuff_decode(b->data + at, &packed))
        return fail_at(err, at, "the position runs over its 164 bits");
    if (!tihuff_to_pos(&packed, pos, &why))
        return error_offset(err, TABIA_CORRUPT, TICONTAINER_HEAD + at,
                            "no legal position: %.150s", why.msg);
    if (pos->turn != b->side)
        return fail_at(err, at, "the other side is to move in this book");
    if (tihash_of(&b->hash, packed.board) != key_at(b, i))
        return fail_at(err, TIRECORDS_HEAD + i * TIRECORDS_INDEX,
                       "the key is not that of the position");
    *is_clean = packed.is_clean;
    return true;
}

/* Checks the moves of a position; 'at' tells where they begin. */
static bool check_moves(const struct tibook *b, size_t at,
                        const struct tabia_pos *pos, struct tabia_error *err)
{
    for (size_t n = 0;; n++) {
        const uint16_t code = code_at(b, at, n);
        if (!timove_decode(pos, code))
            return error_offset(err, TABIA_ILLEGAL,
                                TICONTAINER_HEAD + at + TIHUFF_SIZE + 2 * n,
                                "illegal move %04x", code & ~TIMOVE_MORE);
        if (!(code & TIMOVE_MORE))
            return true;
    }
}

static bool add_moves(const struct tibook *b, size_t at,
                      const struct tabia_pos *pos, bool keep_source,
                      struct tabia_builder *out, struct tabia_error *err)
{
    struct tabia_cursor root;
    if (!tabia_builder_start(out, pos, &root, err))
        return false;
    for (size_t n = 0;; n++) {
        const uint16_t code = code_at(b, at, n);
        struct tabia_cursor c = root;
        const struct tabia_move_data data = {
            .has = 1u << TABIA_ATTR_SOURCE,
            .col = (uint32_t)(TICONTAINER_HEAD + at + TIHUFF_SIZE + 2 * n),
        };
        if (!tabia_builder_play(out, &c, timove_decode(pos, code), err))
            return false;
        if (keep_source && !tabia_builder_set_move(out, c.edge, &data, err))
            return false;
        if (!(code & TIMOVE_MORE))
            return true;
    }
}

static bool read_record(const struct tibook *b, size_t i,
                        const struct tabia_read_options *options,
                        struct tabia_builder *out, struct tabia_error *err)
{
    struct tabia_error problem = { 0 };
    struct tabia_pos pos;
    bool is_clean = true;
    const size_t at = record_at(b, i);
    if (!read_position(b, i, &pos, &is_clean, &problem) ||
        !check_moves(b, at, &pos, &problem))
        return format_problem(options, TABIA_PROBLEM_ERROR, &problem, err);
    if (!is_clean) {
        fail_at(&problem, at, "unused bits of the position are not zero");
        if (!format_problem(options, TABIA_PROBLEM_WARNING, &problem, err))
            return false;
    }
    return add_moves(b, at, &pos, options->keep_source, out, err);
}

static bool add_text(struct tabia_builder *out, const char *key,
                     const char *value, struct tabia_error *err)
{
    return tabia_builder_add_text(out, key, value, strlen(value), err);
}

static bool read_book(struct tabia_bytes src,
                      const struct tabia_read_options *options,
                      struct tabia_builder *out, struct tabia_error *err)
{
    struct tibook b;
    if (!open_book(src, &b, err))
        return false;
    const bool is_ti89 = b.file.device == TICONTAINER_TI89;
    if (!add_text(out, "side", b.side == TABIA_WHITE ? "white" : "black",
                  err) ||
        !add_text(out, "ti-device", is_ti89 ? "ti89" : "ti92p", err) ||
        !add_text(out, "ti-folder", b.file.folder, err) ||
        !add_text(out, "ti-name", b.file.name, err))
        return false;
    for (size_t i = 0; i < b.n; i++)
        if (!read_record(&b, i, options, out, err))
            return false;
    return true;
}

/* ---- searching ------------------------------------------------------- */

/*
 * The calculator asks for the same double step, and for no castling right
 * that the game has lost. At a game's first move, which may begin from a
 * position set up by hand, it asks for neither.
 */
static bool matches(const struct tihuff *packed, const struct tabia_pos *pos)
{
    const uint8_t flags = tihuff_flags(pos);
    if (memcmp(packed->board, pos->board, sizeof(packed->board)) != 0 ||
        (packed->flags ^ flags) & TIHUFF_BLACK)
        return false;
    const bool is_first = pos->turn == TABIA_WHITE && pos->fullmove == 1;
    return is_first || (packed->ep_file == pos->ep_file &&
                        !(packed->flags & ~flags & TIHUFF_RIGHTS));
}

/* Adds the moves of one record; returns how many there are now. */
static size_t collect(const struct tibook *b, size_t at,
                      const struct tabia_pos *pos,
                      struct tabia_entry list[TABIA_MOVES_MAX], size_t n)
{
    for (size_t k = 0; n < COLLECT_MAX; k++) {
        const uint16_t code = code_at(b, at, k);
        const tabia_move mv = timove_decode(pos, code);
        if (mv)
            list[n++] = (struct tabia_entry){
                .move = mv,
                .edge = TABIA_NONE,
                .from = TABIA_NONE,
                .to = TABIA_NONE,
            };
        if (!(code & TIMOVE_MORE))
            break;
    }
    return n;
}

static size_t find(const struct table_impl *t, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX])
{
    const struct tibook *b = t->state;
    const uint64_t key = tihash_of(&b->hash, pos->board);
    size_t lo = 0, hi = b->n, n = 0; // the first key >= 'key' is here
    if (pos->turn != b->side)
        return 0;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (key_at(b, mid) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < b->n && key_at(b, lo) == key; lo++) {
        struct tihuff packed;
        const size_t at = record_at(b, lo);
        if (tihuff_decode(b->data + at, &packed) && matches(&packed, pos))
            n = collect(b, at, pos, list, n);
    }
    return n;
}

static bool next_row(const struct table_impl *t, uint64_t *at, uint32_t *sub,
                     struct tabia_row *row)
{
    const struct tibook *b = t->state;
    if (*at >= b->n)
        return false;
    const uint16_t code = code_at(b, record_at(b, *at), *sub);
    *row = (struct tabia_row){
        .key = key_at(b, *at),
        .code = (uint16_t)(code & ~TIMOVE_MORE),
    };
    ++*sub;
    if (!(code & TIMOVE_MORE)) {
        ++*at;
        *sub = 0;
    }
    return true;
}

static void close_table(struct table_impl *t)
{
    free(t->state);
}

static bool open_table(struct tabia_bytes src,
                       const struct tabia_read_options *options,
                       struct table_impl *table, struct tabia_error *err)
{
    (void)options;
    struct tibook *b = malloc(sizeof(*b));
    if (!b)
        return error_nomem(err);
    if (!open_book(src, b, err)) {
        free(b);
        return false;
    }
    *table = (struct table_impl){
        .key_space = "tichess",
        .src = src,
        .state = b,
        .find = find,
        .next = next_row,
        .close = close_table,
    };
    return true;
}

/* ---- writing --------------------------------------------------------- */

struct plan {
    enum tabia_color side;
    size_t part;
    struct ticontainer file;
};

/* A setting, else the book's own text, else 'fallback'. */
static const char *choose(const struct tabia_book *book,
                          const struct tabia_write_options *o,
                          const char *setting, const char *key,
                          const char *fallback)
{
    const char *value = format_setting(o->settings, o->nsettings, setting);
    if (!value)
        value = tabia_book_text_find(book, key);
    return value ? value : fallback;
}

static bool copy_name(char dst[NAME_SIZE], const char *name, const char *what,
                      struct tabia_error *err)
{
    if (!ticontainer_is_name(name, TICONTAINER_NAME))
        return error_set(err, TABIA_MISUSE,
                         "%s: expected 1 to %d letters and digits, found "
                         "'%.20s'",
                         what, TICONTAINER_NAME, name);
    memcpy(dst, name, strlen(name) + 1);
    return true;
}

/* Without a word from anybody: the side that has moves, White if both do. */
static const char *likely_side(const struct tirecords *set)
{
    return set->side[TABIA_WHITE].n || !set->side[TABIA_BLACK].n ? "white"
                                                                 : "black";
}

static bool make_plan(const struct tabia_book *book,
                      const struct tabia_write_options *o,
                      const struct tirecords *set, struct plan *plan,
                      struct tabia_error *err)
{
    const char *side = choose(book, o, "side", "side", likely_side(set));
    const char *device = choose(book, o, "device", "ti-device", "ti89");
    const char *part = format_setting(o->settings, o->nsettings, "part");
    const bool is_white = strcmp(side, "white") == 0;
    const bool is_ti89 = strcmp(device, "ti89") == 0;
    if (!is_white && strcmp(side, "black") != 0)
        return error_set(err, TABIA_MISUSE,
                         "side: expected white or black, found '%.20s'", side);
    if (!is_ti89 && strcmp(device, "ti92p") != 0)
        return error_set(err, TABIA_MISUSE,
                         "device: expected ti89 or ti92p, found '%.20s'",
                         device);
    if (part && (strlen(part) != 1 || *part < '0' || *part > '9'))
        return error_set(err, TABIA_MISUSE,
                         "part: expected a digit, found '%.20s'", part);
    plan->side = is_white ? TABIA_WHITE : TABIA_BLACK;
    plan->part = part ? (size_t)(*part - '0') : SIZE_MAX;
    plan->file.device = is_ti89 ? TICONTAINER_TI89 : TICONTAINER_TI92P;
    return copy_name(plan->file.folder,
                     choose(book, o, "folder", "ti-folder", "tict"), "folder",
                     err) &&
           copy_name(plan->file.name,
                     choose(book, o, "name", "ti-name", "ticbook0"), "name",
                     err);
}

/* The records of the part that was asked for, which may be the only one. */
static bool find_part(const struct tirecords_side *side, size_t part,
                      size_t *from, size_t *to, struct tabia_error *err)
{
    size_t n = 0, wanted = part == SIZE_MAX ? 0 : part, at = 0;
    *from = *to = 0;
    do {
        const size_t end =
            tirecords_cut(side, at, TICONTAINER_PAYLOAD - (size_t)9);
        if (n++ == wanted) {
            *from = at;
            *to = end;
        }
        at = end;
    } while (at < side->n);
    if (wanted >= n)
        return error_set(err, TABIA_MISUSE, "part: the book has only %zu", n);
    if (part == SIZE_MAX && n > 1)
        return error_set(err, TABIA_LIMIT,
                         "the book needs %zu files: choose one with --part, or "
                         "use 'tabia bkc'",
                         n);
    return true;
}

static bool write_plan(const struct tirecords *set, struct plan *plan,
                       struct sink *dst, struct tabia_error *err)
{
    struct buf payload = { .limit = TICONTAINER_PAYLOAD };
    size_t from, to;
    if (!find_part(&set->side[plan->side], plan->part, &from, &to, err))
        return false;
    bool is_done = tirecords_encode(set, plan->side, from, to, &payload) ||
                   buf_error(&payload, err);
    plan->file.payload = buf_bytes(&payload);
    is_done = is_done && ticontainer_write(&plan->file, dst);
    buf_clear(&payload);
    return is_done;
}

static bool write_book(const struct tabia_book *book,
                       const struct tabia_write_options *options,
                       struct sink *dst, struct tabia_report *report,
                       struct tabia_error *err)
{
    struct tirecords set = { 0 };
    struct plan plan = { 0 };
    bool is_done = tirecords_init(&set, err) &&
                   tirecords_collect(&set, book, report, err) &&
                   make_plan(book, options, &set, &plan, err);
    if (is_done) {
        const enum tabia_color other =
            plan.side == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE;
        tabia_report_add(report, set.side[other].n,
                         "positions with %s to move are dropped",
                         other == TABIA_WHITE ? "White" : "Black");
        is_done = write_plan(&set, &plan, dst, err);
    }
    tirecords_clear(&set);
    return is_done;
}

/* ---- the table ------------------------------------------------------- */

static enum format_match detect(struct tabia_bytes src)
{
    return ticontainer_holds(src, "BKW0") || ticontainer_holds(src, "BKB0")
               ? FORMAT_SURE
               : FORMAT_NO;
}

static const struct tabia_format_option options[] = {
    { "side", "SIDE", "write positions with white or black to move" },
    { "device", "NAME", "ti89 or ti92p" },
    { "folder", "NAME", "folder on the calculator (default tict)" },
    { "name", "NAME", "variable on the calculator (default ticbook0)" },
    { "part", "N", "of a book too large for one file, write the N-th from 0" },
    { NULL, NULL, NULL },
};

const struct tabia_format format_tibook = {
    .info = {
        .name = "tibook",
        .title = "TI-Chess compiled book",
        .suffixes = (const char *const[]){ ".89y", ".9xy", NULL },
        .options = options,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_ROOTS | TABIA_HOLDS_UNDERPROMOTION |
                 TABIA_HOLDS_EN_PASSANT,
        .text_keys = (const char *const[]){ "side", "ti-device", "ti-folder",
                                            "ti-name", NULL },
    },
    .detect = detect,
    .read = read_book,
    .write = write_book,
    .open = open_table,
};
