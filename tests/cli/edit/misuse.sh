tabia edit || echo "status $?"
tabia edit book.txt --print --dry-run || echo "status $?"
tabia edit - --apply - -o x.txt || echo "status $?"
tabia edit missing.txt || echo "status $?"
