fixture small.txt book.txt
# A passive move is never picked, but its reply is known.
for seed in $(seq 0 29); do
    tabia pick book.txt --seed "$seed" | head -n 1
done | sort -u
tabia pick book.txt --moves f4
