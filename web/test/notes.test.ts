import assert from "node:assert/strict";
import { test } from "node:test";
import type { Book, Here } from "../src/lib/types";
import {
  noteChanges,
  noteOf,
  shapesIn,
  shapesOf,
  toggleShape,
} from "../src/model/notes";

const FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const BEFORE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

function position(remark?: string, comment?: string, hasMove = true): Here {
  const last = { from: BEFORE, uci: "e2e4", san: "e4", ...(remark && { remark }) };
  const data = { reached: 1, ...(comment && { comment }) };
  return {
    fen: FEN,
    turn: "black",
    check: false,
    ply: 1,
    opening: null,
    revision: 0,
    last: hasMove ? last : null,
    joins: [],
    sources: [{ book: "a", known: true, total: 0, moves: [], position: data }],
  };
}

const pgn = { format: "pgn" } as Book;
const json = { format: "json" } as Book;
const remark = (value: string | null) => ({
  do: "set",
  fen: BEFORE,
  uci: "e2e4",
  field: "remark",
  value,
});
const comment = (value: string | null) => ({
  do: "set",
  fen: FEN,
  field: "comment",
  value,
});

test("both texts are read, the same one once, without commands", () => {
  assert.equal(noteOf(position("[%clk 0:10:00] One.", "Two.")), "One.\nTwo.");
  assert.equal(noteOf(position("One.", "One.")), "One.");
  assert.equal(noteOf(position()), "");
});

test("in PGN the comment is that of the move before", () => {
  assert.deepEqual(noteChanges(position("One."), pgn, "Two.", []), [
    remark("Two."),
  ]);
  // what was in both places is in one afterwards
  assert.deepEqual(noteChanges(position("One.", "Two."), pgn, "Three.", []), [
    remark("Three."),
    comment(null),
  ]);
  assert.deepEqual(noteChanges(position("One."), pgn, " ", []), [remark(null)]);
  assert.deepEqual(noteChanges(position("", "", false), pgn, "Start.", []), [
    comment("Start."),
  ]);
  assert.deepEqual(noteChanges(position("One."), json, "Two.", []), [
    comment("Two."),
  ]);
});

test("arrows and circles, and other commands, survive", () => {
  const text = "[%csl Gd4,Rh8][%cal Ge2e4] Watch d4. [%clk 0:10:00]";
  const here = position(text);
  const shapes = shapesOf(here);
  assert.deepEqual(shapes, [
    { color: "G", from: "d4", to: "d4" },
    { color: "R", from: "h8", to: "h8" },
    { color: "G", from: "e2", to: "e4" },
  ]);
  assert.deepEqual(noteChanges(here, pgn, "Watch e5.", shapes), [
    remark("[%csl Gd4,Rh8][%cal Ge2e4][%clk 0:10:00] Watch e5."),
  ]);
  assert.deepEqual(shapesIn("[%cal Zz9a1,] [%csl]"), []);
});

test("a shape drawn twice is gone, another colour replaces it", () => {
  const green = { color: "G", from: "d2", to: "d4" };
  const red = { ...green, color: "R" };
  assert.deepEqual(toggleShape([], green), [green]);
  assert.deepEqual(toggleShape([green], green), []);
  assert.deepEqual(toggleShape([green], red), [red]);
});
