for words in "find - -" "diff - -" "check - -" "merge - - -o out.bin" \
    "games - -" "verify - -" "build - - -o out.tabia"; do
    echo e2e4 | tabia $words || echo "$words: status $?"
done 2>&1 | grep -v "^Usage\|says more"
