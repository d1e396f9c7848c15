export TZ=UTC XDG_DATA_HOME=$PWD/home
printf 'e2e4 e7e5 g1f3 b8c6 f1b5\ne2e4 c7c5 g1f3\ne2e4 c7c5 c2c3\n' >mine.txt
printf 'e4\nNf3\nBc4\nc3\nBb5\n' |
    tabia train mine.txt --now 2026-11-18T09:00:00+00:00 >/dev/null
tabia train mine.txt --overview --now 2026-11-19T09:00:00+00:00
tabia train mine.txt --overview --now 2026-11-19T09:00:00+00:00 --json
