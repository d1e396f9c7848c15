// wasm.mjs MODULE KIND BOOK - answers positions from standard input
import { readFileSync } from "node:fs";

const [, , modulePath, kind, bookPath] = process.argv;
const book = readFileSync(bookPath);
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath));
const { memory, line, text, book_bytes, answer } = instance.exports;

const at = book_bytes();
const missing = at + book.length - memory.buffer.byteLength;
if (missing > 0) memory.grow(Math.ceil(missing / 65536));
new Uint8Array(memory.buffer).set(book, at);

const bytes = new Uint8Array(memory.buffer);
const out = [];
for (const fen of readFileSync(0, "utf8").split("\n")) {
    if (fen === "") continue;
    bytes.set(new TextEncoder().encode(fen + "\0"), line.value);
    answer(kind.charCodeAt(0), book.length);
    const end = bytes.indexOf(0, text.value);
    const said = new TextDecoder().decode(bytes.subarray(text.value, end));
    out.push(`${fen}\t${said}\n`);
}
process.stdout.write(out.join(""));
