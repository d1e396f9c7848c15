# Three ways to the same help; the rest of the line does not matter.
tabia help show >wanted
tabia show --help | cmp wanted -
tabia show -h | cmp wanted -
tabia --help show | cmp wanted -
tabia show --fen nonsense -h --nonsense | cmp wanted -
