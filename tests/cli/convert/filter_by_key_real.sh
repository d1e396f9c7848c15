# Every key of a real book keeps its heaviest move.
[ -f "$SHARED/data/polyglot/gm2001.bin" ] || exit 77
tabia convert "$SHARED/data/polyglot/gm2001.bin" top.bin --top 1 2>/dev/null
od -An -tx1 -v -w16 top.bin | cut -c1-24 | sort -u | wc -l
