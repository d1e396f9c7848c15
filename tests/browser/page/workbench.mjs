// workbench.mjs - the workbench: tree, sources side by side, one request a step
//
// A small repertoire for White beside a store of games, in which Black's second
// most frequent reply is not in the repertoire.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  cornerOfA1,
  drag,
  eventually,
  line,
  pieceOn,
  row,
  serverOf,
  settled,
  startServer,
} from "../harness.mjs";

const REPERTOIRE = `[Event "London"]
[Orientation "white"]

1. d4 {Queen's pawn.} d5 (1... Nf6 2. Bf4 d5 3. e3) (1... e6 2. Bf4 d5 3. e3)
2. Bf4 $1 {The London.} Nf6 3. e3 {The set-up first: e3, Nf3, c3 or Nc3, then
see where Black's bishop goes.} (3. Nf3 $5 e6 4. e3) 3... c5 4. c3 *
`;

const GAMES = { "1. d4 d5": 6, "1. d4 f5": 3, "1. d4 e6": 1 };

function games() {
  return Object.entries(GAMES)
    .flatMap(([moves, count]) =>
      Array.from(
        { length: count },
        (_, i) => `[White "A ${i}"]\n[Black "B"]\n[Result "1-0"]\n\n${moves} 1-0\n`,
      ),
    )
    .join("\n");
}

function prepare(tabia, folder) {
  fs.writeFileSync(path.join(folder, "london.pgn"), REPERTOIRE);
  fs.writeFileSync(path.join(folder, "games.pgn"), games());
  const words = ["build", "games.pgn", "-q", "-o", "games.tabia"];
  execFileSync(tabia, words, { cwd: folder });
  return ["london.pgn", "games.tabia"];
}

const own = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], [], prepare),
);

const LONDON = "/?book=london";
const tree = (page) => page.locator(".tree").innerText();
const query = (page) => new URL(page.url()).search;

