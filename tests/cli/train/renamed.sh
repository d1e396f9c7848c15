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
# A folder that cannot be written, where there is one: the data folder has it,
# with what was there.
if [ "$(id -u)" != 0 ]; then
    chmod a-w folder folder/yours.txt.tabia-progress
    echo Nf3 | answer folder/yours.txt 9 >/dev/null
    echo d4 | answer folder/yours.txt 9 >/dev/null
    grep -c answer folder/yours.txt.tabia-progress home/tabia/yours* |
        sed 's/.*://' | tr '\n' ' ' | grep -q '^3 [45] $' || echo "not kept"
    chmod u+w folder
    rm home/tabia/yours*
fi
# The built-in book has no folder.
printf 'a6\nq\n' | tabia train --now 2026-11-18T09:00:00+00:00 --side black |
    tail -2
ls home/tabia | sed 's/-[0-9a-f]*\./-HASH./'
