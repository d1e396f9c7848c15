// imports.mjs - files that are dropped: studies as books, games as stores

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  drag,
  drop,
  eventually,
  line,
  pieceOn,
  row,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const STUDY = `[Event "My study"]

1. d4 {Queen's pawn.} d5 (1... f5 2. g3) 2. c4 *
`;

const CHAPTERS = `[Event "Study: Open games"]
[ChapterName "Open games"]

1. e4 e5 2. Nf3 *

[Event "Study: Sicilian"]
[ChapterName "Sicilian"]

1. e4 c5 2. c3 *

[Event "Study: An ending"]
[ChapterName "An ending"]
[FEN "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"]
[SetUp "1"]

1. Kd3 Kd5 *
`;

const game = (moves, result, elo, date) => `[White "Me"]
[Black "You"]
[Result "${result}"]
[WhiteElo "${elo}"]
[BlackElo "${elo}"]
[Date "${date}"]

${moves} ${result}
`;

const GAMES = [
  game("1. e4 e5 2. Nf3", "1-0", 2000, "2023.05.01"),
  game("1. e4 e5 2. Nf3", "0-1", 2200, "2024.06.01"),
  game("1. e4 g6 2. d4", "1/2-1/2", 2400, "2024.07.01"),
].join("\n");

const own = serverOf((tabia) => startServer(tabia, ["data/italian.txt"]));

const chosen = (page) =>
  page.locator("#book option:checked").evaluate((option) => option.text);
const bookOf = (page) => new URL(page.url()).searchParams.get("book");

