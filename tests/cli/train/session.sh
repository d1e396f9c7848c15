# Right, a hint, wrong, not known, and words that are no move; wrong answers
# come again. The day after only these are due.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5 g1f3 b8c6 f1b5\ne2e4 c7c5 g1f3\ne2e4 c7c5 c2c3\n' >mine.txt
printf 'e4\n?\nNf3\nBc4\n\nBb5\nKe9\ng1f3\n' |
    tabia train mine.txt --now 2026-11-18T09:00:00+00:00
cat mine.txt.tabia-progress
echo q | tabia train mine.txt --now 2026-11-18T10:00:00+00:00
printf 'Bb5\nq\n' | tabia train mine.txt --now 2026-11-19T00:00:00+00:00 |
    grep -v '^[1-8 ]  '
