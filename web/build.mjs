// build.mjs FOLDER [test] - bundles the page into FOLDER/dist
//
// The packages are those of FOLDER/node_modules. With "test" the unit tests
// are bundled into FOLDER/test instead, for node's own test runner.

import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const work = path.resolve(process.argv[2]);
const esbuild = createRequire(path.join(work, "package.json"))("esbuild");

const common = {
  absWorkingDir: here,
  bundle: true,
  nodePaths: [path.join(work, "node_modules")],
  target: "es2022",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};

/* The licences of what is bundled must travel with it. */
const banner = {
  js:
    "/* Tabia, MIT licence. Contains preact (MIT, (c) Jason Miller) and " +
    "cm-chessboard (MIT, (c) Stefan Haack). */",
};

function hashed(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${hash}${ext}`;
}

function minifySvg(text) {
  return text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/>\s+</g, "><")
    .trim();
}

async function buildPage() {
  const dist = path.join(work, "dist");
  const fresh = path.join(work, "dist.new");
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true });

  const pieces = minifySvg(
    fs.readFileSync(path.join(here, "pieces.svg"), "utf8"),
  );
  const piecesName = hashed("pieces.svg", pieces);
  fs.writeFileSync(path.join(fresh, piecesName), pieces);

  const result = await esbuild.build({
    ...common,
    entryPoints: { app: "src/main.tsx" },
    outdir: fresh,
    entryNames: "[name]-[hash]",
    minify: true,
    metafile: true,
    banner,
    define: { PIECES_FILE: JSON.stringify(piecesName) },
  });
  const names = Object.keys(result.metafile.outputs).map((name) =>
    path.basename(name),
  );
  const js = names.find((name) => name.endsWith(".js"));
  const css = names.find((name) => name.endsWith(".css"));
  const html = fs
    .readFileSync(path.join(here, "index.html"), "utf8")
    .replace("app.js", js)
    .replace("app.css", css);
  fs.writeFileSync(path.join(fresh, "index.html"), html);

  fs.rmSync(dist, { recursive: true, force: true });
  fs.renameSync(fresh, dist);
}

async function buildTests() {
  const outdir = path.join(work, "test");
  fs.rmSync(outdir, { recursive: true, force: true });
  const entryPoints = fs
    .readdirSync(path.join(here, "test"))
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`);
  await esbuild.build({
    ...common,
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    platform: "node",
    sourcemap: "inline",
  });
}

await (process.argv[3] === "test" ? buildTests() : buildPage());
