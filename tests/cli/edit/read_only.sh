# A read-only file is replaced only by --force. Root may write every file, so
# somebody else has to try.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'e2e4 e7e5\n' >book.txt
tabia edit --print book.txt | sed 's/e5$/c5/' >text
chmod 444 book.txt
if [ "$(id -u)" = 0 ]; then
    chmod 777 .
    chown 65534 book.txt
    nobody=(setpriv --reuid 65534 --clear-groups --)
    "${nobody[@]}" "$TABIA" --version >/dev/null 2>&1 || exit 77
    tabia() { "${nobody[@]}" "$TABIA" "$@"; }
fi
tabia edit book.txt --apply text || echo "status $?"
cat book.txt
tabia edit -q book.txt --apply text --force
cat book.txt
stat -c %a book.txt
