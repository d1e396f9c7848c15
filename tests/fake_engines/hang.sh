#!/usr/bin/env bash
# never answers a search
. "${0%/*}/common.sh"
answer=true
serve
