# What does not fit into --max-nodes is a loss as well.
printf 'e2e4 g7g6 d2d4 f8g7\nd2d4 g7g6 e2e4 d7d6\n' >book.txt
tabia convert book.txt cut.txt --to lines --fold --expand --max-nodes 9 \
    --strict || echo "status $?"
tabia convert book.txt all.txt --to lines --fold --expand --strict
cat all.txt
ls
