# A renamed book takes its file along; a moved one finds it again.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5 g1f3\nd2d4 d7d5 c2c4\n' >mine.txt
answer() {
    tabia train "$1" --now 2026-11-1"$2"T09:00:00+00:00 --limit 1 | tail -2
}
echo e4 | answer mine.txt 5
mv mine.txt yours.txt
echo q | answer yours.txt 6
ls
echo Nf3 | answer yours.txt 6
ls
mkdir folder
mv yours.txt folder/
echo c4 | answer folder/yours.txt 7
ls folder
grep -c answer folder/yours.txt.tabia-progress
# A folder that cannot be written: the user's data folder has it.
if [ "$(id -u)" != 0 ]; then
    mkdir closed && mv folder/yours.txt closed/ && chmod a-w closed
    echo q | answer closed/yours.txt 8
    chmod u+w closed
fi
# The built-in book has no folder.
printf 'a6\nq\n' | tabia train --now 2026-11-18T09:00:00+00:00 --side black |
    tail -2
ls home/tabia | sed 's/-[0-9a-f]*\./-HASH./'
