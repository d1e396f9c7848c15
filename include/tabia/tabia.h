/*
 * tabia.h - all public headers
 *
 * Examples in their comments are C: C++ before C++20 has no initialisers by
 * name, and sets members after = TABIA_ZERO. docs/api.md has programs that are
 * both.
 */
#ifndef TABIA_TABIA_H
#define TABIA_TABIA_H

#include "tabia/book.h"
#include "tabia/build.h"
#include "tabia/builder.h"
#include "tabia/chess.h"
#include "tabia/diff.h"
#include "tabia/draw.h"
#include "tabia/error.h"
#include "tabia/export.h"
#include "tabia/format.h"
#include "tabia/names.h"
#include "tabia/pgn.h"
#include "tabia/pick.h"
#include "tabia/source.h"
#include "tabia/store.h"
#include "tabia/transform.h"
#include "tabia/version.h"
#include "tabia/walk.h"

#endif
