/*
 * numbers.h - values of options that are more than whole numbers
 */
#ifndef CLI_NUMBERS_H
#define CLI_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* What is expected, for messages. */
#define NUMBERS_SIZE_IS  "a size such as 64M or 1.5G"
#define NUMBERS_SHARE_IS "a part of several, such as 2/4"

/* "64M", "1.5G", "4096": bytes; K, M, G and T are powers of 1024. */
bool numbers_size(const char *text, uint64_t *bytes);

/* A decimal number from 'least' to 'most'. */
bool numbers_real(const char *text, double least, double most, double *value);

/* "2/4": 'i' from 0 to 'n' - 1, 'n' at most 'most'. */
bool numbers_share(const char *text, uint32_t most, uint32_t *i, uint32_t *n);

#endif
