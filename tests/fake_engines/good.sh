#!/usr/bin/env bash
# an engine without faults
. "${0%/*}/common.sh"
answer=good_answer
serve
