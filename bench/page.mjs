// page.mjs TABIA [BOOK] - how long a person waits for the page
//
// Opens the page of a warm server several times and plays down the first moves
// of its table. "First usable" is from the request for the page to the frame
// that shows the board and the table; a step is from the click to the frame
// that shows the moves of the new position. The page asks for likely positions
// ahead; a rare move is one that it did not ask for. Times are taken inside the page, by
// its own clock, so that the tool's way to the browser does not count. They
// depend on the machine; nothing here decides whether they are good.

import path from "node:path";
import { launch, startServer } from "./harness.mjs";

const LOADS = 7;
const STEPS = 12;
const FAR = 4; // rows of the table that the page may have asked for ahead
const PAUSE = 400; // ms between steps, as a person reads
const QUICK_PAUSE = 120; // ms, as a person who knows the line

/* Runs in the page before its own code. */
function watchFrames() {
  const drawn = () => {
    const board = document.querySelector(".pieces [data-piece]");
    const row = document.querySelector(".moves tbody tr, .empty");
    const waits = document.querySelector(".dim, .waiting");
    return board && row && !waits;
  };
  // After the frame in which it holds was handed to the compositor.
  window.untilDrawn = (holds) =>
    new Promise((resolve) => {
      const look = () =>
        requestAnimationFrame(() => {
          if (!drawn() || !holds()) return look();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      look();
    });
  window.firstUsable = window.untilDrawn(() => true);
  window.step = async (next) => {
    const moves = () => document.querySelector(".board-pane .line").textContent;
    const before = moves();
    const start = performance.now();
    next();
    return (await window.untilDrawn(() => moves() !== before)) - start;
  };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

function print(what, list) {
  const ms = (value) => `${value.toFixed(1).padStart(8)} ms`;
  console.log(
    `${what.padEnd(46)}${ms(median(list))}   ` +
      `${ms(Math.min(...list))} to ${ms(Math.max(...list))}`,
  );
}

async function playDown(page, pause) {
  const times = [];
  for (let i = 0; i < STEPS; i++) {
    const hasMoves = await page.evaluate(() =>
      Boolean(document.querySelector(".moves tbody tr")),
    );
    if (!hasMoves) break;
    times.push(
      await page.evaluate(() =>
        window.step(() => document.querySelector(".moves tbody tr").click()),
      ),
    );
    await page.waitForTimeout(pause);
  }
  return times;
}

/* Plays moves far down in the table of the start, one at a time. */
async function playFar(page) {
  const times = [];
  for (let i = FAR; i < FAR + STEPS; i++) {
    const time = await page.evaluate(async (index) => {
      const row = document.querySelectorAll(".moves tbody tr")[index];
      return row && window.step(() => row.click());
    }, i);
    if (!time) break;
    times.push(time);
    await page.keyboard.press("Home");
    await page.waitForTimeout(PAUSE);
  }
  return times;
}

async function measure(browser, server) {
  const first = [];
  const paint = [];
  const steps = [];
  const quick = [];
  const far = [];
  for (let i = 0; i <= LOADS; i++) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.addInitScript(watchFrames);
    await page.goto(`${server.url}/${server.fragment}`);
    const usable = await page.evaluate(() => window.firstUsable);
    const seen = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    await page.waitForTimeout(PAUSE);
    if (i > 0) {
      // The first one warms the server and the browser.
      first.push(usable);
      paint.push(seen);
      if (i === LOADS) quick.push(...(await playDown(page, QUICK_PAUSE)));
      else steps.push(...(await playDown(page, PAUSE)));
      await page.keyboard.press("Home");
      await page.waitForTimeout(PAUSE);
      if (i > LOADS - 2) far.push(...(await playFar(page)));
    }
    await context.close();
  }
  console.log(`${"".padEnd(46)}     median        range`);
  print("page: first paint", paint);
  print("page: first usable", first);
  print("page: a step, from click to drawn moves", steps);
  print("page: a step to a rare move", far);
  print(`page: steps ${QUICK_PAUSE} ms apart`, quick);
}

const [tabia, book] = process.argv.slice(2);
const server = await startServer(
  tabia,
  [],
  ["--read-only"],
  book ? () => [path.resolve(book)] : undefined,
);
const browser = await launch();
try {
  await measure(browser, server);
} finally {
  await browser.close();
  await server.stop();
}
