echo 'e2e4 e7e5' >book.txt
tabia merge book.txt -o out.tabia
