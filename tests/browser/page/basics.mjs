// basics.mjs - what everyone expects: new books, pasting, copying, drawing

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  drag,
  eventually,
  line,
  pieceOn,
  row,
  serverOf,
  settled,
  startServer,
} from "../harness.mjs";

const STUDY = `[Event "Study"]
[Orientation "white"]

1. e4 { [%csl Gd5][%cal Gd2d4,Re4e5] Centre first. } e5 (1... c5 2. c3) 2. Nf3 *
`;

/* Tests that change the study have a copy of it each. */
const COPIES = ["study", "arrows", "order", "shifted", "copied"];

function prepare(_, folder) {
  const names = COPIES.map((name) => `${name}.pgn`);
  for (const name of names) fs.writeFileSync(path.join(folder, name), STUDY);
  return [...names, "other.pgn"];
}

const own = serverOf((tabia) => startServer(tabia, [], [], prepare));
const saving = serverOf((tabia) => startServer(tabia, [], [], prepare));

const status = (page) => page.locator(".saved").innerText();
const comment = (page) => page.getByLabel("Comment", { exact: true });
const tree = async (page) =>
  (await page.locator(".tree").innerText()).replace(/\s+/g, " ");
const query = (page) => new URL(page.url()).search;

async function paste(page, text) {
  await page.locator("#search").fill(text);
  await page.locator("#search-hits .pasted").waitFor();
  await page.keyboard.press("Enter");
}

async function typeMoves(page, text) {
  for (const move of text.split(" ")) {
    await page.locator("#move").fill(move);
    await page.keyboard.press("Enter");
  }
}

