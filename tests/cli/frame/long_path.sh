# The reason is told however long the path is.
path=$(printf 'folder/%.0s' $(seq 500))book.txt
tabia find "$path" 2>&1 | sed 's/^.*: error/PATH: error/'
tabia uci -b "$path" 2>&1 || echo "status $?"
tabia check "$path" 2>&1 | sed 's/^.*: error/PATH: error/'
