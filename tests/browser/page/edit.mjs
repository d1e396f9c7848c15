// edit.mjs - editing a book: add, mark, comment, delete, undo, save
//
// Each test has a copy of the book of its own, since it changes it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  click,
  drag,
  eventually,
  line,
  pieceOn,
  serverOf,
  settled,
  startServer,
  tooWide,
} from "../harness.mjs";

const COPIES = 39;
const copyName = (number) => `italian-${number}`;

function copyBook(_, folder) {
  const names = Array.from({ length: COPIES }, (_, i) => `${copyName(i)}.txt`);
  for (const name of names)
    fs.copyFileSync(path.join(folder, "italian.txt"), path.join(folder, name));
  return names;
}

const copies = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt", "../../data/openings.txt"], [], copyBook),
);
let ncopies = 0;

/* A test with a copy of data/italian.txt, and ways to address and read it. */
function own(run) {
  const id = copyName(ncopies++);
  return copies((stage, server) => {
    const file = path.join(server.folder, `${id}.txt`);
    return run(stage, {
      id,
      file,
      at: (address) => `/?book=${id}&${address}`,
      text: () => fs.readFileSync(file, "utf8"),
    });
  });
}

const reading = serverOf((tabia) =>
  startServer(tabia, ["data/italian.txt"], ["--read-only"]),
);

const fresh = serverOf((tabia) =>
  startServer(tabia, [], [], () => ["new.pgn"]),
);

const nowhere = serverOf((tabia) => startServer(tabia, []));

const empty = serverOf((tabia) =>
  startServer(tabia, [], [], () => ["empty.pgn"]),
);

const annotated = serverOf((tabia) =>
  startServer(tabia, [], [], (_, folder) => {
    const text = '[Event "Signs"]\n\n1. e4 $1 $14 $146 e5 $77 *\n';
    fs.writeFileSync(path.join(folder, "signs.pgn"), text);
    return ["signs.pgn"];
  }),
);

const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* A server that finds the journal of another one. */
const restarted = serverOf(async (tabia) => {
  const books = ["data/italian.txt"];
  const journal = "italian.txt.tabia-edits";
  const first = await startServer(tabia, books);
  const get = async (path) => (await fetch(first.url + path)).json();
  const { token } = await get("/api/session");
  const add = { do: "add", fen: START_FEN, play: ["d2d4", "d7d5"] };
  await fetch(`${first.url}/api/edit`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tabia-Token": token },
    body: JSON.stringify({ book: "italian", revision: 0, changes: [add] }),
  });
  const kept = fs.readFileSync(path.join(first.folder, journal));
  await first.stop();
  return startServer(tabia, books, [], (_, folder) => {
    fs.writeFileSync(path.join(folder, journal), kept);
    return [];
  });
});

const PHONES = [[390, 844], [360, 740]];

// Old addresses say mode=edit; the moves that are played are added then. Other
// copies of the book would only hide what was changed.
const SICILIAN = "play=e2e4,c7c5&mode=edit&sources=";
const ALAPIN = "play=e2e4,c7c5,c2c3&mode=edit&sources=";

const status = (page) => page.locator(".saved").innerText();

/* The moves of the book in the table. */
const moves = (page) =>
  page
    .locator(".moves tbody tr:not(.outside) .san")
    .allInnerTexts()
    .then((all) => all.sort());

const comment = (page) => page.getByLabel("Comment", { exact: true });

/* The changes that a page sends from now on. */
function changesOf(page) {
  const sent = [];
  page.on("request", (request) => {
    if (/api.edit$/.test(request.url())) sent.push(request.postDataJSON());
  });
  return sent;
}

const press = (page, name) =>
  page.getByRole("button", { name, exact: true }).click();

/* Opens the fields of the move that led to the position. */
const openEditor = (page) => press(page, "More");

/* The annotations of the move that led to the position. */
const annotations = (page) =>
  page.locator('.nags [aria-pressed="true"]').allInnerTexts();

