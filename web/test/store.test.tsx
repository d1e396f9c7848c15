import assert from "node:assert/strict";
import { test } from "node:test";
import { options, render, type VNode } from "preact";
import { createStore, fields, useStore } from "../src/lib/store";
import type { BookMove, Found } from "../src/lib/types";
import { state } from "../src/model/state";
import { MoveTable } from "../src/view/explore/move_table";
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
  const found = {
    turn: "white",
    total: 3,
    legal: [],
    moves: [move("a2a3"), move("b2b3"), move("c2c3")],
  } as unknown as Found;
  const first = await drawn(() =>
    render(<MoveTable found={found} dim={false} />, fakeElement()),
  );
  assert.equal(first["MoveTable"], 1);
  assert.equal(first["Row"], 3);
  const over = await drawn(() => state.set({ hover: "b2b3" }));
  assert.equal(over["Row"], 1);
  assert.equal(over["MoveTable"], undefined);
  const next = await drawn(() => state.set({ hover: "c2c3" }));
  assert.equal(next["Row"], 2);
  assert.equal(next["MoveTable"], undefined);
});
