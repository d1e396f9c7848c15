# Several books are one answer, as on the calculator.
printf '1. e4 e5\n1. d4 d5\n' >one.txt
printf '1. d4 d5\n1. c4 c5\n' >two.txt
tabia bkc -quiet -noti92p one.txt
tabia bkc -quiet -noti92p -offset 2 two.txt
tabia find ticbook0.89y ticbook2.89y
for seed in 1 2 3 4 5 6 7 8; do
    tabia pick ticbook[0-3].89y --seed $seed | tr '\n' ' '
    echo
done
tabia pick --json --method best ticbook[0-3].89y --seed 1
