export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5\n' >mine.txt
try() {
    tabia train "$@" </dev/null || echo "status $?"
}
try -
try mine.txt --json
try mine.txt --now yesterday
try mine.txt --moves 'd4 d5'
try missing.txt
try mine.txt --import missing
try mine.txt --import mine.txt
echo nonsense >mine.txt.tabia-progress
try mine.txt
printf 'e2e4?\n' >none.txt
try none.txt
