#!/usr/bin/env bash
#
# slurm.sh OUT GAMES... [-- BUILD-OPTION...] - a build as jobs of Slurm
#
# Run it where sbatch is: it hands in an array of PARTS jobs that count, an
# array of SLICES jobs that merge the keys, and one job that puts all together
# as OUT; each waits for the one before. OUT, GAMES and WORK must be on a disk
# that all machines have. When a job fails, those that wait for it end as well;
# the same command hands them in again, and does not repeat what is done.
# It prints the numbers of the jobs. WORK may be removed when OUT is there.
#
#   PARTS=64 SLICES=32 WORK=/scratch/parts MEMORY=8G \
#       slurm.sh all.tabia /data/lichess_*.pgn.zst -- --by rating,speed
#
# SBATCH holds further options of sbatch: SBATCH="--partition=short --time=60"

set -euo pipefail

usage() {
    echo "usage: slurm.sh OUT GAMES... [-- BUILD-OPTION...]" >&2
    exit 2
}

# The jobs are this script again; what to do is in STEP.
if [ -n "${STEP:-}" ]; then
    id=${SLURM_ARRAY_TASK_ID:-1}
    case $STEP in
    part)  exec "$TABIA" build -q --threads "$CPUS" --memory "$MEMORY" \
               --part "$id/$PARTS" --to "$TO" -o "$WORK" "$@" ;;
    slice) exec "$TABIA" merge -q --threads "$CPUS" --memory "$MEMORY" \
               --slice "$id/$SLICES" "$WORK" -o "$WORK" ;;
    join)  exec "$TABIA" merge -q --threads "$CPUS" --memory "$MEMORY" \
               "$WORK" -o "$OUT" --to "$TO" --force ;;
    esac
    exit 2
fi

[ $# -ge 2 ] || usage
OUT=$1
shift
games=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    games+=("$1")
    shift
done
[ $# -eq 0 ] || shift

export OUT TABIA=${TABIA:-tabia} PARTS=${PARTS:-16} SLICES=${SLICES:-16}
export WORK=${WORK:-$OUT.parts} MEMORY=${MEMORY:-4G} CPUS=${CPUS:-2}
export TO=${TO:-tabia}
mkdir -p "$WORK"

# hand_in STEP AFTER WHAT-ELSE... - prints the number of the job
#
# AFTER is the number of the job to wait for; it may be empty. Without
# --kill-on-invalid-dep a job whose dependency failed would wait for ever.
hand_in() {
    local step=$1 after=$2
    shift 2
    [ -z "$after" ] ||
        set -- --dependency="afterok:$after" --kill-on-invalid-dep=yes "$@"
    # shellcheck disable=SC2086 # the words of SBATCH are meant to be split
    STEP=$step sbatch --parsable --export=ALL --cpus-per-task="$CPUS" \
        --mem="$MEMORY" --job-name="tabia-$step" ${SBATCH:-} "$@"
}

parts=$(hand_in part '' --array="1-$PARTS" "$0" "$@" "${games[@]}")
slices=$(hand_in slice "$parts" --array="1-$SLICES" "$0")
join=$(hand_in join "$slices" "$0")
echo "jobs handed in: parts $parts, slices $slices, join $join"
