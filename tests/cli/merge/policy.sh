fixture weights.json book.json
sed 's/"weight": 1/"weight": 7/; s/"draws": 2/"draws": 5/' book.json >other.json
for policy in default sum first max replace; do
    tabia merge -q --policy $policy book.json other.json -o $policy.json
    tabia find $policy.json | grep e2e4
done
