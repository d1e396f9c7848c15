fixture weights.json book.json
for policy in best first; do
    for seed in $(seq 20); do
        tabia pick book.json --policy $policy --seed "$seed"
    done | sort -u
done
