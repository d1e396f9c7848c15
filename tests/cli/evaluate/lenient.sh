# Bad lines are skipped and counted.
printf 'v4.0\n= T\nstart -> e5\nfoo\nstart -> d4\n' >bad.txt
tabia evaluate bad.txt -o out.txt --no-eval -a tree --lenient
grep -c -- '->' out.txt