export const tests = {
  "a new repertoire from nothing": fresh(async (stage, server) => {
    const file = path.join(server.folder, "new.pgn");
    const page = await stage.open("/?book=new&mode=edit");
    await eventually("empty", () => status(page), "No moves yet");
    await stage.picture(page, "edit-new");
    await drag(page, "d2", "d4");
    await eventually("added", () => status(page), "Unsaved changes");
    await settled(page);
    await drag(page, "d7", "d5");
    await eventually("line", () => line(page), ["1.\nd4", "d5"]);
    await settled(page);
    assert.ok(!fs.existsSync(file));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await eventually("saved", () => status(page), "Saved");
    assert.match(fs.readFileSync(file, "utf8"), /1\. d4 d5 \*\s*$/);
    await page.reload();
    await eventually("still", () => status(page), "Saved");
  }),

  "an empty book goes on adding moves after a reload": empty(async (stage) => {
    const page = await stage.open("/?book=empty");
    const adding = page.locator(".switch input");
    await eventually("on", () => adding.isChecked(), true);
    const map = page.locator(".small-map");
    await map.getByText("The map is empty").waitFor();
    await drag(page, "d2", "d4");
    await map.locator("canvas").waitFor();
    await eventually("added", () => status(page), "Unsaved changes");
    const head = page.locator(".head");
    await page.reload();
    await eventually("unsaved", () => status(page), "Unsaved changes");
    assert.equal(await adding.isChecked(), true);
    // With everything in it, the header of a phone is one line.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
    const { height } = await head.boundingBox();
    assert.ok(height <= 56, `${height}`);
    await stage.picture(page, "edit-phone");
  }),

  "undo and redo say what they do": own(async (stage, book) => {
    const page = await stage.open(book.at(SICILIAN));
    await settled(page);
    await drag(page, "g1", "f3");
    const button = (name) => page.getByRole("button", { name });
    await button("Undo: adding 2.Nf3 (Ctrl+Z)").click();
    const notice = page.locator(".notice");
    await notice.getByText("Undone: adding 2.Nf3.").waitFor();
    await button("Redo: adding 2.Nf3 (Ctrl+Shift+Z)").waitFor();
    await notice.getByRole("button", { name: "Redo" }).click();
    await notice.getByText("Redone: adding 2.Nf3.").waitFor();
  }),

  "a notice undoes in its own book, whichever is shown": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN));
      await settled(page);
      const facts = () => page.locator(".facts").innerText();
      const option = page.locator(`#book option[value=${book.id}]`);
      const marked = async () => /•/.test(await option.innerText());
      const notice = page.locator(".notice");
      const press = (name) => notice.getByRole("button", { name }).click();
      await page.getByRole("button", { name: /Delete c3/ }).click();
      await page.getByRole("button", { name: "Delete branch" }).click();
      await notice.getByText("Deleted c3 and ").waitFor();
      await eventually("deleted", marked, true);
      await page.locator("#book").selectOption("italian");
      await eventually("other", facts, "15 positions");
      await press("Undo");
      await eventually("undone", marked, false);
      await press("Redo");
      await notice.getByText("Redone: deleting 2.c3.").waitFor();
      await eventually("redone", marked, true);
      await press("Undo");
      await eventually("undone again", marked, false);
    },
  ),

  "a refused change takes the board back and stays red": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN), { allow: [/500/] });
      await settled(page);
      const message = "cannot write the journal: Permission denied";
      await page.route("**/api/edit", (route) =>
        route.fulfill({ status: 500, body: message }),
      );
      await drag(page, "g1", "f3");
      await eventually("refused", () => status(page), "Failed");
      await eventually("back", () => line(page), ["1.\ne4", "c5"]);
      await eventually("knight", () => pieceOn(page, "g1"), "white knight");
      const bar = page.locator(".refused");
      assert.match(await bar.innerText(), /change failed: cannot write the journal/);
      await stage.picture(page, "edit-refused");
      await page.waitForTimeout(9000); // longer than a notice stays
      assert.equal(await status(page), "Failed");
      await page.unroute("**/api/edit");
      await page.getByRole("button", { name: "Try again" }).click();
      await eventually("done", () => status(page), "Unsaved changes");
      await eventually("moves", () => moves(page), ["Nf3", "c3"]);
      assert.equal(await bar.count(), 0);
    },
  ),

  "a move of the book stays on the board after a refused one": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN), { allow: [/500/] });
      await settled(page);
      await page.route("**/api/edit", (route) =>
        route.fulfill({ status: 500, body: "no room" }),
      );
      await drag(page, "g1", "f3");
      await eventually("refused", () => status(page), "Failed");
      await eventually("back", () => line(page), ["1.\ne4", "c5"]);
      await settled(page);
      await drag(page, "c2", "c3");
      await page.waitForTimeout(300); // it is looked up
      assert.deepEqual(await line(page), ["1.\ne4", "c5", "2.\nc3"]);
    },
  ),

  "a refused row takes the board back as well": own(async (stage, book) => {
    const address = `/?book=${book.id}&play=e2e4,c7c5,c2c3&sources=openings`;
    const page = await stage.open(address, { allow: [/500/] });
    await settled(page);
    await page.route("**/api/edit", (route) =>
      route.fulfill({ status: 500, body: "no room" }),
    );
    const add = page.getByRole("button", { name: /^Add \S+ to the book$/ });
    await add.first().click();
    await eventually("refused", () => status(page), "Failed");
    await eventually("back", async () => (await line(page)).length, 3);
  }),

  "a double click adds one move": own(async (stage, book) => {
    const page = await stage.open(`/?book=${book.id}&play=e2e4,c7c5&sources=openings`);
    await settled(page);
    const sent = changesOf(page);
    await page.getByRole("button", { name: "Add Nc3 to the book" }).dblclick();
    await eventually("there", async () => (await line(page)).length, 3);
    await settled(page);
    assert.equal(sent.length, 1);
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.keyboard.press("ArrowLeft");
    await eventually("added", () => moves(page), ["Nc3", "c3"]);
    await page.keyboard.press("Control+z");
    await eventually("undone", () => moves(page), ["c3"]);
  }),

  "several moves that are added at once are said": own(async (stage, book) => {
    const page = await stage.open(`/?book=${book.id}&play=e2e4,c7c5,c2c3,b8c6,d2d4&sources=`);
    await settled(page);
    const sent = changesOf(page);
    await page.keyboard.press("M");
    await page.locator(".notice", { hasText: "2 moves added, up to d4." }).waitFor();
    assert.deepEqual(
      sent.map(({ changes }) => changes),
      [
        [
          {
            do: "add",
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            play: ["e2e4", "c7c5", "c2c3", "b8c6", "d2d4"],
          },
        ],
      ],
    );
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await eventually("undone", () => status(page), "Saved");
  }),

  "a move that is played is added, saved and still there": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN));
      await settled(page);
      assert.equal(await status(page), "Saved");
      await drag(page, "g1", "f3");
      await eventually("status", () => status(page), "Unsaved changes");
      await eventually(
        "line",
        async () => (await line(page)).at(-1),
        "2.\nNf3",
      );
      await page.keyboard.press("ArrowLeft");
      await eventually("moves", () => moves(page), ["Nf3", "c3"]);
      await stage.picture(page, "edit");
      assert.doesNotMatch(book.text(), /-> Nf3\n[^]*-> Nf3\n/);

      await page.reload(); // unsaved, and not lost
      await settled(page);
      assert.equal(await status(page), "Unsaved changes");
      await eventually("moves", () => moves(page), ["Nf3", "c3"]);

      await page.getByRole("button", { name: "Save", exact: true }).click();
      await eventually("status", () => status(page), "Saved");
      assert.match(
        book.text(),
        /^rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3\/8\/PPPP1PPP\/RNBQKBNR w KQkq - \d+ \d+ -> Nf3$/m,
      );
    },
  ),

  "several moves beyond the book are added as one way": own(async (stage, book) => {
    const page = await stage.open(book.at("play=d2d4,d7d5&mode=edit&sources="));
    await settled(page);
    await drag(page, "c2", "c4");
    await eventually("status", () => status(page), "Unsaved changes");
    await page.keyboard.press("Home");
    await eventually("moves", () => moves(page), ["d4", "e4"]);
  }),

  "the book's own title and side": own(async (stage, book) => {
    const page = await stage.open(book.at(SICILIAN));
    await settled(page);
    await page.getByRole("button", { name: "Title and side" }).click();
    const title = page.getByLabel("Title", { exact: true });
    await title.fill("Mine");
    await title.blur();
    const chosen = () =>
      page.locator("#book option:checked").evaluate((option) => option.text);
    await eventually("title", chosen, "Mine •");
    assert.equal(await title.inputValue(), "Mine");
    const side = page.getByRole("dialog").getByLabel("Your side");
    await side.selectOption("black");
    await eventually("status", () => status(page), "Unsaved changes");
    await eventually("side", () => side.inputValue(), "black");
    await page.keyboard.press("Escape");
    const facts = () => page.locator(".facts").innerText();
    await eventually("facts", facts, "Black · 15 positions");
    await page.keyboard.press("Control+z");
    await eventually("undone", facts, "15 positions");
  }),

  "a server that was started again has another token": own(
    async (stage, book) => {
      const page = await stage.open("/", { allow: [/status of 403/] });
      const stale = JSON.stringify({ token: "0".repeat(32) });
      await page.route(
        "**/api/session",
        (route) =>
          route.fulfill({ contentType: "application/json", body: stale }),
        { times: 1 },
      );
      await page.goto(stage.server.url + book.at(SICILIAN));
      await settled(page);
      await comment(page).fill("Sent.");
      await comment(page).blur();
      await eventually("status", () => status(page), "Unsaved changes");
    },
  ),

  "what was built is asked": own(async (stage, book) => {
    const page = await stage.open(book.at("play=e2e4,c7c5,c2c3,d7d5&tab=practise"));
    await page.getByRole("button", { name: "Start: 7 cards" }).waitFor();
    await page.getByLabel("Add moves").check();
    await drag(page, "e4", "d5");
    await eventually("status", () => status(page), "Unsaved changes");
    await page.getByRole("button", { name: "Start: 8 cards" }).waitFor();
  }),

  "Ctrl+S in a comment saves what is being typed": own(async (stage, book) => {
    const page = await stage.open(book.at(ALAPIN));
    await settled(page);
    await comment(page).click();
    await page.keyboard.type("important words");
    assert.equal(await status(page), "Unsaved changes");
    await page.keyboard.press("Control+s");
    await eventually(
      "in the file",
      async () => book.text().includes("important words"),
      true,
    );
    await page.keyboard.type(", and more"); // the focus has stayed
    // The button stays below the pointer while the state beside it changes.
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.hover();
    await page.mouse.down();
    await eventually("sent", () => status(page), "Unsaved changes");
    await page.mouse.up();
    await eventually(
      "by the button",
      async () => book.text().includes("words, and more"),
      true,
    );
    await eventually("state", () => status(page), "Saved");
  }),

  "a typed comment is not lost": own(async (stage, book) => {
    const page = await stage.open(book.at(ALAPIN));
    await settled(page);
    const before = await comment(page).inputValue();
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked++;
      void dialog.dismiss();
    });
    await comment(page).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" kept");
    await page.evaluate(() => location.reload());
    await eventually("asked before leaving", async () => asked, 1);
    assert.equal(await comment(page).inputValue(), `${before} kept`);

    // Sent after a pause, with the focus in the field.
    await page.keyboard.type(" and sent");
    const other = await stage.open(book.at(ALAPIN));
    await eventually(
      "sent",
      async () => {
        await other.reload();
        await settled(other);
        return comment(other).inputValue();
      },
      `${before} kept and sent`,
    );
    await page.keyboard.press("Escape");
    assert.equal(await comment(page).inputValue(), before);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await eventually(
      "undone",
      () => comment(page).inputValue(),
      `${before} kept and sent`,
    );
    await page.locator(".saved", { hasNotText: "Sending" }).waitFor();

    // The wheel leaves the field without moving the focus before.
    await comment(page).fill("Before the wheel");
    await page.locator("div.board").hover();
    await page.mouse.wheel(0, -100);
    await eventually(
      "a step back",
      () => page.locator(".line .current").innerText(),
      "c5",
    );
    await settled(page);
    await page.keyboard.press("ArrowRight");
    await eventually(
      "still there",
      () => comment(page).inputValue(),
      "Before the wheel",
    );
  }),

  "text that is being typed stays with its book and move": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=italian&${ALAPIN}`);
      await settled(page);
      const sent = changesOf(page);
      const choose = (id) => page.locator("#book").selectOption(id);
      const words = () =>
        sent.map((one) => `${one.book}: ${one.changes[0].value}`);
      // Both books have the position, so the field is the same one.
      await choose(book.id);
      await settled(page);
      await comment(page).fill("First.");
      await page.goBack();
      await settled(page);
      assert.doesNotMatch(await comment(page).inputValue(), /First/);
      const first = `${book.id}: First.`;
      await eventually("sent", async () => words(), [first]);
      // The other book's answer is late.
      await page.goForward();
      await settled(page);
      await eventually("there", () => comment(page).inputValue(), "First.");
      let go;
      const gate = new Promise((resolve) => (go = resolve));
      await page.route(/api.here.book=italian&/, async (route) => {
        await gate;
        await route.continue();
      });
      await comment(page).fill("Second.");
      await page.goBack();
      const second = `${book.id}: Second.`;
      await eventually("sent, too", async () => words(), [first, second]);
      // What is sent when the field goes, as well.
      await page.goForward();
      await settled(page);
      await openEditor(page);
      await page.getByLabel("Name", { exact: true }).fill("Third");
      await page.goBack();
      go();
      const third = `${book.id}: Third`;
      await eventually("all", async () => words(), [first, second, third]);
      await settled(page);
      assert.equal(await status(page), "Saved");
    },
  ),

  "nothing is typed into the comment of a move that was left": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN));
      await settled(page);
      const sent = changesOf(page);
      let go;
      const gate = new Promise((resolve) => (go = resolve));
      await comment(page).click();
      await page.keyboard.type("On c5");
      await page.route(/api.here/, async (route) => {
        await gate;
        await route.continue();
      });
      await drag(page, "b1", "c3");
      await eventually("left", async () => (await line(page)).length, 3);
      await comment(page).click();
      await page.keyboard.type(" on Nc3");
      assert.equal(await comment(page).inputValue(), "On c5");
      go();
      await eventually("there", () => comment(page).inputValue(), "");
      await comment(page).fill("On Nc3");
      await comment(page).blur();
      const values = () =>
        sent.flatMap((one) => one.changes.map(({ value }) => value ?? "")).filter(Boolean);
      await eventually("both", async () => values(), ["On c5", "On Nc3"]);
    },
  ),

  "a move that was left is not annotated": own(async (stage, book) => {
    const page = await stage.open(book.at(ALAPIN));
    await settled(page);
    const sent = changesOf(page);
    let go;
    const gate = new Promise((resolve) => (go = resolve));
    await page.route(/api.here/, async (route) => {
      await gate;
      await route.continue();
    });
    await drag(page, "g8", "f6");
    await eventually("left", async () => (await line(page)).length, 4);
    const count = sent.length;
    await press(page, "mistake");
    go();
    await eventually("there", () => page.getByLabel(/^Annotations of/).getAttribute("aria-label"), "Annotations of Nf6");
    await settled(page);
    assert.ok(!JSON.stringify(sent.slice(count)).includes("nags"));
  }),

  "M adds the line on the board, whatever is below the pointer": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=${book.id}&play=e2e4,c7c5,g1f3&sources=openings`);
      await settled(page);
      await page.locator(".moves tbody tr").first().hover();
      const sent = changesOf(page);
      await page.keyboard.press("M");
      await eventually("sent", async () => sent.flatMap((one) => one.changes.map(({ play }) => play.at(-1))), ["g1f3"]);
    },
  ),

  "M adds the move with the focus, whatever is below the pointer": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=${book.id}&play=e2e4,c7c5&sources=openings`);
      await settled(page);
      const outside = page.locator(".moves tbody tr.outside .san");
      const wanted = await outside.nth(0).innerText();
      await outside.nth(0).focus();
      await outside.nth(1).hover();
      await page.keyboard.press("M");
      await eventually("added", async () => (await line(page)).at(-1), `2.\n${wanted}`);
    },
  ),

  "a new book says where it will be, or why it cannot be": nowhere(
    async (stage, server) => {
      const page = await stage.open("/");
      await settled(page);
      await page.getByRole("button", { name: "New", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "New book" });
      const folder = path.basename(server.folder);
      await dialog.getByText(`in the folder “${folder}” of the server.`).waitFor();
      await dialog.getByLabel("Title").fill("Königsbauer!");
      await stage.picture(page, "edit-new-book");
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.locator(".notice").getByText("“Königsbauer!” will be saved as koenigsbauer.pgn.").waitFor();
      // The built-in book has no file.
      await page.locator("#book").selectOption("default");
      await settled(page);
      await page.keyboard.press("Control+s");
      await page.locator(".notice").getByText("This book has no file of its own").waitFor();
      await page.route("**/api/books*", async (route) => {
        const response = await route.fetch();
        const { folder: _, ...json } = await response.json();
        await route.fulfill({ response, json });
      });
      await page.reload();
      await page.getByRole("button", { name: "New", exact: true }).click();
      await dialog.getByText("The server cannot write into").waitFor();
      assert.ok(await dialog.getByRole("button", { name: "Create" }).isDisabled());
    },
  ),

  "the title that is being typed stays with its book": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=italian&${ALAPIN}`);
      await settled(page);
      await page.locator("#book").selectOption(book.id);
      await settled(page);
      await page.getByRole("button", { name: "Title and side" }).click();
      const title = page.getByLabel("Title", { exact: true });
      await title.fill("Mine");
      const sent = changesOf(page);
      await page.goBack();
      await eventually("other", () => title.inputValue(), "Italian for White");
      await page.keyboard.press("Escape");
      const books = async () => sent.map((one) => one.book);
      await eventually("sent", books, [book.id]);
    },
  ),

  "a branch is deleted from the book that the question is about": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=italian&${SICILIAN}`);
      await settled(page);
      await page.locator("#book").selectOption(book.id);
      await settled(page);
      await page.getByRole("button", { name: /Delete c3/ }).click();
      const sent = changesOf(page);
      await page.goBack();
      await settled(page);
      await page.getByRole("button", { name: "Delete branch" }).click();
      const books = async () => sent.map((one) => one.book);
      await eventually("sent", books, [book.id]);
      assert.deepEqual(await line(page), ["1.\ne4", "c5"]);
    },
  ),

  "a page that is hidden sends what is being typed": own(
    async (stage, book) => {
      const page = await stage.open(book.at(ALAPIN));
      await settled(page);
      await openEditor(page);
      const sent = changesOf(page);
      await page.getByLabel("Name", { exact: true }).fill("Hidden");
      assert.equal(sent.length, 0);
      await page.evaluate(() =>
        document.dispatchEvent(new Event("visibilitychange")),
      );
      await eventually("sent", async () => sent[0]?.changes[0].value, "Hidden");
    },
  ),

  "comment, weight, mark, annotation and name": own(async (stage, book) => {
    const page = await stage.open(book.at(ALAPIN));
    await settled(page);
    assert.equal(await comment(page).inputValue(), "Against the Sicilian: Alapin");
    await openEditor(page);
    await page.getByLabel("Weight of c3").fill("7");
    await page.getByLabel("Mark of c3").selectOption("avoided");
    await press(page, "interesting move");
    await comment(page).fill("Solid.");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("My Sicilian");
    await name.blur();
    await eventually(
      "name",
      async () => await page.locator(".position h2").innerText(),
      "My Sicilian",
    );
    await stage.picture(page, "edit-fields");
    await eventually(
      "tree",
      async () =>
        /2\.c3!\? × Solid\./.test(await page.locator(".tree").innerText()),
      true,
    );
    await page.keyboard.press("Escape");
    await page.locator("main").click({ position: { x: 3, y: 3 } });
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    const row = page.locator(".moves tbody tr").first();
    assert.match(await row.innerText(), /c3!\?\s*×[^]*7[^]*Solid\./);
  }),

  "a move has several annotations, one of each kind": annotated(
    async (stage, server) => {
      const page = await stage.open("/?play=e2e4");
      await settled(page);
      const has = (want) => eventually("pressed", () => annotations(page), want);
      const inTree = () => page.locator(".tree .san").first().innerText();
      await has(["!", "+=", "N"]);
      assert.equal(await inTree(), "1.e4! += N");
      await press(page, "mistake");
      await has(["?", "+=", "N"]);
      // Both are made, though the second click does not wait for the first.
      await press(page, "All annotations");
      await press(page, "equal");
      await press(page, "initiative");
      await has(["?", "=", "↑", "N"]);
      await press(page, "counterplay");
      await page.locator(".notice", { hasText: "4 annotations at most" }).waitFor();
      await has(["?", "=", "↑", "N"]);
      await stage.picture(page, "edit-annotations");
      await press(page, "novelty");
      await has(["?", "=", "↑"]);
      await page.keyboard.press("Control+z");
      await has(["?", "=", "↑", "N"]);
      // One without a sign can be removed as well.
      await page.keyboard.press("ArrowRight");
      await has(["$77"]);
      await page.locator(".nags").getByText("$77").click();
      await has([]);
      await page.keyboard.press("Control+s");
      await eventually("saved", () => status(page), "Saved");
      const text = fs.readFileSync(path.join(server.folder, "signs.pgn"), "utf8");
      assert.match(text, /1\. e4 \$2 \$10 \$36 \$146 e5 \*/);
    },
  ),

  "the fields stay open from move to move": own(async (stage, book) => {
    const page = await stage.open(book.at(ALAPIN));
    await settled(page);
    await openEditor(page);
    await page.getByLabel("Weight of c3").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByLabel("Weight of c5").waitFor();
    await press(page, "Less");
    assert.equal(await page.getByLabel("Weight of c5").count(), 0);
  }),

  "with the keyboard alone: a comment, an annotation, a step": own(
    async (stage, book) => {
      const page = await stage.open(book.at(ALAPIN));
      await settled(page);
      await page.keyboard.press("c");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("By keys.");
      await page.keyboard.press("Control+s");
      await eventually("saved", async () => /By keys\./.test(book.text()), true);
      const focus = () =>
        page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      for (let i = 0; i < 12 && (await focus()) !== "good move"; i++)
        await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");
      await eventually("pressed", () => annotations(page), ["!"]);
      assert.equal(await focus(), "good move");
      await page.keyboard.press("ArrowLeft");
      await eventually("a step", async () => (await line(page)).length, 3);
      await eventually("of c5", () => annotations(page), []);
    },
  ),

  "on a phone a row adds and deletes, and nothing covers the board": own(
    async (stage, book) => {
      for (const [width, height] of PHONES) {
        const page = await stage.open(
          `/?book=${book.id}&play=e2e4,c7c5&sources=openings`,
          { viewport: { width, height }, hasTouch: true, isMobile: true },
        );
        await settled(page);
        const button = (name) => page.getByRole("button", { name, exact: true });
        const box = (name) => page.locator(name).first().boundingBox();
        const buttons = await page.locator(".moves .act button").all();
        for (const one of buttons) {
          const { width: wide, height: high } = await one.boundingBox();
          assert.ok(wide >= 36 && high >= 34, `${wide} by ${high}`);
        }
        assert.equal(await tooWide(page), 0, `${width}: too wide`);
        await button("Add Nc3 to the book").tap();
        await eventually("there", async () => (await line(page)).length, 3);
        await page.keyboard.press("ArrowLeft");
        await eventually("added", () => moves(page), ["Nc3", "c3"]);
        await page.waitForTimeout(500); // or it is a double click
        await button("Delete Nc3 and the moves after it").tap();
        await button("Delete branch").tap();
        const notice = page.locator(".notice", { hasText: "Deleted Nc3" });
        await notice.waitFor();
        await stage.picture(page, `edit-phone-deleted-${width}`);
        const [board, told, tabs] = [
          await box(".board-pane"),
          await notice.boundingBox(),
          await box(".tabs"),
        ];
        assert.ok(told.y >= board.y + board.height, "covers the board");
        assert.ok(told.y + told.height <= tabs.y, "covers the tabs");
        await notice.getByRole("button", { name: "Undo" }).tap();
        await eventually("back", () => moves(page), ["Nc3", "c3"]);
        // As it was, for the next phone.
        await eventually("shown", () => page.locator(".notice").count(), 1);
        await page.keyboard.press("Control+z");
        await eventually("as before", () => moves(page), ["c3"]);
      }
    },
  ),

  "on a phone a finger draws one arrow or circle, and then moves again": own(
    async (stage, book) => {
      const page = await stage.open(`/?book=${book.id}&play=e2e4,c7c5`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await settled(page);
      const cdp = await page.context().newCDPSession(page);
      const touch = async (type, square) => {
        const cell = page.locator(`.squares [data-name="${square}"]`);
        const { x, y, width } = await cell.boundingBox();
        const at = [{ x: x + width / 2, y: y + width / 2 }];
        const touchPoints = type === "touchEnd" ? [] : at;
        await cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
      };
      const swipe = async (from, to) => {
        await touch("touchStart", from);
        await touch("touchMove", to);
        await touch("touchEnd", to);
      };
      const draw = page.getByRole("button", { name: "Draw an arrow" });
      await page.getByRole("button", { name: "More", exact: true }).tap();
      await draw.tap();
      await stage.picture(page, "edit-phone-draw");
      await swipe("g1", "f3");
      await eventually("arrow", () => page.locator(".arrow.green").count(), 1);
      await eventually("done", () => draw.getAttribute("aria-pressed"), "false");
      assert.equal((await line(page)).length, 2);
      await draw.tap();
      await swipe("g1", "f3");
      await eventually("removed", () => page.locator(".arrow.green").count(), 0);
      await swipe("g1", "f3");
      await eventually("move", async () => (await line(page)).length, 3);
    },
  ),

  "the header of a phone is one line, with room for a title": own(
    async (stage, book) => {
      for (const [width, height] of PHONES) {
        const page = await stage.open(book.at(ALAPIN), {
          viewport: { width, height },
          hasTouch: true,
          isMobile: true,
        });
        await settled(page);
        await comment(page).fill(`On a phone of ${width}.`);
        await comment(page).blur();
        await page.getByRole("button", { name: "Save", exact: true }).waitFor();
        await stage.picture(page, `edit-phone-head-${width}`);
        const { height: high } = await page.locator(".head").boundingBox();
        assert.ok(high >= 44 && high <= 48, `${high}`);
        const { width: wide } = await page.locator("#book").boundingBox();
        assert.ok(wide >= width - 190, `a title of ${wide} of ${width}`);
        // What is pressed seldom is behind a button; a press elsewhere closes it.
        const theme = page.getByRole("button", { name: /^Theme/ });
        assert.equal(await theme.isVisible(), false);
        await page.getByRole("button", { name: /^New book, sources/ }).tap();
        await theme.waitFor();
        assert.equal(await tooWide(page), 0, `${width}: too wide`);
        await page.getByRole("button", { name: "New", exact: true }).tap();
        const dialog = page.getByRole("dialog", { name: "New book" });
        await dialog.getByRole("button", { name: "Cancel" }).tap();
        await page.locator(".position h2").tap();
        await eventually("closed", () => theme.isVisible(), false);
      }
    },
  ),

  "changes of the last time are named once": restarted(async (stage) => {
    const page = await stage.open("/");
    await settled(page);
    const words = "Unsaved changes from last time are back: 1 in “Italian for White”.";
    await page.locator(".notice").getByText(words).waitFor();
    await eventually("there", () => moves(page), ["d4", "e4"]);
    await page.reload();
    await eventually("still", () => moves(page), ["d4", "e4"]);
    assert.equal(await page.locator(".notice").count(), 0);
  }),

  "a branch goes after a question, and comes back": own(async (stage, book) => {
    const page = await stage.open(book.at("play=e2e4&mode=edit&sources="));
    await settled(page);
    const trash = page.getByRole("button", { name: /Delete c5/ });
    await trash.click();
    const dialog = page.getByRole("dialog", { name: "Delete c5?" });
    assert.equal(await dialog.getByRole("banner").count(), 0);
    await dialog.getByText("This deletes c5 and 2 moves after it.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await eventually("kept", () => moves(page), ["c5", "e5"]);
    await trash.click();
    await stage.picture(page, "edit-delete");
    await dialog.getByRole("button", { name: "Delete branch" }).click();
    await eventually("gone", () => moves(page), ["e5"]);
    const notice = page.locator(".notice");
    assert.match(await notice.innerText(), /Deleted c5 and 2 moves after it\./);
    await notice.getByRole("button", { name: "Undo" }).click();
    await eventually("back", () => moves(page), ["c5", "e5"]);
    await page.keyboard.press("Control+Shift+Z");
    await eventually("again", () => moves(page), ["e5"]);
    await page.keyboard.press("Control+z");
    await eventually("undone", () => moves(page), ["c5", "e5"]);
  }),

  "what another line reaches stays": own(async (stage, book) => {
    const play = "e2e4,e7e5,g1f3,b8c6,f1c4";
    const page = await stage.open(book.at(`play=${play}&mode=edit&sources=`));
    await settled(page);
    await page.getByRole("button", { name: /Delete Nf6/ }).click();
    await page.getByRole("button", { name: "Delete branch" }).click();
    await eventually("gone", () => moves(page), ["Bc5"]);
    assert.match(
      await page.locator(".notice").innerText(),
      /1 move is kept because another line reaches it/,
    );
    for (const move of ["Bc5", "d3", "Nf6", "O-O"]) {
      await settled(page);
      await page.locator(".moves .san", { hasText: move }).click();
    }
    await eventually("line", async () => (await line(page)).at(-1), "5.\nO-O");
  }),

  "two tabs: what does not differ is merged, else both texts are shown": own(async (stage, book) => {
    const first = await stage.open(book.at(SICILIAN), { allow: [/status of 409/] });
    await settled(first);
    const second = await stage.tab(stage.contexts[0], book.at(SICILIAN), [
      /status of 409/,
    ]);
    await settled(second);
    await press(first, "interesting move");
    await eventually("first", () => status(first), "Unsaved changes");

    const tree = () => second.locator(".tree").innerText();
    const has = (words) =>
      eventually("both", async () => words.test(await tree()), true);
    await comment(second).fill("By the second.");
    await comment(second).blur();
    await has(/1\.\.\.c5!\? By the second\./);
    assert.equal(await second.getByRole("dialog").count(), 0);
    // A move of one tab is no conflict with a move of the other.
    await first.reload();
    await settled(first);
    await drag(second, "b1", "c3");
    await has(/Nc3/);
    await drag(first, "g1", "f3");
    await eventually("merged", async () => /Nc3[^]*Nf3|Nf3[^]*Nc3/.test(await first.locator(".tree").innerText()), true);
    assert.equal(await first.getByRole("dialog").count(), 0);

    // The same text, changed by both.
    await second.goto(second.url().replace(/play=[^&]*/, "play=e2e4,c7c5"));
    await settled(second);
    await first.goto(second.url());
    await settled(first);
    await comment(first).fill("By the first.");
    await comment(first).blur();
    await eventually("first", async () => /By the first/.test(await first.locator(".tree").innerText()), true);
    await comment(second).fill("By the second again.");
    await comment(second).blur();
    const dialog = second.getByRole("dialog", {
      name: "Changed in another tab",
    });
    await dialog.waitFor();
    await stage.picture(second, "edit-conflict");
    const words = await dialog.innerText();
    assert.match(words, /Pending: comment of 1\.\.\.c5: “By the second again\.”/);
    assert.match(words, /In the book now: By the first\./);
    await dialog.getByRole("button", { name: "Reload and reapply" }).click();
    await has(/1\.\.\.c5!\? By the second again\./);
  }),

  "all changes that were refused are kept and named": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN), { allow: [/500/] });
      await settled(page);
      await page.route("**/api/edit", (route) =>
        route.fulfill({ status: 500, body: "no room" }),
      );
      await comment(page).fill("Refused.");
      await comment(page).blur();
      const bar = page.locator(".refused");
      await bar.getByText("The last change failed: no room.").waitFor();
      assert.equal(await comment(page).inputValue(), "Refused.");
      assert.equal(await comment(page).getAttribute("aria-invalid"), "true");
      await press(page, "interesting move");
      await bar.getByText("2 changes failed: no room.").waitFor();
      assert.match(await bar.innerText(), /comment of 1\.\.\.c5: “Refused\.”, annotations of 1\.\.\.c5: “!\?”/);
      await stage.picture(page, "edit-refused-two");
      await page.unroute("**/api/edit");
      // Another change that succeeds drops none of them.
      await drag(page, "b1", "c3");
      await eventually("added", async () => /Nc3/.test(await page.locator(".tree").innerText()), true);
      await bar.getByRole("button", { name: "Try again" }).click();
      await eventually("done", async () => /1\.\.\.c5!\? Refused\./.test(await page.locator(".tree").innerText()), true);
      assert.equal(await bar.count(), 0);
    },
  ),

  "a file that another program changed is not overwritten": own(
    async (stage, book) => {
      const page = await stage.open(book.at(SICILIAN), { allow: [/status of 409/] });
      await settled(page);
      await comment(page).fill("Mine.");
      await comment(page).blur();
      await eventually("status", () => status(page), "Unsaved changes");
      const theirs = book.text().replace("Italian for White", "Theirs");
      fs.writeFileSync(book.file, theirs);
      await page.keyboard.press("Control+s");
      await page
        .getByRole("dialog", { name: "The file has changed" })
        .waitFor();
      assert.equal(book.text(), theirs);
    },
  ),

  "what a format cannot store is listed before it is lost": own(
    async (stage, book) => {
      const page = await stage.open(book.at(ALAPIN), { allow: [/status of 409/] });
      await settled(page);
      await openEditor(page);
      await page.getByLabel("Weight of c3").fill("7");
      await page.getByLabel("Weight of c3").blur();
      await eventually("status", () => status(page), "Unsaved changes");
      const before = book.text();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: /cannot store/ });
      assert.match(await dialog.locator("li").first().innerText(), /weight/);
      assert.equal(book.text(), before);
      await dialog.getByRole("button", { name: "Save anyway" }).click();
      await eventually("status", () => status(page), "Saved");

      await page.getByRole("button", { name: "Export…" }).click();
      // The common formats come first.
      const formats = await page.getByLabel("Format").locator("option").allInnerTexts();
      assert.match(formats[0], /\.pgn/);
      await page.getByLabel("Format").selectOption("polyglot");
      await page.locator(".losses li").first().waitFor();
      await stage.picture(page, "export");
      await page.getByLabel("Format").selectOption("json");
      await page.getByText("This format stores everything").waitFor();
      await page.getByLabel("Format").selectOption("pgn");
      const link = page.getByRole("link", { name: "Download" });
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        link.click(),
      ]);
      assert.equal(download.suggestedFilename(), `${book.id}.pgn`);
      const text = fs.readFileSync(await download.path(), "utf8");
      assert.match(text, /1\. ?e4/);
    },
  ),

  "leaving is only held up by what was not sent": own(async (stage, book) => {
    const page = await stage.open(book.at(SICILIAN), {
      allow: [/Failed to load resource/],
    });
    await settled(page);
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked++;
      void dialog.dismiss(); // stay
    });
    await click(page, "h8"); // a person was here
    await comment(page).fill("Sent.");
    await comment(page).blur();
    await eventually("status", () => status(page), "Unsaved changes");
    await page.reload();
    await settled(page);
    assert.equal(asked, 0);
    await click(page, "h8");
    await page.context().setOffline(true);
    await comment(page).fill("Not sent.");
    await comment(page).blur();
    await page.getByRole("dialog", { name: "not responding" }).waitFor();
    await page.close({ runBeforeUnload: true });
    await eventually("held up", async () => asked, 1);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Retry" }).click();
    await eventually(
      "sent",
      () => comment(page).inputValue(),
      "Not sent.",
    );
    await eventually("status", () => status(page), "Unsaved changes");
    await page.reload();
    await settled(page);
    assert.equal(await comment(page).inputValue(), "Not sent.");
    assert.equal(asked, 1);
  }),

  "a server that only reads says so": reading(async (stage) => {
    const page = await stage.open(`/?${SICILIAN}`);
    await settled(page);
    assert.match(await page.locator(".why-not").innerText(), /--read-only/);
    await page.getByRole("button", { name: "Export…" }).waitFor();
    assert.equal(
      await page.getByRole("button", { name: /Open a file/ }).count(),
      0,
    );
  }),
};
