# Every verb has help, a man page and a Markdown page, none of them empty.
for verb in $(tabia help --verbs); do
    tabia help "$verb" | grep -q "^Usage: tabia $verb"
    tabia help --man "$verb" | grep -q '^\.SH OPTIONS'
    tabia help --markdown "$verb" | grep -q "^# tabia $verb"
    echo "$verb"
done
