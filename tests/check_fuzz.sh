#!/usr/bin/env bash
#
# check_fuzz.sh - 'make fuzz' fails on a finding, and adds few seeds
#
# Scripts stand in for libFuzzer: what they are asked decides what they do.

set -euo pipefail
tools=$(cd "$(dirname "$0")/../tools" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$tools/fuzz.sh" --check
mkdir -p "$tree/tools" "$tree/bin" "$tree/fuzz/corpus/fuzz_"{good,bad} \
    "$tree/fuzz/dict"
cp "$tools/fuzz.sh" "$tree/tools"
cd "$tree"
echo seed >fuzz/corpus/fuzz_good/seed
cat >fuzz/targets.txt <<'END'
# target  longest  dictionaries
good      12       words more
bad       20       words
END
echo '"a"' >fuzz/dict/words.dict
printf '%s\n' '"\x0a\""' >fuzz/dict/more.dict

# Finds 120 inputs, of 10 bytes and more; a merge takes over all files.
cat >bin/fuzz_good <<'END'
#!/usr/bin/env bash
folders=()
for word in "$@"; do
    case $word in
    -set_cover_merge=1) merge=yes ;;
    -max_total_time=*)  echo "time ${word#*=}" >>times ;;
    -max_len=*)         echo "$word" >longest ;;
    -dict=*)            cp "${word#*=}" dict ;;
    -*) ;;
    *)  folders+=("$word") ;;
    esac
done
if [ -n "${merge-}" ]; then
    for folder in "${folders[@]:1}"; do
        cp "$folder"/* "${folders[0]}"
    done
else
    for i in {100..219}; do
        printf "%0$((i - 90))d" 0 >"${folders[0]}/${i}456789abcdef"
    done
    echo "stat::number_of_executed_units: 1234"
fi
END
cat >bin/fuzz_bad <<'END'
#!/usr/bin/env bash
case $* in *-set_cover_merge=1*) exit 0 ;; esac
echo "stat::number_of_executed_units: 7"
echo "artifact_prefix='x/'; Test unit written to build/fuzz-found/crash-1"
exit 77
END
chmod +x bin/*

fail() { echo "check_fuzz.sh: $*" >&2; exit 1; }

tools/fuzz.sh bin 1 good >out 2>err || fail "a good target fails: $(cat err)"
grep -q '^fuzz_good  *1234 .* 121 ' out || fail "no count: $(cat out)"
[ "$(cat times)" = "time 60" ] || fail "one target has not got all the time"
[ "$(cat longest)" = -max_len=12 ] || fail "its inputs may be of any length"
cat fuzz/dict/{words,more}.dict | cmp - dict || fail "not its dictionaries"

if tools/fuzz.sh bin 1 >out 2>err; then fail "a finding is passed over"; fi
grep -q '^fuzz_bad  *7 .* build/fuzz-found/crash-1$' out ||
    fail "the finding is not named: $(cat out)"
[ "$(tail -n 1 times)" = "time 30" ] || fail "the time is not shared out"
[ "$(ls fuzz/corpus/fuzz_good)" = seed ] || fail "the seeds were touched"

tools/fuzz.sh --keep bin good >out 2>err
[ "$(find fuzz/corpus/fuzz_good -type f | wc -l)" = 100 ] ||
    fail "seeds beyond the limit: $(cat out)"
[ -f fuzz/corpus/fuzz_good/found-100456789abc ] || fail "not the smallest"
[ -f fuzz/corpus/fuzz_good/seed ] || fail "a seed is gone"

# A target that only reads has the seeds of its round trip.
cp bin/fuzz_good bin/fuzz_good_read
echo 'good_read 3 words' >>fuzz/targets.txt
rm -rf build
tools/fuzz.sh bin 1 good good_read >out 2>err || fail "no pair: $(cat err)"
[ -f build/fuzz-found/fuzz_good_read/corpus/seed ] || fail "no seeds to read"
grep -q '^fuzz_good_read: 1.0 times the executions of fuzz_good$' out ||
    fail "the pair is not compared: $(cat out)"

for bad in "bin" "bin 0" "bin x" "nowhere 1" "bin 1 ugly"; do
    status=0
    # shellcheck disable=SC2086 # the words are meant to be split
    tools/fuzz.sh $bad >out 2>err || status=$?
    [ $status = 2 ] || fail "'$bad': status $status instead of 2"
done

# Settings that are wrong are found.
rm fuzz/corpus/fuzz_good/found-*
tools/fuzz.sh --check || fail "good settings are refused"
for row in "good 4 words" "good x words" "good 20" "good 20 words none"; do
    echo "$row" >fuzz/targets.txt
    if tools/fuzz.sh --check 2>err; then fail "'$row' is accepted"; fi
    grep -q good err || fail "'$row': $(cat err)"
done
echo 'good 20 words' >fuzz/targets.txt
for word in a '"a' '"\x0"' '"a"b"'; do
    echo "$word" >fuzz/dict/words.dict
    if tools/fuzz.sh --check 2>err; then fail "the word $word is accepted"; fi
done
