// draw.mjs PAGE SVG NODES MOVES SHEET DIAGRAMS PAGES - what 'tabia draw' has made
//
// Nodes and labels are there, hovering shows a board, the wheel zooms, a sheet
// needs so many pages of paper, and nothing is asked for outside. With SCREENSHOT set, a picture is kept there.

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [pagePath, svgPath, nodes, moves, sheetPath, diagrams, pages] =
  process.argv.slice(2);
const url = String(pathToFileURL(pagePath));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
const problems = [];
page.on("console", (message) => {
  if (message.type() === "error") problems.push(message.text());
});
page.on("pageerror", (error) => problems.push(String(error)));
page.on("request", (request) => {
  const known = [pagePath, svgPath, sheetPath].map((path) =>
    String(pathToFileURL(path)),
  );
  if (!known.includes(request.url()) && !request.url().startsWith("data:"))
    problems.push(`request: ${request.url()}`);
});
const expect = (name, got, want) => {
  if (got !== want) problems.push(`${name}: got ${got}, want ${want}`);
};
const display = () =>
  page.locator("#tip").evaluate((tip) => getComputedStyle(tip).display);

await page.goto(url);
expect("nodes", await page.locator(".n").count(), Number(nodes));
expect("labels", await page.locator("text.m").count(), Number(moves));
expect("tip before", await display(), "none");
await page.locator(".n").nth(1).hover({ force: true });
expect("tip", await display(), "block");
expect("squares", await page.locator("#tip td").count(), 64);
const before = await page.locator("svg").getAttribute("viewBox");
await page.mouse.wheel(0, -500);
const zoomed = await page
  .waitForFunction(
    (box) => document.querySelector("svg").getAttribute("viewBox") !== box,
    before,
    { timeout: 5000 },
  )
  .catch(() => null);
expect("zoom", zoomed !== null, true);
if (process.env.SCREENSHOT)
  await page.screenshot({ path: process.env.SCREENSHOT });
await page.goto(String(pathToFileURL(svgPath)));
expect("nodes of the SVG", await page.locator(".n").count(), Number(nodes));

// A diagram stands beside its line, and two of both beside each other.
await page.goto(String(pathToFileURL(sheetPath)));
expect("diagrams", await page.locator("figure").count(), Number(diagrams));
const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
expect("printed pages", pdf.match(/\/Type\s*\/Page\b/g).length, Number(pages));
await browser.close();

for (const problem of problems) console.log(problem);
console.log(problems.length ? "FAILED" : "ok");
process.exit(problems.length ? 1 : 0);
