# A text without errors, all of it reachable.
printf 'e2e4 e7e5\nd2d4 d7d5\n' | tabia check --reach -