export const tests = {
  "a new book on a phone closes the menu": saving(async (stage) => {
    const page = await stage.open("/", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await settled(page);
    await page.getByRole("button", { name: /^New book, sources/ }).tap();
    await page.getByRole("button", { name: "New", exact: true }).tap();
    const dialog = page.getByRole("dialog", { name: "New book" });
    await dialog.getByLabel("Title").fill("Pocket");
    await dialog.getByRole("button", { name: "Create" }).tap();
    await eventually("new", async () => query(page), "?book=pocket");
    const theme = page.getByRole("button", { name: /^Theme/ });
    await eventually("closed", () => theme.isVisible(), false);
  }),

  "an arrow that is drawn before its move is added is saved": saving(
    async (stage, server) => {
      const page = await stage.open("/");
      await settled(page);
      await page.getByRole("button", { name: "New" }).click();
      const dialog = page.getByRole("dialog", { name: "New book" });
      await dialog.getByLabel("Title").fill("Slow");
      await dialog.getByRole("button", { name: "Create" }).click();
      await eventually("new", async () => query(page), "?book=slow");
      await settled(page);
      await page.route("**/api/edit**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue().catch(() => {});
      });
      await drag(page, "d2", "d4");
      await settled(page);
      await drag(page, "c1", "f4", "right");
      await eventually("arrow", () => page.locator(".arrow.green").count(), 1);
      await page.unroute("**/api/edit**");
      await page.keyboard.press("Control+s");
      await eventually("saved", () => page.locator(".saved").innerText(), "Saved");
      const text = fs.readFileSync(path.join(server.folder, "slow.pgn"), "utf8");
      assert.match(text, /1\. d4 \{ ?\[%cal Gc1f4\]/);
    },
  ),

  "a new book from nothing: lines, comments, arrows, saved, exported": saving(
    async (stage, server) => {
      const page = await stage.open("/");
      await settled(page);
      await page.getByRole("button", { name: "New" }).click();
      const dialog = page.getByRole("dialog", { name: "New book" });
      await dialog.getByLabel("Title").fill("My London");
      await dialog.getByText("created when you save the book").waitFor();
      await stage.picture(page, "new-book");
      await dialog.getByRole("button", { name: "Create" }).click();
      await eventually("new", async () => query(page), "?book=my-london");
      await eventually(
        "facts",
        () => page.locator(".facts").innerText(),
        "White",
      );
      assert.ok(await page.getByLabel("Add moves").isChecked());
      await typeMoves(page, "d4 d5 Bf4 Nf6 e3");
      await eventually("tree", () => tree(page), "1.d4 d5 2.Bf4 Nf6 3.e3");
      await settled(page);
      await comment(page).fill("The set-up first.");
      await comment(page).blur();
      await eventually(
        "comment",
        () => tree(page),
        "1.d4 d5 2.Bf4 Nf6 3.e3 The set-up first.",
      );
      await settled(page);
      await drag(page, "f1", "d3", "right");
      await eventually("arrow", () => page.locator(".arrow.green").count(), 1);
      await settled(page);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await settled(page);
      await typeMoves(page, "Nc6 e3");
      await eventually(
        "branch",
        () => tree(page),
        "1.d4 d5 2.Bf4 ⌃ A 2...Nf6 3.e3 The set-up first. B 2...Nc6 3.e3",
      );
      await eventually("sent", () => status(page), "Unsaved changes");
      const file = path.join(server.folder, "my-london.pgn");
      assert.ok(!fs.existsSync(file));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await eventually("saved", () => status(page), "Saved");
      assert.equal(await page.locator("dialog").count(), 0); // nothing is lost
      const pgn = fs.readFileSync(file, "utf8").replace(/\s+/g, " ");
      assert.match(pgn, /1\. d4 d5 2\. Bf4 Nf6 \(2\.\.\. Nc6 3\. e3\)/);
      assert.match(pgn, /3\. e3 \{ ?\[%cal Gf1d3\] The set-up first\. ?\}/);
      assert.match(pgn, /Orientation "white"/);

      await page.getByRole("button", { name: "Export…" }).click();
      await page.getByLabel("Format").selectOption("openings");
      const report = () => page.locator(".loss-report").innerText();
      await eventually("losses", report, "This format stores everything.");
      const link = page.getByRole("link", { name: "Download" });
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        link.click(),
      ]);
      const text = fs.readFileSync(await download.path(), "utf8");
      assert.match(text, /The set-up first\./);
    },
  ),

  "a comment is one field, before and after a restart": own(async (stage) => {
    const page = await stage.open("/?play=e2e4");
    await settled(page);
    assert.equal(await comment(page).inputValue(), "Centre first.");
    assert.match(await tree(page), /1\.e4 Centre first\./);
    // the same text in practice, as soon as the move is on the board
    await page.goto(`${stage.server.url}/?tab=practise`);
    await page.getByRole("button", { name: /^Start/ }).click();
    await page.locator(".verdict", { hasText: "Your move" }).waitFor();
    await typeMoves(page, "e4");
    await page.locator(".practice-line .note").getByText("Centre first.").waitFor();
    assert.equal(await page.locator(".tree").count(), 0); // it would tell
  }),

  "arrows and circles of a study are drawn, and can be changed": own(
    async (stage) => {
      const page = await stage.open("/?book=arrows&play=e2e4");
      await settled(page);
      const drawn = async () => ({
        green: await page.locator(".arrow.green").count(),
        red: await page.locator(".arrow.red").count(),
        circles: await page.locator(".circle.green").count(),
      });
      await eventually("drawn", drawn, { green: 1, red: 1, circles: 1 });
      await stage.picture(page, "shapes");
      await drag(page, "d2", "d4", "right"); // the same again
      await eventually("removed", drawn, { green: 0, red: 1, circles: 1 });
      await settled(page);
      await drag(page, "a1", "a1", "right");
      await eventually("circle", drawn, { green: 0, red: 1, circles: 2 });
      await eventually("kept", () => comment(page).inputValue(), "Centre first.");
      assert.equal(await pieceOn(page, "d2"), "white pawn");
      for (let i = 0; i < 2; i++) await page.keyboard.press("Control+z");
      await eventually("undone", drawn, { green: 1, red: 1, circles: 1 });
    },
  ),

  "the wheel on the board steps through the line": own(async (stage) => {
    const page = await stage.open("/?play=e2e4,e7e5,g1f3");
    await settled(page);
    const current = () => page.locator(".line .current").innerText();
    const box = await page.locator("div.board").boundingBox();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.wheel(0, -100);
    await eventually("back", current, "e5");
    await page.waitForTimeout(100);
    await page.mouse.wheel(0, 100);
    await eventually("forward", current, "Nf3");
    assert.equal(await page.evaluate(() => scrollY), 0);
    // As the arrow keys do, it follows the book where no move is ahead.
    await page.goto(`${stage.server.url}/?play=e2e4`);
    await settled(page);
    await page.mouse.move(box.x + 110, box.y + 110);
    await page.mouse.wheel(0, 100);
    await eventually("along the book", current, "e5");
  }),

  "an illegal move is no longer called so after another": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    await page.locator("#move").fill("Ke5");
    await page.keyboard.press("Enter");
    const wrong = page.locator("#move-wrong");
    await wrong.waitFor();
    await row(page, "e4").click();
    await eventually("gone", () => wrong.count(), 0);
  }),

  "a variation becomes the main line, and comes back": own(async (stage) => {
    const page = await stage.open("/?book=order&play=e2e4,c7c5");
    await settled(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Make main line" }).click();
    await eventually(
      "promoted",
      () => tree(page),
      "1.e4 Centre first. ⌃ A 1...c5 2.c3 B 1...e5 2.Nf3",
    );
    await page.keyboard.press("Escape");
    await page.locator("main").click({ position: { x: 3, y: 3 } });
    await page.keyboard.press("Control+z");
    await eventually(
      "undone",
      () => tree(page),
      "1.e4 Centre first. ⌃ A 1...e5 2.Nf3 B 1...c5 2.c3",
    );
  }),

  "moves go up and down: by keys in the tree, in the table, saved": own(
    async (stage) => {
      const page = await stage.open("/?book=shifted&play=e2e4");
      await settled(page);
      const inTree = (first, second) =>
        `1.e4 Centre first. ⌃ A 1...${first} B 1...${second}`;
      const [e5, c5] = ["e5 2.Nf3", "c5 2.c3"];
      await page.locator(".tree .san", { hasText: "c5" }).focus();
      await page.keyboard.press("Alt+ArrowUp");
      await eventually("up", () => tree(page), inTree(c5, e5));
      const focus = () => page.evaluate(() => document.activeElement.innerText);
      await eventually("keeps the focus", focus, "1...c5");
      await page.keyboard.press("Alt+ArrowDown");
      await eventually("down", () => tree(page), inTree(e5, c5));
      await page.getByRole("button", { name: "Move", exact: true }).click();
      await page.getByRole("button", { name: "Move c5 up" }).click();
      await eventually("by the table", () => tree(page), inTree(c5, e5));
      assert.equal(
        await page.locator(".moves tbody .san").first().innerText(),
        "c5",
      );
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator(".notice", { hasText: "Saved" }).waitFor();
      const file = path.join(stage.server.folder, "shifted.pgn");
      const text = fs.readFileSync(file, "utf8").replace(/\s+/g, " ");
      assert.match(text, /c5 \(1\.\.\. e5 2\. Nf3\) 2\. c3/);
    },
  ),

  "a branch can be copied to another book": own(async (stage) => {
    const page = await stage.open("/?book=copied&play=e2e4,c7c5");
    await settled(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page
      .getByLabel("Copy this branch to another book")
      .selectOption("other");
    await page.locator(".notice", { hasText: "Copied 3 moves" }).waitFor();
    await page.goto(`${stage.server.url}/?book=other`);
    await settled(page);
    await eventually(
      "copied",
      () => tree(page),
      "1.e4 Centre first. 1...c5 2.c3",
    );
  }),

  "a position, moves or games can be pasted": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    await paste(page, "8/P6k/8/8/8/8/7K/8 w - - 0 1");
    await eventually("position", () => pieceOn(page, "a7"), "white pawn");
    assert.match(query(page), /^\?fen=8\/P6k/);
    await settled(page);
    assert.equal(
      await page.locator(".position h2").innerText(),
      "Unnamed position",
    );
    await paste(page, "1.e4 c5 2.c3");
    await eventually("moves", () => line(page), ["1.\ne4", "c5", "2.\nc3"]);
    await paste(page, "Nf6 e5");
    await eventually("further", async () => (await line(page)).length, 5);
    await page.locator("#search").focus();
    const pgn = '[Event "Pasted"]\n\n1. b4 e5 (1... d5) 2. Bb2 *\n';
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      const event = { clipboardData: data, bubbles: true, cancelable: true };
      document
        .getElementById("search")
        .dispatchEvent(new ClipboardEvent("paste", event));
    }, pgn);
    await row(page, "b4").waitFor();
    await eventually("tree", () => tree(page), "1.b4 ⌃ A 1...e5 2.Bb2 B 1...d5");
    await page.getByRole("button", { name: "Close this book" }).click();

    // Outside of the field, and dropped, as well.
    await settled(page);
    const give = (type, text) =>
      page.evaluate(
        ([type, text]) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const options = { bubbles: true, cancelable: true };
          const event =
            type === "drop"
              ? new DragEvent("drop", { ...options, dataTransfer: data })
              : new ClipboardEvent("paste", { ...options, clipboardData: data });
          document.querySelector("main").dispatchEvent(event);
        },
        [type, text],
      );
    await give("drop", "8/P6k/8/8/8/8/7K/8 w - - 0 1");
    await eventually("dropped", () => pieceOn(page, "a7"), "white pawn");
    await give("paste", "1.e4 e6 2.d4");
    await eventually("pasted", () => line(page), ["1.\ne4", "e6", "2.\nd4"]);
    await give("drop", "https://lichess.org/analysis/8/P6k/8/8/8/8/7K/8_w_-_-_0_1");
    await eventually("link", () => pieceOn(page, "a7"), "white pawn");
    await give("paste", "\ufeff1.♙e4 ♟e5\r\n2.Sf3 Sc6 3.Lf1-c4!? Lc5 4.0-0");
    await eventually("read", async () => (await line(page)).at(-1), "4.\nO-O");
    const told = (text) => page.locator(".notice", { hasText: text }).waitFor();
    await give("paste", "1.e4 e5 2.Nf9 Nc6");
    await told("“Nf9” after “e5” is not a legal move.");
    await give("paste", "hello you");
    await told("“hello” is not a position, a move or PGN.");

    // The move field takes the same.
    await typeMoves(page, "Sf6 ♖e1");
    await eventually("typed", () => pieceOn(page, "e1"), "white rook");
    await page.locator("#move").fill("1. d4 d5 2. c2-c4");
    await page.keyboard.press("Enter");
    await eventually("a line", () => line(page), ["1.\nd4", "d5", "2.\nc4"]);
    await page.locator("#move").fill("e5 Rf3 e6");
    await page.keyboard.press("Enter");
    await page.locator("#move-wrong").waitFor();
    await page.locator("#search").fill("e5 cxd5 Rf3");
    await page
      .locator(".pasted", { hasText: "“Rf3” after “cxd5” is not a legal move" })
      .waitFor();
    assert.equal(await page.locator("#search-hits .none").count(), 0);
  }),

  "several files are opened one after the other": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    const file = (name, move) => ({
      name: `${name}.pgn`,
      mimeType: "text/plain",
      buffer: Buffer.from(`[Event "${name}"]\n\n1. ${move} *\n`),
    });
    await page
      .locator("#file")
      .setInputFiles([file("First", "a3"), file("Second", "a4")]);
    await row(page, "a4").waitFor();
    const titles = await page.locator("#book option").allInnerTexts();
    for (const title of ["First", "Second"])
      assert.ok(titles.includes(title), titles.join());
  }),

  "position, line and link can be copied": own(async (stage) => {
    const page = await stage.open("/?play=e2e4,c7c5");
    await page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"]);
    await settled(page);
    const copied = async (name) => {
      await page
        .getByRole("group", { name: "Copy" })
        .getByRole("button", { name })
        .click();
      await page.locator(".notice").waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(
      await copied("FEN"),
      "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    );
    assert.equal(await copied("line"), "1. e4 c5");
    await page.keyboard.press("f");
    assert.equal(
      await copied("link"),
      `${stage.server.url}/?play=e2e4,c7c5&side=black`,
    );
  }),
};
