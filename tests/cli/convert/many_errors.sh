# Only the first ones are shown.
for i in $(seq 30); do echo "e2e5"; done >bad.txt
tabia convert --from ct800 bad.txt bad.dat 2>&1 | grep -c ': error:'
tabia convert --from ct800 bad.txt bad.dat 2>&1 | tail -n 1
