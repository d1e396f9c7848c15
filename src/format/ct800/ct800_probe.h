/*
 * ct800_probe.h - answering from the records of a compiled CT800 book
 */
#ifndef FORMAT_CT800_PROBE_H
#define FORMAT_CT800_PROBE_H

#include "format/ct800/ct800_compile.h"
#include "format/ct800/ct800_key.h"
#include "format/key_walk.h"

/*
 * Records are found one after the other from where the index leads. With 8
 * bits, as in the C file, a large book would take as long as it is large.
 */
enum { CT800_PROBE_BITS = 16 };

/* A compiled book that is searched. Owns nothing. */
struct ct800_probe {
    struct tabia_bytes bytes; // records, checked
    bool is_searched;         // without an index, and not checked
    uint32_t nrecords;
    uint32_t index[1 << CT800_PROBE_BITS];
    struct ct800_keys keys;
};

/* Checks the records and prepares for searching them. Borrows 'bytes'. */
bool ct800_probe_init(struct ct800_probe *probe, struct tabia_bytes bytes,
                      struct tabia_error *err);

/* The record of a key. */
bool ct800_probe_find(const struct ct800_probe *probe, uint64_t key,
                      struct ct800_record *rec);

/*
 * The legal ones among the first 'max' moves of a record. A move that is
 * impossible shows that the record belongs to another position: then there
 * are none at all. En passant that is merely not available now is ignored.
 */
size_t ct800_probe_list_moves(const struct ct800_record *rec,
                              const struct tabia_pos *pos, unsigned max,
                              tabia_move list[CT800_RECORD_MOVES_MAX]);

/*
 * A table over records. 'owned' is memory that holds them, freed with the
 * table and on failure; NULL if the caller keeps them.
 */
bool ct800_table_open(struct tabia_bytes bytes, void *owned,
                      struct table_impl *table, struct tabia_error *err);

/* How such a table becomes a book. */
extern const struct key_walk_rule ct800_walk;
extern const struct setting_row ct800_walk_settings_table[];

/* Writes the records of a compiled book in one of their two forms. */
typedef bool ct800_put_fn(struct sink *dst, struct tabia_bytes records);

/* Compiles a book and writes it; reports what is lost beyond the format. */
bool ct800_write_book(const struct tabia_book *book, ct800_put_fn *put,
                      struct sink *dst, struct tabia_report *report,
                      struct tabia_error *err);

/* The same with the rows of a table. */
bool ct800_write_rows(struct row_stream *rows, ct800_put_fn *put,
                      struct sink *dst, struct tabia_report *report,
                      struct tabia_error *err);

#endif