export const tests = {
  "a dropped file says how long it lasts, where no button moves": own(
    async (stage) => {
      const page = await stage.open("/");
      await settled(page);
      const note = page.getByText("last until the server stops");
      assert.equal(await note.count(), 0);
      await drop(page, "lasting.pgn", STUDY.replace("My study", "Lasting"));
      await eventually("open", () => chosen(page), "Lasting");
      await settled(page);
      assert.equal(await note.count(), 1);
      const close = page.getByRole("button", { name: "Close this book" });
      const before = await close.boundingBox();
      await page.getByRole("switch", { name: "Add moves" }).check();
      await drag(page, "e2", "e4");
      const saved = () => page.locator(".saved").innerText();
      await eventually("edited", saved, "Unsaved changes");
      const { x, width } = await close.boundingBox();
      assert.ok(Math.abs(x - before.x) < width / 4, `moved to ${x}`);
      assert.equal(await note.count(), 1);
      await page.setViewportSize({ width: 390, height: 844 });
      await note.scrollIntoViewIfNeeded();
      await stage.picture(page, "import-lasts-phone");
      assert.equal((await page.locator(".head").boundingBox()).height, 47);
      assert.ok(await page.getByRole("button", { name: "Save as…" }).isVisible());
      assert.equal(await tooWide(page), 0);
    },
  ),

  "a dropped study is edited, saved under a new name, and known again": own(
    async (stage, server) => {
      const page = await stage.open("/");
      await settled(page);
      await drop(page, "study.pgn", STUDY);
      await eventually("open", () => chosen(page), "My study");
      const id = bookOf(page);
      assert.match(id, /^import-[0-9a-f]{16}$/);
      await page.getByRole("switch", { name: "Add moves" }).check();
      await drag(page, "e2", "e4");
      await eventually(
        "edited",
        () => page.locator(".saved").innerText(),
        "Unsaved changes",
      );
      await stage.picture(page, "import-study");

      await page.getByRole("button", { name: "Save as…" }).click();
      const title = page.getByLabel("Title", { exact: true });
      assert.equal(await title.inputValue(), "My study");
      await title.fill("Kept study");
      await stage.picture(page, "import-save-as");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await eventually("shown", () => chosen(page), "Kept study");
      await eventually(
        "saved",
        () => page.locator(".saved").innerText(),
        "Saved",
      );
      assert.equal(await pieceOn(page, "e4"), "white pawn"); // still there
      const file = path.join(server.folder, "kept-study.pgn");
      const text = fs.readFileSync(file, "utf8");
      for (const part of ["{Queen's pawn.}", "1... f5 2. g3", "1. e4"])
        assert.ok(text.includes(part), text);

      // Closed and dropped again, it is the same book.
      await page.locator("#book").selectOption({ value: id });
      await page.getByRole("button", { name: "Close this book" }).click();
      await eventually("closed", () => chosen(page), "Italian for White");
      await drop(page, "renamed.pgn", STUDY);
      await eventually("back", () => bookOf(page), id);
      await page.reload();
      await settled(page);
      assert.equal(await chosen(page), "My study");

      // Others do not see it, unless they have its address.
      const other = await stage.open("/");
      await settled(other);
      const titles = await other.locator("#book option").allInnerTexts();
      assert.ok(!titles.includes("My study"), titles.join());
      const linked = await stage.open(`/?book=${id}`);
      await settled(linked);
      assert.equal(await chosen(linked), "My study");
    },
  ),

  "a study of several chapters keeps its title": own(async (stage, server) => {
    const page = await stage.open("/");
    await settled(page);
    await drop(page, "chapters.pgn", CHAPTERS);
    await eventually("named", () => chosen(page), "Study");
    await page.getByRole("button", { name: "Save as…" }).click();
    const title = page.getByLabel("Title", { exact: true });
    assert.equal(await title.inputValue(), "Study");
    await title.fill("Three chapters");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await eventually("shown", () => chosen(page), "Three chapters");
    const saved = () => page.locator(".saved").innerText();
    await eventually("saved, without a question", saved, "Saved");
    const file = path.join(server.folder, "three-chapters.pgn");
    const text = fs.readFileSync(file, "utf8");
    assert.equal(text.match(/\[Event "Three chapters: /g)?.length, 3, text);
    assert.equal(await page.getByRole("dialog").count(), 0);
  }),

  "a study with changes is closed only after a question": own(
    async (stage, server) => {
      const page = await stage.open("/");
      await settled(page);
      await drop(page, "dirty.pgn", STUDY.replace("My", "Dirty"));
      await eventually("open", () => chosen(page), "Dirty study");
      const id = bookOf(page);
      await page.getByRole("switch", { name: "Add moves" }).check();
      await drag(page, "g2", "g4");
      await eventually(
        "edited",
        () => page.locator(".saved").innerText(),
        "Unsaved changes",
      );
      const question = page.getByRole("dialog", { name: "Close without saving?" });
      await page.getByRole("button", { name: "Open as games" }).click();
      await question.getByRole("button", { name: "Cancel" }).click();
      assert.equal(bookOf(page), id);
      await page.getByRole("button", { name: "Close this book" }).click();
      await stage.picture(page, "import-close");
      await question.getByRole("button", { name: "Save as…" }).click();
      await page.getByLabel("Title", { exact: true }).fill("Saved at the end");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await eventually("copy", () => chosen(page), "Saved at the end");
      const titles = () => page.locator("#book option").allInnerTexts();
      await eventually(
        "closed",
        async () => (await titles()).includes("Dirty study"),
        false,
      );
      const file = path.join(server.folder, "saved-at-the-end.pgn");
      await eventually(
        "saved",
        async () => fs.existsSync(file) && /1\. g4/.test(fs.readFileSync(file, "utf8")),
        true,
      );

      // The other answer.
      await drop(page, "dirty.pgn", STUDY.replace("My", "Dirtier"));
      await eventually("open", () => chosen(page), "Dirtier study");
      await page.getByRole("switch", { name: "Add moves" }).check();
      await drag(page, "g2", "g4");
      await eventually(
        "edited",
        () => page.locator(".saved").innerText(),
        "Unsaved changes",
      );
      await page.getByRole("button", { name: "Close this book" }).click();
      await question.getByRole("button", { name: "Close", exact: true }).last().click();
      await eventually("gone", () => chosen(page), "Italian for White");
    },
  ),

  "what is being typed counts when a study is closed": own(
    async (stage) => {
      const page = await stage.open("/", { allow: [/status of 500/] });
      await settled(page);
      await drop(page, "typed.pgn", STUDY.replace("My", "Typed"));
      await eventually("open", () => bookOf(page)?.slice(0, 7), "import-");
      await page.keyboard.press("Shift+ "); // the comment of 1.d4
      await settled(page);
      // A change that fails is not in the book, and must not be lost either.
      let isFailing = true;
      await page.route("**/api/edit", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        if (isFailing) await route.fulfill({ status: 500, body: "full" });
        else await route.continue();
      });
      const comment = page.getByLabel("Comment", { exact: true });
      const close = page.getByRole("button", { name: "Close this book" });
      const question = page.getByRole("dialog", { name: /^Close without/ });
      const cancel = question.getByRole("button", { name: "Cancel" });
      await comment.fill("Refused.");
      await close.click();
      await cancel.click();
      await page.locator(".refused").getByText("full").waitFor();
      isFailing = false;
      await comment.fill("Typed.");
      await close.click();
      await cancel.click();
      assert.equal(await chosen(page), "Typed study •");
      assert.equal(await comment.inputValue(), "Typed.");
      // Closed for good, the refused change is not that of the next study.
      isFailing = true;
      await comment.fill("Refused again.");
      await comment.blur();
      await page.locator(".refused").getByText("full").waitFor();
      await close.click();
      await question.getByRole("button", { name: "Close", exact: true }).last().click();
      await eventually("closed", () => chosen(page), "Italian for White");
      await drop(page, "typed.pgn", STUDY.replace("My", "Typed"));
      await eventually("open", () => chosen(page), "Typed study");
      await settled(page);
      assert.equal(await page.locator(".refused").count(), 0);
    },
  ),

  "a study that was closed is opened again as the file has it": own(
    async (stage) => {
      const page = await stage.open("/");
      await settled(page);
      const open = async () => {
        await drop(page, "again.pgn", STUDY.replace("My", "Same"));
        await eventually("open", () => bookOf(page)?.slice(0, 7), "import-");
        await settled(page);
      };
      const edit = async () => {
        await page.getByRole("switch", { name: "Add moves" }).check();
        await drag(page, "b2", "b4");
        const state = () => page.locator(".saved").innerText();
        await eventually("edited", state, "Unsaved changes");
        await page.getByRole("button", { name: "Back (←)" }).click();
        await row(page, "b4").waitFor();
      };
      const close = page.getByRole("button", { name: "Close this book" });
      const question = page.getByRole("dialog", { name: /^Close without/ });
      const discard = question.locator(".actions").getByText("Close");
      await open();
      const id = bookOf(page);
      await edit();
      await close.click();
      await discard.click();
      await eventually("closed", () => chosen(page), "Italian for White");
      await open();
      await row(page, "d4").waitFor();
      assert.equal(await row(page, "b4").count(), 0);
      // What was saved of the book before says nothing about this one.
      await edit();
      await page.getByRole("button", { name: "Save as…" }).click();
      await page.getByLabel("Title", { exact: true }).fill("Same, kept");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await eventually("kept", () => chosen(page), "Same, kept");
      await page.locator("#book").selectOption(id);
      await close.click();
      await eventually("closed again", () => chosen(page), "Italian for White");
      await open();
      await edit();
      await close.click();
      await discard.click();
    },
  ),

  "books of one name are told apart": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    for (const moves of ["1. e4 b6", "1. e4 a6"]) {
      await drop(page, "pasted.pgn", `${moves} 2. d4 (2. Nf3) *`);
      await eventually("open", async () => (await chosen(page)).startsWith("pasted.pgn"), true);
      await settled(page);
    }
    const names = async () =>
      (await page.locator("#book option").allInnerTexts()).filter((one) => one.startsWith("pasted"));
    await eventually("names", names, ["pasted.pgn (1)", "pasted.pgn (2)"]);
  }),

  "the chapters of a study are chosen by their names": own(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    await drop(page, "chapters.pgn", CHAPTERS);
    await eventually("open", () => bookOf(page)?.startsWith("import-"), true);
    const chapters = page.getByLabel("Chapter");
    await chapters.waitFor();
    assert.deepEqual(await chapters.locator("option").allInnerTexts(), [
      "1. Open games",
      "2. Sicilian",
      "3. An ending",
    ]);
    await chapters.selectOption("1");
    await eventually("there", () => line(page), ["1.\ne4", "c5"]);
    await settled(page);
    assert.equal(await chapters.inputValue(), "1");
    await stage.picture(page, "chapters");
    await chapters.selectOption("2");
    await eventually("ending", () => pieceOn(page, "e5"), "black king");
    await settled(page);
    assert.equal(await chapters.inputValue(), "2");
    await page.keyboard.press("Escape");
    await chapters.selectOption("0");
    await eventually("start", () => pieceOn(page, "e2"), "white pawn");

    // From the starting position on there is no ending.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("h");
    const found = () => page.locator(".holes .go").allInnerTexts();
    await eventually("holes", async () => (await found()).length > 0, true);
    await settled(page);
    assert.ok(!(await found()).some((text) => /K/.test(text)), String(await found()));

    // That is the study's: the holes of a book with one beginning need none.
    const asked = [];
    page.on("request", (request) => {
      if (/api.holes.book=italian&/.test(request.url()))
        asked.push(new URL(request.url()).searchParams.get("fen"));
    });
    await page.locator("#book").selectOption("italian");
    await eventually("tree", () => page.locator(".tree .san").count(), 15);
    await settled(page);
    assert.ok(asked.length > 0);
    assert.deepEqual(asked.filter(Boolean), []);
  }),

  "moves that are new since a month are marked": own(async (stage) => {
    const page = await stage.open("/?book=italian&play=e2e4");
    await settled(page);
    await drop(page, "mine.pgn", `${GAMES}\n`); // not the other test's
    await row(page, "g6").waitFor();
    const marked = () =>
      page.locator(".moves tr:has(.pill.new) .san").allInnerTexts();
    await eventually("none", marked, []);
    await page.locator(".filters summary").click();
    const since = page.getByLabel("mark as new: first played from");
    await since.fill("2024-01");
    await since.press("Tab");
    await eventually("one", marked, ["g6"]);
    await stage.picture(page, "here-new");
    assert.match(page.url(), /new=2024-01/);
    await page.reload();
    await settled(page);
    await eventually("in the address", marked, ["g6"]);
    // A filter that starts later knows of nothing before.
    await page.locator(".filters summary").click();
    await page.getByLabel("from", { exact: true }).fill("2024-05");
    await eventually("not known", marked, []);
  }),

  "dropped games are a store beside the book": own(async (stage) => {
    const page = await stage.open("/?book=italian&play=e2e4");
    await settled(page);
    await drop(page, "mine.pgn", GAMES);
    await page.locator(".notice", { hasText: "Added 3 games of mine.pgn" }).waitFor();
    assert.equal(await chosen(page), "Italian for White");
    await eventually(
      "games",
      () => page.locator(".games-list tbody tr, .games tbody tr").count(),
      3,
    );
    await stage.picture(page, "import-games");
    assert.match(page.url(), /sources=games-[0-9a-f]{16}/);
    await page.keyboard.press("e");
    await eventually(
      "row",
      async () => /\b2\b.*50/s.test(await row(page, "e5").innerText()),
      true,
    );
    await row(page, "g6").waitFor();
    await stage.picture(page, "import-games-here");

    await page.getByRole("button", { name: "Open as a book" }).click();
    await eventually(
      "book",
      async () => (await bookOf(page))?.startsWith("import-"),
      true,
    );
    await row(page, "e4").waitFor();
  }),
};
