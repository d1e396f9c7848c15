/*
 * export.h - marks for exported functions, and for results that must be used;
 * the zero value of any struct
 */
#ifndef TABIA_EXPORT_H
#define TABIA_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define TABIA_API        __attribute__((visibility("default")))
#define TABIA_MUST_CHECK __attribute__((warn_unused_result))
#else
#define TABIA_API
#define TABIA_MUST_CHECK
#endif

/*
 * The zero value of any struct, in C and in C++:
 *
 *     struct tabia_query query = TABIA_ZERO;
 */
// clang-format off
#ifdef __cplusplus
#define TABIA_ZERO {}
#else
#define TABIA_ZERO { 0 }
#endif
// clang-format on

#endif
