tabia edit || echo "status $?"
tabia edit book.txt --print --dry-run || echo "status $?"
tabia edit missing.txt || echo "status $?"
