mkdir parts
fixture club.tabia
for size in "1 " "64M " 1X 99999999999999999999T 0 ""; do
    tabia merge --memory "$size" parts -o all.tabia 2>&1 | head -n 1
done
tabia merge --memory 1X club.tabia -o all.tabia 2>&1 | head -n 1
# A limit that is too small, and one that the machine does not have. The
# sanitizer would end the program there.
export ASAN_OPTIONS=allocator_may_return_null=1
tabia merge --memory 7.9M club.tabia -o all.tabia 2>&1 | head -n 1
for verb in build merge; do
    input=$([ $verb = build ] && echo "$TESTDATA/club.pgn" || echo club.tabia)
    tabia $verb --memory 900T "$input" -o all.tabia 2>&1 |
        grep -v Sanitizer | sed 's/has [0-9]* MB/has N MB/'
done
ls
