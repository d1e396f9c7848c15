# Merging is by answer: twice is once.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5 g1f3\n' >mine.txt
printf 'e4\nNf3\n' | tabia train mine.txt --now 2026-11-18T09:00:00+00:00 |
    tail -2
cat >other <<'END'
tabia-progress 1
answer 2026-11-10T09:00:00+01:00 463b96181691fc9c e2e4 good
answer 2026-11-10T09:00:00+01:00 463b96181691fc9c e2e4 good
nonsense
answer 2026-11-12T09:00:00+01:00 463b96181691fc9c e2e4 aga
END
tabia train mine.txt --import other
tabia train mine.txt --import other
tabia train mine.txt --progress
cp mine.txt.tabia-progress saved
rm -r home mine.txt.tabia-progress
tabia train mine.txt --import saved
tabia train mine.txt --progress | sort | diff - <(sort saved) && echo same
# A last line without its end does not count, and does no harm.
printf 'answer 2026-11-30T09:00:00+01:00 463b96181691fc9c e2e4 go' \
    >>mine.txt.tabia-progress
printf 'Nf3\ne4\n' | tabia train mine.txt --now 2026-12-01T09:00:00+00:00 |
    tail -2
tail -3 mine.txt.tabia-progress
