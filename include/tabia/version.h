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
 * Grows with every change of a public struct, enum or signature. Bindings that
 * repeat these declarations in another language compare it with the number of
 * the library before they call anything else.
 */
#define TABIA_ABI_VERSION 2

/* The TABIA_ABI_VERSION that the library was built with. */
TABIA_API unsigned tabia_abi_version(void);

/* The version as text, such as "1.2.3". */
TABIA_API const char *tabia_version(void);

#ifdef __cplusplus
}
#endif

#endif
