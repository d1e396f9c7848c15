# games.sh - sourced by the tests of this folder: games to count
#
# games MEGABYTES FILE [SEED [PLIES]] - random games, the same each time;
# MAKE_GAMES is the program that makes them
# shellcheck shell=bash

games() {
    "${MAKE_GAMES:?}" "$1" "${3:-1}" "${4:-160}" >"$2"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
