# Two seeds give two replies; White's first move comes from the list.
printf '%s\n' c2c4e7e5 d2d4d7d5 e2e4e7e5 >book.txt
tabia convert book.txt book.ama
for seed in 1 2 3 4 5 6 7 8; do
    tabia pick book.ama --seed $seed
done | sort | uniq -c
for seed in 1 2 3 4 5 6 7 8; do
    tabia pick book.ama --alternatives collect --seed $seed
done | sort | uniq -c
for seed in 1 2 3 4 5 6 7 8; do
    tabia pick book.ama --first g1f3,b2b3 --seed $seed
done | sort | uniq -c
