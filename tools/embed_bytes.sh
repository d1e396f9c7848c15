#!/usr/bin/env bash
#
# embed_bytes.sh [-z] FILE - prints a file's bytes as the body of a C array
#
#     static const uint8_t text[] = {
#     #include "format/openings.inc"
#     };
#
# With -z the file is compressed first, by zopfli where it is installed: what
# gzip can read, 3 percent smaller. The same file gives the same text.

set -euo pipefail
read_file=(cat)
if [ "$1" = -z ]; then
    read_file=(gzip -9nc)
    ! command -v zopfli >/dev/null || read_file=(zopfli -c)
    shift
fi
"${read_file[@]}" "$1" | od -An -v -tu1 -w20 | sed 's/[0-9][0-9]*/&,/g; s/ //g'
