# However many files there are, keyed ones are merged by key: entries that no
# line reaches stay.
for i in $(seq 1 70); do
    printf 'e2e4 c7c5\nd2d4\n' | tabia convert -q - "$i.bin"
    key="\\377\\0\\0\\0\\0\\0\\0\\$(printf %03o "$i")"
    # shellcheck disable=SC2059 # the format is the bytes
    printf "$key\1\2\0\3\0\0\0\0" >>"$i.bin"
done
tabia merge --policy sum ./*.bin -o all.bin
od -An -tx1 -w16 -v all.bin | sed -n '1,4p;$p'
