import assert from "node:assert/strict";
import { test } from "node:test";
import { nagGlyph, nagText, toggleNag } from "../src/lib/nags";

test("symbols of annotations; a number for those without one", () => {
  const want = { 1: "!", 7: "□", 14: "+=", 44: "=∞", 146: "N", 145: "$145" };
  for (const [code, glyph] of Object.entries(want))
    assert.equal(nagGlyph(Number(code)), glyph);
  assert.equal(nagText([5, 14, 146]), "!? += N");
  assert.equal(nagText(undefined), "");
});

test("a move is judged once, its position once, the rest as often as wanted", () => {
  const cases: [number[], number, number[]][] = [
    [[], 1, [1]],
    [[1], 1, []],
    [[1], 4, [4]],
    [[1, 14], 18, [1, 18]],
    [[14, 146], 5, [5, 14, 146]],
    [[5, 36], 40, [5, 36, 40]],
    [[5, 36, 40], 36, [5, 40]],
    [[1, 2, 77], 77, [1, 2]], // what a file has stays until it is replaced
  ];
  for (const [before, code, after] of cases)
    assert.deepEqual(toggleNag(before, code), after);
});
