#!/usr/bin/env bash
#
# cluster.sh TABIA RECIPE - a build that is shared out gives the same file
#
# 4 parts of the games, 4 shares of the keys, by the recipe for GNU parallel.

set -euo pipefail
tabia=$(realpath "$1")
recipe=$(realpath "$2")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 2 games.pgn
games 1 more.pgn 2
: >empty.pgn
export TABIA=$tabia PARTS=4 SLICES=4 JOBS=2

check() { # NAME OPTION...
    local name=$1
    shift
    local inputs=(empty.pgn games.pgn more.pgn empty.pgn)
    "$tabia" build -q "${inputs[@]}" -o "want.$name" "$@"
    WORK=work "$recipe" "got.$name" "${inputs[@]}" -- "$@"
    cmp "want.$name" "got.$name"
    # What is there is not made again; what is missing is.
    rm work/slice-0002-of-0004.notes work/part-0003-of-0004.notes
    WORK=work "$recipe" "got.$name" "${inputs[@]}" -- "$@"
    cmp "want.$name" "got.$name"
    # Without shares of the keys, and from two folders.
    rm work/slice-*
    mkdir other
    mv work/part-0002-* other
    "$tabia" merge -q work other -o "got.$name" --force
    cmp "want.$name" "got.$name"
    rm -r work other
}

check tabia --by month --where 'WhiteElo >= 2000'
check bin --max-ply 60 --min-games 3
check bin2.bin --polyglot-compatible

# The jobs of Slurm, by an sbatch that runs each array at once.
mkdir bin
cat >bin/sbatch <<'END'
#!/usr/bin/env bash
set -euo pipefail
first=1 last=1
echo "$*" >>calls
while [ "${1#--}" != "$1" ]; do
    case $1 in
    --array=*) first=${1#--array=} last=${first#*-} first=${first%-*} ;;
    esac
    shift
done
for ((i = first; i <= last; i++)); do
    SLURM_ARRAY_TASK_ID=$i "$@" >&2
done
echo $((16 + $(wc -l <calls)))
END
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH MEMORY=64M CPUS=1 WORK=work \
    "$(dirname "$recipe")/slurm.sh" got.slurm.tabia empty.pgn games.pgn \
    more.pgn empty.pgn -- \
    --by month --where 'WhiteElo >= 2000' >numbers
cmp want.tabia got.slurm.tabia
grep -qx 'jobs handed in: parts 17, slices 18, join 19' numbers
# Jobs that wait for one that failed end, and do not wait for ever.
for job in 17 18; do
    grep -e "--dependency=afterok:$job " calls |
        grep -q -e "--kill-on-invalid-dep=yes"
done
rm -r work

# More parts than a process may have open files.
for ((i = 1; i <= 30; i++)); do
    "$tabia" build -q more.pgn --part $i/30 -o many --max-ply 10
done
"$tabia" build -q more.pgn -o want.many.tabia --max-ply 10
(ulimit -n 24 && "$tabia" merge -q many -o got.many.tabia)
cmp want.many.tabia got.many.tabia

# One part missing is no whole.
"$tabia" build -q games.pgn --part 1/2 -o half
status=0
"$tabia" merge -q half -o x.tabia 2>err || status=$?
[ "$status" = 2 ] || [ "$status" = 1 ]
grep -q "part 2 of 2 is missing" err
[ ! -e x.tabia ]
command -v parallel >/dev/null || echo "without GNU parallel, one by one"
