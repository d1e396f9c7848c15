printf 'e2e4 e7e5\ne2e4 e2e4\n' >bad.txt
tabia find bad.txt
