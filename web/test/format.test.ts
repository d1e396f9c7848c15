import assert from "node:assert/strict";
import { test } from "node:test";
import { barWords, partsOf, sumResults } from "../src/lib/bars";
import * as format from "../src/lib/format";

const rows = <A, B>(name: string, call: (input: A) => B, cases: [A, B][]) => {
  for (const [input, want] of cases)
    test(`${name}: ${JSON.stringify(input)}`, () =>
      assert.deepEqual(call(input), want));
};

rows("prose", format.proseOf, [
  ["a remark", "a remark"],
  ["[%ctg games=3 rated=2/9] a [b] remark [%clk 0:10:00]", "a [b] remark"],
  ["[%csl Gd4]", ""],
]);

rows("compact", format.compact, [
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [1250, "1.2k"],
  [34999, "34k"],
  [1234567, "1.2M"],
  [999999999, "999M"],
  [2e9, "2G"],
]);
rows("grouped", format.grouped, [
  [7, "7"],
  [1234, "1,234"],
  [1234567, "1,234,567"],
]);
rows("percent", format.percent, [
  [0, "0%"],
  [0.004, "<1%"],
  [0.425, "43%"],
  [1, "100%"],
]);
rows("eval", format.evalText, [
  [{ cp: 31 }, "+0.31"],
  [{ cp: -120 }, "-1.20"],
  [{ cp: 0 }, "0.00"],
  [{ mate: 3 }, "#3"],
  [{ mate: -5 }, "-#5"],
]);
rows("month", format.monthText, [
  ["2024-03", "Mar 2024"],
  ["2024", "2024"],
]);
rows("parts", (results) => partsOf(results).map((part) => part.text), [
  [{ white: 50, draws: 30, black: 20 }, ["50%", "30%", "20"]],
  [{ white: 84, draws: 16, black: 0 }, ["84%", "", ""]],
  [{ white: 83, draws: 17, black: 0 }, ["83%", "17", ""]],
  [{ white: 71, draws: 29, black: 0 }, ["71%", "29%", ""]],
  [{ white: 0, draws: 0, black: 0 }, []],
  [{}, []],
]);
rows("bar in words", barWords, [
  [
    { white: 1, draws: 2, black: 1 },
    "White wins 25%, draws 50%, Black wins 25%",
  ],
  [{ white: 0, draws: 0, black: 0 }, "no games"],
  [{ white: 0, draws: 0, black: 0, unknown: 5 }, "results unknown"],
]);

test("sum of results", () =>
  assert.deepEqual(
    sumResults([
      { white: 1, draws: 2 },
      { white: 3, draws: 0, black: 5 },
    ]),
    { white: 4, draws: 2, black: 5 },
  ));
test("move numbers", () =>
  assert.deepEqual(
    [0, 1, 2, 3].map((ply) => format.moveNumber(ply, ply === 1)),
    ["1.", "1...", "2.", ""],
  ));
test("lean of an evaluation", () => {
  assert.equal(format.evalLean({ cp: 0 }), 0);
  assert.equal(format.evalLean({ mate: -1 }), -1);
  assert.ok(format.evalLean({ cp: 100 }) > format.evalLean({ cp: 50 }));
});
test("file name", () =>
  assert.equal(
    format.fileName("The Ruy, Lopez!", ".pgn"),
    "the-ruy-lopez.pgn",
  ));
