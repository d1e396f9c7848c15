/*
 * apkg.h - a deck as Anki's package: SQLite inside a zip file
 */
#ifndef DECK_APKG_H
#define DECK_APKG_H

#include "base/sink.h"
#include "deck/deck.h"

/* Writes the file of deck_write. */
bool apkg_write(const struct deck *deck, int64_t now, struct sink *dst,
                struct tabia_error *err);

#endif
