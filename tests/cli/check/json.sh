printf 'e2e4 e7e5\ne2e5\n' >bad.txt
tabia check --json bad.txt
