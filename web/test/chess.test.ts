import assert from "node:assert/strict";
import { test } from "node:test";
import { Chess } from "chess.js";
import { isCheck, isPosition, legalMoves, playUci } from "../src/lib/chess";
import { START } from "../src/lib/fen";

/* Position after a move; the values follow from the rules of FEN. */
const cases: [string, string, string, string][] = [
  [
    "double step",
    START,
    "e2e4",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
  ],
  [
    "knight",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "g8f6",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
  ],
  [
    "castling, king takes rook",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "e1h1",
    "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
  ],
  [
    "castling, king's two steps",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9",
    "e8c8",
    "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10",
  ],
  [
    "double step beside a pawn",
    "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
    "e2e4",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
  ],
  [
    "double step beside a pinned pawn",
    "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1",
    "e2e4",
    "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1",
  ],
  [
    "castling of Chess960, where the king stays",
    "1r4k1/8/8/8/8/8/8/1R4KR w Hb - 0 1",
    "g1h1",
    "1r4k1/8/8/8/8/8/8/1R3RK1 b q - 1 1",
  ],
  [
    "en passant",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "e5d6",
    "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2",
  ],
  [
    "promotion with capture of a rook",
    "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
    "b7a8n",
    "N3k3/8/8/8/8/8/8/4K3 b - - 0 1",
  ],
  [
    "rook leaves its corner",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "h1h8",
    "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1",
  ],
];
for (const [name, before, uci, want] of cases)
  test(name, () => assert.equal(playUci(before, uci), want));


/* chess.js names castling by the king's two steps, we by the rook. */
function uciOf(move: { from: string; to: string; promotion?: string; san: string }) {
  const rook = move.san.startsWith("O-O-O") ? "a" : "h";
  const to = move.san.startsWith("O-O") ? rook + move.to.charAt(1) : move.to;
  return move.from + to + (move.promotion ?? "");
}

/* Numbers that look random and are the same in every run. */
function random(seed: number): () => number {
  let value = seed;
  return () => {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    return value / 2 ** 32;
  };
}

/* Positions in which castling, en passant, promotion and pins abound. */
const STARTS = [
  START,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];
const GAMES = 40;
const PLIES = 80;

test("the same moves as chess.js, in random games", () => {
  const next = random(20250);
  let positions = 0;
  for (let game = 0; game < GAMES; game++) {
    const start = STARTS[game % STARTS.length]!;
    const chess = new Chess(start);
    let fen = start;
    for (let ply = 0; ply < PLIES; ply++) {
      const want = chess.moves({ verbose: true });
      const got = legalMoves(fen);
      assert.deepEqual(
        got.map((move) => `${move.uci} ${move.san}`).sort(),
        want.map((move) => `${uciOf(move)} ${move.san}`).sort(),
        fen,
      );
      assert.equal(isCheck(fen), chess.isCheck(), fen);
      positions++;
      if (!want.length) break;
      const move = want[Math.floor(next() * want.length)]!;
      fen = playUci(fen, uciOf(move));
      chess.move(move);
      assert.equal(fen, chess.fen());
    }
  }
  assert.ok(positions > 2000, String(positions));
});

test("castling of Chess960", () => {
  const sans = (fen: string) =>
    legalMoves(fen)
      .filter((move) => move.san.startsWith("O"))
      .map((move) => `${move.uci} ${move.san}`);
  // the king passes nothing but its own rook
  assert.deepEqual(sans("7k/8/8/8/8/8/8/RK2R3 w EA - 0 1").sort(), [
    "b1a1 O-O-O",
    "b1e1 O-O",
  ]);
  // the rook on a1 covers the king from the one on b1
  assert.deepEqual(sans("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1"), []);
  assert.deepEqual(sans("4k3/8/8/8/8/8/8/1RNK4 w B - 0 1"), []);
});

test("what is not a position has no moves", () => {
  for (const text of ["", "xx", "8/8/8/8/8/8/8/8 w - - 0 1", "najdorf"]) {
    assert.equal(isPosition(text), false);
    assert.deepEqual(legalMoves(text), []);
  }
  assert.equal(isPosition(START), true);
});
