echo '# nothing' >book.txt
tabia info --from ct800 book.txt | sed 's/^\(memory  *\)[0-9]*$/\1N/'
