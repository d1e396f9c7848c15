# A set of names may have only a code or only a name for a position.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5 g1f3\nd2d4 d7d5\n' >mine.txt
tabia convert -q mine.txt book.json
for what in '"eco":"C20"' '"name":"Open game"' '"eco":"C20","name":"Open game"'
do
    sed "s/\"position\":2,/&$what,/" book.json >names.json
    printf 'e4\nq\n' | TABIA_NAMES=names.json tabia train mine.txt \
        --now 2026-11-18T09:00:00+00:00 | sed -n '/^2 of/,/^[1-8 ] /p'
done
