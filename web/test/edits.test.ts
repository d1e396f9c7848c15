import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import type { Book, Here } from "../src/lib/types";
import { setNote, settled } from "../src/model/edits";

const book = { id: "a", format: "json", revision: 0 } as Book;
const here = {
  fen: START,
  last: null,
  joins: [],
  sources: [
    { book: "a", known: true, moves: [], position: { comment: "Solid." } },
  ],
} as unknown as Here;

const ANSWERS: Record<string, object> = {
  "api/books": { books: [book] },
  "api/edit": { revision: 1, undo: 1, redo: 0, dirty: true },
  "api/here": here,
  "api/session": { token: "0" },
};

const asked: string[] = [];
globalThis.fetch = (address) => {
  const path = String(address).split("?")[0]!;
  asked.push(path);
  return Promise.resolve(Response.json(ANSWERS[path]));
};

test("a comment is sent only if it says something else", async () => {
  const query = { book: "a", fen: "", play: "" };
  setNote("Solid. \n", book, query);
  await settled();
  assert.ok(!asked.includes("api/edit"), asked.join());
  setNote("Sharp.", book, query);
  await settled();
  assert.ok(asked.includes("api/edit"), asked.join());
});
