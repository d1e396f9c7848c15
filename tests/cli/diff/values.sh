cat >book.json <<"EOF"
{
  "schema": 1,
  "texts": [{"key": "title", "value": "with weights"},
            {"key": "side", "value": "white"}],
  "positions": [
    {"id": 0, "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"},
    {"id": 1, "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"},
    {"id": 2, "fen": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -"},
    {"id": 3, "fen": "8/8/4k3/8/8/4K3/4P3/8 w - -"},
    {"id": 4, "fen": "8/8/4k3/8/4K3/8/4P3/8 b - -"}
  ],
  "roots": [
    {"node": 0,
     "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"node": 3, "fen": "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"}
  ],
  "nodes": [
    {"id": 0, "position": 0, "moves": [
      {"uci": "e2e4", "to": 1, "weight": 1, "white": 3, "draws": 2, "black": 1,
       "nags": [1]},
      {"uci": "d2d4", "to": 2, "weight": 3, "nags": [14], "remark": "solid"}]},
    {"id": 1, "position": 1, "name": "King's Pawn", "eco": "B00",
     "eval": {"cp": 35, "depth": 20}},
    {"id": 2, "position": 2, "eval": {"mate": -4}},
    {"id": 3, "position": 3, "moves": [{"uci": "e3e4", "to": 4}]},
    {"id": 4, "position": 4}
  ]
}
EOF
sed 's/"weight": 1/"weight": 7/; s/"draws": 2/"draws": 5/
     s/solid/sharp/; s/"nags": .14./"nags": [15]/
     s/"cp": 35/"cp": 36/' book.json >other.json
tabia diff --ignore weight,results,nags,remark,eval book.json other.json
tabia diff -q --ignore mark,learn,name,eco,comment,place book.json other.json ||
    echo "status $?"
tabia diff book.json other.json
