printf 'e2e4 e7e5\n' >good.txt
tabia check --json good.txt
