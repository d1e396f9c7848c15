/*
 * has_sanitizer.h - is a test built with AddressSanitizer?
 *
 * It takes memory of its own, and makes everything several times slower.
 */
#ifndef TESTS_HAS_SANITIZER_H
#define TESTS_HAS_SANITIZER_H

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { HAS_SANITIZER = 1 };
#else
enum { HAS_SANITIZER = 0 };
#endif

#endif
