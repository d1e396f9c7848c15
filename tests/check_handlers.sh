#!/usr/bin/env bash
#
# check_handlers.sh SOURCE_DIR CC - handlers compile without HTTP and threads
#
# The headers of sockets, threads and libmicrohttpd are replaced by ones that
# cannot be compiled. The handlers of the server (src/serve/api) do without
# them, so they can answer where there are none; the part that has connections
# does not, which shows that the replacements are used.

set -euo pipefail
source_dir=$1
cc=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for header in microhttpd pthread threads semaphore poll netdb sys/socket \
    sys/epoll netinet/in arpa/inet; do
    mkdir -p "$folder/$(dirname "$header")"
    echo "#error \"$header.h is not here\"" >"$folder/$header.h"
done

compile() { # FILE
    "$cc" -std=c17 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
        '-DTABIA_VERSION=""' -w -fsyntax-only \
        -isystem "$folder" -I "$source_dir/include" -I "$source_dir/src" "$1"
}

status=0
n=0
for file in "$source_dir"/src/serve/api/*.c; do
    compile "$file" || { echo "$file: does not compile" >&2; status=1; }
    n=$((n + 1))
done
[ "$n" -gt 20 ] || { echo "only $n handlers were found" >&2; status=1; }
for file in http/request.c http/connections.c http/jobs.c; do
    if compile "$source_dir/src/serve/$file" 2>/dev/null; then
        echo "$file: compiles with none of its headers" >&2
        status=1
    fi
done
exit $status
