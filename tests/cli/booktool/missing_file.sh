tabia booktool -v missing.txt
