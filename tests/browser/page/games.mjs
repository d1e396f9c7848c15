// games.mjs - games on the board, holes of a repertoire, printing
//
// A repertoire for White beside a store of 53 games, whose numbers are round:
// 30 games follow the repertoire for a while, 20 answer 1...f5, which it does
// not have, and three of one player come by another order of moves.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  drag,
  eventually,
  line,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const REPERTOIRE = `[Event "London"]
[Orientation "white"]

1. d4 d5 2. Bf4 Nf6 3. e3 c5 4. c3 *
`;

const KINDS = [
  { count: 30, white: "Ada", moves: "1. d4 d5 2. Bf4 Nf6 3. e3 e6 4. Nf3 Bd6 5. Bg3 O-O" },
  { count: 20, white: "Bea", moves: "1. d4 f5 2. Bg5 g6 3. e3 Bg7" },
  { count: 3, white: "Carl, Max", moves: "1. c3 d5 2. d4 Nf6 3. Bf4 c5 4. e3 Nc6" },
];

function games() {
  let text = "";
  for (const { count, white, moves } of KINDS)
    for (let i = 1; i <= count; i++) {
      const tags = {
        Event: "Club",
        White: count === 3 ? white : `${white} ${i}`,
        Black: `Bo ${i}`,
        Date: `2021.${String(1 + (i % 12)).padStart(2, "0")}.05`,
        Result: i % 2 ? "1-0" : "1/2-1/2",
        WhiteElo: 2000 + 10 * i,
        BlackElo: 2000,
      };
      for (const [tag, value] of Object.entries(tags))
        text += `[${tag} "${value}"]\n`;
      text += `\n${moves} ${tags.Result}\n\n`;
    }
  return text;
}

function prepare(tabia, folder) {
  fs.writeFileSync(path.join(folder, "london.pgn"), REPERTOIRE);
  fs.writeFileSync(path.join(folder, "games.pgn"), games());
  const by = ["--by", "rating,month"];
  const words = ["build", "games.pgn", "-q", ...by, "-o", "games.tabia"];
  execFileSync(tabia, words, { cwd: folder });
  return ["london.pgn", "games.tabia"];
}

const own = serverOf((tabia) => startServer(tabia, [], [], prepare));
const black = serverOf((tabia) =>
  startServer(tabia, [], [], (tabia, folder) => {
    const book = '[Orientation "black"]\n\n1. d4 d5 (1... f5 2. Bg5 g6) 2. c4 e6 *\n';
    fs.writeFileSync(path.join(folder, "black.pgn"), book);
    return [...prepare(tabia, folder), "black.pgn"];
  }),
);
/* 35 replies without an answer: 19 to 1.d4, and 16 to 1.d4 d5 2.c4. */
function manyGames() {
  const both = "a6 a5 b6 b5 c6 c5 e6 e5 f6 f5 g6 g5 h6 h5 Nc6 Nf6".split(" ");
  const games = [...both, "d6", "Na6", "Nh6"]
    .map((reply) => `1. d4 ${reply} 2. c4 1-0`)
    .concat(both.map((reply) => `1. d4 d5 2. c4 ${reply} 1-0`));
  return games.map((moves) => `[Result "1-0"]\n\n${moves}\n\n`).join("");
}

const many = serverOf((tabia) =>
  startServer(tabia, [], [], (tabia, folder) => {
    const book = '[Orientation "white"]\n\n1. d4 d5 2. c4 *\n';
    fs.writeFileSync(path.join(folder, "many.pgn"), book);
    fs.writeFileSync(path.join(folder, "games.pgn"), manyGames());
    execFileSync(tabia, ["build", "games.pgn", "-q", "-o", "games.tabia"], { cwd: folder });
    return ["many.pgn", "games.tabia"];
  }),
);
/* Tests that change the book have a server each: they run at the same time. */
const alone = () => serverOf((tabia) => startServer(tabia, [], [], prepare));

const fresh = serverOf((tabia) =>
  startServer(tabia, [], [], (tabia, folder) => [
    ...prepare(tabia, folder).slice(1),
    "new.pgn",
  ]),
);

