/*
 * ctg.h - ChessBase opening books: what their files are made of
 *
 * A book is three files. NAME.ctg has a header page and pages of positions,
 * NAME.cto the page of each leaf of a binary trie over the low bits of the
 * positions' hashes, NAME.ctb a bit for each node of that trie that is split.
 * All numbers are big-endian. docs/formats/ctg.md describes every byte.
 */
#ifndef FORMAT_CTG_H
#define FORMAT_CTG_H

#include "base/hashmap.h"
#include "format/format_contract.h"

enum {
    CTG_PAGE_SIZE = 4096,
    CTG_PAGE_HEAD_SIZE = 4, // positions, bytes used
    CTG_SIGNATURE_MAX = 31, // what five bits can say
    CTG_STATS_SIZE = 33,
    CTG_MOVES_MAX = 127, // what a byte for the length of their block allows
    CTG_ENTRY_MAX = CTG_SIGNATURE_MAX + 255 + CTG_STATS_SIZE,
    CTG_HASH_TABLE_SIZE = 64,
    CTG_CODES_SIZE = 256,
    CTG_COUNT_MAX = 0xFFFFFF, // games, wins, losses, draws
};

/* ---- numbers of the format (ctg_tables.c) ---------------------------- */

/* A move: the nth piece of a type, and how far it goes, modulo 8. */
struct ctg_code {
    uint8_t type; // enum tabia_piece_type; 0: no such code
    uint8_t nth;  // from 1, in the order a1, a2, ... a8, b1, ... h8
    int8_t dx, dy;
};

extern const uint32_t ctg_hash_table[CTG_HASH_TABLE_SIZE];
extern const struct ctg_code ctg_codes[CTG_CODES_SIZE];

/* ---- positions and moves (ctg_key.c) --------------------------------- */

/*
 * What was done to a position so that White is to move and, when neither side
 * may castle, has the king on files e to h.
 */
enum {
    CTG_FLIPPED = 1,  // colours swapped, ranks reversed
    CTG_MIRRORED = 2, // files reversed
    CTG_GUISES = 4,
};

/* The first byte has the length in its low five bits. */
struct ctg_signature {
    uint8_t size;
    uint8_t bytes[CTG_SIGNATURE_MAX];
};

/* The position as the file writes it. Returns its guise. */
unsigned ctg_signature_make(const struct tabia_pos *pos,
                            struct ctg_signature *sig);

uint32_t ctg_hash(const uint8_t *signature);

/*
 * The position, White to move, of a signature of 'size' bytes. Refuses what
 * ctg_signature_make would not write.
 */
bool ctg_signature_parse(const uint8_t *bytes, size_t size,
                         struct tabia_pos *pos, struct tabia_error *err);

/* Undoes the guise of a position that is written with White to move. */
void ctg_restore_guise(const struct tabia_pos *normal, unsigned guise,
                       struct tabia_pos *pos);

/* The legal move of a code in 'pos', whose guise is given, or NONE. */
tabia_move ctg_move_decode(const struct tabia_pos *pos, unsigned guise,
                           uint8_t code);

/* The code of a legal move; false if there is none. */
bool ctg_move_encode(const struct tabia_pos *pos, unsigned guise, tabia_move mv,
                     uint8_t *code);

/* ---- numbers of a position (ctg_stats.c) ----------------------------- */

enum { CTG_GREEN = 0x80, CTG_RED = 0x40 };

/* From the view of the side to move. */
struct ctg_stats {
    uint32_t games, wins, losses, draws;
    uint32_t score; // in tenths of a point
    uint32_t nrated, ratings;
    uint32_t nperformance, performances;
    uint8_t flags;
    int8_t eval;
    uint8_t nag;
};

void ctg_stats_decode(const uint8_t *p, struct ctg_stats *stats);
void ctg_stats_encode(uint8_t *p, const struct ctg_stats *stats);

/* The score of such results: an unfinished game counts half a point. */
uint32_t ctg_usual_score(const struct ctg_stats *stats);

/* The results, as the model has them, of games with 'turn' to move. */
void ctg_results(const struct ctg_stats *stats, enum tabia_color turn,
                 struct tabia_move_data *data);

enum { CTG_COMMENT_SIZE = 256 };

/*
 * What the moves that lead to a position cannot say about it is kept as a
 * command in its comment: [%ctg games=9 score=45 rated=4/9800]. 'has_incoming'
 * says that such moves are there, to carry results and colours. False: there
 * is nothing to say, and the text is the bare command.
 */
bool ctg_comment_print(const struct ctg_stats *stats, bool has_incoming,
                       char text[CTG_COMMENT_SIZE]);

/*
 * Finds the command in a comment and changes the numbers that it names.
 * 'is_alone' is set if the comment has nothing else. False: none found.
 */
bool ctg_comment_parse(const char *comment, struct ctg_stats *stats,
                       bool *is_alone);

/* ---- the files (ctg_page.c) ------------------------------------------ */

/* One position of a page. Borrows from the file. */
struct ctg_entry {
    const uint8_t *signature;
    size_t nsignature;
    const uint8_t *moves; // two bytes each: code, annotation
    size_t nmoves;
    const uint8_t *stats;
    size_t offset; // in the file
    size_t size;
};

/* The pages, and the index if the files with it are there. */
struct ctg_file {
    struct tabia_bytes bytes;
    uint32_t npages;
    struct input cto, ctb;
    bool has_index;
    uint32_t nslots, lower, upper;
};

