[ -n "$SHARED" ] || exit 77
cp "$SHARED/data/ct800/bookdata.txt" .
tabia booktool -v bookdata.txt
ls
sha256sum <bookdata.c
