/*
 * version.h - the version of the library
 */
#ifndef TABIA_VERSION_H
#define TABIA_VERSION_H

#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the binary interface, and the number in the name of the shared
 * library: libtabia.so.7. Bindings that repeat these declarations in another
 * language compare it with the number of the library before they call anything
 * else.
 *
 * A compiled program knows sizes and offsets of structs, so these stay as they
 * are in one version, and the library can be replaced by a newer one:
 *
 * - What the caller fills in (options, filters, queries, values) is set to zero
 *   as a whole, with = TABIA_ZERO, before members are set by their names.
 *   It ends with 'reserved', from which new members are cut; zero means what it
 *   meant before.
 * - What the library fills in for the caller ends with 'reserved', too. Plain
 *   values never change: tabia_pos, tabia_packed, tabia_bytes, tabia_pgn_text,
 *   tabia_tally, tabia_eval, tabia_coordinates, tabia_setting, tabia_tag,
 *   tabia_name, tabia_store_move, tabia_store_game_ref, tabia_builder_cursor.
 * - What only the library makes and hands out by pointer (infos of formats and
 *   settings, limits, losses, differences, progress, moves of a PGN visitor)
 *   may grow at its end.
 * - Enums and masks get new values behind the old ones: ignore unknown ones.
 * - New functions are added.
 *
 * Any other change increments the version; a test compares the layout with the
 * recorded one (tests/headers/layout.txt).
 */
#define TABIA_ABI_VERSION 7

/*
 * The version of these headers, major * 10000 + minor * 100 + patch, for #if
 * where a program uses what is new.
 */
#define TABIA_VERSION_NUMBER 100

/* The TABIA_ABI_VERSION that the library was built with. */
TABIA_API unsigned tabia_abi_version(void);

/* The version as text, such as "1.2.3". */
TABIA_API const char *tabia_version(void);

#ifdef __cplusplus
}
#endif

#endif
