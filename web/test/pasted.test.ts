import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import { readGame, readPasted } from "../src/lib/pasted";

const ENDING = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const positions = [ENDING, "8/P6k/8/8/8/8/7K/8", "8/P6k/8/8/8/8/7K/8_w_-_-"];
for (const text of positions)
  test(`a position: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), { kind: "position", fen: ENDING }));

const lines = ["1.e4 e5 2.Nf3", "e4 e5 Nf3", "e2e4, e7e5, g1f3", "1. e4 {x} e5 2. Nf3 $1 *"];
for (const text of lines)
  test(`moves: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), {
      kind: "moves",
      fen: START,
      play: ["e2e4", "e7e5", "g1f3"],
    }));

test("moves that go on from here", () =>
  assert.deepEqual(readPasted("1...e5 2.Nf3", AFTER_E4), {
    kind: "moves",
    fen: AFTER_E4,
    play: ["e7e5", "g1f3"],
  }));

for (const text of ['[Event "x"]\n\n1. e4 *', "1. e4 e5 (1... c5 2. c3) 2. Nf3"])
  test(`games: ${text}`, () =>
    assert.deepEqual(readPasted(text, START), { kind: "games", text }));

for (const text of ["najdorf", "e9", "b90", "queen's gambit", ""])
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
