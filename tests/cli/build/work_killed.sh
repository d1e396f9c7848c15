# A build that is killed anywhere between its output and the end of its clean-up
# is ended by the same command.
command -v strace >/dev/null &&
    strace -qq -e trace=none -e inject=fsync:error=EIO:when=1 true || exit 77
export ASAN_OPTIONS=detect_leaks=0 # leaks cannot be found under strace
fixture club.pgn
build() {
    "$@" "$TABIA" build -q club.pgn -o club.$format --work-folder work \
        --threads 1
}
for format in tabia bin; do
    tabia build -q club.pgn -o whole.$format
    for call in fsync link unlinkat; do
        for n in {1..40}; do
            rm -rf club.$format work
            build strace -f -o trace -e trace=$call \
                -e inject=$call:signal=KILL:when=$n >killed 2>&1 && break
            # Nothing is left to tell the finished build from any other file.
            [ ! -e club.$format ] || [ -e work/output ] || continue
            build || echo "$format: $call $n: $(ls -A work)"
            cmp club.$format whole.$format
            [ ! -e work ] || ls -A work
        done
        [ "$n" = 1 ] || [ "$n" = 40 ] || echo "$format: killed at each $call"
    done
done
# Another file with its name is not taken for the output, whatever the work is.
rm -rf club.tabia work
format=tabia
build strace -f -o trace -e trace=link -e inject=link:signal=KILL:when=1 \
    >killed 2>&1 || true
ls -A work
echo other >club.tabia
build || echo "status $?"
cat club.tabia
rm club.tabia
build
cmp club.tabia whole.tabia
# What went to standard output is written there again.
rm -rf work
build_to_pipe() {
    "$@" "$TABIA" build -q club.pgn -o - --to polyglot --work-folder work \
        --threads 1
}
build_to_pipe strace -f -o trace -e trace=unlinkat \
    -e inject=unlinkat:signal=KILL:when=3 >killed 2>&1 || true
[ -e work ]
build_to_pipe >again.bin
cmp again.bin whole.bin
