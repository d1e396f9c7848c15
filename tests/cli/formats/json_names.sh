tabia formats --json | grep '^    "name"'
