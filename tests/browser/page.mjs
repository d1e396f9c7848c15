// page.mjs TABIA [GROUP [WORD]] - the page of 'tabia serve' in a real browser
//
// Runs the tests of page/GROUP.mjs, or of all groups; with WORD only those
// whose names contain it. With SCREENSHOTS set, pictures are kept in that
// folder.

import fs from "node:fs";
import {
  launch,
  renewServers,
  Stage,
  startServer,
  stopServers,
} from "./harness.mjs";

// serverOf reads the first, too.
const [tabia, group = "", word = ""] = process.argv.slice(2);
const BOOKS = [
  "data/italian.txt",
  "../../data/openings.txt",
  "../../examples/tichess-puzzles.txt",
];
const AT_ONCE = 3;
const AGAIN_MAX = 3; // failures that are tried again
const TIMED = ["graph", "trace"]; // measure time, so they run alone

/* The tests of one file, in its order. */
async function testsOf(name) {
  const { tests } = await import(`./page/${name}.mjs`);
  return Object.entries(tests).map(([what, run]) => ({
    name: `${name}: ${what}`,
    run,
    isAlone: TIMED.includes(name),
  }));
}

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

const names = group
  ? [group]
  : fs.readdirSync("page").map((file) => file.replace(".mjs", ""));
const all = (await Promise.all(names.map(testsOf))).flat();
const chosen = all.filter((test) => test.name.includes(word));
if (!chosen.length) throw new Error(`no test has "${word}" in its name`);
const browser = await launch();
const server = await startServer(tabia, BOOKS);
const waiting = chosen.filter((test) => !test.isAlone);
let failed = [];
let again = [];

async function work() {
  for (let test = waiting.shift(); test; test = waiting.shift())
    if (!(await runTest(test.name, test.run, browser, server)))
      failed.push(test);
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
// On a busy machine a browser may be too slow once. A few tests that failed
// run again, alone, with new servers; what fails twice has failed. The others are listed at the
// end: what fails now and then may be a race.
if (failed.length <= AGAIN_MAX) {
  again = failed;
  failed = [];
  waiting.push(...again);
  renewServers();
  for (const { name } of waiting) console.log(`again   ${name}`);
  await work();
}
waiting.push(...chosen.filter((test) => test.isAlone));
await work();
await browser.close();
await server.stop();
await stopServers();
for (const test of again)
  if (!failed.includes(test)) console.log(`passed only alone: ${test.name}`);
console.log(failed.length ? `${failed.length} FAILED` : "all passed");
process.exit(failed.length ? 1 : 0);
