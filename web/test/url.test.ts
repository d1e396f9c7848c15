import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import { isNew, NO_FILTERS } from "../src/model/filters";
import {
  formatAddress,
  parseAddress,
  type PageAddress,
} from "../src/model/url";

const BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const NOTHING: PageAddress = {
  book: null,
  fen: START,
  play: [],
  tab: "here",
  sources: null,
  side: null,
  filters: NO_FILTERS,
  holes: "",
  game: null,
};

test("nothing is the start of the first book", () =>
  assert.deepEqual(parseAddress(""), NOTHING));

const places: Partial<PageAddress>[] = [
  {},
  { book: "default", play: ["e2e4", "e7e5"], tab: "map" },
  { book: "a b&c", fen: BARE, play: ["e1e2"], tab: "practise", side: "black" },
  { sources: [] },
  { game: "games/aZ09", tab: "games" },
  { holes: "whole" },
  { holes: "e2e4,c7c5", tab: "holes" },
  { sources: ["games", "other"], tab: "tree" },
  {
    filters: {
      ratings: [2200, 2500],
      speeds: ["blitz"],
      since: "2020-01",
      until: "2021-12",
      player: "Carlsen, M",
      color: "black",
      news: "2020-06",
    },
  },
  { filters: { ...NO_FILTERS, player: "Müller & Söhne", color: "" } },
];
for (const place of places) {
  const address = formatAddress({ ...NOTHING, ...place });
  test(`there and back: ${address}`, () =>
    assert.deepEqual(parseAddress(address.replace("./", "")), {
      ...NOTHING,
      ...place,
    }));
}

test("a FEN stays readable", () =>
  assert.equal(
    formatAddress({ ...NOTHING, fen: BARE }),
    "?fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1",
  ));
test("blanks in any form", () => {
  for (const fen of [BARE.replace(/ /g, "_"), BARE.replace(/ /g, "%20")])
    assert.equal(parseAddress(`?fen=${fen}`).fen, BARE);
});
test("what is no move, tab, side or filter is left out", () => {
  const address = parseAddress(
    "?play=e2e4,x,<b>,e7e8Q&tab=no&side=x&ratings=1,2200,x&since=2020",
  );
  assert.deepEqual(address.play, ["e2e4", "e7e8q"]);
  assert.equal(address.tab, "here");
  assert.equal(address.side, null);
  assert.deepEqual(address.filters, { ...NO_FILTERS, ratings: [2200] });
});

test("a move is new if it was first played since the month", () => {
  const news = { ...NO_FILTERS, news: "2024-01" };
  assert.equal(isNew("2024-01", news), true);
  assert.equal(isNew("2023-12", news), false);
  assert.equal(isNew(undefined, news), false);
  assert.equal(isNew("2024-01", NO_FILTERS), false);
  // A filter that starts later knows of nothing before.
  assert.equal(isNew("2024-05", { ...news, since: "2024-05" }), false);
  assert.equal(isNew("2024-05", { ...news, since: "2023-05" }), true);
});
