import assert from "node:assert/strict";
import { test } from "node:test";
import { options, render, type VNode } from "preact";
import { createStore, fields, useStore } from "../src/lib/store";
import type { Book, BookMove, Here } from "../src/lib/types";
import { state } from "../src/model/state";
import { MoveTable } from "../src/view/here/here";
import { fakeElement } from "./dom";

/* Counts how often each component is drawn while 'act' takes effect. */
async function drawn(act: () => void): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const before = options.diffed;
  options.diffed = (vnode: VNode) => {
    before?.(vnode);
    if (typeof vnode.type !== "function") return;
    const { name } = vnode.type;
    counts[name] = (counts[name] ?? 0) + 1;
  };
  act();
  await new Promise((resolve) => setTimeout(resolve, 150));
  options.diffed = before!;
  return counts;
}

test("a component is drawn again for what it selects, and only that", async () => {
  const store = createStore({ a: 1, b: 1, list: [1, 2] });
  function One() {
    useStore(store, (value) => value.a);
    return null;
  }
  function Two() {
    useStore(store, fields("a", "b"));
    return null;
  }
  function List() {
    useStore(store, (value) => value.list.slice());
    return null;
  }
  const all = (
    <>
      <One />
      <Two />
      <List />
    </>
  );
  const only = ({ One, Two, List }: Record<string, number>) => [One, Two, List];
  const count = async (act: () => void) => only(await drawn(act));
  assert.deepEqual(await count(() => render(all, fakeElement())), [1, 1, 1]);
  const none = undefined;
  assert.deepEqual(await count(() => store.set({ a: 2 })), [1, 1, none]);
  assert.deepEqual(await count(() => store.set({ b: 2 })), [none, 1, none]);
  assert.deepEqual(await count(() => store.set({ b: 2 })), [none, none, none]);
  const same = () => store.set({ list: [1, 2] });
  assert.deepEqual(await count(same), [none, none, none]);
  const longer = () => store.set({ list: [1, 2, 3] });
  assert.deepEqual(await count(longer), [none, none, 1]);
});

test("what changes before a component watches is not missed", async () => {
  const store = createStore({ a: 1 });
  const seen: number[] = [];
  function Late() {
    seen.push(useStore(store, (value) => value.a));
    return null;
  }
  await drawn(() => {
    render(<Late />, fakeElement());
    store.set({ a: 2 });
  });
  assert.deepEqual(seen, [1, 2]);
});

test("pointing at a move draws its row again, not the table", async () => {
  const move = (uci: string): BookMove => ({
    uci,
    san: uci,
    fen: "8/8/8/8/8/8/8/8 w - - 0 1",
    weight: 1,
    share: 0.5,
  });
  const moves = [move("a2a3"), move("b2b3"), move("c2c3")];
  const here: Here = {
    fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    turn: "white",
    check: false,
    ply: 0,
    opening: null,
    revision: 0,
    last: null,
    joins: [],
    sources: [{ book: "one", known: true, total: 3, moves }],
  };
  const book = { id: "one", kind: "book", positions: 4 } as unknown as Book;
  const first = await drawn(() =>
    render(<MoveTable here={here} book={book} />, fakeElement()),
  );
  assert.equal(first["MoveTable"], 1);
  assert.equal(first["RowOfMove"], 3);
  const over = await drawn(() => state.set({ hover: "b2b3" }));
  assert.equal(over["RowOfMove"], 1);
  assert.equal(over["MoveTable"], undefined);
  const next = await drawn(() => state.set({ hover: "c2c3" }));
  assert.equal(next["RowOfMove"], 2);
  assert.equal(next["MoveTable"], undefined);
});
