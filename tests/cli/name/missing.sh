tabia name --names missing.tsv --moves e4
