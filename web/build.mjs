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
const require = createRequire(path.join(work, "package.json"));
const esbuild = require("esbuild");

const common = {
  absWorkingDir: here,
  bundle: true,
  nodePaths: [path.join(work, "node_modules")],
  target: "es2022",
  format: "esm",
  // h("p", { class: "x" }, text) is shorter than what "automatic" makes of it.
  tsconfigRaw: {
    compilerOptions: {
      jsx: "react",
      jsxFactory: "h",
      jsxFragmentFactory: "Fragment",
    },
  },
  inject: ["src/lib/jsx.ts"],
  legalComments: "none",
  logLevel: "warning",
};

/* The licences of what is bundled must travel with it. */
const BANNER =
  "/* Tabia, MIT licence. Contains preact (MIT, (c) Jason Miller) and " +
  "cm-chessboard (MIT, (c) Stefan Haack). */";

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

const read = (folder) =>
  fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => /^(?!extensions).*\.(js|tsx?)$/.test(name))
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
const wordsOf = (text) =>
  text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").match(/\w+/g) ?? [];

const packages = path.join(work, "node_modules");
const boardFolder = path.join(packages, "cm-chessboard/src");
const pageFolder = path.join(here, "src");

/*
 * Leaves out what the page does not need of cm-chessboard: methods that neither it
 * nor the page names, the calls of extensions, which the page has none of, the words
 * of errors that only a mistake in the page can cause, coordinates and borders, which
 * the page draws itself, its reports of a piece on its way, and what browsers
 * without ResizeObserver or href in SVG need. Its constants that are their own names become numbers.
 */
const smallBoard = {
  name: "small-board",
  setup(build) {
    const words = wordsOf(read(boardFolder) + read(pageFolder));
    const isUsed = (name) =>
      !/extension|movingOver|isAbsolute/i.test(name) &&
      words.indexOf(name) !== words.lastIndexOf(name);
    const method = /^    (?:static |async )?(\w+)\(.*\) \{\n[^]*?^    \}\n/gm;
    const named = /^    (\w{8,}): "\1"/gm;
    build.onLoad({ filter: /cm-chessboard.src.*\.js$/ }, (file) => ({
      contents: fs
        .readFileSync(file.path, "utf8")
        .replace(method, (text, name) => (isUsed(name) ? text : ""))
        .replace(/[\w.]+\.invokeExtensionPoints\([^{}()]*(\{[^{}]*\})?\)/g, "")
        .replace(/\bthrow .*/g, "throw 0")
        .replace(/\bif \([^{}]*\) \{\s*throw 0\s*\}(?! else)/g, "")
        .replace(/[\w.]+\.(movingOverSquareCallback|isAbsoluteUrl)\(.*?\)/g, "false")
        .replace(/[\w.]+\.(showCoordinates|borderType [!=]== \w+\.\w+)/g, "false")
        .replace(/typeof ResizeObserver !== "undefined"/, "true")
        .replace(/name === "use"|attribute\.indexOf\(":"\) !== -1/g, "false")
        .replace(named, (_, name) => `    ${name}: ${words.indexOf(name)}`),
    }));
  },
};

/*
 * Leaves out what preact does for classes, portals, suspended components, markup of
 * the server, and elements that are not on the page: a condition that never holds
 * takes its place, and terser drops what depends on it.
 */
const smallPreact = {
  name: "small-preact",
  setup(build) {
    const never = [
      /\b\w+\.(getDerivedStateFrom\w+|component(WillReceiveProps|WillMount|Did\w+)|getChildContext|getSnapshotBeforeUpdate|contextType)\b(?!=)/g,
      /\bM\.__P|\b\w+\.props\.__P/g,
      /\bt&&t\.then\b|\b(32|128)&u\.__u\b|\(i=i\.__z\)|\b8==\w\.nodeType/g,
      /"(dangerouslySetInnerHTML|foreignObject|math|template|progress|popover)"==\w/g,
    ];
    build.onLoad({ filter: /preact\.mjs$/ }, (file) => ({
      contents: never.reduce(
        (text, found) => text.replace(found, "0"),
        fs.readFileSync(file.path, "utf8"),
      ),
    }));
  },
};

/* Members of cm-chessboard that neither the page nor preact knows by name. */
function membersOfBoard() {
  const preact = ["preact/dist/preact.mjs", "preact/hooks/dist/hooks.mjs"];
  const others = preact.map((name) =>
    fs.readFileSync(path.join(packages, name), "utf8"),
  );
  const known = new Set(wordsOf(read(pageFolder) + others.join("\n")));
  const found = [...read(boardFolder).matchAll(/\.([a-z]\w+)/gi)];
  const members = new Set(found.map((match) => match[1]));
  return [...members].filter((name) => !known.has(name));
}

/*
 * Terser inlines and reorders more than esbuild, and shortens the names that only
 * the board uses: 4 kB less when compressed. It knows those of the browser.
 */
async function minifyScript(text) {
  const { code } = await require("terser").minify(text, {
    module: true,
    ecma: 2022,
    // No getter here does anything, and no function expression is constructed.
    compress: {
      passes: 4,
      inline: 1,
      unsafe: true, // no built-in is replaced here
      drop_console: true,
      lhs_constants: false, // compresses worse
      pure_getters: true,
      unsafe_arrows: true,
      keep_fargs: false,
    },
    mangle: {
      properties: {
        regex: new RegExp(`^(${membersOfBoard().join("|")})$`),
        keep_quoted: true,
      },
    },
    format: { preamble: BANNER },
  });
  return code;
}

async function buildPage() {
  const dist = path.join(work, "dist");
  const fresh = path.join(work, "dist.new");
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true });

  const write = (name, text) => {
    const file = hashed(name, text);
    fs.writeFileSync(path.join(fresh, file), text);
    return file;
  };

  const pieces = minifySvg(
    fs.readFileSync(path.join(here, "pieces.svg"), "utf8"),
  );
  const piecesName = write("pieces.svg", pieces);

  const result = await esbuild.build({
    ...common,
    entryPoints: { app: "src/main.tsx" },
    plugins: [smallBoard, smallPreact],
    outdir: fresh,
    minify: true,
    write: false,
    define: { PIECES_FILE: JSON.stringify(piecesName) },
  });
  const output = (suffix) =>
    result.outputFiles.find(({ path }) => path.endsWith(suffix)).text;
  const js = write("app.js", await minifyScript(output(".js")));
  const css = write("app.css", output(".css"));
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
