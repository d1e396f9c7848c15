// storepage.mjs - what only stores have: results, filters, months, games
//
// The answers are made here, in the shape of docs/http.md: the numbers are
// round, so that what must be seen can be told by hand.

import assert from "node:assert/strict";
import { eventually, row, settled } from "./harness.mjs";

const AFTER = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const move = (uci, san, white, draws, black, more) => ({
  uci, san, fen: AFTER, white, draws, black,
  games: white + draws + black,
  played: white + draws + black,
  reached: white + draws + black,
  ...more,
});

const answer = {
  fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  turn: "white", check: false, ply: 0, opening: null, known: true, position: {},
  legal: [{ uci: "e2e4", san: "e4" }, { uci: "d2d4", san: "d4" }],
  results: { white: 600, draws: 400, black: 1000 },
  total: 2,
  moves: [
    move("e2e4", "e4", 500, 300, 200, {
      share: 0.5, averageRating: 2412, reached: 1300,
      opening: { eco: "B00", name: "King's Pawn Game" },
    }),
    move("d2d4", "d4", 100, 100, 800, { share: 0.5, averageRating: 2390 }),
  ],
  topGames: [
    {
      id: "abcdefgh", uci: "e2e4", winner: null, year: 2020, month: "2020-03",
      white: { name: "Ada", rating: 2600 }, black: { name: "Bo", rating: 0 },
    },
  ],
  recentGames: [],
  history: [
    { month: "2020-01", white: 1, draws: 2, black: 3 },
    { month: "2020-02", white: 10, draws: 20, black: 30 },
  ],
};

const book = {
  id: "games", title: "Some games", format: "tabia", kind: "store",
  file: "games.tabia", positions: 5, moves: 9, side: null, has: ["results"],
  by: ["rating", "speed", "month"], player: null, editable: false,
  imported: false, revision: 0, dirty: false, undo: 0, redo: 0,
};

/* The server, with one more book. */
async function addStore(page, asked) {
  await page.route("**/api/books", async (route) => {
    const response = await route.fetch();
    const server = await response.json();
    await route.fulfill({ json: { ...server, books: [book, ...server.books] } });
  });
  await page.route("**/api/find?*book=games*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query);
    const none = query.get("ratings") === "2500";
    const empty = { ...answer, moves: [], total: 0, results: null };
    return route.fulfill({ json: none ? empty : answer });
  });
  await page.route("**/api/game?*", (route) =>
    route.fulfill({ body: '[White "Ada"]\n\n1. e4 *\n' }),
  );
}

async function open(stage, asked = []) {
  stage.prepare = (page) => addStore(page, asked);
  const page = await stage.open("/");
  await settled(page);
  return page;
}

export const tests = {
  async "results as bars, with the sum of all"(stage) {
    const page = await open(stage);
    const cells = async (san) =>
      (await row(page, san).locator(".bar span").allInnerTexts()).join("|");
    assert.equal(await cells("e4"), "50%|30%|20");
    assert.equal(await cells("d4"), "||80%");
    const bar = row(page, "e4").locator(".bar");
    assert.equal(
      await bar.getAttribute("aria-label"),
      "White wins 50%, draws 30%, Black wins 20%",
    );
    const widths = await row(page, "e4")
      .locator(".bar span")
      .evaluateAll((parts) => parts.map((part) => part.offsetWidth));
    assert.ok(Math.abs(widths[0] / widths[2] - 2.5) < 0.15, String(widths));
    assert.match(await row(page, "e4").innerText(), /1k\s*\+300/);
    assert.match(await row(page, "e4").innerText(), /2412/);
    assert.match(await page.locator(".moves tfoot").innerText(), /2k[^]*30%[^]*50%/);
    assert.match(
      await page.locator(".history svg").getAttribute("aria-label"),
      /Jan 2020 to Feb 2020; most in Feb 2020: 60/,
    );
    await stage.picture(page, "store");
  },

  async "a game opens"(stage) {
    const page = await open(stage);
    await page.getByRole("button", { name: "Ada – Bo" }).click();
    await eventually(
      "text",
      () => page.locator(".pgn").innerText(),
      '[White "Ada"]\n\n1. e4 *\n',
    );
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog").count(), 0);
  },

  async "filters are sent, kept, and explained when nothing is left"(stage) {
    const asked = [];
    const page = await open(stage, asked);
    await page.locator(".filters summary").click();
    await page.getByLabel("blitz", { exact: true }).check();
    await eventually("speeds", () => asked.at(-1).get("speeds"), "blitz");
    await page.getByLabel("2500+", { exact: true }).check();
    await eventually("ratings", () => asked.at(-1).get("ratings"), "2500");
    await eventually(
      "words",
      async () => /No game passes the filter/.test(
        await page.locator("#panel").innerText(),
      ),
      true,
    );
    await page.reload();
    await settled(page);
    assert.equal(asked.at(-1).get("speeds"), "blitz");
    await page.getByRole("button", { name: "Count all games" }).click();
    await eventually("rows", () => page.locator(".moves tbody tr").count(), 2);
    assert.equal(asked.at(-1).get("speeds"), null);
  },

  async "Build and Practice say why not"(stage) {
    const page = await open(stage);
    await page.getByRole("tab", { name: "Build" }).click();
    assert.match(await page.locator(".empty").innerText(), /counts games/);
    await page.getByRole("tab", { name: "Practice" }).click();
    assert.match(await page.locator(".empty").innerText(), /counts games/);
  },
};
