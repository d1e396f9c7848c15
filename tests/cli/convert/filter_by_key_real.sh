# Every key of a real book keeps its heaviest move.
book=$(shared polyglot/gm2001.bin) || exit
tabia convert "$book" top.bin --top 1 2>/dev/null
od -An -tx1 -v -w16 top.bin | cut -c1-24 | sort -u | wc -l
