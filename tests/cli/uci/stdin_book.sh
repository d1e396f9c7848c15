# Standard input holds the commands.
tabia uci -b - || echo "status $?"
printf 'setoption name Book File value -\nquit\n' | tabia uci
