fixture weights.json book.json
for method in best first; do
    for seed in $(seq 20); do
        tabia pick book.json --method $method --seed "$seed"
    done | sort -u
done
