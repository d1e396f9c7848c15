# Either move is right; the session ends; each is asked in time.
export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4\nd2d4\n' >mine.txt
train() {
    tabia train mine.txt --now "$1" | grep -v '^[1-8 ]  '
}
yes d4 | train 2026-11-18T09:00:00+00:00
yes d4 | train 2026-11-18T09:01:00+00:00
yes e4 | train 2026-11-18T09:02:00+00:00
yes e4 | train 2026-11-18T09:03:00+00:00
# When both are due, the first answer counts for its own move.
yes d4 | train 2026-12-18T09:00:00+00:00
yes e4 | train 2026-12-18T09:01:00+00:00
tail -4 mine.txt.tabia-progress