export const tests = {
  "the tree: lines, variations, annotations, comments in full, links": own(
    async (stage) => {
      const page = await stage.open(LONDON);
      await settled(page);
      await eventually(
        "tree",
        async () => (await tree(page)).replace(/\s+/g, " "),
        "1.d4 Queen's pawn. ⌃ A 1...d5 2.Bf4! The London. " +
          "2...Nf6 ⌃ 1 3.e3 The set-up first: e3, Nf3, c3 or Nc3, then see " +
          "where Black's bishop goes. 3...c5 4.c3 2 3.Nf3!? e6 4.e3 " +
          "B 1...Nf6 2.Bf4 d5 = 2...Nf6 C 1...e6 2.Bf4 d5 3.e3",
      );
      await stage.picture(page, "bench-tree");
      await page.getByRole("button", { name: "3.Nf3!?" }).click();
      await eventually("line", () => line(page), [
        "1.\nd4",
        "d5",
        "2.\nBf4",
        "Nf6",
        "3.\nNf3",
      ]);
      await page.getByRole("button", { name: "= 2...Nf6" }).click();
      await eventually("link", async () => (await line(page)).at(-1), "Nf6");
      const current = page.locator(".tree .current");
      assert.equal(await current.innerText(), "2...Nf6");
    },
  ),

  "a book without a side asks for it, and then shows its holes": own(
    async (stage, server) => {
      const file = path.join(server.folder, "sideless.pgn");
      fs.writeFileSync(file, "1. d4 d5 2. c4 *\n");
      const page = await stage.open("/?play=d2d4");
      await page.locator("#file").setInputFiles(file);
      const question = page.locator(".side-question");
      await question.waitFor();
      await stage.picture(page, "side-question");
      await row(page, "d4").click();
      await row(page, "f5").waitFor();
      const holes = () => row(page, "f5").locator(".no-answer").count();
      await eventually("no hole", holes, 0);
      await question.getByRole("button", { name: "White" }).click();
      await eventually("hole", holes, 1);
      assert.equal(await question.count(), 0);
      // Taken back, and answered otherwise, once.
      await page.keyboard.press("Control+z");
      await eventually("below", () => cornerOfA1(page), "left bottom");
      await question.getByRole("button", { name: "Black" }).click();
      await eventually("turned", () => cornerOfA1(page), "right top");
      await page.keyboard.press("Control+z");
      await question.getByRole("button", { name: "both" }).click();
      await eventually("answered", () => question.count(), 0);
      await page.reload();
      await settled(page);
      assert.equal(await question.count(), 0);
    },
  ),

  "the tree shows each branch on its level, and long words are broken": own(
    async (stage, server) => {
      const address = `https://lichess.org/${"study".repeat(20)}`;
      const pgn = `1. e4 {${address}} (1. d4) 1... e5 (1... c5) 2. f4 (2. Nf3)
2... exf4 (2... d5) 3. Nf3 (3. Bc4) 3... g5 (3... d6) *`;
      fs.writeFileSync(path.join(server.folder, "deep.pgn"), pgn);
      const page = await stage.open("/");
      await page.locator("#file").setInputFiles(
        path.join(server.folder, "deep.pgn"),
      );
      const move = (name) => page.getByRole("button", { name, exact: true });
      await move("3...g5").waitFor();
      await stage.picture(page, "tree-deep");
      const left = async (name) => (await move(name).boundingBox()).x;
      assert.ok((await left("3...g5")) - (await left("1.e4")) < 80);
      // Siblings stand on one level, what follows them further in.
      const places = async (names) => Promise.all(names.map(left));
      const levels = [
        ["1...e5", "1...c5"],
        ["2.f4", "2.Nf3"],
        ["2...exf4", "2...d5"],
        ["3.Nf3", "3.Bc4"],
        ["3...g5", "3...d6"],
      ];
      let before = await left("1.d4");
      assert.equal(await left("1.e4"), before);
      for (const level of levels) {
        const [one, other] = await places(level);
        assert.equal(one, other, level[0]);
        assert.ok(one > before + 3, level[0]);
        before = one;
      }
      const isCut = (box) => box.scrollWidth > box.clientWidth + 1;
      assert.ok(!(await page.locator(".tree").evaluate(isCut)));
    },
  ),

  "a line on the board has its own place in the tree": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4,g8f6,c1f4,d7d5,e2e3`);
    await settled(page);
    await eventually(
      "tree",
      async () => /B 1\.\.\.Nf6 2\.Bf4 d5/.test((await tree(page)).replace(/\s+/g, " ")),
      true,
    );
    assert.match((await tree(page)).replace(/\s+/g, " "), /2\.\.\.Nf6 = 2\.\.\.d5/);
    const text = await page.locator(".tree .current").innerText();
    assert.equal(text, "3.e3");
  }),

  "the tree folds, and the keyboard walks in it": own(async (stage) => {
    const page = await stage.open(LONDON);
    await settled(page);
    const moves = () => page.locator(".tree .san").count();
    await eventually("all", moves, 17);
    await page.getByRole("button", { name: "1.d4", exact: true }).focus();
    await page.keyboard.press("ArrowLeft");
    await eventually("folded", moves, 1);
    assert.match(await tree(page), /⌄ 15/);
    await page.keyboard.press("ArrowRight");
    await eventually("unfolded", moves, 17);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually("there", async () => (await line(page)).at(-1), "2.\nBf4");
  }),

  "forward goes along the main line of the book": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4`);
    await settled(page);
    await eventually("tree", () => page.locator(".tree .san").count(), 17);
    await page.keyboard.press("ArrowRight");
    await eventually("reply", async () => (await line(page)).at(-1), "d5");
    await page.getByRole("button", { name: "Forward (→)" }).click();
    await eventually("next", async () => (await line(page)).at(-1), "2.\nBf4");
    await page.keyboard.press("End");
    await eventually("end", async () => (await line(page)).at(-1), "4.\nc3");
    const last = page.getByRole("button", { name: "Go to end (↓)" });
    assert.equal(await last.getAttribute("aria-disabled"), "true");
    await page.keyboard.press("ArrowLeft");
    await eventually("able", () => last.getAttribute("aria-disabled"), "false");
  }),

  "the tree is there again after another book": own(async (stage) => {
    const page = await stage.open(LONDON);
    await settled(page);
    const moves = () => page.locator(".tree .san").count();
    await eventually("tree", moves, 17);
    const choose = page.getByRole("combobox", { name: "Book" });
    const mine = await choose.inputValue();
    await choose.selectOption({ label: "games.tabia" });
    await eventually("no tree", moves, 0);
    await choose.selectOption(mine);
    await eventually("tree again", moves, 17);
  }),

  "one row per move, a column group per source": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4`);
    await settled(page);
    const text = async (san) =>
      (await row(page, san).innerText()).replace(/\s+/g, " ").trim();
    assert.match(await text("d5"), /^1\.\.\.d5 Bf4! 2 60% 6\b/);
    assert.match(await text("f5"), /^1\.\.\.f5 no answer 30% 3\b/);
    assert.match(await text("Nf6"), /^1\.\.\.Nf6 Bf4 2/); // one by 2...d5
    assert.match(await text("e6"), /^1\.\.\.e6 Bf4 1 10% 1\b/);
    const heads = await page.locator(".source-names th").allInnerTexts();
    assert.deepEqual(heads, ["London", "games.tabia"]);
    await stage.picture(page, "bench-here");
    // by games, then what only the book has
    const sans = () => page.locator(".moves tbody .san").allInnerTexts();
    assert.deepEqual(await sans(), ["d5", "f5", "e6", "Nf6"]);
    await page.getByRole("button", { name: "Move", exact: true }).click();
    assert.deepEqual(await sans(), ["d5", "Nf6", "e6", "f5"]);
    await row(page, "d5").click();
    await settled(page);
    assert.match(await text("Bf4!"), /^2\.Bf4! mine/);
  }),

  "a move that joins another line says so": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4,e7e6,c1f4`);
    await settled(page);
    const play = "d2d4,g8f6,c1f4";
    await page.goto(`${stage.server.url}${LONDON}&play=${play}`);
    await settled(page);
    assert.match(await row(page, "d5").innerText(), /= 2\.\.\.Nf6/);
  }),

  "sources are chosen in a menu, and kept in the address": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4`);
    await settled(page);
    const heads = () => page.locator(".source-names th").allInnerTexts();
    await page.getByRole("button", { name: "Sources" }).click();
    await stage.picture(page, "bench-sources");
    await page.getByRole("checkbox", { name: "games.tabia" }).uncheck();
    await eventually("without", heads, []);
    assert.match(query(page), /&sources=italian$/);
    await page.getByRole("checkbox", { name: "Italian for White" }).uncheck();
    await eventually("none", async () => query(page), "?play=d2d4&sources=");
    await page.reload();
    await settled(page);
    assert.deepEqual(await heads(), []);
    assert.equal(await row(page, "f5").count(), 0);
    await page.getByRole("button", { name: "Sources" }).click();
    await page.getByRole("button", { name: "Choose automatically" }).click();
    await eventually("again", heads, ["London", "games.tabia"]);
    assert.match(await page.locator("#tab-games").innerText(), /^Games\s+10$/);
  }),

  "the side at the bottom is in the address": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4`);
    await settled(page);
    await page.keyboard.press("f");
    await eventually("address", async () => query(page), "?play=d2d4&side=black");
    await page.goto(`${stage.server.url}${LONDON}&side=black`);
    await eventually("turned", () => cornerOfA1(page), "right top");
  }),

  "an address switches on adding": own(async (stage) => {
    const page = await stage.open(`${LONDON}&mode=edit`);
    await eventually("edit", () => page.getByLabel("Add moves").isChecked(), true);
    await page.getByLabel("Add moves").uncheck();
    await page.goto(`${stage.server.url}${LONDON}&mode=explore`);
    await settled(page);
    assert.equal(await page.getByLabel("Add moves").isChecked(), false);
  }),

  "the list of books and the first answer are asked for together": own(
    async (stage) => {
      const page = await stage.open("/");
      await settled(page);
      const times = {};
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        const name = /api\/(\w+)/.exec(pathname)?.[1];
        const isAhead = searchParams.get("play")?.includes(",");
        if (name && !isAhead) (times[name] ??= []).push({ sent: Date.now() });
      });
      await page.route("**/api/books", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await page.goto(`${stage.server.url}${LONDON}&play=d2d4`);
      await settled(page);
      await row(page, "d5").waitFor();
      assert.equal(times.books.length, 1);
      assert.equal(times.here.length, 1);
      assert.ok(Math.abs(times.books[0].sent - times.here[0].sent) < 200);
    },
  ),

  "a step is one request, and one of the open tab": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4`);
    await settled(page);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForTimeout(500);
    const ahead = asked.filter((path) => path !== "/api/graph");
    assert.ok(ahead.length <= 6, `asked ahead: ${ahead}`);
    asked.length = 0;
    // A move that is not in the table was not asked for ahead.
    await drag(page, "b7", "b6");
    await settled(page);
    await eventually("requests", async () => asked.sort(), [
      "/api/here",
      "/api/holes",
    ]);
  }),

  "likely steps are asked for ahead, once, and drawn at once": own(
    async (stage) => {
      const page = await stage.open(LONDON);
      await settled(page);
      await page.waitForTimeout(500);
      await page.route("**/api/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await route.continue().catch(() => {});
      });
      const drawn = await page.evaluate(async () => {
        document.querySelector(".moves tbody tr").click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return [
          document.querySelector(".dim, .waiting") === null,
          document.querySelector(".moves tbody .san").textContent,
        ];
      });
      assert.deepEqual(drawn, [true, "d5"]);
      // The move under the pointer, wherever it is in the table.
      const asked = [];
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname === "/api/here")
          asked.push(url.searchParams.get("play"));
      });
      await row(page, "e6").hover();
      await eventually(
        "asked for",
        async () => asked.filter((play) => play === "d2d4,e7e6").length,
        1,
      );
      await row(page, "e6").click();
      await settled(page);
      await page.waitForTimeout(200);
      assert.equal(asked.filter((play) => play === "d2d4,e7e6").length, 1);
    },
  ),

  "the map is beside the board: it follows, goes there, folds, grows": own(
    async (stage) => {
      const page = await stage.open(LONDON, {
        viewport: { width: 1440, height: 900 },
      });
      await settled(page);
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().includes("/api/graph")) asked++;
      });
      const canvas = page.locator(".small-map canvas");
      await canvas.waitFor();
      const box = await canvas.boundingBox();
      assert.ok(box.y + box.height <= 900, "in sight");
      // The position is in the middle; one level is 54 pixels.
      const click = async (down) => {
        await page.waitForTimeout(300);
        await page.mouse.click(
          box.x + box.width / 2,
          box.y + box.height / 2 + down,
        );
      };
      await click(54);
      await eventually("a move on", () => line(page), ["1.\nd4"]);
      await stage.picture(page, "small-map");
      await click(-54);
      await eventually("a move back", () => line(page), []);
      const table = await page.locator(".here").boundingBox();
      const fold = page.locator(".small-map [aria-expanded]");
      await fold.click();
      assert.equal(await canvas.count(), 0);
      assert.deepEqual(await page.locator(".here").boundingBox(), table);
      await page.reload();
      await settled(page);
      asked = 0;
      await row(page, "d4").click();
      await settled(page);
      await page.waitForTimeout(400);
      assert.deepEqual([asked, await canvas.count()], [0, 0]);
      await fold.click();
      await canvas.waitFor();
      await page.getByRole("button", { name: "Enlarge the map" }).click();
      await page.locator(".panel-map canvas").waitFor();
      assert.equal(await page.locator("canvas").count(), 1);
    },
  ),

  "on a phone the map beside the board is folded": own(async (stage) => {
    const page = await stage.open(LONDON, {
      viewport: { width: 390, height: 844 },
    });
    await settled(page);
    await page.waitForTimeout(400);
    assert.equal(await page.locator("canvas").count(), 0);
    await page.locator(".small-map [aria-expanded=false]").click();
    await page.locator(".small-map canvas").waitFor();
  }),

  "no move is lost on a slow connection": own(async (stage) => {
    const page = await stage.open(LONDON);
    await settled(page);
    await page.route("**/api/here**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue().catch(() => {});
    });
    await drag(page, "e2", "e4");
    await drag(page, "e7", "e5");
    await page.locator("#move").fill("Nf3");
    await page.keyboard.press("Enter");
    await eventually("line", () => line(page), ["1.\ne4", "e5", "2.\nNf3"], 1500);
    assert.equal(await pieceOn(page, "f3"), "white knight");
    await page.unroute("**/api/here**");
  }),

  "what is played beyond the book can be added with a key": own(async (stage) => {
    const page = await stage.open(`${LONDON}&play=d2d4,f7f5`);
    await settled(page);
    assert.match(await page.locator(".beyond").innerText(), /1\.\.\.f5/);
    await drag(page, "c1", "f4");
    await settled(page);
    await page.keyboard.press("M");
    await eventually(
      "tree",
      async () => /1\.\.\.f5 2\.Bf4/.test((await tree(page)).replace(/\s+/g, " ")),
      true,
    );
    await page.keyboard.press("Control+z");
    await eventually(
      "undone",
      async () => /1\.\.\.f5/.test(await tree(page)),
      false,
    );
  }),
};
