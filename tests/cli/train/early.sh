# Eight passes in a minute are one; ahead of time they count if asked for.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4\n' >mine.txt
for i in 1 2 3 4 5 6 7 8; do
    echo e4 | tabia train mine.txt --now "2026-11-18T09:00:0$i+00:00" |
        grep -v '^[1-8 ]  '
done
echo e4 | tabia train mine.txt --ahead --now 2026-11-19T09:00:00+00:00 |
    grep -v '^[1-8 ]  '
grep -c answer mine.txt.tabia-progress
