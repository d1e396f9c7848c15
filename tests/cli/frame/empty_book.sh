: >empty.txt
tabia sizes empty.txt || echo "sizes: status $?"
tabia tree empty.txt
tabia tree --json empty.txt
