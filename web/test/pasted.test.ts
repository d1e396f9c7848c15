import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import { readGame, readPasted } from "../src/lib/pasted";

const ENDING = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const ENGLISH = "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1";
const LICHESS = "https://lichess.org/analysis";

const positions: [string, string][] = [
  [ENDING, ENDING],
  ["8/P6k/8/8/8/8/7K/8", ENDING],
  ["8/P6k/8/8/8/8/7K/8_w_-_-", ENDING],
  [" fen 8/P6k/8/8/8/8/7K/8 w - -\r\n", ENDING],
  ["\ufeffposition fen 8/P6k/8/8/8/8/7K/8  w", ENDING],
  ['8/P6k/8/8/8/8/7K/8 w - - bm a8=Q; id "x";', ENDING],
  [`${ENGLISH.slice(0, -4)} bm Nf6;`, ENGLISH],
  [`${LICHESS}/8/P6k/8/8/8/8/7K/8_w_-_-_0_1?color=white`, ENDING],
  [`${LICHESS}/standard/${ENGLISH.replace(/ /g, "%20")}#1`, ENGLISH],
  [`https://x.org/?fen=${encodeURIComponent(ENGLISH)}`, ENGLISH],
  [`http://x/?fen=${ENGLISH.replace(/ /g, "+")}`, ENGLISH],
];
for (const [text, fen] of positions)
  test(`a position: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), { kind: "position", fen }));

const OPEN = "e2e4 e7e5 g1f3";
const CASTLED = `${OPEN} b8c6 f1c4 f8c5 e1h1`;
const lines: [string, string][] = [
  ["1.e4 e5 2.Nf3", OPEN],
  ["1.e4\r\n1…e5 2. Nf3!? 1/2-1/2", OPEN],
  ["e4 e5 Nf3", OPEN],
  ["e2e4, e7e5, g1f3", OPEN],
  ["e2-e4 e7-e5 Ng1-f3", OPEN],
  ["E2E4 E7E5 G1F3", OPEN],
  ["1 e4 e5 2 nf3", OPEN],
  ["1. e4 {x} e5 2. Nf3 $1 *", OPEN],
  ["1.♙e4 ♟e5 2.♘f3+-", OPEN],
  ["1. e4 e5 2. ♞\ufe0ef3", OPEN],
  ["startpos moves e2e4 e7e5 g1f3", OPEN],
  ["position startpos moves e2e4 e7e5 g1f3", OPEN],
  ["http://x/?play=e2e4,e7e5,g1f3&tab=map", OPEN],
  ["http://x/?play=e2e4%2Ce7e5%2Cg1f3", OPEN],
  ["e4 e5 Nf3 Nc6 Bc4 Bc5 0-0", CASTLED],
  ["e4 e5 Nf3 Nc6 Bc4 Bc5 o-o!", CASTLED],
  ["e4 e5 Nf3 Nc6 Bc4 Bc5 O–O", CASTLED],
  ["e4 e5 Nf3 Nc6 Bc4 Bc5 Ke1-g1", CASTLED],
  ["e4 e5 Sf3 Sc6 Lc4 Lc5 0-0", CASTLED], // German
  ["1.e4 e5 2.Cf3 Cc6 3.Fc4 Fc5 4.O-O", CASTLED], // French
  ["e4 e5 Cf3 Cc6 Ac4 Ac5 O-O", CASTLED], // Spanish
  ["e4 e5 Pf3 Pc6 Lc4 Lc5 O-O", CASTLED], // Dutch
  ["e4 e5 Hf3 Hc6 Fc4 Fc5 O-O", CASTLED], // Hungarian
];
for (const [text, play] of lines)
  test(`moves: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), {
      kind: "moves",
      fen: START,
      play: play.split(" "),
    }));

test("moves that go on from here", () =>
  assert.deepEqual(readPasted("1...e5 2.Nf3", AFTER_E4), {
    kind: "moves",
    fen: AFTER_E4,
    play: ["e7e5", "g1f3"],
  }));
test("moves after a position", () => {
  const text = `fen ${AFTER_E4} moves e7e5 g1f3`;
  const want = { kind: "moves", fen: AFTER_E4, play: ["e7e5", "g1f3"] };
  assert.deepEqual(readPasted(text, START), want);
  assert.deepEqual(readPasted(`${AFTER_E4} 1...e5 2.Nf3`, START), want);
});

const games = [
  '[Event "x"]\n\n1. e4 *',
  '\ufeff[Event "x"]\r\n\r\n1. e4 *',
  "1. e4 e5 (1... c5 2. c3) 2. Nf3",
  "e4 e5 (c5 2. c3) 2. Nf3 ; best",
];
for (const text of games)
  test(`games: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), { kind: "games", text }));

const wrong: [string, string][] = [
  ["1.e4 e5 2.Nf9 Nc6", "“Nf9” after “e5” is not a legal move"],
  ["1. e4 e5 2. Rf3", "“Rf3” after “e5” is not a legal move"],
  ["e4 e5 Sf3 Xc6", "“Xc6” after “Sf3” is not a legal move"],
  ["1.e9", "“e9” is not a legal move"],
  ["8/P6k/8/8/8/8/8/8 w - -", "“8/P6k/8/8/8/8/8/8” is not a position"],
  [`${AFTER_E4} moves e7e5 e7e5`, "“e7e5” after “e7e5” is not a legal move"],
  [
    "https://lichess.org/study/abcdefgh",
    "This link has no position: paste the PGN instead",
  ],
];
for (const [text, problem] of wrong)
  test(`wrong: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), { kind: "wrong", problem }));

const names = ["najdorf", "e9", "b90", "queen's gambit", "d4 sidelines", "c4 e", ""];
for (const text of names)
  test(`a name: ${text}`, () => assert.equal(readPasted(text, START), null));

test("the main line of a game", () => {
  const sans = (text: string) => readGame(text).moves.map((move) => move.san);
  const tags = '[White "A (B)"]\n[Black "{"]\n\n';
  const text = "1. e4 {a ( and ;} e5 (1... c5 (1... e6) 2. c3) 2.Nf3!? ; (\n Nc6 1-0";
  assert.deepEqual(sans(tags + text), ["e4", "e5", "Nf3", "Nc6"]);
  assert.deepEqual(sans("1. e4 e5 2. Ke5 Nf6"), ["e4", "e5"]);
  assert.deepEqual(readGame(`[FEN "${ENDING}"]\n\n1. a8=Q Kg7 *`), {
    fen: ENDING,
    moves: [
      { uci: "a7a8q", san: "a8=Q" },
      { uci: "h7g7", san: "Kg7" },
    ],
  });
});
