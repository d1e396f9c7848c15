# More than a pipe holds: no words either, though an earlier write failed.
set +o pipefail
for option in --ascii --json; do
    tabia tree --depth 1000 $option | true
done