bool ctg_has_header(struct tabia_bytes bytes); // ctg_head.c

/* Checks the header and counts the pages that are there. Borrows 'bytes'. */
bool ctg_file_open(struct ctg_file *file, struct tabia_bytes bytes,
                   struct read_job *job, struct tabia_error *err);

void ctg_file_close(struct ctg_file *file);

/*
 * The entry at 'offset' of a page that ends at 'end'. False with the reason
 * when its lengths are impossible.
 */
bool ctg_entry_at(struct tabia_bytes bytes, size_t offset, size_t end,
                  struct ctg_entry *entry, struct tabia_error *err);

/* The positions of a page and where they end. */
bool ctg_page_at(const struct ctg_file *file, uint32_t page, size_t *end,
                 uint32_t *npositions, struct tabia_error *err);

static inline size_t ctg_page_offset(uint32_t page)
{
    return ((size_t)page + 1) * CTG_PAGE_SIZE;
}

/* The page that the index gives to a hash; false: none. */
bool ctg_page_of(const struct ctg_file *file, uint32_t hash, uint32_t *page);

/* Looks a position up by the index, as ChessBase's programs do. */
bool ctg_file_find(const struct ctg_file *file, const struct ctg_signature *sig,
                   struct ctg_entry *entry);

/* All entries of the pages that can be used, and where each one is. */
struct ctg_entries {
    struct tabia_bytes bytes;
    struct ctg_entry *list;
    size_t n, room;
    struct hashmap index; // by the hash of the signature
};

/*
 * Reads all pages. Every problem is reported with page and offset; what is
 * broken is skipped when reading may go on.
 */
bool ctg_entries_read(struct ctg_entries *entries, const struct ctg_file *file,
                      struct read_job *job, struct tabia_error *err);

void ctg_entries_clear(struct ctg_entries *entries);

/* The number of the entry with this signature, or HASHMAP_NONE. */
uint32_t ctg_entries_find(const struct ctg_entries *entries,
                          const struct ctg_signature *sig);

/* ---- what comes back otherwise (ctg_reread.c) -------------------------- */

struct ctg_reread {
    uint64_t mirrored_positions, mirrored_moves; // the moves of these positions
    uint64_t added_moves; // that a position has from its twin
};

/*
 * Reads the entries of a book and compares. 'ndropped' moves of the book are
 * not in the entries.
 */
bool ctg_reread_compare(const struct tabia_book *book,
                        const struct ctg_entries *entries, uint64_t ndropped,
                        struct ctg_reread *result, struct tabia_error *err);

/* ---- a set of files that belongs together (ctg_head.c) --------------- */

enum {
    CTG_PAGES_AT = 16,   // in the header page: how many pages follow
    CTG_STAMP_AT = 4072, // in the header page
    CTG_STAMP_SIZE = 24,
};

/*
 * Puts a stamp at the end of a header page: checks of the page itself and of
 * the two other files, by which an interrupted write is recognised. A header
 * that another program has changed since makes the stamp void.
 */
void ctg_stamp(uint8_t header[CTG_PAGE_SIZE], struct tabia_bytes cto,
               struct tabia_bytes ctb);

/* True if a stamp that is still valid names other files than these. */
bool ctg_is_mixed(const uint8_t header[CTG_PAGE_SIZE], struct tabia_bytes cto,
                  struct tabia_bytes ctb);

/* ---- bytes of unknown meaning (ctg_head.c) --------------------------- */

/* Texts of the whole book. */
#define CTG_KEY_HEADER  "ctg-header"
#define CTG_KEY_ENTRIES "ctg-entries" // how many the file has

enum { CTG_HEADER_TEXT_SIZE = 129 };

/* The 64 bytes as hexadecimal digits; false: they are the usual ones. */
bool ctg_header_print(const uint8_t page[CTG_PAGE_SIZE],
                      char text[CTG_HEADER_TEXT_SIZE]);

/*
 * Makes a header page with the three counts. 'text' is from ctg_header_print;
 * NULL, or anything else, gives the usual bytes.
 */
void ctg_header_make(uint8_t page[CTG_PAGE_SIZE], uint32_t npages,
                     uint32_t npositions, uint32_t ngames, const char *text);

/* ---- format functions ------------------------------------------------ */

/* 'dst' are the sinks of .ctb, .cto and .ctg. */
bool ctg_write_set(const struct tabia_book *book,
                   const struct tabia_write_options *options, struct sink *dst,
                   struct tabia_report *report, struct tabia_error *err);

/* The position that a move leads to, if the book has it. */
struct ctg_child {
    bool is_known;
    struct ctg_stats stats;
};

/*
 * What the i-th move of a position with 'turn' to move carries: results and
 * marks from the position that it leads to, and a weight when this or another
 * move of the position is recommended ('has_green').
 */
void ctg_move_data(const struct ctg_entry *entry, size_t i,
                   enum tabia_color turn, const struct ctg_child *child,
                   bool has_green, struct tabia_move_data *data);

extern const char *const ctg_set[]; // ".ctb", ".cto", ".ctg"

struct ctg_state;
struct table_impl;

/*
 * A table of entries to be walked, which the state owns except for
 * 'nleads'.
 */
bool ctg_table(struct ctg_state *state, struct table_impl *table,
               struct tabia_error *err);

#endif
