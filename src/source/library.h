/*
 * library.h - the sum of sources, for programs that have no library
 */
#ifndef SOURCE_LIBRARY_H
#define SOURCE_LIBRARY_H

#include "tabia/source.h"

/*
 * TABIA_LIBRARY_SUM of a list of sources. 'keeps_order': moves of books stay as
 * the files have them, as parts of one book want it.
 */
bool library_sum_sources(struct tabia_source *const *list, size_t n,
                         const struct tabia_pos *pos,
                         const struct tabia_query *query, bool keeps_order,
                         struct tabia_answer *answer, struct tabia_error *err);

#endif
