text=$(shared ct800/bookdata.txt) || exit
cp "$text" .
tabia booktool -v bookdata.txt
ls
sha256sum <bookdata.c
