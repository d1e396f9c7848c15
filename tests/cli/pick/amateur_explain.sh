# The routine follows the moves; the window narrows with each turn.
printf '%s\n' e2e4e7e5g1f3b8c6f1b5a7a6 e2e4e7e5g1f3b8c6f1c4 \
    e2e4e7e5g1f3g8f6 e2e4e7e5f2f4 e2e4c7c5g1f3d7d6d2d4 e2e4c7c5g1f3b8c6 \
    e2e4e7e6 >table1.txt
tabia convert table1.txt table1.ama
tabia pick table1.ama --explain --moves "e4 c5 Nf3 d6"
tabia pick table1.ama --explain --json --seed 1 --moves "e4 c5"
