// harness.mjs - a server, a browser, and pages that are watched
//
// A page may not write an error or a warning to the console, throw, or ask any
// other host for anything; each of these makes the test fail that opened it.

import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const START_TIME = 20_000;

/*
 * Serves copies of files, so that a test may change them. 'prepare' may put
 * more into their folder before; it gives back further arguments.
 */
export async function startServer(tabia, names, options = [], prepare) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tabia-page-"));
  const files = names.map((name) => {
    fs.copyFileSync(
      path.resolve(here, name),
      path.join(folder, path.basename(name)),
    );
    return path.basename(name);
  });
  const more = prepare ? prepare(tabia, folder) : [];
  const server = spawn(
    tabia,
    ["serve", "--port", "0", ...options, ...more, ...files],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      // Progress of practice is looked for there, too.
      env: { ...process.env, XDG_DATA_HOME: path.join(folder, "data") },
    },
  );
  let output = "";
  const [url, fragment] = await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`tabia serve: ${why}\n${output}`));
    const timer = setTimeout(() => fail("no address"), START_TIME);
    const read = (data) => {
      output += data;
      const match = /(http:\/\/[\d.]+:\d+)\/(\S*)\n/.exec(output);
      if (!match) return;
      clearTimeout(timer);
      resolve(match.slice(1));
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", (code) => fail(`ended with ${code}`));
  });
  const stop = async () => {
    server.removeAllListeners("exit");
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await Promise.race([ended, new Promise((r) => setTimeout(r, 3000))]);
    fs.rmSync(folder, { recursive: true, force: true });
    if (/ERROR: (Address|Leak)Sanitizer|runtime error:/.test(output))
      throw new Error(output);
  };
  return { url, fragment, folder, stop };
}

const started = [];
let generation = 0;

/* From now on groups get servers that no test has used. */
export function renewServers() {
  generation++;
}

/*
 * A server that a group of tests has for itself: started as 'startServer' does
 * it, when the first of them comes.
 */
export function serverOf(start) {
  let server;
  let made;
  return (run) => async (stage) => {
    if (!server || made !== generation) {
      made = generation;
      server = start(process.argv[2]);
      started.push(server);
    }
    stage.server = await server;
    await run(stage, stage.server);
  };
}

export async function stopServers() {
  for (const server of started) await (await server).stop();
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox"],
  });
}

function watch(page, base, problems, allowed) {
  page.on("console", (message) => {
    const text = message.text();
    if (!["error", "warning"].includes(message.type())) return;
    if (!allowed.some((pattern) => pattern.test(text)))
      problems.push(`${text} ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob):/.test(url))
      problems.push(`outside request: ${url}`);
  });
}

/* What a test gets: pages of the server, and a way to leave pictures. */
export class Stage {
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
    this.contexts = [];
    this.problems = [];
  }

  /* Opens a page; 'allow' are messages of the console that are expected. */
  async open(address, { allow = [], ...options } = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    this.contexts.push(context);
    return this.tab(context, address, allow);
  }

  async tab(context, address, allow = []) {
    const page = await context.newPage();
    watch(page, this.server.url, this.problems, allow);
    page.setDefaultTimeout(15_000);
    if (this.prepare) await this.prepare(page);
    await page.goto(this.server.url + address);
    await page.locator("main").waitFor();
    return page;
  }

  async picture(page, name) {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    fs.mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  async close() {
    for (const context of this.contexts) await context.close();
    if (this.problems.length) throw new Error(this.problems.join("\n"));
  }
}

// What a person sees

export const row = (page, san) =>
  page.locator(".moves tbody tr").filter({
    has: page.getByRole("button", { name: san, exact: true }),
  });

export const line = (page) =>
  page.locator(".board-pane .line li").allInnerTexts();

/* The piece on a square, as the board's cells name it: "white pawn". */
export async function pieceOn(page, square) {
  const label = await page
    .locator(`.squares [data-name="${square}"]`)
    .getAttribute("aria-label");
  return label.split(", ")[1];
}

/*
 * Where a1 is, as the pieces, the cells and the coordinates show it: "left
 * bottom" with White at the bottom. All three if they do not agree, as for a
 * moment while the board turns; so wait with 'eventually'.
 */
export async function cornerOfA1(page) {
  const corners = await page.evaluate(() => {
    const board = document.querySelector(".board")?.getBoundingClientRect();
    if (!board) return ["not drawn"];
    const corner = (element) => {
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2 < board.x + board.width / 2;
      const y = box.y + box.height / 2 < board.y + board.height / 2;
      return `${x ? "left" : "right"} ${y ? "top" : "bottom"}`;
    };
    const texts = [...document.querySelectorAll(".coordinate")];
    const text = (word) => texts.find((one) => one.textContent === word);
    const piece = (square, name) =>
      document.querySelector(
        `.pieces [data-square="${square}"][data-piece="${name}"]`,
      );
    if (!piece("a1", "wr") || !text("a")) return ["not drawn"];
    return [
      corner(piece("a1", "wr")),
      corner(document.querySelector('.squares [data-name="a1"]')),
      `${corner(text("a")).split(" ")[0]} ${corner(text("1")).split(" ")[1]}`,
    ];
  });
  return [...new Set(corners)].join(", ");
}

async function middle(page, square) {
  const box = await page
    .locator(`.squares [data-name="${square}"]`)
    .boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function drag(page, from, to, button = "left") {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up({ button });
}

export async function click(page, square) {
  await page.mouse.click(...(await middle(page, square)));
}

/* Drops a file with this text on the page. */
export async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/* Waits until the answer for the position on the board is there. */
export async function settled(page) {
  await page.waitForFunction(
    () =>
      !document.querySelector(".dim") && !document.querySelector(".waiting"),
  );
}

/*
 * By how many pixels the page is wider than its window. On a phone innerWidth
 * grows along with the page, so it shows nothing.
 */
export async function tooWide(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return Math.max(0, wide - page.viewportSize().width);
}

/* Waits until 'read' gives 'want'; fails with both. */
export async function eventually(name, read, want, time = 10_000) {
  const end = Date.now() + time;
  let got;
  do {
    got = await read();
    if (JSON.stringify(got) === JSON.stringify(want)) return;
    await new Promise((resolve) => setTimeout(resolve, 40));
  } while (Date.now() < end);
  throw new Error(
    `${name}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`,
  );
}
