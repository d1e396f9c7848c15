/*
 * sanitizer.h - is the test compiled with a sanitizer of memory?
 *
 * What such a build is for shows in fewer rounds, which take it longer.
 */
#ifndef TESTS_SANITIZER_H
#define TESTS_SANITIZER_H

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) ||       \
    __has_feature(memory_sanitizer)
enum { HAS_SANITIZER = 1 };
#else
enum { HAS_SANITIZER = 0 };
#endif

/* MemorySanitizer goes only with its own malloc. */
#if __has_feature(memory_sanitizer)
#define HAS_OWN_MALLOC 0
#else
#define HAS_OWN_MALLOC 1
#endif

#endif
