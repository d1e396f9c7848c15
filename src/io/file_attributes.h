/*
 * file_attributes.h - owner, rights and more of a file that is replaced
 *
 * Replacing a file by rename makes a new one. It gets what the old one had, as
 * far as the system allows; docs/files.md describes it to users.
 */
#ifndef IO_FILE_ATTRIBUTES_H
#define IO_FILE_ATTRIBUTES_H

#include <stdbool.h>
#include <sys/stat.h>

#include "tabia/error.h"

/* What could not be kept. */
enum {
    FILE_ATTRIBUTES_OWNER = 1 << 0,
    FILE_ATTRIBUTES_GROUP = 1 << 1,
    FILE_ATTRIBUTES_ACL = 1 << 2,
    FILE_ATTRIBUTES_EXTENDED = 1 << 3,
    FILE_ATTRIBUTES_LINKS = 1 << 4, // other names keep the old content
    FILE_ATTRIBUTES_COUNT = 5,
};

/*
 * Gives the new file 'fd' the attributes of the old one, 'path', whose state is
 * 'old'. No user gains rights: where group or access control list cannot be
 * kept, the group has no more than all others. 'lost' gets what could not be
 * kept. Fails only if the mode cannot be set.
 */
bool file_attributes_copy(int fd, const char *path, const struct stat *old,
                          unsigned *lost, struct tabia_error *err);

/* What the loss of one means, in words: "the owner could not be kept". */
const char *file_attributes_words(unsigned bit);

#endif
