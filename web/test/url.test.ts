import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import { parseAddress, formatAddress } from "../src/model/url";

const BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

test("nothing is the start of the first book", () =>
  assert.deepEqual(parseAddress(""), {
    book: null,
    fen: START,
    play: [],
    mode: "explore",
  }));

const places = [
  { book: null, fen: START, play: [], mode: "explore" },
  { book: "default", fen: START, play: ["e2e4", "e7e5"], mode: "graph" },
  { book: "a b&c", fen: BARE, play: ["e1e2"], mode: "practice" },
] as const;
for (const place of places)
  test(`there and back: ${formatAddress({ ...place, play: [...place.play] })}`, () => {
    const address = formatAddress({ ...place, play: [...place.play] });
    assert.deepEqual(parseAddress(address.replace("./", "")), place);
  });

test("an old link to Build opens Edit", () =>
  assert.equal(parseAddress("?mode=build").mode, "edit"));

test("a FEN stays readable", () =>
  assert.equal(
    formatAddress({ book: null, fen: BARE, play: [], mode: "explore" }),
    "?fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1",
  ));
test("blanks in any form", () => {
  for (const fen of [BARE.replace(/ /g, "_"), BARE.replace(/ /g, "%20")])
    assert.equal(parseAddress(`?fen=${fen}`).fen, BARE);
});
test("what is no move is left out", () =>
  assert.deepEqual(parseAddress("?play=e2e4,x,<b>,e7e8Q&mode=no").play, [
    "e2e4",
    "e7e8q",
  ]));
