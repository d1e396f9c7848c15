import assert from "node:assert/strict";
import { test } from "node:test";
import { nagGlyph } from "../src/lib/nags";

test("symbols of annotations; a number for those without one", () => {
  const want = { 1: "!", 7: "□", 44: "=∞", 146: " N", 145: "$145" };
  for (const [code, glyph] of Object.entries(want))
    assert.equal(nagGlyph(Number(code)), glyph);
});
