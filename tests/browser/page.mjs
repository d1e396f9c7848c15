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
import * as views from "./views.mjs";

const [tabia, word = ""] = process.argv.slice(2); // serverOf reads it too
const BOOKS = [
  "data/italian.txt",
  "../../data/openings.txt",
  "../../examples/tichess-puzzles.txt",
];
const AT_ONCE = 3;
const AGAIN_MAX = 3; // failures that are tried again
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
  views,
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
let failed = [];

async function work() {
  for (let test = waiting.shift(); test; test = waiting.shift())
    if (!(await runTest(test.name, test.run, browser, server)))
      failed.push(test);
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
// On a busy machine a browser may be too slow once. A few tests that failed
// run again, alone; what fails twice has failed.
if (failed.length <= AGAIN_MAX) {
  waiting.push(...failed);
  failed = [];
  for (const { name } of waiting) console.log(`again   ${name}`);
  await work();
}
waiting.push(...chosen.filter((test) => test.isAlone));
await work();
await browser.close();
await server.stop();
await stopServers();
console.log(failed.length ? `${failed.length} FAILED` : "all passed");
process.exit(failed.length ? 1 : 0);