const LONDON = "/?book=london";
const GAMES = `${LONDON}&tab=games`;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const players = (page) => page.locator(".games tbody .link").allInnerTexts();
const status = (page) => page.locator(".games [role=status]").innerText();
const query = (page) => new URL(page.url()).search;
const flat = async (locator) => (await locator.innerText()).replace(/\s+/g, " ");

export const tests = {
  "all games of a position, page by page": own(async (stage) => {
    const page = await stage.open(`${GAMES}&play=d2d4`);
    await settled(page);
    await eventually("total", () => status(page), "50 games in “games.tabia”");
    const first = await players(page);
    assert.equal(first.length, 20);
    assert.equal(first[0], "Ada 30 – Bo 30");
    await stage.picture(page, "games-list");
    const pager = page.locator(".pager");
    assert.match(await flat(pager), /1 – 20 of 50/);
    await pager.getByRole("button", { name: "Next" }).click();
    await eventually("second", async () => /21 – 40/.test(await flat(pager)), true);
    await pager.getByRole("button", { name: "Next" }).click();
    await eventually("third", async () => /41 – 50/.test(await flat(pager)), true);
    const last = await players(page);
    assert.equal(last.length, 10);
    assert.ok(!last.some((name) => first.includes(name)));
    await pager.getByRole("button", { name: "Previous" }).click();
    await pager.getByRole("button", { name: "Previous" }).click();
    await eventually("first", () => players(page), first);
    // another position starts with its first page
    await pager.getByRole("button", { name: "Next" }).click();
    await eventually("again", async () => /21 – 40/.test(await flat(pager)), true);
    await row(page, "f5").click();
    await eventually("step", () => status(page), "20 games in “games.tabia”");
    assert.equal((await players(page))[0], "Bea 20 – Bo 20");
  }),

  "games are sorted, filtered as the table is, and searched by player": own(
    async (stage) => {
      const page = await stage.open(`${GAMES}&play=d2d4&ratings=2000`);
      await settled(page);
      const counted = async () =>
        /Σ[^]*100%\s+(\d+)/.exec(await page.locator(".here").innerText())?.[1];
      // an average of 2000 to 2199: every game
      await eventually(
        "filtered",
        () => status(page),
        "50 games in “games.tabia”, rating 2000+",
      );
      assert.equal(await counted(), "50");
      await page.getByLabel("Sort").selectOption("date");
      await eventually("newest", async () => (await players(page))[0], "Bea 11 – Bo 11");
      await page.goto(`${stage.server.url}${GAMES}&play=d2d4&ratings=2500`);
      await settled(page);
      await eventually(
        "none",
        async () => /passes the filter \(rating 2500\+\)/.test(await flat(page.locator("#panel"))),
        true,
      );
      await page.getByRole("button", { name: "Show all games" }).click();
      await eventually("cleared", () => status(page), "50 games in “games.tabia”");
      await page.goto(`${stage.server.url}${GAMES}`);
      await settled(page);
    },
  ),

  "the games of a player are shown by the table, the list and the address": own(
    async (stage) => {
      const page = await stage.open(GAMES);
      await settled(page);
      const panel = page.locator("#panel");
      const field = panel.getByLabel("Player", { exact: true });
      const sums = async () =>
        (await row(page, "c3").locator("td").allInnerTexts()).join(" ");
      await field.fill("max carl");
      const found = panel.locator(".players");
      await eventually("found", async () => flat(found), "Carl, Max 3");
      await stage.picture(page, "games-player-found");
      await field.press("Enter");
      const of = "3 games in “games.tabia”, games of Carl, Max";
      await eventually("list", () => status(page), of);
      assert.match(page.url(), /&player=Carl,\+Max/);
      assert.equal(await field.inputValue(), "Carl, Max");
      await settled(page);
      assert.match(await sums(), /100%/);
      await page.reload();
      await eventually("from the address", () => status(page), of);
      await stage.picture(page, "games-player");

      const color = panel.getByLabel("Colour of the player");
      await color.selectOption("black");
      await eventually(
        "as Black",
        async () => /No game in “games.tabia” .* \(games of Carl, Max as Black\)/.test(await flat(panel)),
        true,
      );
      await color.selectOption("white");
      await eventually("as White", () => status(page), `${of} as White`);
      await field.fill("");
      await eventually("all", () => status(page), "53 games in “games.tabia”");
      assert.doesNotMatch(page.url(), /player|color/);
      await field.fill("nobody");
      await eventually("nobody", async () => flat(found), "No such player");

      // The same beside the table; what no game has is no choice.
      await page.locator(".filters summary").click();
      const filters = page.locator(".filters");
      await filters.getByLabel("Player").fill("bea 1");
      await filters.getByRole("button", { name: /^Bea 12/ }).click();
      await eventually("there", () => status(page), "1 game in “games.tabia”, games of Bea 12");
      await stage.picture(page, "filter-player");
      assert.deepEqual(await filters.locator("legend").allInnerTexts(), ["Player", "Dates"]);
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await eventually("cleared", () => status(page), "53 games in “games.tabia”");
    },
  ),

  "a game is played through on the board, and Escape returns": own(
    async (stage) => {
      const page = await stage.open(`${GAMES}&play=d2d4,d7d5,c1f4`);
      await settled(page);
      const before = await line(page);
      await page.getByRole("button", { name: "Ada 30 – Bo 30" }).click();
      const moves = page.locator(".game-moves");
      await moves.waitFor();
      const current = async () =>
        (await moves.locator(".current").innerText()).split(/\s/)[0];
      await eventually("at the position", current, "Bf4");
      // the book has all up to 3.e3; 3...e6 is not in it
      const known = await moves.locator(".known").count();
      assert.equal(known, 5);
      assert.match(await flat(page.locator(".left-book")), /Left “London” with 3\.\.\.e6/);
      assert.equal((await line(page)).length, 10);
      await stage.picture(page, "games-board");
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
      await eventually("three on", current, "e6");
      // the table shows what the sources know in this position of the game
      await eventually("table", async () => (await row(page, "Nf3").count()) === 1, true);
      await page.keyboard.press("ArrowLeft");
      await eventually("back", current, "e3");
      await page.keyboard.press("End");
      await eventually("end", current, "O-O");
      await page.locator(".left-book button").click();
      await eventually("left", current, "e6");
      await page.keyboard.press("Escape");
      await eventually("line", () => line(page), before);
      assert.equal(await page.locator(".game-bar").count(), 0);
      assert.equal(query(page), "?play=d2d4,d7d5,c1f4&tab=games");
    },
  ),

  "a game that is slow to come is opened all the same": own(async (stage) => {
    const page = await stage.open(`${GAMES}&play=d2d4,d7d5`);
    await settled(page);
    const before = await line(page);
    let go;
    const hold = async () => {
      const gate = new Promise((resolve) => (go = resolve));
      await page.route("**/api/game?**", async (route) => {
        await gate;
        await route.continue();
      });
    };
    const first = () => line(page).then((all) => all.length);
    const title = () => flat(page.locator(".game-bar"));
    const wait = async (name) => {
      await hold();
      await page.getByRole("button", { name }).click();
      await row(page, "Bf4").hover(); // changes the state
      go();
      const isOpen = async () => (await title()).includes(name.slice(0, 6));
      await eventually(name, isOpen, true);
      await page.unroute("**/api/game?**");
    };
    await wait("Ada 30 – Bo 30");
    await eventually("whole", first, 10);
    await wait("Ada 29 – Bo 29");
    // The line before the first of them is not lost.
    await page.keyboard.press("Escape");
    await eventually("line", () => line(page), before);
  }),

  "a game that cannot be opened leaves the one on the board": own(
    async (stage) => {
      const page = await stage.open(`${GAMES}&play=d2d4,d7d5`, {
        allow: [/status of 500/],
      });
      await settled(page);
      const before = await line(page);
      await page.getByRole("button", { name: "Ada 30 – Bo 30" }).click();
      const title = () => flat(page.locator(".game-bar"));
      await eventually("open", async () => /Ada 30/.test(await title()), true);
      let go;
      const gate = new Promise((resolve) => (go = resolve));
      const asked = [];
      await page.route("**/api/game?**", async (route) => {
        asked.push(route.request().url());
        if (asked.length === 2) return route.continue();
        if (asked.length === 1) await gate;
        await route.fulfill({ status: 500, body: "gone" });
      });
      // The first one fails when the second one is on the board already.
      await page.getByRole("button", { name: "Ada 29 – Bo 29" }).click();
      await page.getByRole("button", { name: "Ada 28 – Bo 28" }).click();
      const isSecond = async () => /Ada 28/.test(await title());
      await eventually("second", isSecond, true);
      const late = page.waitForResponse(asked[0]);
      go();
      await late;
      await page.waitForTimeout(200);
      assert.equal(await page.locator(".notice").count(), 0);
      // One that fails at once.
      await page.getByRole("button", { name: "Ada 27 – Bo 27" }).click();
      await page.locator(".notice").getByText("Cannot open the game").waitFor();
      await page.keyboard.press("ArrowRight"); // writes the address
      assert.match(await title(), /Ada 28/);
      assert.match(query(page), /&game=games\/\d+/);
      await page.keyboard.press("Escape");
      await eventually("line", () => line(page), before);
    },
  ),

  "a game by another order of moves opens at the same position": own(
    async (stage) => {
      const page = await stage.open(`${GAMES}&play=d2d4,d7d5,c1f4,g8f6,e2e3,c7c5,c2c3`);
      await settled(page);
      await page.getByRole("button", { name: "Carl, Max – Bo 3" }).click();
      await eventually("line", async () => (await line(page))[0], "1.\nc3");
      const current = page.locator(".game-moves .current");
      assert.match(await current.innerText(), /^e3/);
      // 1.c3 is not in the book, 4.e3 leads into it
      assert.match(await flat(page.locator("#panel")), /first move is not in “London”/);
      await page.getByRole("button", { name: "Back to the book" }).click();
      await eventually("back", async () => (await line(page))[0], "1.\nd4");
    },
  ),

  "the PGN of a game can be copied": own(async (stage) => {
    const page = await stage.open(`${GAMES}&play=d2d4`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await settled(page);
    await page.getByRole("button", { name: "Ada 30 – Bo 30" }).click();
    await page.getByRole("button", { name: "Copy PGN" }).click();
    await eventually(
      "copied",
      () => page.evaluate(async () => /\[White "Ada 30"\][^]*1\. ?d4 d5/.test(await navigator.clipboard.readText())),
      true,
    );
  }),

  "games on a phone, in the dark": own(async (stage) => {
    const page = await stage.open(`${GAMES}&play=d2d4`, {
      ...PHONE,
      colorScheme: "dark",
    });
    await page.getByRole("button", { name: "Ada 30 – Bo 30" }).tap();
    await page.locator(".game-moves").waitFor();
    assert.equal(await tooWide(page), 0);
    await page.locator(".game-moves").getByText("Bd6").tap();
    await eventually("tapped", async () => /bd6/i.test(await page.locator(".game-moves .current").innerText()), true);
    await stage.picture(page, "games-phone");
    await page.getByRole("button", { name: "Back to the book" }).tap();
    await eventually("closed", () => page.locator(".game-bar").count(), 0);
    assert.equal(query(page), "?play=d2d4&tab=games");
  }),

  "holes: the replies one will meet, with candidates": own(async (stage) => {
    const page = await stage.open(LONDON);
    await settled(page);
    const rows = page.locator(".holes tbody tr");
    await eventually("rows", () => rows.count(), 2);
    assert.match(await flat(rows.nth(0)), /^60% ?1\.d4 d5 2\.Bf4 Nf6 3\.e3 e6/);
    assert.match(await flat(rows.nth(1)), /^40% ?1\.d4 f5 ?Dutch Defense/);
    assert.match(await flat(rows.nth(1)), /2\. ?Bg5 score 75%, 20 games/);
    await stage.picture(page, "holes");
    // below another position, shares are those of the games that reach it
    await row(page, "d4").click();
    await row(page, "d5").click();
    await eventually("below", async () => /^100% ?2\.Bf4 Nf6 3\.e3 e6/.test(await flat(rows.nth(0))), true);
    assert.equal(await rows.count(), 1);
    await page.getByLabel("Range").selectOption("whole");
    await eventually("whole", () => rows.count(), 2);
    assert.match(query(page), /&holes=whole/);
    // The moves on the board can be kept for it.
    await page.getByLabel("Range").selectOption("d2d4,d7d5");
    await page.getByRole("button", { name: "Go to start" }).click();
    await page.reload();
    await eventually("kept", () => rows.count(), 1);
    assert.match(query(page), /holes=d2d4,d7d5/);
    await page.getByLabel("Range").selectOption("whole");
    await eventually("whole", () => rows.count(), 2);
    await rows.nth(1).getByRole("button", { name: "1.d4 f5", exact: true }).click();
    await eventually("there", () => line(page), ["1.\nd4", "f5"]);
    await page.getByLabel("Range").selectOption("here");
  }),

  "holes of a repertoire against one first move only": black(async (stage) => {
    const page = await stage.open("/?book=black&tab=holes");
    await settled(page);
    const range = page.getByLabel("Range");
    await eventually("range", () => range.inputValue(), "d2d4");
    const rows = page.locator(".holes tbody tr");
    const lines = () => rows.locator(".go").allInnerTexts();
    const holes = ["1...d5 2.Bf4", "1...f5 2.Bg5 g6 3.e3"];
    await eventually("after it", lines, holes);
    // 1...d5 and 1...f5 are both this side's: each counts half.
    await page.getByText(/^Where you have several moves, each counts by its weight/).waitFor();
    await stage.picture(page, "holes-choice");
    // Other first moves are not what the book is about.
    await range.selectOption("whole");
    await eventually("whole", async () => (await lines()).map((one) => one.replace(/^1\.d4 /, "1...")), holes);
  }),

  "the list of holes appears soon after a step": own(async (stage) => {
    const page = await stage.open(`${LONDON}&tab=holes`);
    await settled(page);
    await page.locator(".holes tbody tr").first().waitFor();
    // the server's part, as the browser measured it
    await row(page, "d4").click();
    await eventually("row", async () => /^40% ?1\.\.\.f5/.test(await flat(page.locator(".holes tbody tr").nth(1))), true);
    const time = await page.evaluate(
      () => performance.getEntriesByType("resource").filter((one) => /api\/holes/.test(one.name)).at(-1).duration,
    );
    assert.ok(time < 300, `${time} ms`);
  }),

  "a hole is filled by one click, and undone as one change": alone()(
    async (stage) => {
      const page = await stage.open(`${LONDON}&tab=holes`);
      await settled(page);
      const rows = page.locator(".holes tbody tr");
      await eventually("rows", () => rows.count(), 2);
      const tree = () => flat(page.locator(".tree"));
      await rows.nth(1).getByRole("button", { name: /answer Bg5/ }).click();
      await eventually("tree", async () => /1\.\.\.f5 2\.Bg5/.test(await tree()), true);
      await page.mouse.move(5, 5);
      // its own next reply is now a hole, and as likely
      await eventually("next", async () => /^40% ?1\.d4 f5 2\.Bg5 g6 new/.test(await flat(rows.nth(1))), true);
      assert.match(await flat(rows.nth(1)), /end of a line/);
      const heights = await rows.nth(1).locator(".pill").evaluateAll(
        (list) => list.map((one) => one.getBoundingClientRect().height),
      );
      assert.equal(heights[0], heights[1]);
      assert.doesNotMatch(await flat(rows.nth(0)), /end of a line/);
      await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
      await eventually("undone", async () => /f5/.test(await tree()), false);
      await eventually("again", async () => /^40% ?1\.d4 f5 ?Dutch/.test(await flat(rows.nth(1))), true);
    },
  ),

  "a filled hole is opened again from another book": alone()(
    async (stage) => {
      const page = await stage.open(`${LONDON}&tab=holes`);
      await settled(page);
      const rows = page.locator(".holes tbody tr");
      await rows.nth(1).getByRole("button", { name: /answer Bg5/ }).click();
      const notice = page.locator(".notice");
      await notice.getByText(/^Added 1...f5 2.Bg5/).waitFor();
      await page.locator("#book").selectOption("games");
      await notice.getByRole("button", { name: "Undo" }).click();
      await notice.getByText(/^Undone: adding /).waitFor();
      await page.locator("#book").selectOption("london");
      const isOpen = async () => /f5/.test(await flat(rows.nth(1)));
      await eventually("open", isOpen, true);
      assert.doesNotMatch(await flat(page.locator(".tree")), /f5/);
    },
  ),

  "filling holes only ever adds to the answered games": alone()(async (stage) => {
    const page = await stage.open(`${LONDON}&tab=holes`);
    await settled(page);
    const rows = page.locator(".holes tbody tr");
    const figures = () => flat(page.locator(".answered"));
    // 1...f5 is open, and 3...e6; then the line of the book has ended.
    await eventually("figures", figures, "2 60% 3 60% 4 0%");
    const mean = async () =>
      Number(/([\d.]+) moves on average/.exec(await flat(page.locator(".holes-summary")))[1]);
    const before = await mean();
    await rows.nth(1).getByRole("button", { name: /answer Bg5/ }).click();
    await eventually("more", figures, "2 100% 3 60% 4 0%");
    // A reply and an answer more, in two of five games.
    assert.ok(Math.abs((await mean()) - before - 0.4) < 0.02, `${before} ${await mean()}`);
    const notice = () => flat(page.locator(".notice span").first());
    await eventually("said", notice, "Added 1...f5 2.Bg5: 40% more of the games are answered up to move 2.");
    await page.mouse.move(5, 5);
    await rows.nth(1).getByRole("button", { name: /answer e3/ }).click();
    await eventually("again", figures, "3 100% 4 0%");
    for (let i = 0; i < 2; i++) await page.keyboard.press("Control+z");
    await eventually("undone", figures, "2 60% 3 60% 4 0%");
  }),

  "after a click no row moves until the pointer has left": alone()(
    async (stage) => {
      const page = await stage.open(`${LONDON}&tab=holes`);
      await settled(page);
      const rows = page.locator(".holes tbody tr");
      await eventually("rows", () => rows.count(), 2);
      const places = () =>
        rows.evaluateAll((list) => list.map((one) => one.getBoundingClientRect().y));
      const before = await places();
      const added = page.waitForResponse((one) => /api\/edit/.test(one.url()));
      await rows.nth(0).getByRole("button", { name: /answer Nf3/ }).click();
      await added;
      // What the answer brings is said below the list, which stays as it is.
      const below = () => flat(page.locator(".below-list"));
      await eventually("brought", async () => /^New after your answer: 1\.d4 .* 4\.Nf3 Bd6 \(60%\)\./.test(await below()), true);
      assert.match(await flat(rows.nth(0)), /^60% ?1\.d4 d5 2\.Bf4 Nf6 3\.e3 e6.* answered/);
      assert.deepEqual(await places(), before);
      await stage.picture(page, "holes-filled");
      // A second click at the same place changes nothing.
      const undo = page.getByRole("button", { name: /^Undo/ }).first();
      const title = await undo.getAttribute("title");
      await page.mouse.down();
      await page.mouse.up();
      await settled(page);
      assert.equal(await undo.getAttribute("title"), title);
      assert.deepEqual(await places(), before);
      // Undone, it is open again in its place.
      await page.keyboard.press("Control+z");
      await eventually("open", async () => /answered/.test(await flat(rows.nth(0))), false);
      await rows.nth(0).getByRole("button", { name: /answer Nf3/ }).click();
      await eventually("done", async () => /answered/.test(await flat(rows.nth(0))), true);
      await eventually("brought", async () => /^New after/.test(await below()), true);
      await page.mouse.move(5, 5);
      await eventually("next", async () => /4\.Nf3 Bd6 new/.test(await flat(rows.nth(0))), true);
      await page.keyboard.press("Control+z");
      await eventually("undone", async () => /3\.e3 e6/.test(await flat(rows.nth(0))), true);
    },
  ),

  "a hole beyond the book is filled with the moves before it": fresh(
    async (stage) => {
      const page = await stage.open("/?book=new&side=white&play=d2d4,f7f5&tab=holes");
      await settled(page);
      const panel = page.locator(".holes-panel");
      // An empty book has no list, and a position of one's own its candidates.
      await panel.getByText("Add a first move.").waitFor();
      assert.equal(await page.locator(".holes tbody tr").count(), 0);
      await page.getByRole("button", { name: "Go to start" }).click();
      await drag(page, "e2", "e4");
      await eventually("added", () => page.locator(".saved").innerText(), "Unsaved changes");
      await page.locator(".switch input").uncheck();
      await drag(page, "e7", "e5");
      await panel.getByText("Your book has no answer here.").waitFor();
      await page.goto(`${stage.server.url}/?book=new&play=d2d4,f7f5&tab=holes`);
      await settled(page);
      await panel.getByText("Your book has no answer here.").waitFor();
      await stage.picture(page, "holes-no-answer");
      const candidate = panel.getByRole("button", { name: /answer Bg5/ });
      assert.match(await flat(candidate), /^2\. ?Bg5 score 75%, 20 games/);
      await candidate.click();
      await page.locator(".notice").getByText("Added 1...f5 2.Bg5.").waitFor();
      const tree = () => flat(page.locator(".tree"));
      await eventually("tree", async () => /1\.d4 f5 2\.Bg5/.test(await tree()), true);
      // What it brings is listed at once, where the pointer still is.
      await panel.locator("tbody tr").getByText("2.Bg5 g6", { exact: true }).waitFor();
      assert.equal(await panel.getByText("more without an answer").count(), 0);
    },
  ),

  "the list of holes stays when one of them is shown": own(async (stage) => {
    const page = await stage.open(`${LONDON}&tab=holes`);
    await settled(page);
    const rows = page.locator(".holes tbody tr");
    await eventually("rows", () => rows.count(), 2);
    await rows.nth(1).getByRole("button", { name: "1.d4 f5", exact: true }).click();
    await eventually("there", () => line(page), ["1.\nd4", "f5"]);
    await settled(page);
    assert.equal(await rows.count(), 2);
    const range = page.getByLabel("Range");
    assert.equal(await range.inputValue(), "whole");
    // Away from that line it is the list of the board again, also if one returns.
    await page.locator(".tree").getByRole("button", { name: "d5", exact: true }).click();
    await eventually("range", () => range.inputValue(), "here");
    await eventually("below", () => rows.count(), 1);
    await page.goBack();
    await eventually("back", () => rows.count(), 2);
    await rows.nth(1).getByRole("button", { name: "1.d4 f5", exact: true }).click();
    await eventually("again", () => range.inputValue(), "whole");
    assert.equal(query(page), "?play=d2d4,f7f5&tab=holes");
    await range.selectOption("here");
    await page.locator(".holes-panel").getByText("Your book has no answer here.").waitFor();
    assert.match(await flat(page.locator(".holes-panel")), /2\. ?Bg5 score 75%/);
    await page.goBack();
    await eventually("back", () => rows.count(), 2);
    // However long the line is that it names, it is not wider than the panel.
    const shuffle = Array(12).fill("g1f3,g8f6,f3g1,f6g8").join();
    await page.goto(`${stage.server.url}${LONDON}&play=${shuffle}&tab=holes`);
    await settled(page);
    const { x, width } = await range.boundingBox();
    const panel = await page.locator(".holes-panel").boundingBox();
    assert.ok(x + width <= panel.x + panel.width, `${width} of ${panel.width}`);
  }),

  "what was shown is loaded again when the server is back": own(
    async (stage) => {
      const page = await stage.open(`${GAMES}&play=d2d4`, { allow: [/ERR_FAILED/] });
      await settled(page);
      await page.route(/\/(api|health)/, (route) => route.abort());
      await page.goto(page.url().replace(/play=[^&]*/, ""), { waitUntil: "commit" }).catch(() => {});
      await page.getByRole("button", { name: "Try again" }).waitFor();
      await page.unroute(/\/(api|health)/);
      await eventually("page", () => page.locator(".games tbody tr").count(), 20);
      await page.route(/\/(api|health)/, (route) => route.abort());
      await row(page, "d4").click();
      await page.getByText("The server is not responding").first().waitFor();
      await page.unroute(/\/(api|health)/);
      await eventually("games", () => status(page), "50 games in “games.tabia”");
    },
  ),

  "without games nothing is said about holes": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4,d7d5,c1f4&tab=holes&since=2030-01`);
    await settled(page);
    const panel = page.locator(".holes-panel");
    await panel.getByText("“games.tabia” has no game here that passes the filter, so holes are unknown.").waitFor();
    await stage.picture(page, "holes-unknown");
  }),

  "a hole stays filled while its answer waits for another": alone()(
    async (stage) => {
      const page = await stage.open(`${LONDON}&tab=holes`);
      await settled(page);
      const rows = page.locator(".holes tbody tr");
      await eventually("rows", () => rows.count(), 2);
      const sent = [];
      await page.route("**/api/edit", (route) => sent.push(route));
      const isSent = (count) =>
        eventually("sent", async () => sent.length, count);
      const first = rows.nth(0).getByRole("button", { name: /answer Nf3/ });
      const second = rows.nth(1).getByRole("button", { name: /answer Bg5/ });
      await first.click();
      await second.click();
      await isSent(1);
      await sent[0].continue();
      // The answer to the first change lists the second hole as open.
      await page.locator(".below-list").getByText(/^New after/).waitFor();
      await isSent(2);
      assert.equal(await second.getAttribute("aria-disabled"), "true");
      // Even if the list is made anew, it is not filled twice.
      await page.getByRole("button", { name: "Update the list" }).click();
      await second.click({ force: true });
      await sent[1].continue();
      const next = rows.getByText("1.d4 f5 2.Bg5 g6", { exact: true });
      await next.waitFor();
      await page.getByRole("button", { name: /^Undo: / }).click();
      await rows.getByText("1.d4 f5", { exact: true }).waitFor();
      await isSent(2);
    },
  ),

  "a book that is too large says that holes may be missing": own(
    async (stage) => {
      stage.prepare = (page) =>
        page.route(/api\/holes/, async (route) => {
          try {
            const response = await route.fetch();
            const json = { ...(await response.json()), cut: true };
            await route.fulfill({ response, json });
          } catch {
            // the page is closed
          }
        });
      const page = await stage.open(`${LONDON}&tab=holes`);
      await page.getByText(/^The book is large: .* 8 positions, not to/).waitFor();
    },
  ),

  "more holes than ten are listed on request": many(async (stage) => {
    const page = await stage.open("/?book=many&tab=holes");
    await settled(page);
    const rows = page.locator(".holes tbody tr");
    await eventually("ten", () => rows.count(), 10);
    const first = await rows.allInnerTexts();
    const more = page.getByRole("button", { name: "Show more" });
    assert.match(await flat(page.locator(".below-list")), /^25 more without an answer, each in at most 3%/);
    await more.click();
    await eventually("thirty", () => rows.count(), 30);
    assert.match(await flat(page.locator(".below-list")), /^5 more without an answer/);
    assert.deepEqual((await rows.allInnerTexts()).slice(0, 10), first);
    await more.click();
    await eventually("all", () => rows.count(), 35);
    assert.equal(await more.count(), 0);
    await stage.picture(page, "holes-all");
    // Progress shows although an answer brings as many replies as it answers.
    const hint = page.locator(".holes-summary .hint");
    assert.match(await flat(hint), /follow your book for 0\.95 moves on average/);
    assert.equal(await page.getByText("Where you have several moves").count(), 0);
    // Another position begins with ten again.
    await page.getByLabel("Range").selectOption("whole");
    await eventually("whole", () => rows.count(), 35);
    await row(page, "d4").click();
    await page.getByLabel("Range").selectOption("here");
    await eventually("again", () => rows.count(), 10);
  }),

  "holes on a phone": own(async (stage) => {
    const page = await stage.open(`${LONDON}&tab=holes`, PHONE);
    await settled(page);
    await page.locator(".holes tbody tr").first().waitFor();
    assert.equal(await tooWide(page), 0);
    await stage.picture(page, "holes-phone");
  }),

  "Print prints the sheet of the book": own(async (stage) => {
    const page = await stage.open("/");
    await page.addInitScript(() => {
      window.print = () => {
        window.top.printed = document.querySelector("h1")?.textContent;
      };
    });
    await page.goto(stage.server.url + LONDON);
    await settled(page);
    await page.getByRole("button", { name: "Print…" }).click();
    await eventually("printed", () => page.evaluate(() => window.printed), "London");
    const sheet = page.frame({ url: /api\/sheet/ });
    assert.match(await sheet.locator("body").innerText(), /1\.\s?d4[^]*4\.\s?c3/);
    assert.ok((await sheet.locator("svg").count()) > 0, "no diagram");
    assert.equal(await tooWide(page), 0);
    // the page itself was not printed, and can be used at once
    await row(page, "d4").click();
    await eventually("line", () => line(page), ["1.\nd4"]);
  }),
};
