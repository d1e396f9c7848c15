# A list of evaluations is recognised, and is no book.
fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
evals='[{"pvs":[{"cp":18,"line":"e2e4"}],"depth":30}]'
printf '{"fen":"%s","evals":%s}\n' "$fen" "$evals" >evals.jsonl
tabia find evals.jsonl
