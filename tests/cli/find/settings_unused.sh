# What is searched by key is not walked, and a store answers as it is.
fixture small.txt
fixture club.tabia
tabia convert -q small.txt small.bin
for words in "small.bin -O walk=start" "small.bin -O positions=small.txt" \
    "small.txt club.tabia -O min-games=5" "small.bin -O repair"; do
    for verb in find pick; do
        # shellcheck disable=SC2086 # the words are meant to be split
        tabia $verb $words 2>&1 >/dev/null | head -n 1
    done
done
