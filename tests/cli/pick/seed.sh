fixture small.txt book.txt
# The same seed, the same move, on every machine.
for seed in 0 1 2 3 4 5 6 7; do
    tabia pick book.txt --seed $seed | head -n 1
done
