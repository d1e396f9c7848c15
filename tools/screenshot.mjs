// screenshot.mjs TABIA [OUT] - the README's picture of the page
//
//     node tools/screenshot.mjs build/tabia
//
// Serves a small repertoire beside a store built from the sample games, opens
// the page in a headless browser and writes docs/images/page.png, or OUT. Needs the browser tests'
// packages: 'tests/browser/run.sh draw build/tabia' installs them into
// build/browser. CHROMIUM names another browser. Run it again when the page
// looks different, and look at the picture before you commit it.

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const WIDTH = 1280;
const HEIGHT = 720;
const SIZE_MAX = 150_000; // bytes
const ADDRESS = "/?book=repertoire&play=e2e4";
const REPERTOIRE = `[Event "Open games for White"]
[Orientation "white"]

1. e4 {Best by test.} e5 (1... c5 2. Nf3 {Open Sicilian: d4 comes next.} d6
(2... Nc6 3. d4 cxd4 4. Nxd4) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3) (1... e6 2. d4 d5
3. Nc3 $1 Nf6 (3... Bb4 4. e5) 4. Bg5) (1... c6 2. d4 d5 3. e5 {Advance: space
first.} Bf5 4. Nf3) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bc4 {Eyes f7.} Bc5 (3... Nf6
4. d3) 4. c3 Nf6 5. d3 *
`;

const top = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const tabia = path.resolve(process.argv[2] ?? path.join(top, "build/tabia"));
const out = path.resolve(
  process.argv[3] ?? path.join(top, "docs/images/page.png"),
);
const require = createRequire(path.join(top, "build/browser/package.json"));
const { chromium } = require("playwright-core");

/* The path of a browser that the tests use too. */
function browserPath() {
  const names = ["chromium-headless-shell", "chromium"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return (
    process.env.CHROMIUM ??
    names
      .flatMap((name) => folders.map((folder) => path.join(folder, name)))
      .find((file) => fs.existsSync(file))
  );
}

/* Starts the server; resolves to it and its address. */
function serve(folder) {
  const server = spawn(tabia, ["serve", "--port", "0", "repertoire.pgn", "games.tabia"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    server.on("exit", (code) => reject(new Error(`server ended: ${code}`)));
    server.stdout.on("data", (data) => {
      output += data;
      const match = /http:\/\/[\d.]+:\d+/.exec(output);
      if (match) resolve({ server, url: match[0] });
    });
  });
}

function chunk(type, data) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
  return Buffer.concat([head, data, sum]);
}

/* The pixels of a PNG of 8 bits a channel, three or four channels. */
function decode(png) {
  const parts = {};
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    (parts[type] ??= []).push(png.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const [head] = parts.IHDR;
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const step = head[9] === 6 ? 4 : 3;
  const row = width * step;
  const rows = inflateSync(Buffer.concat(parts.IDAT));
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const a = x >= step ? pixels[at - step] : 0;
      const b = y ? pixels[at - row] : 0;
      const c = x >= step && y ? pixels[at - row - step] : 0;
      const paeth = [a, b, c].reduce((best, value) =>
        Math.abs(a + b - c - value) < Math.abs(a + b - c - best) ? value : best,
      );
      const guess = [0, a, b, (a + b) >> 1, paeth][rows[y * (row + 1)]];
      pixels[at] = rows[y * (row + 1) + 1 + x] + guess;
    }
  return { width, height, step, pixels };
}

/* A PNG with the 256 most frequent colours; others become the nearest one. */
function optimise(png) {
  const { width, height, step, pixels } = decode(png);
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    colours[i] = pixels.readUIntBE(i * step, 3);
    counts.set(colours[i], (counts.get(colours[i]) ?? 0) + 1);
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const palette = byCount.slice(0, 256).map(([colour]) => colour);
  const far = (a, b) =>
    [16, 8, 0].reduce(
      (sum, bit) => sum + (((a >> bit) & 255) - ((b >> bit) & 255)) ** 2,
      0,
    );
  const index = new Map();
  for (const [colour] of byCount)
    index.set(
      colour,
      palette.reduce(
        (best, other, i) =>
          far(other, colour) < far(palette[best], colour) ? i : best,
        0,
      ),
    );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // bits, colours of a palette
  const table = Buffer.alloc(3 * palette.length);
  palette.forEach((colour, i) => table.writeUIntBE(colour, 3 * i, 3));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, i) => {
    rows[i + 1 + Math.floor(i / width)] = index.get(colour);
  });
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", head),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tabia-screenshot-"));
let server;
let browser;
try {
  const games = path.join(top, "examples/games.pgn");
  fs.writeFileSync(path.join(folder, "repertoire.pgn"), REPERTOIRE);
  execFileSync(tabia, ["build", "-q", games, "-o", "games.tabia"], {
    cwd: folder,
  });
  const started = await serve(folder);
  server = started.server;
  browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: HEIGHT },
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  await page.goto(started.url + ADDRESS);
  await page.locator("main").waitFor();
  await page.locator(".moves tbody tr").first().waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector(".dim") && !document.querySelector(".waiting"),
  );
  await page.locator(".holes tbody tr").first().waitFor();
  await page.locator(".small-map canvas").waitFor();
  await page.waitForTimeout(1000); // it is drawn while nothing else happens
  await page.mouse.move(0, 0);
  fs.mkdirSync(path.dirname(out), { recursive: true });
  fs.writeFileSync(out, optimise(await page.screenshot()));
} finally {
  await browser?.close();
  server?.removeAllListeners("exit");
  server?.kill("SIGTERM");
  fs.rmSync(folder, { recursive: true, force: true });
}
const { size } = fs.statSync(out);
console.log(`${path.relative(process.cwd(), out)}: ${size} bytes`);
if (size > SIZE_MAX) throw new Error(`larger than ${SIZE_MAX} bytes`);
