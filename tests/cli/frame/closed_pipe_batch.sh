# An input without an end: it ends when nobody reads the answers.
# shellcheck disable=SC2016 # the inner shell expands them
timeout 20 bash -c 'yes e4 | "$TABIA" name --batch | head -n 1'
timeout 20 bash -c 'yes e4 | "$TABIA" find --batch | head -n 1 | cut -c 1-7'
