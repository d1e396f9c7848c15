# Puzzles: a verdict for each move, the defence, hints, and what is solved.
export TZ=UTC XDG_DATA_HOME=$PWD/home
cp "$TESTDATA/../../examples/tichess-puzzles.txt" puzzles.txt
now=2026-11-18T09:00:00+00:00
printf 'Ra7\n?\nRa8\ns\nKb6\n?\n?\nRh8\nq\n' |
    tabia train puzzles.txt --now $now
cat puzzles.txt.tabia-progress
# The next session has the others; Enter shows the solution.
printf 'Nf7\nKb6\nRh8\n\n' | tabia train puzzles.txt --now $now |
    grep -v '^[1-8 ]  '
tabia train puzzles.txt --overview
# In any format of the set; --ahead asks for solved ones, too.
tabia convert -q puzzles.txt other.epd
tabia train other.epd --overview --json
printf 'Ra8\n' | tabia train puzzles.txt --ahead --limit 1 --now $now |
    grep -v '^[1-8 ]  '
printf 'Kb7\nKb8\n' | tabia train puzzles.txt --now $now | tail -1
tabia train puzzles.txt
# From another machine, twice as well as once.
cp puzzles.txt.tabia-progress saved
rm -r home puzzles.txt.tabia-progress
tabia train puzzles.txt --import saved
tabia train puzzles.txt --import saved
tabia train puzzles.txt --progress | sort | diff - <(sort saved) && echo same
tabia train puzzles.txt --side white
