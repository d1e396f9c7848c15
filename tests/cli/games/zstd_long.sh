# A window above 128 MiB is asked for, then allowed.
command -v zstd >/dev/null || exit 77
printf '1. e4 *\n' | zstd -q --ultra -22 --long=31 >games.zst
tabia games -q games.zst 2>&1 |
    sed 's/offset [0-9a-fx]* ([0-9]*)/offset N/' || true
tabia games -q --zstd-long games.zst | head -1
