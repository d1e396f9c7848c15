/*
 * compiler.h - compiler attributes and the few macros that everybody needs
 */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__) || defined(__clang__)
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define MUST_CHECK              __attribute__((warn_unused_result))
#define COLD                    __attribute__((cold))
#define ALWAYS_INLINE           inline __attribute__((always_inline))
#define NEVER_INLINE            __attribute__((noinline))
#define LIKELY(x)               __builtin_expect(!!(x), 1)
#define UNLIKELY(x)             __builtin_expect(!!(x), 0)
#define PREFETCH(p)             __builtin_prefetch(p)
#else
#define PRINTF_LIKE(fmt, first)
#define MUST_CHECK
#define COLD
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#define LIKELY(x)   (x)
#define UNLIKELY(x) (x)
#define PREFETCH(p) ((void)(p))
#endif

#endif
