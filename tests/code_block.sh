#!/usr/bin/env bash
#
# code_block.sh LANGUAGE FILE - prints the fenced blocks of that language

set -euo pipefail
awk -v fence='```' -v start="\`\`\`$1" '
    inside && $0 == fence { inside = 0 }
    inside { print }
    $0 == start { inside = 1 }' "$2"
