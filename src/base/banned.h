/*
 * banned.h - functions that this project does not call
 *
 * Include it last in every .c file: system headers declare these names, so
 * they must come first. The copying ones know no bounds; atoi and friends
 * have no errors; rand, strtok and the calendar functions keep hidden state.
 */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#if defined(__GNUC__) || defined(__clang__)
#undef sprintf // some headers make macros of these
#undef vsprintf
#undef alloca
#undef setjmp
#pragma GCC poison strcpy strcat strncpy strncat stpcpy sprintf vsprintf gets
#pragma GCC poison strtok atoi atol atoll atof rand srand random srandom
#pragma GCC poison gmtime localtime ctime asctime tmpnam tempnam mktemp
#pragma GCC poison alloca setjmp longjmp
#endif

#endif
