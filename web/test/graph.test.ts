import assert from "node:assert/strict";
import { test } from "node:test";
import { playUci } from "../src/lib/chess";
import { START } from "../src/lib/fen";
import { edgesAlong, prepare, routeTo } from "../src/model/graph_data";
import type { Graph } from "../src/lib/types";

/* Two move orders that meet: 1.e4 Nc6 2.Nf3 e5 and 1.e4 e5 2.Nf3 Nc6. */
const orders = [
  ["e2e4", "b8c6", "g1f3", "e7e5", "f1b5"],
  ["e2e4", "e7e5", "g1f3", "b8c6"],
];

function build(): Graph {
  const graph: Graph = {
    whole: true,
    total: 0,
    current: 0,
    nodes: [],
    edges: [],
  };
  const ids = new Map<string, number>();
  const idOf = (fen: string) => {
    const key = fen.split(" ").slice(0, 3).join(" ");
    const known = ids.get(key);
    if (known !== undefined) return { id: known, fresh: false };
    ids.set(key, graph.nodes.length);
    graph.nodes.push({
      id: graph.nodes.length,
      x: 0,
      y: 0,
      turn: "white",
      ply: 0,
      kind: "inner",
      fen,
    });
    return { id: graph.nodes.length - 1, fresh: true };
  };
  idOf(START);
  for (const order of orders) {
    let fen = START;
    for (const uci of order) {
      const from = idOf(fen).id;
      fen = playUci(fen, uci);
      const { id: to, fresh } = idOf(fen);
      if (graph.edges.some((edge) => edge.from === from && edge.to === to))
        continue;
      graph.edges.push({ from, to, uci, san: uci, tree: fresh });
    }
  }
  return graph;
}

const steps = (play: string[]) => {
  let fen = START;
  return play.map((uci) => ({ uci, san: uci, fen: (fen = playUci(fen, uci)) }));
};
const data = prepare(build());
const last = data.byFen.size;
const bishop = data.graph.nodes.findIndex((node) =>
  node.fen.includes("/1B2p3/"),
);

test("every position once", () => assert.equal(last, 8));
test("from the start down the tree", () =>
  assert.deepEqual(routeTo(data, bishop, START, []).play, orders[0]));
test("along the path we came by", () => {
  const route = routeTo(data, bishop, START, steps(orders[1]!));
  assert.deepEqual(route.play, [...orders[1]!, "f1b5"]);
  assert.equal(route.fen, START);
});
test("back up our own path", () => {
  const node = data.byFen.get(
    playUci(START, "e2e4").split(" ").slice(0, 3).join(" "),
  )!;
  assert.deepEqual(routeTo(data, node, START, steps(orders[1]!)).play, [
    "e2e4",
  ]);
});
test("the edges of our path", () => {
  const fens = [START, ...steps(orders[1]!).map((step) => step.fen)];
  const ucis = edgesAlong(data, fens).map((i) => data.graph.edges[i]!.uci);
  assert.deepEqual(ucis.sort(), [...orders[1]!].sort());
});
