// page.mjs TABIA [WORD] - the page of 'tabia serve' in a real browser
//
// Runs every test whose name contains WORD, or with "-WORD" every other. With
// SCREENSHOTS set, pictures are kept in that folder.

import * as access from "./access.mjs";
import * as basics from "./basics.mjs";
import * as bench from "./bench.mjs";
import * as edit from "./editpage.mjs";
import * as explore from "./explore.mjs";
import * as games from "./gamespage.mjs";
import * as graph from "./graph.mjs";
import { launch, Stage, startServer, stopServers } from "./harness.mjs";
import * as imports from "./imports.mjs";
import * as keyboard from "./keyboard.mjs";
import * as live from "./live.mjs";
import * as london from "./london.mjs";
import * as practice from "./practice.mjs";
import * as proxy from "./proxy.mjs";
import * as store from "./storepage.mjs";
import * as trace from "./trace.mjs";

const [tabia, word = ""] = process.argv.slice(2); // serverOf reads it too
const BOOKS = [
  "data/italian.txt",
  "../../data/openings.txt",
  "../../examples/tichess-puzzles.txt",
];
const AT_ONCE = 3;
const groups = {
  bench,
  basics,
  explore,
  store,
  games,
  graph,
  edit,
  imports,
  london,
  live,
  practice,
  keyboard,
  access,
  proxy,
  trace,
};

async function runTest(name, run, browser, server) {
  const stage = new Stage(browser, server);
  const begin = Date.now();
  try {
    await run(stage);
    await stage.close();
    console.log(`ok      ${name} (${Date.now() - begin} ms)`);
    return true;
  } catch (error) {
    const page = stage.contexts.at(-1)?.pages().at(-1);
    if (page) await stage.picture(page, "failed").catch(() => {});
    await stage.close().catch((other) => console.log(String(other)));
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    return false;
  }
}

const browser = await launch();
const server = await startServer(tabia, BOOKS);
const all = Object.entries(groups).flatMap(([group, { tests }]) =>
  Object.entries(tests).map(([name, run]) => ({
    name: `${group}: ${name}`,
    run,
    isAlone: group === "graph" || group === "trace", // time is measured
  })),
);
const chosen = word.startsWith("-")
  ? all.filter((test) => !test.name.includes(word.slice(1)))
  : all.filter((test) => test.name.includes(word));
const waiting = chosen.filter((test) => !test.isAlone);
let failed = 0;

async function work() {
  for (let test = waiting.shift(); test; test = waiting.shift())
    if (!(await runTest(test.name, test.run, browser, server))) failed++;
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
waiting.push(...chosen.filter((test) => test.isAlone));
await work();
await browser.close();
await server.stop();
await stopServers();
console.log(failed ? `${failed} FAILED` : "all passed");
process.exit(failed ? 1 : 0);
