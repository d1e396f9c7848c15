for number in "" x 3x " 3" +3 -1 1.5 0x3 99999999999999999999; do
    tabia perft --depth "$number" 2>&1 | head -n 1
done
