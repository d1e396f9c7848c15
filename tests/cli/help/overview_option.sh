tabia help >wanted
tabia --help | cmp wanted -
tabia -h | cmp wanted -
