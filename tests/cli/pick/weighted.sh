fixture weights.json book.json
# A weighted choice keeps to the weights, here 1 to 3; a uniform one does not.
for method in weighted uniform; do
    for seed in $(seq 40); do
        tabia pick book.json --method $method --seed "$seed"
    done | sort | uniq -c | sed 's/^ *//'
done
