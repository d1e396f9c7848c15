fixture small.txt book.txt
for seed in $(seq 0 49); do
    tabia pick book.txt --wide --seed "$seed" --moves e4 | head -n 1
done | sort -u
tabia pick book.txt --seed 1 --moves e4
