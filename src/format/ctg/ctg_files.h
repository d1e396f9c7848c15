/*
 * ctg_files.h - the three files of a CTG book, from its entries
 */
#ifndef FORMAT_CTG_FILES_H
#define FORMAT_CTG_FILES_H

#include "base/sink.h"
#include "format/ctg/ctg.h"

/* Where the bytes of an entry are, and the hash of its signature. */
struct ctg_span {
    uint32_t hash;
    uint32_t offset, size;
};

/* What the files are made of. Borrows everything. */
struct ctg_content {
    struct tabia_bytes entries;
    const struct ctg_span *spans;
    size_t n;
    uint32_t ngames;    // of the starting position
    const char *header; // see ctg_header_make
};

/* 'dst' are the sinks of .ctb, .cto and .ctg. */
bool ctg_files_write(const struct ctg_content *content, struct sink *dst,
                     struct tabia_error *err);

#endif
