// explore.mjs - the board, the table, names, addresses, search

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  click,
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

const heading = (page) => page.locator(".position h2").innerText();
const query = (page) => new URL(page.url()).search;
const LOADS = 20;
const forBlack = serverOf((tabia) =>
  startServer(tabia, ["data/scandinavian.pgn"]),
);

/* The openings, and a copy of them without 1.a4. */
const twoLarge = serverOf((tabia) =>
  startServer(tabia, ["../../data/openings.txt"], [], (_, folder) => {
    const file = path.join(folder, "openings.txt");
    const lines = fs.readFileSync(file, "utf8").split("\n");
    const others = lines.filter((one) => !one.startsWith("a2a4"));
    fs.writeFileSync(path.join(folder, "fewer.txt"), others.join("\n"));
    return ["fewer.txt"];
  }),
);

export const tests = {
  async "the board may change its size while pieces move"(stage) {
    const play = "e2e4,d7d5,e4d5,d8d5,b1c3,d5a5,d2d4,c7c6";
    const page = await stage.open(`/?book=openings&play=${play}`, {
      reducedMotion: "no-preference",
    });
    await settled(page);
    // From one end to the other pieces appear, disappear and go far.
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press(i % 2 ? "End" : "Home");
      await page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight");
      await page.waitForTimeout(50);
      await page.setViewportSize({ width: 1280, height: i % 2 ? 800 : 600 });
    }
    await page.keyboard.press("End");
    const drawn = () =>
      page.evaluate(() => ({
        at: document.querySelector(".line .current")?.textContent,
        pieces: document.querySelectorAll(".pieces [data-piece]").length,
        pawn: document.querySelector('.pieces [data-square="c6"]')?.dataset.piece,
      }));
    await eventually("drawn", drawn, { at: "c6", pieces: 30, pawn: "bp" });
  },

  async "a window that is dragged while a piece moves does not freeze"(stage) {
    const page = await stage.open("/?book=openings&play=e2e4", {
      reducedMotion: "no-preference",
    });
    await settled(page);
    const dragging = page.evaluate(async () => {
      const key = { key: "ArrowLeft", bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", key));
      const board = document.querySelector(".board-pieces");
      for (let width = 300; width < 320; width++) {
        board.style.width = `${width}px`;
        await new Promise(requestAnimationFrame);
      }
      return "done";
    });
    const late = new Promise((resolve) =>
      setTimeout(resolve, 10_000, "frozen"),
    );
    assert.equal(await Promise.race([dragging, late]), "done");
    const pawns = () => page.locator(".pieces [data-square=e2]").count();
    await eventually("there", pawns, 1);
  },

  async "moves beyond a large book are shown, too"(stage) {
    const page = await stage.open("/?book=openings&play=e2e4,e7e5,a2a4,h7h5,h2h4");
    await settled(page);
    const beyond = page.locator(".beyond");
    await beyond.waitFor();
    assert.match(await beyond.innerText(), /Not in the book: 2\.\.\.h5 3\.h4/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await eventually("none", () => beyond.count(), 0);
  },

  "the tree of one book does not depend on that of another": twoLarge(
    async (stage) => {
      const page = await stage.open("/?book=openings&play=e2e4", {
        allow: [/status of 500/],
      });
      const tree = page.locator(".tree");
      await tree.waitFor();
      const held = [];
      const other = /api.outline.book=fewer&/;
      await page.route(other, (route) => held.push(route));
      const choose = (id) => page.locator("#book").selectOption(id);
      const leave = async (count) => {
        await choose("fewer");
        await eventually("asked", async () => held.length, count);
        await tree.waitFor({ state: "hidden" });
        await choose("openings");
        await tree.waitFor();
      };
      // What comes too late is asked for again, whether it failed or not.
      await leave(1);
      const late = page.waitForResponse(other);
      await held[0].fulfill({ status: 500, body: "broken" });
      await late;
      await page.waitForTimeout(100);
      assert.equal(await page.getByText("No tree: broken").count(), 0);
      await leave(2);
      const second = page.waitForResponse(other);
      await held[1].continue();
      await second;
      await page.waitForTimeout(100);
      await leave(3);
      await choose("fewer");
      await held[2].fulfill({ status: 500, body: "broken" });
      await page.getByText("No tree: broken").waitFor();
      await choose("openings");
      await tree.waitFor();
      await page.unroute(other);
      await choose("fewer");
      await tree.waitFor();
    },
  ),

  "moves beyond one large book are not counted in another": twoLarge(
    async (stage) => {
      const play = "e2e4,e7e5,a2a4,h7h5,h2h4";
      const page = await stage.open(`/?book=openings&play=${play}&sources=`);
      const beyond = () => page.locator(".beyond b").innerText();
      const choose = (id) => page.locator("#book").selectOption(id);
      await eventually("two", beyond, "2...h5 3.h4");
      await choose("fewer");
      await eventually("three", beyond, "2.a4 h5 3.h4");
      await choose("openings"); // whose answer is there at once
      await eventually("two again", beyond, "2...h5 3.h4");
    },
  ),

  async "the book is there, with names and counts"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    assert.equal(await heading(page), "Starting position");
    assert.match(
      await row(page, "e4").innerText(),
      /d5\s*g6\s*d6\s*…\s+\d+[^]*B00 King's Pawn Game/,
    );
    assert.equal(await page.locator(".moves tbody tr").count(), 12);
    await stage.picture(page, "explore");
    assert.match(await page.locator(".more").innerText(), /^12 of 20 moves/);
    await page.getByRole("button", { name: "show all" }).click();
    await eventually("rows", () => page.locator(".moves tbody tr").count(), 20);
  },

  async "moves by dragging, by two clicks, by the table"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    await drag(page, "e2", "e4");
    await eventually("after e4", () => pieceOn(page, "e4"), "white pawn");
    await settled(page);
    await click(page, "c7");
    await eventually("targets", () => page.locator(".target").count(), 2);
    await click(page, "c5");
    await eventually("line", () => line(page), ["1.\ne4", "c5"]);
    await settled(page);
    await row(page, "Nf3").hover();
    await eventually("arrow", () => page.locator(".arrow.move").count(), 1);
    await row(page, "Nf3").click();
    await eventually("line", () => line(page), ["1.\ne4", "c5", "2.\nNf3"]);
    assert.equal(query(page), "?book=openings&play=e2e4,c7c5,g1f3");
  },

  async "an illegal move goes back"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    await drag(page, "e2", "e5");
    await page.waitForTimeout(200);
    assert.equal(query(page), "?book=openings");
    const piece = page.locator('.pieces [data-square="e2"]');
    assert.equal(await piece.getAttribute("data-piece"), "wp");
  },

  async "castling by the king's two steps"(stage) {
    const play = "e2e4,e7e5,g1f3,b8c6,f1c4,f8c5";
    const page = await stage.open(`/?book=openings&play=${play}`);
    await settled(page);
    await drag(page, "e1", "g1");
    await eventually("king", () => pieceOn(page, "g1"), "white king");
    assert.equal(await pieceOn(page, "f1"), "white rook");
    assert.ok(query(page).endsWith(",e1h1"));
  },

  async "a promotion asks for the piece"(stage) {
    const fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1".replace(/ /g, "+");
    const page = await stage.open(`/?fen=${fen}`);
    await settled(page);
    await drag(page, "a7", "a8");
    await page.getByRole("button", { name: "rook" }).click();
    await eventually("rook", () => pieceOn(page, "a8"), "white rook");
    await eventually("line", () => line(page), ["1.\na8=R"]);
  },

  async "an address is a place, and Back goes back"(stage) {
    const page = await stage.open("/?book=openings&play=d2d4,g8f6,c2c4,e7e6");
    await settled(page);
    // Its own position has no name: the last one on the way has.
    assert.equal(await heading(page), "A50 Indian Defense: Normal Variation");
    await eventually("line", () => line(page), [
      "1.\nd4",
      "Nf6",
      "2.\nc4",
      "e6",
    ]);
    await page.locator("#search").fill("najdorf");
    const hit = page.locator("#search-hits li").first();
    assert.match(await hit.innerText(), /1\.e4 c5 2\.Nf3 d6 3\.d4 cxd4/);
    await stage.picture(page, "search-hits");
    await hit.click();
    await settled(page);
    await eventually(
      "the Najdorf",
      async () => /Najdorf/.test(await heading(page)),
      true,
    );
    await eventually(
      "in the usual order",
      async () => (await line(page)).slice(0, 4).join(" "),
      "1.\ne4 c5 2.\nNf3 d6",
    );
    await page.goBack();
    await settled(page);
    await eventually(
      "back",
      () => heading(page),
      "A50 Indian Defense: Normal Variation",
    );
    await page.reload();
    await settled(page);
    assert.equal(
      await heading(page),
      "A50 Indian Defense: Normal Variation",
    );
  },

  async "transpositions are counted apart"(stage) {
    const play = "e2e4,e7e5,g1f3,b8c6,f1c4";
    const page = await stage.open(`/?book=openings&play=${play}`);
    await settled(page);
    const extra = page.locator(".moves .extra").first();
    assert.match(await extra.getAttribute("title"), /by transposition$/);
  },

  async "an empty table says why"(stage) {
    const page = await stage.open("/?book=italian&sources=&play=a2a3");
    await settled(page);
    const empty = page.locator(".empty");
    assert.match(await empty.innerText(), /not in “Italian for White”/);
    const beyond = page.locator(".beyond");
    assert.match(await beyond.innerText(), /Not in the book: 1\.a3/);
    await page.getByRole("button", { name: "Back one move" }).click();
    await eventually("rows", () => page.locator(".moves tbody tr").count(), 1);
    assert.equal(await beyond.count(), 0);

    await page.goto(`${stage.server.url}/?fen=7k/5QQ1/8/8/8/8/8/K7+b+-+-+0+1`);
    await settled(page);
    assert.match(await empty.innerText(), /^Checkmate/);
  },

  async "a wrong address is reported, not crashed on"(stage) {
    const page = await stage.open("/", { allow: [/status of 40[04]/] });
    await settled(page);
    await page.evaluate(() => {
      history.pushState(null, "", "/?play=e2e5");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await page.locator(".problem").waitFor();
    await page.goto(`${stage.server.url}/?fen=xx&book=gone`);
    await page.locator(".problem", { hasText: /^fen: expected/ }).waitFor();
    await page.locator(".notice", { hasText: "no book “gone”" }).waitFor();
    await page
      .getByRole("button", { name: "Go to the starting position" })
      .click();
    await settled(page);
    assert.equal(await heading(page), "Starting position");
  },

  async "books can be switched"(stage) {
    const page = await stage.open("/?book=openings&play=e2e4");
    await settled(page);
    await page.locator("#book").selectOption({ label: "Italian for White" });
    await settled(page);
    const own = page.locator(".moves tbody tr:not(.outside)");
    await eventually("rows", () => own.count(), 2);
    assert.equal(query(page), "?play=e2e4"); // it is the first book
    await row(page, "c5").click();
    await settled(page);
    assert.match(await row(page, "c3").innerText(), /Against the Sicilian/);
  },

  async "a bare address is where we were last"(stage) {
    const page = await stage.open("/");
    await settled(page);
    await page.locator("#book").selectOption({ label: "openings.txt" });
    await settled(page);
    await page.goto(`${stage.server.url}/`);
    await settled(page);
    assert.equal(query(page), "?book=openings");
  },

  async "the evaluation of the file is shown"(stage) {
    const page = await stage.open("/?book=italian&play=e2e4,c7c5,c2c3");
    await settled(page);
    assert.match(await row(page, "d5").innerText(), /-0\.10/);
  },

  "a book for Black is drawn for Black, whenever it comes": forBlack(
    async (stage) => {
      const page = await stage.open("/?book=scandinavian&play=d2d4");
      for (let i = 0; i < LOADS; i++) {
        if (i) await page.reload();
        await eventually(`load ${i + 1}`, () => cornerOfA1(page), "right top");
      }
      await stage.picture(page, "black-book");
      await page.evaluate(() => {
        for (let i = 0; i < 3; i++)
          document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "f", bubbles: true }),
          );
      });
      await eventually("three flips", () => cornerOfA1(page), "left bottom");
    },
  ),

  async "forward follows moves that are to be played"(stage) {
    const page = await stage.open("/?book=openings");
    await settled(page);
    assert.equal(await page.getByLabel("Chapter").count(), 0); // of no study
    const outline = await page.evaluate(() =>
      fetch("/api/outline?book=openings").then((answer) => answer.json()),
    );
    const [root] = outline.positions;
    assert.ok(root.moves.some((move) => move.mark));
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const played = new URL(page.url()).searchParams.get("play");
    assert.equal(played, root.moves.find((move) => !move.mark).uci);
    await page.keyboard.press("End");
    await settled(page);
    const whole = new URL(page.url()).searchParams.get("play");
    assert.ok(whole.split(",").length > 1, whole);
  },

  async "a burst of steps asks little"(stage) {
    const play = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6";
    const page = await stage.open(`/?book=openings&play=${play}`);
    await settled(page);
    const named = async () =>
      (await line(page)).every((text) => !/[a-h]\d[a-h]\d/.test(text));
    await eventually("the names of the moves are known", named, true);
    // every step back is one request, then it is remembered
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("ArrowLeft");
      await settled(page);
    }
    await page.keyboard.press("End");
    await settled(page);
    let asked = 0;
    const along = play.split(",").map((_, i, all) => all.slice(0, i + 1).join());
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname !== "/api/here") return;
      if (along.includes(url.searchParams.get("play"))) asked++;
    });
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
    await settled(page);
    assert.equal(asked, 0); // every step back is remembered
    await page.locator("#book").selectOption({ label: "Italian for White" });
    await settled(page);
    await page.waitForTimeout(300);
    asked = 0;
    await page.evaluate(() => {
      for (let i = 0; i < 4; i++)
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }),
        );
    });
    await settled(page);
    // The first and the last; the others were overtaken, all but one perhaps
    // where the machine is slow.
    assert.ok(asked === 2 || asked === 3, `${asked} requests`);
  },
};
