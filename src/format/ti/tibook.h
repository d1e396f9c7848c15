/*
 * tibook.h - a compiled TI-Chess book: its index, reading and writing
 *
 * The payload is described in ti_records.c.
 */
#ifndef FORMAT_TIBOOK_H
#define FORMAT_TIBOOK_H

#include "format/key_walk.h"
#include "format/ti/ti_container.h"
#include "format/ti/ti_files.h"
#include "format/ti/ti_pos.h"

/* In the order of enum tabia_color and of enum ti_container_device, from 1. */
#define TIBOOK_SIDES   "white|black"
#define TIBOOK_DEVICES "ti89|ti92p"

struct tibook_settings {
    struct key_walk_settings walk; // first: see key_walk.h
    unsigned side, device;         // 0: not given
    const char *folder, *name;
    bool keeps_stale_rights;
    bool links_positions;
    uint64_t part; // TIBOOK_PART_NONE: not given
};

#define TIBOOK_PART_NONE UINT64_MAX

extern const struct setting_row tibook_settings_table[];

/* A book whose header and index have been checked. Borrows the bytes. */
struct tibook {
    struct ti_container file;
    const uint8_t *data; // the payload
    size_t size;
    size_t n; // positions
    enum tabia_color color;
    struct ti_hash hash;
    struct tibook_entry *records; // of all positions, to read a book; owned
};

struct tibook_entry {
    struct tabia_pos pos;
    bool is_good;
};

/* Checks everything but positions and moves. */
bool tibook_open(struct tabia_bytes bytes, struct tibook *b,
                 struct tabia_error *err);

/* The key of the i-th position, and where its record is in the payload. */
uint64_t tibook_key_at(const struct tibook *b, size_t i);
size_t tibook_record_at(const struct tibook *b, size_t i);

/* The n-th move of a record; TI_MOVE_MORE is set if there is another. */
uint16_t tibook_code_at(const struct tibook *b, size_t record, size_t n);

/* The first position whose key is not below 'key', or the number of them. */
size_t tibook_find(const struct tibook *b, uint64_t key);

/* Checks the i-th position and its moves; 'flaw' gets ti_pos_flaw's. */
bool tibook_check_position(const struct tibook *b, size_t i,
                           struct tabia_pos *pos, const char **flaw,
                           struct tabia_error *err);

/* Reads all records, and reports what is wrong with them; counts the good. */
bool tibook_read_all(struct tibook *b, struct read_job *job, size_t *ngood,
                     struct tabia_error *err);

/* For the format's table. */
extern const struct key_walk_rule tibook_walk; // tibook_read.c
bool tibook_count_files(const struct tabia_book *book,
                        const struct tabia_write_options *options, size_t *n,
                        struct tabia_error *err);
bool tibook_write(const struct tabia_book *book,
                  const struct tabia_write_options *options, struct sink *dst,
                  struct tabia_report *report, struct tabia_error *err);

/*
 * White's files come first, then Black's, numbered on. 'options' may be NULL.
 * A position that is too full for the format is an error; it has a place when
 * the book was read with keep_location. On failure there is nothing to clear.
 */
bool tibook_compile(const struct tabia_book *book,
                    const struct ti_options *options, struct ti_files *files,
                    struct tabia_error *err);

#endif
